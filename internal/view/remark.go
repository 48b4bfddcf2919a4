package view

import (
	"bytes"
	"cmp"
	"fmt"
	"iter"
	"strconv"
	"strings"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
)

// remark is a remark on a field or on the frame.
type remark struct {
	kind  remarkKind
	text  string
	value string // of a note: the plain value, quoted
	code  string // of a warning
	span  frames.Span
	lossy bool // of a warning: encoding does not restore the bytes
	next  int  // next remark on the same field, as an index plus one; 0 for none

	path, parent uint64 // hashes of the paths of its member and of the parent
	part         string // name of the member
}

type remarkKind uint8

const (
	meaning remarkKind = iota
	advice             // a meaning that looks wrong
	warning
	loss
)

// remarkLabels are the labels of the kinds that have one.
var remarkLabels = [...]string{warning: "warning", loss: "lossy"}

type remarks struct {
	list    []remark
	omitted int            // number of warnings and losses dropped
	frame   remarkChain    // on the frame, or on a member without a row
	index   map[uint64]int // fields by path, and by path and end
	paths   pathHasher
}

// pathHasher hashes one path after the other. Paths of deep frames are long, and each
// has most of its parts in common with the one before: those are not hashed again.
type pathHasher struct {
	seed  uint64
	path  []byte
	marks []pathMark // one for each part of path
}

// pathMark is the hash of the first bytes of a path.
type pathMark struct {
	end  int
	hash uint64
}

// hash returns hashPath(seed, path).
func (h *pathHasher) hash(seed uint64, path []byte) uint64 {
	if h.seed != seed {
		h.seed, h.marks = seed, h.marks[:0]
	}
	at := 0
	for n := len(h.marks); n > 0; n-- {
		m := h.marks[n-1]
		if m.end <= len(path) && bytes.Equal(h.path[:m.end], path[:m.end]) {
			at, seed = m.end, m.hash
			break
		}
		h.marks = h.marks[:n-1]
	}
	h.path = append(h.path[:at], path[at:]...)
	for at < len(path) {
		end := len(path)
		if next := bytes.IndexByte(path[at+1:], '/'); next >= 0 {
			end = at + 1 + next
		}
		seed = hashPath(seed, path[at:end])
		h.marks = append(h.marks, pathMark{end, seed})
		at = end
	}
	return seed
}

func (r *remarks) reset() {
	clear(r.list)
	r.list, r.omitted, r.frame = r.list[:0], 0, remarkChain{}
	r.paths.marks = r.paths.marks[:0]
	clear(r.index)
}

func (c *collector) remark(m remark, path []byte) {
	if len(c.remarks.list) >= 2*maxFields {
		if m.kind > advice {
			c.remarks.omitted++
		}
		return
	}
	at := max(bytes.LastIndexByte(path, '/'), 0)
	m.parent = c.remarks.paths.hash(c.basePath, path[:at])
	m.path = hashPath(m.parent, path[at:])
	m.part = string(text.AppendEscaped(nil, truncate(bytes.TrimPrefix(path[at:], []byte("/")), maxName)))
	m.span = c.frameSpan(m.span)
	c.remarks.list = append(c.remarks.list, m)
}

// Note adds the meaning of a value, and the content of its bytes.
func (c *collector) Note(n *frames.Note) {
	if !n.Kind {
		m := remark{kind: meaning, span: n.Span}
		if n.Advice {
			m.kind = advice
		}
		m.text, _ = escapeText(n.Text, max(c.maxValue, minMeaning))
		if n.Value != nil {
			value, cut := quoteText(n.Value, c.maxValue)
			if cut {
				value += "…"
			}
			m.value = value
		}
		c.remark(m, n.Path)
	}
	if n.Embedded != nil || n.Decoded != nil {
		c.embedded(n)
	}
}

// minMeaning is the minimum limit for the length of a note, in bytes.
const minMeaning = 512

// Warn adds a warning.
func (c *collector) Warn(w *diag.Diagnostic) {
	c.remark(remark{
		kind: warning, text: text.Escape(w.Message), code: text.Escape(w.Code),
		span: frames.Span{Offset: w.Offset, Length: w.Length},
	}, []byte(w.Path))
}

// Lossy adds a loss, unless the warning before it already reports it.
func (c *collector) Lossy(path, reason string) {
	if n := len(c.remarks.list); n > 0 {
		last := &c.remarks.list[n-1]
		if last.kind == warning && last.path == hashPath(c.basePath, path) && strings.HasPrefix(last.text, reason) {
			last.lossy = true
			return
		}
	}
	c.remark(remark{kind: loss, text: text.Escape(reason)}, []byte(path))
}

// embedded adds the content of the bytes of the last field: the events of a frame,
// or else JSON that is not in the frame.
func (c *collector) embedded(n *frames.Note) {
	index := len(c.list) - 1
	if index < 0 || c.omitted > 0 {
		return
	}
	f := &c.list[index]
	if f.kind != frames.BytesValue || f.hash != hashPath(c.basePath, n.Path) {
		return
	}
	basePath, shift := c.basePath, c.shift
	c.levels = append(c.levels, level{field: index, depth: f.depth + 1, hash: f.hash, document: true})
	depth := len(c.levels)
	if n.Embedded != nil {
		c.basePath, c.shift = f.hash, f.end()-c.contentSize
		n.Embedded.Read(c)
	} else if fault := c.doc.Read(n.Decoded); fault == nil {
		c.addJSON(&c.doc, 0, 0, -1, []byte(payloadName), -1)
	}
	for len(c.levels) > depth {
		c.close(frames.Span{}) // left open by an error
	}
	c.basePath, c.shift = basePath, shift
	c.levels = c.levels[:depth-1]
	c.list[index].last = len(c.list) - 1
}

// attach gives each remark to its field. It looks up the path and the end, since
// members may be repeated, then the path, then the parent.
func (c *collector) attach() {
	r := &c.remarks
	if len(r.list) == 0 {
		return
	}
	if r.index == nil {
		r.index = map[uint64]int{}
	}
	for i := len(c.list) - 1; i >= 0; i-- {
		f := &c.list[i]
		r.index[f.hash] = i
		r.index[hashWithEnd(f.hash, f.span)] = i
	}
	for i := range r.list {
		c.attachOne(i)
	}
}

func hashWithEnd(hash uint64, s frames.Span) uint64 {
	return hash ^ uint64(s.Offset+s.Length+1)*0x9e3779b97f4a7c15
}

func (c *collector) attachOne(i int) {
	r := &c.remarks
	m := &r.list[i]
	at, ok := r.index[hashWithEnd(m.path, m.span)]
	if !ok {
		at, ok = r.index[m.path]
	}
	if !ok {
		at, ok = r.index[m.parent]
		if m.part != answersName && (ok || m.part != "" && m.part != payloadName) {
			m.text = named(m.part, m.text)
		}
	}
	if m.part != "" && m.part != payloadName && c.omitted > 0 && (!ok || c.list[at].noRow) {
		// Its field was omitted.
		if m.kind > advice {
			r.omitted++
		}
		return
	}
	chain := &r.frame
	if ok && !c.list[at].noRow {
		chain = &c.list[at].remarks
		if m.kind == loss && c.list[at].kind == frames.SecretValue {
			m.kind = meaning // redaction is the meaning of a secret, not a warning
		}
		if m.value != "" && isContainer(c.list[at].kind) {
			c.list[at].summarized = true
		}
	}
	if chain.last > 0 {
		r.list[chain.last-1].next = i + 1
	} else {
		chain.first = i + 1
	}
	chain.last = i + 1
}

// named prefixes text with the name of a member, unless it begins with that.
func named(part, text string) string {
	if strings.HasPrefix(text, part+" ") || strings.HasPrefix(text, part+":") {
		return text
	}
	return part + ": " + text
}

// all iterates over the remarks of a chain.
func (r *remarks) all(chain remarkChain) iter.Seq[*remark] {
	return func(yield func(*remark) bool) {
		for i := chain.first; i > 0; {
			m := &r.list[i-1]
			if !yield(m) {
				return
			}
			i = m.next
		}
	}
}

// warnings iterates over the warnings and losses of a chain with their spans. A
// span equal to the span of the field is zero, since the row of the field shows it.
func (r *remarks) warnings(chain remarkChain, of frames.Span) iter.Seq2[*remark, frames.Span] {
	return func(yield func(*remark, frames.Span) bool) {
		for m := range r.all(chain) {
			span := m.span
			if span == of {
				span = frames.Span{}
			}
			if m.kind > advice && !yield(m, span) {
				return
			}
		}
	}
}

// fieldText is the text of a row beside the name.
type fieldText struct {
	value      string
	cut        bool // value is incomplete
	meaning    string
	advice     bool // the meaning looks wrong
	paraphrase bool // the meaning is the value in other words, such as a time
}

// describe combines the value of a field and its meanings.
func (c *collector) describe(f *field) fieldText {
	s := fieldText{value: f.text, cut: f.cut}
	for m := range c.remarks.all(f.remarks) {
		text := m.text
		switch {
		case m.kind > advice:
			continue
		case m.value != "" && f.kind == frames.BytesValue:
			text += " " + m.value
		case m.value != "":
			s.paraphrase = true
		}
		s.advice = s.advice || m.kind == advice
		s.meaning = joinNonEmpty(s.meaning, "; ", text)
	}
	if f.kind == frames.UintValue {
		s.value, s.meaning = numberFromMeaning(s.value, s.meaning)
	}
	return s
}

// numberFromMeaning replaces a number by its notation in parentheses at the end of
// the meaning: permissions are read in octal.
func numberFromMeaning(value, meaning string) (string, string) {
	text, rest, ok := cutLast(strings.TrimSuffix(meaning, ")"), " (")
	if !ok {
		return value, meaning
	}
	n, err := strconv.ParseUint(rest, 0, 64)
	if err != nil || len(rest) < 2 || rest[0] != '0' || strconv.FormatUint(n, 10) != value {
		return value, meaning
	}
	return rest, text
}

func cutLast(s, mark string) (before, after string, found bool) {
	if i := strings.LastIndex(s, mark); i >= 0 {
		return s[:i], s[i+len(mark):], true
	}
	return s, "", false
}

// remarkText returns the text of a warning or a loss, with its code.
func remarkText(m *remark) string {
	switch {
	case m.code == "":
		return m.text
	case m.lossy:
		return m.text + " [" + m.code + ", lossy]"
	}
	return m.text + " [" + m.code + "]"
}

// faultName returns the name of the member in which the error is.
func faultName(d *diag.Diagnostic) string {
	_, part, _ := cutLast(d.Path, "/")
	if part == "" || part == payloadName {
		return "error"
	}
	part = string(jsondoc.UnescapePointerToken([]byte(part)))
	if _, err := strconv.Atoi(part); err == nil {
		return "[" + part + "]"
	}
	return displayName([]byte(part))
}

// faultText returns the message of an error with its code. The caller prints the
// member name before it, so the message is without.
func faultText(d *diag.Diagnostic) string {
	text := d.Message
	if _, rest, ok := strings.Cut(text, faultName(d)+": "); ok {
		text = rest
	}
	name := d.Upstream
	if name == "" {
		name = d.Code
	}
	text, _ = escapeText([]byte(text), minMeaning)
	name, _ = escapeText([]byte(name), maxName)
	return text + " [" + name + "]"
}

// title is the heading of a frame: its place, its type and name, and its size.
type title struct {
	place, kind, name, size string
}

func (c *collector) title(size int, e *frames.DocInfo) title {
	t := title{kind: e.Type, name: c.name, size: formatBytes(size)}
	if t.kind == "" {
		t.kind = "unknown type"
	}
	if e.File != "" {
		t.place, _ = escapeText([]byte(e.File), minMeaning)
	}
	if e.Index >= 0 {
		t.place = joinNonEmpty(t.place, "  ", fmt.Sprintf("#%d %s", e.Index, joinNonEmpty(cmp.Or(t.name, c.message), ", ", fmt.Sprintf("offset %d", e.Offset))))
		t.name = ""
	}
	if e.Place != "" {
		t.place = joinNonEmpty(t.place, "  ", e.Place)
		if strings.Contains(e.Place, t.name) {
			t.name = ""
		}
	}
	if c.tag != "" {
		t.name = joinNonEmpty(t.name, " ", "("+c.tag+")")
	}
	if e.Fault != nil {
		t.size += ", broken"
	}
	return t
}
