package subc

import (
	"cmp"
	"encoding/binary"
	"fmt"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
)

// Framing splits a stream of frames (section 5), whose headers have their lengths. Any
// error ends the stream, because nothing marks the start of the next frame.
type Framing struct {
	MaxBody int // maximum body size, in bytes; 0 means that of the protocol
	// Handshake is the number of messages before the first frame.
	Handshake int
	// FindHandshake skips all messages before the first frame, whatever their
	// number. A message has the brace of a JSON object where a frame has its
	// version.
	FindHandshake bool

	started bool
}

func (s *Framing) maxBody() int { return cmp.Or(s.MaxBody, MaxBody) }

// Next implements [frames.Framing].
func (s *Framing) Next(src []byte, eof bool) frames.Step {
	if s.FindHandshake && !s.started && len(src) > lenSize {
		s.started = src[lenSize] != '{'
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
		return frames.Step{Kind: frames.StepStop, End: size, Next: len(src), Fault: d}
	case size <= len(src):
		return frames.Step{Kind: frames.StepFrame, End: size, Next: size}
	case !eof || len(src) == 0:
		return frames.Step{Kind: frames.StepMore}
	}
	return frames.Step{Kind: frames.StepStop, End: len(src), Next: len(src), Fault: truncatedError(src, size)}
}

// size returns the size of the frame, or of the part needed to compute it. With
// an error, it returns the size of the part that is invalid.
func (s *Framing) size(src []byte) (int, *diag.Diagnostic) {
	if len(src) < PrefixSize {
		return PrefixSize, nil
	}
	if d := checkVersion(src); d != nil {
		return PrefixSize, d
	}
	if len(src) < HeaderSize {
		return HeaderSize, nil
	}
	h, d := parseHeader(src)
	if d == nil {
		d = h.checkBodySize()
	}
	if d == nil && int(h.Len) > s.maxBody() {
		d = &diag.Diagnostic{
			Code: "limit", Path: "/len", Length: 4, Need: diag.Count(s.maxBody()), Have: diag.Number(uint64(h.Len)),
			Message: text.LengthOverLimit("body", int(h.Len), s.maxBody()),
		}
	}
	if d != nil {
		return HeaderSize, d
	}
	return HeaderSize + int(h.Len), nil
}

// truncatedError reports that the input ends inside a frame of size bytes.
func truncatedError(src []byte, size int) *diag.Diagnostic {
	n := len(src)
	switch {
	case n < PrefixSize:
		return unexpectedEOF("header", PrefixSize, n, n)
	case n < HeaderSize:
		return unexpectedEOF("header", HeaderSize-PrefixSize, n-PrefixSize, n)
	}
	return unexpectedEOF("body", size-HeaderSize, n-HeaderSize, n)
}

// maxHandshake is the maximum size of a handshake message, in bytes.
const maxHandshake = 4096

// handshake skips one message before the frames: a 4-byte length, then JSON.
func (s *Framing) handshake(src []byte, eof bool) frames.Step {
	fail := func(d *diag.Diagnostic) frames.Step {
		d.Code, d.Message = "handshake", "handshake: "+d.Message
		d.Hint = "`--skip-handshake server` skips one message, `--skip-handshake client` skips two"
		return frames.Step{Kind: frames.StepStop, Next: len(src), Fault: d}
	}
	n := 0
	if len(src) >= lenSize {
		n = int(binary.LittleEndian.Uint32(src))
	}
	var doc jsondoc.Doc
	switch {
	case n > maxHandshake:
		return fail(&diag.Diagnostic{Length: lenSize, Need: diag.Count(maxHandshake), Have: diag.Count(n),
			Message: fmt.Sprintf("the declared message length is %s, the limit is %d", text.Count(n, "byte"), maxHandshake)})
	case len(src) < lenSize+n || len(src) < lenSize:
		if !eof {
			return frames.Step{Kind: frames.StepMore}
		}
		return fail(&diag.Diagnostic{Offset: len(src), Need: diag.Count(lenSize + n), Have: diag.Count(len(src)),
			Message: "the input ends inside a message: " + text.ExpectedBytes(lenSize+n, len(src))})
	case doc.Read(src[lenSize:lenSize+n]) != nil || doc.Kind(0) != jsondoc.Object:
		return fail(&diag.Diagnostic{Offset: lenSize, Length: n, Need: diag.Words("a JSON object"), Message: "the message is not a JSON object"})
	}
	s.Handshake--
	return frames.Step{Kind: frames.StepSkip, Next: lenSize + n}
}
