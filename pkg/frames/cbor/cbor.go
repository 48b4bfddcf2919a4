// Package cbor reads and writes frames that are one CBOR item, by declared types
// (spec/laser-forward.md).
//
// A [Type] is a table of fields or variants that reads like the table of the
// specification. Everything follows from it: reading with byte offsets, strict checks,
// warnings, spans, notes, writing, examples.
//
// Reading follows section 12; each step covers the whole item before the next. A scan
// that knows no types checks that the bytes are well formed and keep to the profile
// (scan.go). A reader along the declaration prints the values or sends them, and finds
// what the declaration refuses (read.go). A frame is only scanned from its first
// irregularity on: most have none. Values before a fault are sent in any case. The scan
// keeps its own stack and limits the depth, so that the reader may call itself, and a
// declared length reserves no memory.
//
// Writing gives the bytes that the reference writes: definite lengths, shortest heads,
// keys in the declared order. While reading, each deviation that writing would not
// restore is reported.
//
// Goals: one strict reading of the family's frames, and an honest report of what the
// reference would do. Non-goals: a CBOR library for Go values; indefinite lengths, and
// tags other than the one that the family writes.
//
// An importer begins with a [Type] and puts it into a [Codec].
package cbor

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"

	"github.com/divtool/divtool/internal/frameio"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
)

// Codec reads and writes the frames of one type.
type Codec struct {
	Root *Type
	// Discriminator is a key of frames of this type, ConflictsWith a key of another
	// type. A frame with both is refused. "" for none.
	Discriminator, ConflictsWith string
	Example                      string // a whole frame in hex; "" to make one from the declaration

	lazy frames.LazyDeclaration
}

type limits struct{ size, depth int }

// Read reads the frame of the reader. Faults have the codes of section 12.
func (c *Codec) Read(r *frames.Reader) error {
	s := frameio.Scratch[reader](r.Scratch())
	s.notes, s.spans = r.Notes || r.Spans, r.Spans
	r.Size()
	l := limits{size: r.MaxFrame, depth: depthLimit(r.MaxDepth)}
	if l.size == 0 {
		l.size = frames.DefaultMaxFrame
	}
	return s.read(c, r.Frame, r.Sink, l).Err()
}

// depthLimit returns the limit of open arrays and maps; n is what was asked for, 0 for the
// default.
func depthLimit(n int) int {
	if n == 0 {
		return frames.DefaultMaxDepth
	}
	return min(n, frames.LargestMaxDepth)
}

// depthHint returns what to do when the limit is exceeded.
func depthHint(limit int) string {
	if limit >= frames.LargestMaxDepth {
		return ""
	}
	return "`--max-depth` raises the limit"
}

// maxSize is the size of the largest frame, in bytes: offsets are kept in 32 bits.
const maxSize = 1<<32 - 2

// read reads a frame in the order of section 12.
func (s *reader) read(c *Codec, frame []byte, sink frames.Sink, l limits) *diag.Diagnostic {
	if l.size > 0 && len(frame) > l.size || len(frame) > maxSize {
		return tooLarge(frame, l.size)
	}
	s.codec, s.root, s.frame, s.sink = c, c.Root, frame, sink
	s.validated, s.limit, s.maxDepth = false, len(frame), l.depth
	s.dryRun = false
	if s.send() && !s.validated && s.at == len(frame) {
		s.reportRest()
		return nil
	}
	s.validate()
	s.reportRest()
	switch {
	case s.scan.malformed.code != "":
		return s.hintLengthPrefix(s.scan.malformed.diagnostic())
	case s.scan.end < len(frame):
		return s.hintLengthPrefix(trailing(frame, s.scan.end))
	}
	return s.firstError()
}

// send prints the values if the sink is a document. Of a frame that is refused before its
// end it sends those before the fault. It reports whether it read the whole item.
func (s *reader) send() bool {
	doc, printed := s.sink.(*frames.Document)
	if s.spans || s.notes && !printed {
		s.validate() // all notes need the ends of values
	}
	if printed && doc.PrintPayload(s) {
		return true
	}
	if s.notes {
		s.validate()
	}
	_, ok := s.AppendPayload(nil)
	return ok
}

// firstError returns the first violation of the profile, or else what the declaration
// refuses.
func (s *reader) firstError() *diag.Diagnostic {
	if s.fault.code != "" && s.scan.hasDeferred && s.deferred.code == "" {
		s.dryRun, s.notes = true, false
		s.walk(nil)
	}
	first := &s.scan.violation
	if first.code == "" || s.deferred.code != "" && s.deferred.at < first.at {
		first = &s.deferred
	}
	switch {
	case first.code != "":
		return first.diagnostic()
	case s.fault.code == "":
		return nil
	}
	s.checkAmbiguous() // comes before what a declaration refuses
	return s.hintLengthPrefix(s.fault.diagnostic())
}

// checkAmbiguous makes it the fault when the keys of two types are both there, and
// reports whether they are.
func (s *reader) checkAmbiguous() bool {
	c := s.codec
	if c.Discriminator == "" {
		return false
	}
	k := Item{s.frame, 0, s.limit}.Map().Keys()
	if _, ok := k.Get(c.Discriminator); !ok {
		return false
	}
	conflict, ok := k.Get(c.ConflictsWith)
	if !ok {
		return false
	}
	at := k.key
	s.fault.code, s.fault.offset, s.fault.at, s.fault.length = codeAmbiguous, at, at, conflict.at-at
	s.fault.path = append(s.fault.path[:0], '/')
	s.fault.path = append(s.fault.path, c.ConflictsWith...)
	s.fault.text = c.ambiguousMessage()
	return true
}

func (c *Codec) ambiguousMessage() string {
	return text.And([]string{c.Discriminator, c.ConflictsWith}) + " belong to different frame types"
}

// headSize returns the size of the shortest head with this argument, in bytes.
func headSize(arg uint64) int { return len(appendHead(nil, 0, arg)) }

func tooLarge(frame []byte, limit int) *diag.Diagnostic {
	if limit == 0 || limit > maxSize {
		limit = maxSize
	}
	return &diag.Diagnostic{
		Code: codeLimit, Need: diag.Words(fmt.Sprintf("at most %d bytes", limit)), Have: diag.Count(len(frame)),
		Message: "the frame has " + text.Count(len(frame), "byte") + "; the limit is " + text.Count(limit, "byte"),
		Hint:    "`--max-frame` raises it",
	}
}

// trailing returns the fault of bytes after the item.
func trailing(frame []byte, end int) *diag.Diagnostic {
	n := len(frame) - end
	return &diag.Diagnostic{
		Code: codeTrailing, Path: payloadPath, Offset: end, Length: n, Need: diag.Count(0), Have: diag.Count(n),
		Message: trailingMessage(frame, end),
	}
}

func trailingMessage(frame []byte, end int) string {
	n := len(frame) - end
	message := text.Trailing(n)
	if n == 1 && frame[end] == '\n' {
		message += ", a line feed: remove it"
	}
	return message
}

// hintLengthPrefix adds a hint to a fault when the frame seems to begin with its length
// (section 1).
func (s *reader) hintLengthPrefix(d *diag.Diagnostic) *diag.Diagnostic {
	const prefix = 4
	if len(s.frame) <= prefix || d.Hint != "" {
		return d
	}
	rest := uint32(len(s.frame) - prefix)
	little, big := binary.LittleEndian.Uint32(s.frame), binary.BigEndian.Uint32(s.frame)
	// A sequence of records begins with a length below the rest.
	records := little < rest && little <= frames.DefaultMaxFrame && !isMap(s.frame[0]) && isMap(s.frame[prefix])
	switch {
	case little == rest || records:
		d.Hint = "the first 4 bytes look like a little-endian length before the frame; use `--framing len32le`"
	case big == rest:
		d.Hint = "the first 4 bytes look like a big-endian length before the frame; use `--framing len32be`"
	}
	return d
}

func isMap(b byte) bool { return b>>5 == majorMap }

// Declaration implements [frames.Codec].
func (c *Codec) Declaration() *frames.Declaration { return c.lazy.Get(c.declare) }

// declare declares the one message of the type, which has no name.
func (c *Codec) declare() frames.Declaration {
	m := &frames.Message{Example: c.Example}
	if m.Example == "" {
		m.Example = hex.EncodeToString(appendExample(nil, c.Root, "", 0))
	}
	return frames.Declaration{
		Form: frames.ItemForm, Messages: []*frames.Message{m}, Members: []string{payloadName},
		Root: c.Root, RustName: c.Root.Name, Prefilter: c,
	}
}

// HasField implements [frames.Root].
func (t *Type) HasField(path []string) bool {
	if len(path) == 0 {
		return true
	}
	switch t.Kind {
	case StructKind:
		i := t.field([]byte(path[0]), 0)
		return i >= 0 && t.Fields[i].Type.HasField(path[1:])
	case EnumKind:
		v := t.variant([]byte(path[0]))
		return v != nil && v.Type != nil && v.Type.HasField(path[1:])
	case UnionKind:
		for i := range t.Variants {
			if t.Variants[i].Type.HasField(path) {
				return true
			}
		}
		return false
	case ArrayKind, DictKind:
		return t.Elem.HasField(path[1:])
	case TupleKind:
		return t.Elems[0].HasField(path[1:])
	}
	return t.Kind == AnyKind || t.Kind == JSONKind
}
