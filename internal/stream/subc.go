package stream

import (
	"encoding/binary"
	"fmt"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames/subc"
)

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

// truncatedError is the end of input in a frame that needs so many bytes.
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
