package stream

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"unicode/utf8"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames/subc"
)

// Lines is one frame a line. Blank lines and comments are passed over.
type Lines struct {
	// MaxLine is the length of the longest line, in bytes.
	MaxLine int

	line     int
	scanned  int  // bytes of the text that hold no line break
	skipping bool // in a line that is too long
}

var byteOrderMark = []byte("\ufeff")

// Next finds the next line.
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

// trim leaves out white space at both ends of a line.
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

// Lengths is a binary stream in which each frame stands behind its length, 4
// bytes.
type Lengths struct {
	Order    binary.ByteOrder
	MaxFrame int // the largest frame, in bytes

	skip int // how much is left of a frame that is passed over
}

const lengthSize = 4

// maxPlausible is the largest frame that any protocol has, in bytes. A length
// beyond it is none.
const maxPlausible = 64 << 20

// Next finds the next frame.
func (l *Lengths) Next(text []byte, eof bool) Step {
	if n := min(l.skip, len(text)); n > 0 {
		l.skip -= n
		return Step{Kind: Skip, Next: n}
	}
	if len(text) < lengthSize {
		if !eof || len(text) == 0 {
			return Step{Kind: More}
		}
		return Step{Kind: Stop, End: len(text), Next: len(text), Fault: &diag.Diagnostic{
			Code: "truncated", Length: len(text), Need: diag.Count(lengthSize), Have: diag.Count(len(text)),
			Message: fmt.Sprintf("the input ends in the length of a frame: %d bytes are needed, there %s", lengthSize, diag.VerbCount(len(text))),
		}}
	}
	n := int(l.Order.Uint32(text))
	have := len(text) - lengthSize
	switch {
	case n > l.MaxFrame && n <= maxPlausible:
		l.skip = n
		return Step{Kind: Frame, End: lengthSize, Next: lengthSize, Fault: l.tooLargeError(text, n)}
	case n > l.MaxFrame:
		return Step{Kind: Stop, End: lengthSize, Next: len(text), Fault: l.tooLargeError(text, n)}
	case have < n && !eof:
		return Step{Kind: More}
	case have < n:
		return Step{Kind: Stop, Start: lengthSize, End: len(text), Next: len(text), Fault: &diag.Diagnostic{
			Code: "truncated", Offset: have, Need: diag.Count(n), Have: diag.Count(have),
			Message: fmt.Sprintf("the input ends in the frame: its length says %d bytes, there %s", n, diag.VerbCount(have)),
			Hint:    l.byteOrderHint(text, n),
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

// byteOrderHint tells when the length makes more sense in the other byte order.
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

// Subc is a stream of subc frames (spec/subc-frame.md 5). Any fault ends it:
// there is nothing to find the next frame by.
type Subc struct {
	MaxBody int // the largest body, in bytes
	// Handshake is how many messages stand before the first frame.
	Handshake int
	// FindHandshake passes over all messages that stand there, however many:
	// their JSON begins where frames have their version.
	FindHandshake bool

	started bool
}

// Next finds the next frame.
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

// size is how many bytes the frame needs, as far as its beginning tells; with
// a fault, how many of them tell it.
func (s *Subc) size(text []byte) (int, *diag.Diagnostic) {
	if len(text) < subc.PrefixSize {
		return subc.PrefixSize, nil
	}
	if d, bad := diag.From(subc.CheckVersion(text)); bad {
		return subc.PrefixSize, d
	}
	if len(text) < subc.HeaderSize {
		return subc.HeaderSize, nil
	}
	h, err := subc.ParseHeader(text)
	if err == nil {
		err = h.CheckBodySize()
	}
	d, _ := diag.From(err)
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

// truncatedError is the end of input in a frame that needs so many bytes.
func truncatedError(text []byte, size int) *diag.Diagnostic {
	n := len(text)
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

// maxHandshake is the size of the largest message of the handshake.
const maxHandshake = 4096

// handshake passes over one message before the frames: 4 bytes of length, then
// JSON.
func (s *Subc) handshake(text []byte, eof bool) Step {
	last := func(d *diag.Diagnostic) Step {
		d.Code, d.Message = "handshake", "in the handshake: "+d.Message
		d.Hint = "--skip-handshake server passes over one message, client over two"
		return Step{Kind: Stop, Next: len(text), Fault: d}
	}
	n := 0
	if len(text) >= lengthSize {
		n = int(binary.LittleEndian.Uint32(text))
	}
	var doc jsondoc.Doc
	switch {
	case n > maxHandshake:
		return last(&diag.Diagnostic{Length: lengthSize, Need: diag.Count(maxHandshake), Have: diag.Count(n),
			Message: fmt.Sprintf("the length of a message says %d bytes, it has at most %d", n, maxHandshake)})
	case len(text) < lengthSize+n || len(text) < lengthSize:
		if !eof {
			return Step{Kind: More}
		}
		return last(&diag.Diagnostic{Offset: len(text), Need: diag.Count(lengthSize + n), Have: diag.Count(len(text)),
			Message: fmt.Sprintf("a message needs %d bytes, there %s", lengthSize+n, diag.VerbCount(len(text)))})
	case doc.Read(text[lengthSize:lengthSize+n]) != nil || doc.Kind(0) != jsondoc.Object:
		return last(&diag.Diagnostic{Offset: lengthSize, Length: n, Need: diag.Words("a JSON object"), Message: "a message is not a JSON object"})
	}
	s.Handshake--
	return Step{Kind: Skip, Next: lengthSize + n}
}
