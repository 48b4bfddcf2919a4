package jsondoc

import (
	"encoding/binary"
	"math"
	"unicode/utf8"
)

// Read reads text, which must be one value with nothing but white space
// around it. On a fault the nodes read before it stay, with the containers
// around it marked [Unclosed].
func (d *Doc) Read(text []byte) *Fault {
	end, fault := d.ReadNext(text, 0)
	if fault != nil {
		return fault
	}
	if end = SkipSpace(text, end); end < len(text) {
		fault := NewFault(text, TrailingText, end)
		return &fault
	}
	return nil
}

// ReadNext reads the value that starts at or after text[at] and returns the
// offset after it; what follows is the caller's.
func (d *Doc) ReadNext(text []byte, at int) (end int, fault *Fault) {
	d.text, d.nodes, d.open = text, d.nodes[:0], d.open[:0]
	d.hasSpace, d.stringFlags = false, 0
	if len(text) > MaxText {
		return at, &Fault{Reason: TooLarge}
	}
	r := newReader(d, text, at, d.nestedObjects[:0])
	ok := r.read()
	d.nestedObjects = r.nestedObjects
	if !ok {
		fault := r.fault // so that a reader without one stays off the heap
		d.closeAll(fault.Offset)
		return fault.Offset, &fault
	}
	return r.pos, nil
}

// closeAll closes what a fault left open, so that the nodes read so far can
// be walked. A name without its value is taken out.
func (d *Doc) closeAll(offset int) {
	for len(d.open) > 0 {
		top := d.open[len(d.open)-1]
		if n := len(d.nodes); d.nodes[top].Kind == Object && n > 0 && d.countChildren(int(top), n)%2 == 1 {
			d.nodes = d.nodes[:n-1]
		}
		d.close(uint32(offset))
		d.nodes[top].Flags |= Unclosed
	}
}

// countChildren counts the nodes directly inside container i when nodes up to limit
// have been read.
func (d *Doc) countChildren(i, limit int) int {
	n := 0
	for c := i + 1; c < limit; c = d.Next(c) {
		n++
	}
	return n
}

// close ends the innermost open container before the given offset.
func (d *Doc) close(end uint32) {
	top := d.open[len(d.open)-1]
	d.open = d.open[:len(d.open)-1]
	node := &d.nodes[top]
	node.End, node.Next = end, uint32(len(d.nodes))
	if len(d.open) == 0 {
		return
	}
	parent := &d.nodes[d.open[len(d.open)-1]]
	parent.Flags |= node.Flags & Invalid
	if parent.Height <= node.Height && node.Height < math.MaxUint16 {
		parent.Height = node.Height + 1
	}
}

// reader is one pass over a text.
type reader struct {
	doc   *Doc
	text  []byte
	pos   int
	fault Fault
	// The containers that are open inside an opaque one: a bit for each, set
	// for objects.
	nestedObjects []uint64
	nestedDepth   int // how many they are
	maxOpen       int // containers that have nodes inside each other
}

// newReader returns a reader that adds nodes to d. Its memory is nested.
func newReader(d *Doc, text []byte, pos int, nested []uint64) reader {
	r := reader{doc: d, text: text, pos: pos, nestedObjects: nested, maxOpen: d.MaxOpen}
	if r.maxOpen == 0 {
		r.maxOpen = MaxOpen
	}
	return r
}

func (r *reader) fail(reason Reason, offset int) bool {
	r.fault = NewFault(r.text, reason, offset)
	return false
}

// SkipSpace returns the offset of the first byte at or after at that is not
// JSON white space.
func SkipSpace(text []byte, at int) int {
	for at < len(text) {
		switch text[at] {
		case ' ', '\t', '\n', '\r':
			at++
		default:
			return at
		}
	}
	return at
}

// skipSpace passes over white space.
func (r *reader) skipSpace() {
	if r.pos < len(r.text) && r.text[r.pos] <= ' ' {
		start := r.pos
		r.pos = SkipSpace(r.text, r.pos)
		r.doc.hasSpace = r.doc.hasSpace || r.pos > start
	}
}

// read reads one value, however deep, without recursion.
func (r *reader) read() bool {
	for {
		r.skipSpace()
		if r.pos >= len(r.text) {
			return r.fail(EndInValue, len(r.text))
		}
		switch c := r.text[r.pos]; c {
		case '{', '[':
			r.openContainer(c)
			switch done, ok := r.first(); {
			case !ok:
				return false
			case !done:
				continue
			}
		case '"':
			if !r.str() {
				return false
			}
		case 't', 'f', 'n':
			if !r.literal(c) {
				return false
			}
		default:
			if !r.number() {
				return false
			}
		}
		switch done, ok := r.afterValue(); {
		case !ok:
			return false
		case done:
			return true
		}
	}
}

func (r *reader) openContainer(c byte) {
	d := r.doc
	if len(d.open) == r.maxOpen {
		r.openNested(c == '{')
		r.pos++
		return
	}
	n := Node{Start: uint32(r.pos), Kind: Array, Height: 1}
	if c == '{' {
		n.Kind = Object
	}
	if len(d.open) == r.maxOpen-1 {
		n.Flags = Collapsed
	}
	d.open = append(d.open, uint32(len(d.nodes)))
	d.nodes = append(d.nodes, n)
	r.pos++
}

// openNested opens a container inside the innermost node, which is opaque.
func (r *reader) openNested(object bool) {
	word, bit := r.nestedDepth/64, uint64(1)<<(r.nestedDepth%64)
	if word == len(r.nestedObjects) {
		r.nestedObjects = append(r.nestedObjects, 0)
	}
	r.nestedObjects[word] &^= bit
	if object {
		r.nestedObjects[word] |= bit
	}
	r.nestedDepth++
	top := &r.doc.nodes[len(r.doc.nodes)-1]
	if r.nestedDepth >= int(top.Height) && top.Height < math.MaxUint16 {
		top.Height++
	}
}

// inObject reports whether the innermost container is an object.
func (r *reader) inObject() bool {
	if r.nestedDepth > 0 {
		at := r.nestedDepth - 1
		return r.nestedObjects[at/64]>>(at%64)&1 != 0
	}
	d := r.doc
	return d.nodes[d.open[len(d.open)-1]].Kind == Object
}

// closeContainer ends the innermost container before the reader's position.
func (r *reader) closeContainer() {
	if r.nestedDepth > 0 {
		r.nestedDepth--
		return
	}
	r.doc.close(uint32(r.pos))
}

// first looks after an opening bracket: a closing one ends the container
// (done), else its first element or the value of its first member is next.
func (r *reader) first() (done, ok bool) {
	object := r.inObject()
	r.skipSpace()
	if r.pos < len(r.text) && (r.text[r.pos] == ']' && !object || r.text[r.pos] == '}' && object) {
		r.pos++
		r.closeContainer()
		return true, true
	}
	if object {
		return false, r.name()
	}
	if r.pos >= len(r.text) {
		return false, r.fail(EndInArray, len(r.text))
	}
	return false, true
}

// name reads the name of a member and the colon after it.
func (r *reader) name() bool {
	if r.pos >= len(r.text) {
		return r.fail(EndInObject, len(r.text))
	}
	if r.text[r.pos] != '"' {
		return r.fail(ExpectedName, r.pos)
	}
	if !r.str() {
		return false
	}
	r.skipSpace()
	if r.pos >= len(r.text) {
		return r.fail(EndInObject, len(r.text))
	}
	if r.text[r.pos] != ':' {
		return r.fail(ExpectedColon, r.pos)
	}
	r.pos++
	return true
}

// afterValue closes all containers that end here. It stops before the next
// value, or is done when nothing is open any more.
func (r *reader) afterValue() (done, ok bool) {
	d := r.doc
	for len(d.open) > 0 {
		object := r.inObject()
		r.skipSpace()
		if r.pos >= len(r.text) {
			if object {
				return false, r.fail(EndInObject, len(r.text))
			}
			return false, r.fail(EndInArray, len(r.text))
		}
		switch c := r.text[r.pos]; {
		case c == ',':
			return false, r.afterComma(object)
		case c == '}' && object, c == ']' && !object:
			r.pos++
			r.closeContainer()
		default:
			return false, r.fail(ExpectedComma, r.pos)
		}
	}
	return true, true
}

func (r *reader) afterComma(object bool) bool {
	comma := r.pos
	r.pos++
	r.skipSpace()
	if r.pos < len(r.text) && (r.text[r.pos] == '}' && object || r.text[r.pos] == ']' && !object) {
		return r.fail(TrailingComma, comma)
	}
	if object {
		return r.name()
	}
	return true
}

// leaf adds a node that holds no others and ends at the reader's position.
func (r *reader) leaf(kind Kind, start int, flags Flags) {
	d := r.doc
	if len(d.open) == r.maxOpen {
		d.nodes[len(d.nodes)-1].Flags |= flags & Invalid
		return
	}
	n := uint32(len(d.nodes))
	d.nodes = append(d.nodes, Node{Start: uint32(start), End: uint32(r.pos), Next: n + 1, Kind: kind, Flags: flags})
	if flags&Invalid != 0 && len(d.open) > 0 {
		d.nodes[d.open[len(d.open)-1]].Flags |= Invalid
	}
}

var literals = [...]struct {
	word string
	kind Kind
}{{"true", True}, {"false", False}, {"null", Null}}

func (r *reader) literal(first byte) bool {
	for _, l := range literals {
		if l.word[0] != first {
			continue
		}
		for i := 1; i < len(l.word); i++ {
			if r.pos+i >= len(r.text) {
				return r.fail(EndInValue, len(r.text))
			}
			if r.text[r.pos+i] != l.word[i] {
				return r.fail(ExpectedValue, r.pos)
			}
		}
		start := r.pos
		r.pos += len(l.word)
		r.leaf(l.kind, start, 0)
	}
	return true
}

func (r *reader) digits(at int) int {
	for at < len(r.text) && r.text[at]-'0' <= 9 {
		at++
	}
	return at
}

func (r *reader) requireDigits(at int) (int, bool) {
	end := r.digits(at)
	switch {
	case end > at:
		return end, true
	case at >= len(r.text):
		return at, r.fail(EndInValue, len(r.text))
	default:
		return at, r.fail(BadNumber, at)
	}
}

func (r *reader) number() bool {
	start, at := r.pos, r.pos
	if r.text[at] == '-' {
		at++
	} else if r.text[at]-'0' > 9 {
		return r.fail(badValueReason(r.text, at), at)
	}
	var ok bool
	first := at
	if at, ok = r.requireDigits(at); !ok {
		return false
	}
	if r.text[first] == '0' && at > first+1 {
		return r.fail(BadNumber, first+1)
	}
	var flags Flags
	if at < len(r.text) && r.text[at] == '.' {
		flags = Fractional
		if at, ok = r.requireDigits(at + 1); !ok {
			return false
		}
	}
	exponent := at < len(r.text) && r.text[at]|0x20 == 'e'
	if exponent {
		flags = Fractional
		at++
		if at < len(r.text) && (r.text[at] == '+' || r.text[at] == '-') {
			at++
		}
		if at, ok = r.requireDigits(at); !ok {
			return false
		}
	}
	r.pos = at
	r.leaf(Number, start, flags|rangeFlag(r.text[start:at], exponent))
	return true
}

// rangeFlag returns Invalid for a number that no double can hold. Only an exponent or
// hundreds of digits can leave the range.
func rangeFlag(number []byte, exponent bool) Flags {
	if exponent || len(number) > 300 {
		if _, ok := ParseNum(number); !ok {
			return Invalid
		}
	}
	return 0
}

// badValueReason is why no value is at an offset: at the front of a text it may
// be a mark.
func badValueReason(text []byte, at int) Reason {
	switch head := text[:min(len(text), 3)]; {
	case at > 0:
	case string(head) == "\ufeff":
		return ByteOrderMark
	case len(head) > 1 && (string(head[:2]) == "\xff\xfe" || string(head[:2]) == "\xfe\xff"):
		return UTF16
	}
	return ExpectedValue
}

const (
	ones  = 0x0101010101010101
	highs = 0x8080808080808080
)

// plainEnd returns the offset of the first byte at or after at that ends a run
// of ASCII without quotes, backslashes and control characters.
func plainEnd(text []byte, at int) int {
	for ; at+8 <= len(text); at += 8 {
		w := binary.LittleEndian.Uint64(text[at:])
		quote := w ^ ones*'"'
		slash := w ^ ones*'\\'
		if ((quote-ones)&^quote|(slash-ones)&^slash|(w-ones*0x20)|w)&highs != 0 {
			break
		}
	}
	for at < len(text) {
		if c := text[at]; c == '"' || c == '\\' || c < 0x20 || c >= utf8.RuneSelf {
			break
		}
		at++
	}
	return at
}

func (r *reader) str() bool {
	start := r.pos
	var flags Flags
	for at := plainEnd(r.text, start+1); ; at = plainEnd(r.text, at) {
		if at >= len(r.text) {
			return r.fail(EndInString, len(r.text))
		}
		switch c := r.text[at]; {
		case c == '"':
			r.pos = at + 1
			r.doc.stringFlags |= flags
			r.leaf(String, start, flags)
			return true
		case c == '\\':
			size, valid, reason := scanEscape(r.text[at:])
			if size == 0 {
				return r.fail(reason, min(at+1, len(r.text)))
			}
			flags |= Escaped
			if !valid {
				flags |= Invalid
			}
			at += size
		case c < 0x20:
			return r.fail(ControlCharacter, at)
		default:
			char, size := utf8.DecodeRune(r.text[at:])
			if flags |= NonASCII; char == utf8.RuneError && size == 1 {
				flags |= Invalid
			}
			at += size
		}
	}
}
