// Package jsondoc reads a JSON text once, into an arena of nodes that keeps
// what other readers throw away: every member in order (repeated ones too),
// the byte range of every value, and the spelling of every number and string.
//
// It accepts exactly the grammar that serde_json accepts. Four faults are not
// of the grammar but of the value (text that is not UTF-8, a lone surrogate, a
// number out of range, too many levels), and the reference overlooks them in
// values that it skips unread. The reader therefore only marks them; whoever
// gives the values a type decides, with [Doc.Invalid] and [Doc.TooDeep], where
// they count.
//
// Reading is linear in the input, keeps no call stack that input can grow, and
// reserves nothing by a declared size.
package jsondoc

import (
	"math"
	"unicode/utf8"

	"github.com/divtool/divtool/internal/text"
)

// MaxDepth is how many arrays and objects the reference allows to be open at
// once, the outermost counted.
const MaxDepth = 127

// MaxOpen is how many arrays and objects have nodes inside each other, when
// [Doc.MaxOpen] does not say. One that is deeper is checked, but has no
// nodes: it represents its text. Hardly anybody looks so deep; and a text of
// brackets alone costs no more memory than any other.
const MaxOpen = 1024

// MaxText is the size of the largest text the arena can address, in bytes.
const MaxText = math.MaxUint32 - 1

// Kind describes what a node is.
type Kind uint8

// The kinds of a JSON value. The name of a member is a String too.
const (
	Null Kind = iota
	False
	True
	Number
	String
	Array
	Object
)

var kindNames = [...]string{"null", "a boolean", "a boolean", "a number", "a string", "an array", "an object"}

// String names the kind as a message does: "an object".
func (k Kind) String() string { return kindNames[k] }

// Flags tell facts of a node that only the reader sees.
type Flags uint8

const (
	// Escaped marks a string that is written with a backslash.
	Escaped Flags = 1 << iota
	// Fractional marks a number written with a point or an exponent.
	Fractional
	// Invalid marks a value whose text, or that of a value inside, the
	// reference refuses where it reads it: see [Doc.Invalid].
	Invalid
	// Unclosed marks an array or object that the text breaks off in.
	Unclosed
	// NonASCII marks a string written with bytes outside ASCII.
	NonASCII
	// Collapsed marks an array or object whose inside has no nodes: see [MaxOpen].
	Collapsed
)

// Node is one value, or the name of a member. The children of an array follow
// it; the children of an object are names and values by turns. What is [Collapsed]
// has none.
type Node struct {
	Start, End uint32 // byte range in the text, quotes and brackets included
	Next       uint32 // index of the node after this one and all inside it
	Height     uint16 // levels of arrays and objects from here down; saturates
	Kind       Kind
	Flags      Flags
}

// Doc is a text and the nodes read from it. The zero value is ready; a Doc
// that is read into again keeps its memory. Nodes are named by their index,
// the root is 0.
type Doc struct {
	// MaxOpen is how many arrays and objects have nodes inside each other; 0
	// is the constant of that name.
	MaxOpen int

	text          []byte
	nodes         []Node
	open          []uint32 // indexes of the containers not closed yet
	nestedObjects []uint64 // of the reader

	hasSpace    bool  // white space is between the values, or before them
	stringFlags Flags // of any string
	levels      []level
}

// Text is the text that was read last.
func (d *Doc) Text() []byte { return d.text }

// Len is the number of nodes; 0 when nothing could be read.
func (d *Doc) Len() int { return len(d.nodes) }

// Compact reports whether printing the root with [Doc.Append] gives its bytes in
// the text: no white space is inside, and no string is written with escapes or
// must be repaired.
func (d *Doc) Compact() bool {
	return !d.hasSpace && d.stringFlags&(Escaped|Invalid) == 0
}

// Node returns the node with index i.
func (d *Doc) Node(i int) Node { return d.nodes[i] }

// Kind returns the kind of node i.
func (d *Doc) Kind(i int) Kind { return d.nodes[i].Kind }

// Next returns the index of the node after node i and all inside it.
func (d *Doc) Next(i int) int { return int(d.nodes[i].Next) }

// Span returns the byte range of node i in the text.
func (d *Doc) Span(i int) (start, end int) { return int(d.nodes[i].Start), int(d.nodes[i].End) }

// Raw returns the bytes of node i as they are in the text.
func (d *Doc) Raw(i int) []byte { return d.text[d.nodes[i].Start:d.nodes[i].End] }

// Count returns how many elements an array, or members an object, has.
func (d *Doc) Count(i int) int {
	n := 0
	end := d.Next(i)
	for c := i + 1; c < end; c = d.Next(c) {
		n++
	}
	if d.nodes[i].Kind == Object {
		return n / 2
	}
	return n
}

// Member returns the index of the value of the first member of object i that
// is called name, or -1.
func (d *Doc) Member(i int, name string) int {
	if d.nodes[i].Kind != Object {
		return -1
	}
	for k, end := i+1, d.Next(i); k < end; k = d.Next(k + 1) {
		if d.StringIs(k, name) {
			return k + 1
		}
	}
	return -1
}

// TooDeep reports whether node i, standing at the given depth (1 for the
// outermost value), has an array or object open beyond [MaxDepth].
func (d *Doc) TooDeep(i, depth int) bool {
	h := int(d.nodes[i].Height)
	return h > 0 && depth+h-1 > MaxDepth
}

// FirstTooDeep returns the first array or object at or below node i, itself at the
// given depth, that is deeper than [MaxDepth]; -1 when there is none.
func (d *Doc) FirstTooDeep(i, depth int) int {
	for d.TooDeep(i, depth) {
		if depth > MaxDepth {
			return i
		}
		c := i + 1
		for !d.TooDeep(c, depth+1) {
			c = d.Next(c)
		}
		i, depth = c, depth+1
	}
	return -1
}

// FirstFault returns the first fault at or below node i that the grammar allows
// (a value fault, or more than [MaxDepth] levels, counted from node i) and that
// starts before an offset, or nil.
func (d *Doc) FirstFault(i, before int) *Fault {
	if i >= d.Len() {
		return nil
	}
	first := d.ValueFault(i)
	if deep := d.FirstTooDeep(i, 1); deep >= 0 {
		if start, _ := d.Span(deep); first == nil || start < first.Offset {
			first = &Fault{Reason: Depth, Offset: start}
		}
	}
	if first == nil || first.Offset >= before {
		return nil
	}
	return first
}

// Reason returns why a text is not JSON, or why a value in it is refused.
type Reason uint8

// The reasons. Those from UTF8 on are of a value, not of the grammar.
const (
	EndInValue Reason = iota
	EndInString
	EndInArray
	EndInObject
	ExpectedValue
	ExpectedColon
	ExpectedComma
	ExpectedName
	TrailingComma
	BadNumber
	BadEscape
	ControlCharacter
	TrailingText
	TooLarge
	ByteOrderMark
	UTF16
	UTF8
	LoneSurrogate
	NumberRange
	Depth
)

var reasonTexts = [...]string{
	EndInValue:       "expected a value, got the end of the text",
	EndInString:      "the text ends inside a string",
	EndInArray:       "the text ends inside an array",
	EndInObject:      "the text ends inside an object",
	ExpectedValue:    "expected a value",
	ExpectedColon:    "expected a colon after the member name",
	ExpectedComma:    "expected a comma or the closing bracket",
	ExpectedName:     "expected a member name in double quotes",
	TrailingComma:    "trailing comma before the closing bracket",
	BadNumber:        "invalid JSON number",
	BadEscape:        `unknown escape; JSON has \" \\ \/ \b \f \n \r \t and \u with four hex digits`,
	ControlCharacter: `unescaped control character in a string; write it as an escape such as \u0007`,
	TrailingText:     "unexpected text after the JSON value",
	TooLarge:         "the text is larger than 4 GiB",
	ByteOrderMark:    "unexpected byte order mark; save the text without one",
	UTF16:            "the text is UTF-16, but JSON must be UTF-8",
	UTF8:             "invalid UTF-8",
	LoneSurrogate:    "unpaired surrogate",
	NumberRange:      "the number is too large for a double",
	Depth:            "more than 127 nested arrays and objects",
}

// Fault is where and why reading stopped, or what a value is refused for.
type Fault struct {
	Reason Reason
	Offset int // of the byte at fault, in the text
	// Char is the character at fault if it is outside ASCII and the grammar expects
	// another one, else 0.
	Char rune
}

// NewFault returns the fault at an offset of a text that is not JSON.
func NewFault(text []byte, reason Reason, offset int) Fault {
	f := Fault{Reason: reason, Offset: offset}
	if reason >= ExpectedValue && reason <= TrailingText && offset < len(text) && text[offset] >= utf8.RuneSelf {
		if r, size := utf8.DecodeRune(text[offset:]); size > 1 {
			f.Char = r
		}
	}
	return f
}

func (f *Fault) Error() string {
	message := reasonTexts[f.Reason]
	if f.Char == 0 {
		return message
	}
	message += ", got " + text.NameRune(f.Char)
	if advice := text.RuneAdvice(f.Char); advice != "" {
		message += "; " + advice
	}
	return message
}

// Length is the number of bytes at fault; 0 at the end of the text.
func (f *Fault) Length() int {
	switch {
	case f.AtEnd():
		return 0
	case f.Char != 0:
		return utf8.RuneLen(f.Char)
	}
	return 1
}

// AtEnd reports whether more text could correct the fault.
func (f *Fault) AtEnd() bool { return f.Reason <= EndInObject }

// ValueFault returns the first value fault (UTF8, LoneSurrogate or NumberRange)
// at or below node i, or nil.
func (d *Doc) ValueFault(i int) *Fault {
	if d.nodes[i].Flags&Invalid == 0 {
		return nil
	}
	n := d.NextInvalid(i, i)
	switch {
	case n < 0:
		return nil
	case d.nodes[n].Kind == String:
		return d.stringFault(n)
	case d.nodes[n].Kind == Number:
		return &Fault{Reason: NumberRange, Offset: int(d.nodes[n].Start)}
	default:
		return d.collapsedFault(n)
	}
}

// NextInvalid returns the first node from a node on that has a value fault, at or below
// node i: a string, a name, a number, or a container without nodes for what is inside
// it; -1 for none.
func (d *Doc) NextInvalid(i, from int) int {
	if d.nodes[i].Flags&Invalid == 0 {
		return -1
	}
	for n, end := from, d.Next(i); n < end; n++ {
		node := &d.nodes[n]
		if node.Flags&Invalid == 0 || node.Kind >= Array && node.Flags&Collapsed == 0 {
			continue
		}
		return n
	}
	return -1
}

// stringFault finds what is wrong with the text of an invalid string.
func (d *Doc) stringFault(n int) *Fault {
	return d.textFault(int(d.nodes[n].Start)+1, int(d.nodes[n].End)-1)
}

// textFault finds what is wrong with the content of a string.
func (d *Doc) textFault(at, end int) *Fault {
	for at < end {
		if d.text[at] == '\\' {
			_, size, ok := decodeEscape(d.text[at:end])
			if !ok {
				return &Fault{Reason: LoneSurrogate, Offset: at}
			}
			at += size
			continue
		}
		r, size := utf8.DecodeRune(d.text[at:end])
		if r == utf8.RuneError && size == 1 {
			return &Fault{Reason: UTF8, Offset: at}
		}
		at += size
	}
	return nil
}

// NameSet reports repeated names of an object. Most objects have few strangers,
// so that the first costs no memory.
type NameSet struct {
	first int // the node of the first name
	rest  map[string]bool
}

// Add returns false when the name at node k has been added before.
func (s *NameSet) Add(doc *Doc, k int) bool {
	if s.first == 0 {
		s.first = k
		return true
	}
	if s.rest == nil {
		s.rest = map[string]bool{doc.Value(s.first): true}
	}
	name := doc.Value(k)
	if s.rest[name] {
		return false
	}
	s.rest[name] = true
	return true
}
