package stream

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"unicode/utf8"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames/subc"
)

// Lines is a stream with one frame per line. Blank lines and comments are
// skipped.
type Lines struct {
	// MaxLine is the maximum length of a line, in bytes.
	MaxLine int

	line     int
	scanned  int  // length of the prefix known to have no line break
	skipping bool // inside a line that is too long
}

var byteOrderMark = []byte("\ufeff")

// Next implements [Framing].
func (l *Lines) Next(text []byte, eof bool) Step {
	end := bytes.IndexByte(text[l.scanned:], '\n')
	next := l.scanned + end + 1
	switch {
	case end >= 0:
		end += l.scanned
	case len(text) > l.MaxLine && !l.skipping:
		l.skipping, l.scanned = true, 0
		l.line++
		return Step{Kind: Frame, Line: l.line, Next: len(text), Fault: l.tooLongError(len(text))}
	case l.skipping:
		l.scanned = 0
		return skipAll(text)
	case !eof:
		l.scanned = len(text)
		return Step{Kind: More}
	case len(text) == 0:
		return Step{Kind: More}
	default:
		end, next = len(text), len(text)
	}
	l.scanned = 0
	if l.skipping {
		l.skipping = false
		return Step{Kind: Skip, Next: next}
	}
	l.line++
	if end > l.MaxLine {
		return Step{Kind: Frame, Line: l.line, Next: next, Fault: l.tooLongError(end)}
	}
	line := text[:end]
	start := 0
	if l.line == 1 && bytes.HasPrefix(line, byteOrderMark) {
		start = len(byteOrderMark)
	}
	start, end = trim(line, start)
	if start == end || line[start] == '#' || bytes.HasPrefix(line[start:], []byte("//")) {
		return Step{Kind: Skip, Next: next}
	}
	return Step{Kind: Frame, Start: start, End: end, Line: l.line, ColumnsBefore: utf8.RuneCount(line[:start]), Next: next}
}

func skipAll(text []byte) Step {
	if len(text) == 0 {
		return Step{Kind: More}
	}
	return Step{Kind: Skip, Next: len(text)}
}

func (l *Lines) tooLongError(size int) *diag.Diagnostic {
	return &diag.Diagnostic{
		Code: "limit", Need: diag.Count(l.MaxLine), Have: diag.Count(size),
		Message: fmt.Sprintf("the line has more than %d bytes: a frame of --max-frame bytes cannot be so long", l.MaxLine),
	}
}

// trim returns the range of line[start:] without surrounding white space.
func trim(line []byte, start int) (int, int) {
	end := len(line)
	for start < end && isSpace(line[start]) {
		start++
	}
	for end > start && isSpace(line[end-1]) {
		end--
	}
	return start, end
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\r' }

// Lengths is a binary stream in which a 4-byte length precedes each frame.
type Lengths struct {
	Order    binary.ByteOrder
	MaxFrame int // maximum frame size, in bytes

	skip int // remaining bytes of a frame that is being skipped
}

const lengthSize = 4

// maxPlausible is the maximum frame size of any protocol, in bytes. A greater
// length is taken for garbage.
const maxPlausible = 64 << 20

// Next implements [Framing].
func (l *Lengths) Next(input []byte, eof bool) Step {
	if n := min(l.skip, len(input)); n > 0 {
		l.skip -= n
		return Step{Kind: Skip, Next: n}
	}
	if len(input) < lengthSize {
		if !eof || len(input) == 0 {
			return Step{Kind: More}
		}
		return Step{Kind: Stop, End: len(input), Next: len(input), Fault: &diag.Diagnostic{
			Code: "truncated", Length: len(input), Need: diag.Count(lengthSize), Have: diag.Count(len(input)),
			Message: fmt.Sprintf("the input ends in the length of a frame: %d bytes are needed, there %s", lengthSize, text.VerbCount(len(input))),
		}}
	}
	n := int(l.Order.Uint32(input))
	have := len(input) - lengthSize
	switch {
	case n > l.MaxFrame && n <= maxPlausible:
		l.skip = n
		return Step{Kind: Frame, End: lengthSize, Next: lengthSize, Fault: l.tooLargeError(input, n)}
	case n > l.MaxFrame:
		return Step{Kind: Stop, End: lengthSize, Next: len(input), Fault: l.tooLargeError(input, n)}
	case have < n && !eof:
		return Step{Kind: More}
	case have < n:
		return Step{Kind: Stop, Start: lengthSize, End: len(input), Next: len(input), Fault: &diag.Diagnostic{
			Code: "truncated", Offset: have, Need: diag.Count(n), Have: diag.Count(have),
			Message: fmt.Sprintf("the input ends in the frame: its length says %d bytes, there %s", n, text.VerbCount(have)),
			Hint:    l.byteOrderHint(input, n),
		}}
	}
	return Step{Kind: Frame, Start: lengthSize, End: lengthSize + n, Next: lengthSize + n}
}

func (l *Lengths) tooLargeError(text []byte, n int) *diag.Diagnostic {
	d := &diag.Diagnostic{
		Code: "limit", Length: lengthSize, Need: diag.Count(l.MaxFrame), Have: diag.Count(n),
		Message: fmt.Sprintf("the length of the frame says %d bytes, --max-frame allows %d", n, l.MaxFrame),
		Hint:    l.byteOrderHint(text, n),
	}
	if d.Hint == "" && n <= maxPlausible {
		d.Hint = "the frame is passed over"
	} else if d.Hint == "" {
		d.Hint = "the stream ends here: what follows cannot be told apart"
	}
	return d
}

// byteOrderHint returns a hint if the length is plausible in the other byte
// order, and "" otherwise.
func (l *Lengths) byteOrderHint(text []byte, n int) string {
	var other binary.ByteOrder = binary.BigEndian
	name := "len32be"
	if l.Order == binary.ByteOrder(binary.BigEndian) {
		other, name = binary.LittleEndian, "len32le"
	}
	if m := int(other.Uint32(text)); m < n && m <= len(text)-lengthSize {
		return fmt.Sprintf("in the other byte order it is %d: --framing %s", m, name)
	}
	return ""
}

// Subc is a stream of subc frames (spec/subc-frame.md 5). Any error ends the
// stream, because nothing marks the start of the next frame.
type Subc struct {
	MaxBody int // maximum body size, in bytes
	// Handshake is the number of messages before the first frame.
	Handshake int
	// FindHandshake skips all messages before the first frame, whatever their
	// number. A message has the brace of a JSON object where a frame has its
	// version.
	FindHandshake bool

	started bool
}

// Next implements [Framing].
func (s *Subc) Next(text []byte, eof bool) Step {
	if s.FindHandshake && !s.started && len(text) > lengthSize {
		s.started = text[lengthSize] != '{'
		if !s.started {
			s.Handshake = 1
		}
	}
	if s.Handshake > 0 {
		return s.handshake(text, eof)
	}
	size, d := s.size(text)
	switch {
	case d != nil:
		return Step{Kind: Stop, End: size, Next: len(text), Fault: d}
	case size <= len(text):
		return Step{Kind: Frame, End: size, Next: size}
	case !eof || len(text) == 0:
		return Step{Kind: More}
	}
	return Step{Kind: Stop, End: len(text), Next: len(text), Fault: truncatedError(text, size)}
}

// size returns the size of the frame, or of the part needed to compute it. With
// an error, it returns the size of the part that is invalid.
func (s *Subc) size(text []byte) (int, *diag.Diagnostic) {
	if len(text) < subc.PrefixSize {
		return subc.PrefixSize, nil
	}
	if d := subc.CheckVersion(text); d != nil {
		return subc.PrefixSize, d
	}
	if len(text) < subc.HeaderSize {
		return subc.HeaderSize, nil
	}
	h, d := subc.ParseHeader(text)
	if d == nil {
		d = h.CheckBodySize()
	}
	if d == nil && int(h.Len) > s.MaxBody {
		d = &diag.Diagnostic{
			Code: "limit", Path: "/len", Length: 4, Need: diag.Count(s.MaxBody), Have: diag.Number(uint64(h.Len)),
			Message: fmt.Sprintf("the length says %d bytes, --max-frame allows %d", h.Len, s.MaxBody),
		}
	}
	if d != nil {
		return subc.HeaderSize, d
	}
	return subc.HeaderSize + int(h.Len), nil
}

// truncatedError reports that the input ends inside a frame of size bytes.
func truncatedError(text []byte, size int) *diag.Diagnostic {
	n := len(text)
	switch {
	case n < subc.PrefixSize:
		return subc.UnexpectedEOF("header", subc.PrefixSize, n, n)
	case n < subc.HeaderSize:
		return subc.UnexpectedEOF("header", subc.HeaderSize-subc.PrefixSize, n-subc.PrefixSize, n)
	}
	return subc.UnexpectedEOF("body", size-subc.HeaderSize, n-subc.HeaderSize, n)
}

// maxHandshake is the maximum size of a handshake message, in bytes.
const maxHandshake = 4096

// handshake skips one message before the frames: a 4-byte length, then JSON.
func (s *Subc) handshake(input []byte, eof bool) Step {
	fail := func(d *diag.Diagnostic) Step {
		d.Code, d.Message = "handshake", "in the handshake: "+d.Message
		d.Hint = "--skip-handshake server passes over one message, client over two"
		return Step{Kind: Stop, Next: len(input), Fault: d}
	}
	n := 0
	if len(input) >= lengthSize {
		n = int(binary.LittleEndian.Uint32(input))
	}
	var doc jsondoc.Doc
	switch {
	case n > maxHandshake:
		return fail(&diag.Diagnostic{Length: lengthSize, Need: diag.Count(maxHandshake), Have: diag.Count(n),
			Message: fmt.Sprintf("the length of a message says %d bytes, it has at most %d", n, maxHandshake)})
	case len(input) < lengthSize+n || len(input) < lengthSize:
		if !eof {
			return Step{Kind: More}
		}
		return fail(&diag.Diagnostic{Offset: len(input), Need: diag.Count(lengthSize + n), Have: diag.Count(len(input)),
			Message: fmt.Sprintf("a message needs %d bytes, there %s", lengthSize+n, text.VerbCount(len(input)))})
	case doc.Read(input[lengthSize:lengthSize+n]) != nil || doc.Kind(0) != jsondoc.Object:
		return fail(&diag.Diagnostic{Offset: lengthSize, Length: n, Need: diag.Words("a JSON object"), Message: "a message is not a JSON object"})
	}
	s.Handshake--
	return Step{Kind: Skip, Next: lengthSize + n}
}
