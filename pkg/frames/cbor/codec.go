package cbor

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"

	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
)

// Codec reads and writes the frames of one type.
type Codec struct {
	Root *Type
	// Own and Rival are keys that never stand side by side: one tells frames
	// of this type, the other those of another. "" for none.
	Own, Rival string
	Example    string // a whole frame in hex; "" to make one from the declaration
}

// limits are how much is read.
type limits struct{ size, depth int }

// Read reads the frame of the reader. Faults have the codes of section 12.
func (c *Codec) Read(r *frames.Reader) *diag.Diagnostic {
	s := frames.Kept[reading](r)
	s.notes, s.spans = r.Notes || r.Spans, r.Spans
	r.Size()
	l := limits{size: r.MaxFrame, depth: r.MaxDepth}
	if l.depth == 0 {
		l.depth = frames.DefaultMaxDepth
	}
	if l.size == 0 {
		l.size = frames.DefaultMaxFrame
	}
	return s.read(c, r.Frame, r.Sink, l)
}

// maxSize is the size of the largest frame whose offsets can be kept, in
// bytes.
const maxSize = 1<<32 - 2

// read reads a frame in the order of section 12.
func (s *reading) read(c *Codec, frame []byte, sink frames.Sink, l limits) *diag.Diagnostic {
	if l.size > 0 && len(frame) > l.size || len(frame) > maxSize {
		return tooLarge(frame, l.size)
	}
	s.codec, s.root, s.frame, s.sink = c, c.Root, frame, sink
	s.told = told{}
	s.fault.reset()
	s.doubt.reset()
	s.settled, s.limit, s.maxDepth = false, len(frame), l.depth
	s.quiet = false
	if doc, ok := sink.(*frames.Document); ok && !s.spans && s.printed(doc) {
		return nil
	}
	if s.notes {
		s.settle() // notes need to know where things end
	}
	if ok := s.walk(); ok && !s.settled && s.at == len(frame) {
		s.tellRest()
		return nil
	}
	s.settle()
	s.tellRest()
	switch {
	case s.scan.form.code != "":
		return s.prefixed(s.scan.form.diagnostic())
	case s.scan.end < len(frame):
		return s.prefixed(trailing(frame, s.scan.end))
	}
	return s.verdict()
}

// verdict is the first breach of the profile, else what the declaration
// refuses.
func (s *reading) verdict() *diag.Diagnostic {
	if s.fault.code != "" && s.scan.doubtful && s.doubt.code == "" {
		s.quiet = true
		s.walk()
	}
	first := &s.scan.breach
	if first.code == "" || s.doubt.code != "" && s.doubt.at < first.at {
		first = &s.doubt
	}
	switch {
	case first.code != "":
		return first.diagnostic()
	case s.fault.code == "":
		return nil
	}
	s.ambiguous() // before all that a declaration refuses
	return s.prefixed(s.fault.diagnostic())
}

// ambiguous tells whether the keys of two types stand side by side, and makes
// that the fault.
func (s *reading) ambiguous() bool {
	c := s.codec
	if c.Own == "" {
		return false
	}
	k := Item{s.frame, 0, s.limit}.Map().Keys()
	if _, ok := k.Get(c.Own); !ok {
		return false
	}
	rival, ok := k.Get(c.Rival)
	if !ok {
		return false
	}
	at := k.key
	s.fault.code, s.fault.offset, s.fault.at, s.fault.length = codeAmbiguous, at, at, rival.at-at
	s.fault.path = append(s.fault.path[:0], '/')
	s.fault.path = append(s.fault.path, c.Rival...)
	s.fault.text = "this key and " + c.Own + " are of two types of frame, and stand side by side"
	return true
}

// headSize is the size of the shortest head with this argument, in bytes.
func headSize(arg uint64) int { return len(appendHead(nil, 0, arg)) }

func tooLarge(frame []byte, limit int) *diag.Diagnostic {
	if limit == 0 || limit > maxSize {
		limit = maxSize
	}
	return &diag.Diagnostic{
		Code: codeLimit, Need: diag.Words(fmt.Sprintf("at most %d bytes", limit)), Have: diag.Count(len(frame)),
		Message: fmt.Sprintf("the frame has %d bytes, more than %d", len(frame), limit),
		Hint:    "--max-frame raises the limit",
	}
}

// trailing is the fault of bytes behind the item.
func trailing(frame []byte, end int) *diag.Diagnostic {
	n := len(frame) - end
	d := &diag.Diagnostic{
		Code: codeTrailing, Path: payloadPath, Offset: end, Length: n, Need: diag.Count(0), Have: diag.Count(n),
		Message: fmt.Sprintf("%d bytes follow the end of the item", n),
	}
	switch {
	case n == 1 && frame[end] == '\n':
		d.Message = "1 byte follows the end of the item: a line break (was the frame written with a newline?)"
	case n == 1:
		d.Message = "1 byte follows the end of the item"
	}
	return d
}

// prefixed adds to a fault that the frame seems to stand behind its length:
// section 1.
func (s *reading) prefixed(d *diag.Diagnostic) *diag.Diagnostic {
	const prefix = 4
	if len(s.frame) <= prefix || d.Hint != "" {
		return d
	}
	rest := uint32(len(s.frame) - prefix)
	little, big := binary.LittleEndian.Uint32(s.frame), binary.BigEndian.Uint32(s.frame)
	// Records one behind the other begin with a length below the rest, and
	// with another length behind it.
	run := little < rest && little <= frames.DefaultMaxFrame && !isMap(s.frame[0]) && isMap(s.frame[prefix])
	switch {
	case little == rest || run:
		d.Hint = "the first 4 bytes look like a length in front of the frame, the least byte first: --framing len32le reads it"
	case big == rest:
		d.Hint = "the first 4 bytes look like a length in front of the frame, the greatest byte first: --framing len32be reads it"
	}
	return d
}

func isMap(b byte) bool { return b>>5 == majorMap }

// Messages is the one kind of frame that the type has, without a name.
func (c *Codec) Messages() []*frames.Message {
	example := c.Example
	if example == "" {
		example = hex.EncodeToString(sample(nil, c.Root, "", 0))
	}
	return []*frames.Message{{Example: example}}
}

// Members are those of a document.
func (c *Codec) Members() []string { return []string{payloadName} }

// Declares tells whether the payload may have a member at this way.
func (c *Codec) Declares(_ *frames.Writer, way []string) bool { return c.Root.declares(way) }

func (t *Type) declares(way []string) bool {
	if len(way) == 0 {
		return true
	}
	switch t.Kind {
	case StructKind:
		i := t.field([]byte(way[0]), 0)
		return i >= 0 && t.Fields[i].Type.declares(way[1:])
	case EnumKind:
		v := t.variant([]byte(way[0]))
		return v != nil && v.Type != nil && v.Type.declares(way[1:])
	case ChoiceKind:
		for i := range t.Variants {
			if t.Variants[i].Type.declares(way) {
				return true
			}
		}
		return false
	case ArrayKind, DictKind:
		return t.Elem.declares(way[1:])
	case TupleKind:
		return t.Elems[0].declares(way[1:])
	}
	return t.Kind == AnyKind
}
