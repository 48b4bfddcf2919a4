package jsondoc

import (
	"bytes"
	"encoding/binary"
	"slices"
	"unicode/utf8"

	"github.com/divtool/divtool/internal/text"
)

// AppendQuoted appends value as a JSON string the way serde_json prints it:
// only quotes, backslashes and control characters are escaped. With safe set,
// the characters that must not reach a terminal are escaped too, which does
// not change the value. Bytes that are not UTF-8 become U+FFFD.
func AppendQuoted(dst, value []byte, safe bool) []byte {
	if dst, ok := AppendClean(dst, value); ok {
		return dst
	}
	dst = append(dst, '"')
	for at := 0; at < len(value); {
		if end := plainEnd(value, at); end > at {
			run := value[at:end]
			if safe && bytes.IndexByte(run, 0x7f) >= 0 {
				run = bytes.ReplaceAll(run, []byte{0x7f}, []byte(`\u007f`))
			}
			dst = append(dst, run...)
			at = end
			continue
		}
		if c := value[at]; c < utf8.RuneSelf {
			dst = appendEscape(dst, c)
			at++
			continue
		}
		r, size := utf8.DecodeRune(value[at:])
		if safe && text.IsHostile(r) {
			dst = text.AppendUnicodeEscape(dst, r)
		} else {
			dst = utf8.AppendRune(dst, r)
		}
		at += size
	}
	return append(dst, '"')
}

// AppendClean appends value as [AppendQuoted] does when nothing in it is to be
// escaped or checked; else it returns false, and dst as it was.
func AppendClean(dst, value []byte) ([]byte, bool) {
	if !isPlain(value) {
		return dst, false
	}
	n, end := len(dst), len(dst)+len(value)+2
	if end > cap(dst) {
		dst = slices.Grow(dst, len(value)+2)
	}
	dst = dst[:end]
	dst[n], dst[end-1] = '"', '"'
	copy(dst[n+1:], value)
	return dst, true
}

// isPlain reports whether text is printed as is, safe or not: ASCII without
// quotes, backslashes and control characters.
func isPlain(text []byte) bool {
	n := len(text)
	switch {
	case n >= 8:
	case n >= 4:
		return isPlainWord(uint64(binary.LittleEndian.Uint32(text)) | uint64(binary.LittleEndian.Uint32(text[n-4:]))<<32)
	case n > 0:
		const blanks = ones * ' ' &^ 0xffffff
		return isPlainWord(blanks | uint64(text[0]) | uint64(text[n/2])<<8 | uint64(text[n-1])<<16)
	default:
		return true
	}
	for at := 0; at+8 <= n; at += 8 {
		if !isPlainWord(binary.LittleEndian.Uint64(text[at:])) {
			return false
		}
	}
	return isPlainWord(binary.LittleEndian.Uint64(text[n-8:]))
}

func isPlainWord(w uint64) bool {
	quote, slash, del := w^ones*'"', w^ones*'\\', w^ones*0x7f
	return ((quote-ones)&^quote|(slash-ones)&^slash|(del-ones)&^del|(w-ones*0x20)|w)&highs == 0
}

// appendEscape appends a quote, a backslash or a control character.
func appendEscape(dst []byte, c byte) []byte {
	switch c {
	case '"', '\\':
		return append(dst, '\\', c)
	case '\b':
		return append(dst, '\\', 'b')
	case '\t':
		return append(dst, '\\', 't')
	case '\n':
		return append(dst, '\\', 'n')
	case '\f':
		return append(dst, '\\', 'f')
	case '\r':
		return append(dst, '\\', 'r')
	}
	return text.AppendUnicodeEscape(dst, rune(c))
}

// Style describes how [Doc.Append] prints.
type Style struct {
	// Safe escapes what must not reach a terminal.
	Safe bool
	// Before leaves out what does not end before this offset of the text; a
	// container that goes beyond keeps what fits. 0 prints all.
	Before int
	// MaxDepth replaces an array or object deeper than this by the string
	// U+FFFD; the outermost is at 1. 0 prints all.
	MaxDepth int
	// Mask stands, as JSON text, in place of node Masked. nil for none.
	Mask   []byte
	Masked int
}

// Append appends node i compactly: members in their order (repeated ones
// too), numbers as they are written, strings by [AppendQuoted].
func (d *Doc) Append(dst []byte, i int, style Style) []byte {
	if i == 0 && d.isVerbatim(style) {
		return append(dst, d.Raw(0)...)
	}
	return d.print(dst, i, style, nil)
}

// print is Append. builder gets the nodes of what is printed; nil for none.
func (d *Doc) print(dst []byte, i int, style Style, builder *Builder) []byte {
	p := printer{doc: d, style: style, dst: dst, open: d.levels[:0], builder: builder}
	if style.Before == 0 {
		p.style.Before = MaxText + 1
	}
	p.print(i)
	d.levels = p.open
	return p.dst
}

// isVerbatim reports whether the root is printed as it is in the text.
func (d *Doc) isVerbatim(style Style) bool {
	switch {
	case !d.Compact() || style.Before != 0 || style.Mask != nil:
		return false
	case style.MaxDepth > 0 && int(d.nodes[0].Height) > style.MaxDepth:
		return false
	}
	return !style.Safe || d.stringFlags&NonASCII == 0 && bytes.IndexByte(d.text, 0x7f) < 0
}

// level is an array or object that is being printed.
type level struct {
	end      int  // index of the node after it
	object   bool //
	value    bool // the next node inside is the value of the name just printed
	nonEmpty bool // something has been printed inside
}

type printer struct {
	doc     *Doc
	style   Style
	dst     []byte
	open    []level
	builder *Builder // of the nodes; may be nil
}

// print visits the nodes in their order, so that the depth of the text
// costs no call stack.
func (p *printer) print(i int) {
	end := p.doc.Next(i)
	for n := i; n < end; {
		p.closeUpTo(n)
		switch {
		case p.atName() && p.omitted(n+1):
			n = p.doc.Next(n + 1)
			continue
		case !p.afterName() && p.omitted(n):
			n = p.doc.Next(n)
			continue
		}
		p.writeSeparator()
		n = p.node(n)
	}
	p.closeUpTo(end)
}

func (p *printer) top() *level {
	if len(p.open) == 0 {
		return nil
	}
	return &p.open[len(p.open)-1]
}

func (p *printer) atName() bool {
	top := p.top()
	return top != nil && top.object && !top.value
}

func (p *printer) afterName() bool {
	top := p.top()
	return top != nil && top.value
}

// omitted reports whether node n ends too late for [Style.Before].
func (p *printer) omitted(n int) bool {
	node := &p.doc.nodes[n]
	if node.Kind >= Array {
		return int(node.Start) >= p.style.Before
	}
	return int(node.End) > p.style.Before
}

// writeSeparator writes what is between the node before and the next one, and
// notes that the next one is a name, its value, or an element.
func (p *printer) writeSeparator() {
	top := p.top()
	switch {
	case top == nil:
	case top.value:
		p.dst = append(p.dst, ':')
		top.value = false
	default:
		if top.nonEmpty {
			p.dst = append(p.dst, ',')
		}
		top.nonEmpty, top.value = true, top.object
	}
}

// node prints node n, or the opening bracket of it, and returns the next one.
func (p *printer) node(n int) int {
	d := p.doc
	node := &d.nodes[n]
	start := len(p.dst)
	switch {
	case n == p.style.Masked && p.style.Mask != nil:
		p.dst = append(p.dst, p.style.Mask...)
	case node.Kind == String:
		p.str(n, node)
	case node.Kind < Array:
		p.dst = append(p.dst, d.text[node.Start:node.End]...)
	case p.style.MaxDepth > 0 && len(p.open) >= p.style.MaxDepth:
		p.dst = append(p.dst, "\"\ufffd\""...)
	case node.Flags&Collapsed != 0:
		p.collapsed(node)
		return int(node.Next)
	default:
		opening, _ := brackets(node.Kind)
		p.bracket(opening)
		p.open = append(p.open, level{end: int(node.Next), object: node.Kind == Object})
		return n + 1
	}
	if p.builder != nil {
		p.builder.ended(p.dst, start)
	}
	return int(node.Next)
}

// bracket prints a bracket.
func (p *printer) bracket(c byte) {
	p.dst = append(p.dst, c)
	switch {
	case p.builder == nil:
	case c == '{' || c == '[':
		p.builder.opened(p.dst)
	default:
		p.builder.closed(p.dst)
	}
}

func (p *printer) str(n int, node *Node) {
	d := p.doc
	content := d.text[node.Start+1 : node.End-1]
	exact := node.Flags&(Escaped|Invalid) == 0
	if p.style.Safe && exact {
		exact = node.Flags&NonASCII == 0 && bytes.IndexByte(content, 0x7f) < 0
	}
	switch {
	case exact:
		p.dst = append(p.dst, d.text[node.Start:node.End]...)
	case node.Flags&Escaped == 0:
		p.dst = AppendQuoted(p.dst, content, p.style.Safe)
	default:
		p.dst = AppendQuoted(p.dst, d.AppendString(nil, n), p.style.Safe)
	}
}

// closeUpTo writes the closing brackets of the levels that end at node n.
func (p *printer) closeUpTo(n int) {
	for top := p.top(); top != nil && top.end == n; top = p.top() {
		closing := byte(']')
		if top.object {
			closing = '}'
		}
		p.bracket(closing)
		p.open = p.open[:len(p.open)-1]
	}
}

// token is a piece of a text that the reader has found valid in its grammar.
type token struct {
	start, end int
	kind       byte // the first byte
}

// nextToken is the token at or after an offset; none when the text ends, or
// breaks off, before the end of it.
func nextToken(text []byte, at int) (token, bool) {
	at = SkipSpace(text, at)
	if at >= len(text) {
		return token{}, false
	}
	t := token{start: at, kind: text[at]}
	switch t.kind {
	case '{', '}', '[', ']', ',', ':':
		t.end = at + 1
	case '"':
		t.end = stringEnd(text, at)
	default:
		for t.end = at + 1; t.end < len(text) && !isDelimiter(text[t.end]); {
			t.end++
		}
	}
	return t, t.end <= len(text)
}

// stringEnd is the offset after the string that starts at an offset; beyond
// the text when it breaks off.
func stringEnd(text []byte, at int) int {
	for at = plainEnd(text, at+1); at < len(text) && text[at] != '"'; at = plainEnd(text, at) {
		if text[at] == '\\' {
			at++
		}
		at = min(at+1, len(text))
	}
	return at + 1
}

// isDelimiter reports whether a number or a literal ends before a byte.
func isDelimiter(c byte) bool {
	switch c {
	case ' ', '\t', '\n', '\r', ',', ']', '}':
		return true
	}
	return false
}

// collapsed prints the text of an opaque node compactly.
func (p *printer) collapsed(node *Node) {
	text := p.doc.text[:node.End]
	for t, ok := nextToken(text, int(node.Start)); ok; t, ok = nextToken(text, t.end) {
		start := len(p.dst)
		switch t.kind {
		case '{', '[', '}', ']':
			p.bracket(t.kind)
			continue
		case ',', ':':
			p.dst = append(p.dst, t.kind)
			continue
		case '"':
			p.dst = AppendQuoted(p.dst, decodeString(nil, text[t.start+1:t.end-1]), p.style.Safe)
		default:
			p.dst = append(p.dst, text[t.start:t.end]...)
		}
		if p.builder != nil {
			p.builder.ended(p.dst, start)
		}
	}
}

// collapsedFault finds what is invalid in an opaque node.
func (d *Doc) collapsedFault(n int) *Fault {
	text := d.text[:d.nodes[n].End]
	for t, ok := nextToken(text, int(d.nodes[n].Start)); ok; t, ok = nextToken(text, t.end) {
		switch {
		case t.kind == '"':
			if f := d.textFault(t.start+1, t.end-1); f != nil {
				return f
			}
		case t.kind == '-' || t.kind-'0' <= 9:
			if _, ok := ParseNum(text[t.start:t.end]); !ok {
				return &Fault{Reason: NumberRange, Offset: t.start}
			}
		}
	}
	return nil
}
