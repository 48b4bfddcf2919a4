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
	Most int // the largest body, in bytes
	// Handshake is how many messages stand before the first frame.
	Handshake int
	// FindHandshake passes over all messages that stand there, however many:
	// their JSON begins where frames have their version.
	FindHandshake bool

	begun bool
}

// Next finds the next frame.
func (s *Subc) Next(text []byte, eof bool) Step {
	if s.FindHandshake && !s.begun && len(text) > lengthSize {
		s.begun = text[lengthSize] != '{'
		if !s.begun {
			s.Handshake = 1
		}
	}
	if s.Handshake > 0 {
		return s.handshake(text, eof)
	}
	size, d := s.size(text)
	switch {
	case d != nil:
		return Step{Kind: Last, End: size, Next: len(text), Fault: d}
	case size <= len(text):
		return Step{Kind: Frame, End: size, Next: size}
	case !eof || len(text) == 0:
		return Step{Kind: More}
	}
	return Step{Kind: Last, End: len(text), Next: len(text), Fault: cut(text, size)}
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
		d = h.TooLarge()
	}
	if d == nil && int(h.Len) > s.Most {
		d = &diag.Diagnostic{
			Code: "limit", Path: "/len", Length: 4, Need: diag.Count(s.Most), Have: diag.Number(uint64(h.Len)),
			Message: fmt.Sprintf("the length says %d bytes, --max-frame allows %d", h.Len, s.Most),
		}
	}
	if d != nil {
		return subc.HeaderSize, d
	}
	return subc.HeaderSize + int(h.Len), nil
}

// cut is the end of input in a frame that needs so many bytes.
func cut(text []byte, size int) *diag.Diagnostic {
	n := len(text)
	switch {
	case n < subc.PrefixSize:
		return subc.Cut("header", subc.PrefixSize, n, n)
	case n < subc.HeaderSize:
		return subc.Cut("header", subc.HeaderSize-subc.PrefixSize, n-subc.PrefixSize, n)
	}
	return subc.Cut("body", size-subc.HeaderSize, n-subc.HeaderSize, n)
}

// mostHandshake is the size of the largest message of the handshake.
const mostHandshake = 4096

// handshake passes over one message before the frames: 4 bytes of length, then
// JSON.
func (s *Subc) handshake(text []byte, eof bool) Step {
	last := func(d *diag.Diagnostic) Step {
		d.Code, d.Message = "handshake", "in the handshake: "+d.Message
		d.Hint = "--skip-handshake server passes over one message, client over two"
		return Step{Kind: Last, Next: len(text), Fault: d}
	}
	n := 0
	if len(text) >= lengthSize {
		n = int(binary.LittleEndian.Uint32(text))
	}
	var doc jsondoc.Doc
	switch {
	case n > mostHandshake:
		return last(&diag.Diagnostic{Length: lengthSize, Need: diag.Count(mostHandshake), Have: diag.Count(n),
			Message: fmt.Sprintf("the length of a message says %d bytes, it has at most %d", n, mostHandshake)})
	case len(text) < lengthSize+n || len(text) < lengthSize:
		if !eof {
			return Step{Kind: More}
		}
		return last(&diag.Diagnostic{Offset: len(text), Need: diag.Count(lengthSize + n), Have: diag.Count(len(text)),
			Message: fmt.Sprintf("a message needs %d bytes, there %s", lengthSize+n, diag.AreThere(len(text)))})
	case doc.Read(text[lengthSize:lengthSize+n]) != nil || doc.Kind(0) != jsondoc.Object:
		return last(&diag.Diagnostic{Offset: lengthSize, Length: n, Need: diag.Words("a JSON object"), Message: "a message is not a JSON object"})
	}
	s.Handshake--
	return Step{Kind: Skip, Next: lengthSize + n}
}
