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
func (l *Lines) Next(src []byte, eof bool) Step {
	end := bytes.IndexByte(src[l.scanned:], '\n')
	next := l.scanned + end + 1
	switch {
	case end >= 0:
		end += l.scanned
	case len(src) > l.MaxLine && !l.skipping:
		l.skipping, l.scanned = true, 0
		l.line++
		return Step{Kind: Frame, Line: l.line, Next: len(src), Fault: l.tooLongError(len(src))}
	case l.skipping:
		l.scanned = 0
		return skipAll(src)
	case !eof:
		l.scanned = len(src)
		return Step{Kind: More}
	case len(src) == 0:
		return Step{Kind: More}
	default:
		end, next = len(src), len(src)
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
	line := src[:end]
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

func skipAll(src []byte) Step {
	if len(src) == 0 {
		return Step{Kind: More}
	}
	return Step{Kind: Skip, Next: len(src)}
}

func (l *Lines) tooLongError(size int) *diag.Diagnostic {
	return &diag.Diagnostic{
		Code: "limit", Need: diag.Count(l.MaxLine), Have: diag.Count(size),
		Message: "the line is too long: " + text.Limit(l.MaxLine, "max-frame"),
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
func (l *Lengths) Next(src []byte, eof bool) Step {
	if n := min(l.skip, len(src)); n > 0 {
		l.skip -= n
		return Step{Kind: Skip, Next: n}
	}
	if len(src) < lengthSize {
		if !eof || len(src) == 0 {
			return Step{Kind: More}
		}
		return Step{Kind: Stop, End: len(src), Next: len(src), Fault: &diag.Diagnostic{
			Code: "truncated", Length: len(src), Need: diag.Count(lengthSize), Have: diag.Count(len(src)),
			Message: "the input ends inside the length of a frame: " + text.ExpectedBytes(lengthSize, len(src)),
		}}
	}
	n := int(l.Order.Uint32(src))
	have := len(src) - lengthSize
	switch {
	case n > l.MaxFrame && n <= maxPlausible:
		l.skip = n
		return Step{Kind: Frame, End: lengthSize, Next: lengthSize, Fault: l.tooLargeError(src, n)}
	case n > l.MaxFrame:
		return Step{Kind: Stop, End: lengthSize, Next: len(src), Fault: l.tooLargeError(src, n)}
	case have < n && !eof:
		return Step{Kind: More}
	case have < n:
		return Step{Kind: Stop, Start: lengthSize, End: len(src), Next: len(src), Fault: &diag.Diagnostic{
			Code: "truncated", Offset: have, Need: diag.Count(n), Have: diag.Count(have),
			Message: "the input ends inside the frame: " + text.ExpectedBytes(n, have),
			Hint:    l.byteOrderHint(src, n),
		}}
	}
	return Step{Kind: Frame, Start: lengthSize, End: lengthSize + n, Next: lengthSize + n}
}

func (l *Lengths) tooLargeError(src []byte, n int) *diag.Diagnostic {
	d := &diag.Diagnostic{
		Code: "limit", Length: lengthSize, Need: diag.Count(l.MaxFrame), Have: diag.Count(n),
		Message: tooLong("frame", n, l.MaxFrame),
		Hint:    l.byteOrderHint(src, n),
	}
	if d.Hint == "" && n <= maxPlausible {
		d.Hint = "the frame is skipped"
	} else if d.Hint == "" {
		d.Hint = "the rest of the stream is not read, because the start of the next frame is unknown"
	}
	return d
}

// tooLong describes a declared length of n bytes that exceeds the limit.
func tooLong(what string, n, limit int) string {
	return "the declared " + what + " length is " + text.Count(n, "byte") + ", " + text.Limit(limit, "max-frame")
}

// byteOrderHint returns a hint if the length is plausible in the other byte
// order, and "" otherwise.
func (l *Lengths) byteOrderHint(src []byte, n int) string {
	var other binary.ByteOrder = binary.BigEndian
	name := "len32be"
	if l.Order == binary.ByteOrder(binary.BigEndian) {
		other, name = binary.LittleEndian, "len32le"
	}
	if m := int(other.Uint32(src)); m < n && m <= len(src)-lengthSize {
		return fmt.Sprintf("in the other byte order the length is %d; use `--framing %s`", m, name)
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
func (s *Subc) Next(src []byte, eof bool) Step {
	if s.FindHandshake && !s.started && len(src) > lengthSize {
		s.started = src[lengthSize] != '{'
		if !s.started {
			s.Handshake = 1
		}
	}
	if s.Handshake > 0 {
		return s.handshake(src, eof)
	}
	size, d := s.size(src)
	switch {
	case d != nil:
		return Step{Kind: Stop, End: size, Next: len(src), Fault: d}
	case size <= len(src):
		return Step{Kind: Frame, End: size, Next: size}
	case !eof || len(src) == 0:
		return Step{Kind: More}
	}
	return Step{Kind: Stop, End: len(src), Next: len(src), Fault: truncatedError(src, size)}
}

// size returns the size of the frame, or of the part needed to compute it. With
// an error, it returns the size of the part that is invalid.
func (s *Subc) size(src []byte) (int, *diag.Diagnostic) {
	if len(src) < subc.PrefixSize {
		return subc.PrefixSize, nil
	}
	if d, bad := diag.From(subc.CheckVersion(src)); bad {
		return subc.PrefixSize, d
	}
	if len(src) < subc.HeaderSize {
		return subc.HeaderSize, nil
	}
	h, err := subc.ParseHeader(src)
	if err == nil {
		err = h.CheckBodySize()
	}
	d, _ := diag.From(err)
	if d == nil && int(h.Len) > s.MaxBody {
		d = &diag.Diagnostic{
			Code: "limit", Path: "/len", Length: 4, Need: diag.Count(s.MaxBody), Have: diag.Number(uint64(h.Len)),
			Message: tooLong("body", int(h.Len), s.MaxBody),
		}
	}
	if d != nil {
		return subc.HeaderSize, d
	}
	return subc.HeaderSize + int(h.Len), nil
}

// truncatedError reports that the input ends inside a frame of size bytes.
func truncatedError(src []byte, size int) *diag.Diagnostic {
	n := len(src)
	err := subc.UnexpectedEOF("body", size-subc.HeaderSize, n-subc.HeaderSize, n)
	switch {
	case n < subc.PrefixSize:
		err = subc.UnexpectedEOF("header", subc.PrefixSize, n, n)
	case n < subc.HeaderSize:
		err = subc.UnexpectedEOF("header", subc.HeaderSize-subc.PrefixSize, n-subc.PrefixSize, n)
	}
	d, _ := diag.From(err)
	return d
}

// maxHandshake is the maximum size of a handshake message, in bytes.
const maxHandshake = 4096

// handshake skips one message before the frames: a 4-byte length, then JSON.
func (s *Subc) handshake(src []byte, eof bool) Step {
	fail := func(d *diag.Diagnostic) Step {
		d.Code, d.Message = "handshake", "handshake: "+d.Message
		d.Hint = "`--skip-handshake server` skips one message, `--skip-handshake client` skips two"
		return Step{Kind: Stop, Next: len(src), Fault: d}
	}
	n := 0
	if len(src) >= lengthSize {
		n = int(binary.LittleEndian.Uint32(src))
	}
	var doc jsondoc.Doc
	switch {
	case n > maxHandshake:
		return fail(&diag.Diagnostic{Length: lengthSize, Need: diag.Count(maxHandshake), Have: diag.Count(n),
			Message: fmt.Sprintf("the declared message length is %s, the limit is %d", text.Count(n, "byte"), maxHandshake)})
	case len(src) < lengthSize+n || len(src) < lengthSize:
		if !eof {
			return Step{Kind: More}
		}
		return fail(&diag.Diagnostic{Offset: len(src), Need: diag.Count(lengthSize + n), Have: diag.Count(len(src)),
			Message: "the input ends inside a message: " + text.ExpectedBytes(lengthSize+n, len(src))})
	case doc.Read(src[lengthSize:lengthSize+n]) != nil || doc.Kind(0) != jsondoc.Object:
		return fail(&diag.Diagnostic{Offset: lengthSize, Length: n, Need: diag.Words("a JSON object"), Message: "the message is not a JSON object"})
	}
	s.Handshake--
	return Step{Kind: Skip, Next: lengthSize + n}
}
