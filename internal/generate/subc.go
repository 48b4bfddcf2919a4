package generate

import (
	"strconv"

	"github.com/divtool/divtool/internal/gen"
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/subc"
)

// The flags of spec/subc-frame.md 3.
const (
	priorityShift  = 1
	priorities     = 3
	reserved       = 3 // priority and admission
	admissionShift = 4
	sheddable      = 2 // admission
)

// subcMessage identifies the faults that only frames of one type have.
type subcMessage byte

func subcFrame(g *gen.Gen, m *frames.Message, dst []byte) []byte {
	h := subc.Header{Type: m.Tag, Channel: uint16(1 + g.Number(99)), Epoch: uint32(g.Bits(8)), Corr: g.Bits(32)}
	h.Flags = byte(g.Number(priorities)) << priorityShift
	decl := subcMessage(m.Tag)
	if !h.MayBeShed() && g.Corrupt(decl, "admission only for PUSH and STREAM_DATA", "sheddable_illegal_frame_type", "") {
		h.Flags |= sheddable << admissionShift
	}
	if !h.MayHaveBody() {
		if g.Corrupt(decl, "unexpected body", "pure_header_frame_with_body", "") {
			h.Len = 2
			return append(h.Append(dst), "{}"...)
		}
		return h.Append(dst)
	}
	body := g.Bytes()
	if g.Bool() {
		h.Flags |= subc.BinaryFlag
	} else {
		body = []byte(`{"` + g.Word() + `":` + strconv.FormatUint(g.Bits(16), 10) + `}`)
	}
	h.Len = uint32(len(body))
	return append(h.Append(dst), body...)
}

// badSubcHeaders lists the faults that any frame can have. corrupt makes one from the
// bytes of a valid frame.
var badSubcHeaders = [...]struct {
	description, code string
	corrupt           func(frame []byte) []byte
}{
	{"incomplete length and version", "too_short_for_prefix", func(b []byte) []byte { return b[:subc.PrefixSize-1] }},
	{"unsupported version", "unsupported_version", func(b []byte) []byte { b[4] = subc.Version + 1; return b }},
	{"incomplete header", "too_short_for_header", func(b []byte) []byte { return b[:subc.HeaderSize-1] }},
	{"unknown frame type", "unknown_frame_type", func(b []byte) []byte { b[5] = byte(len(subc.Frame.Messages())); return b }},
	{"reserved priority", "reserved_priority_bits", func(b []byte) []byte { b[6] |= reserved << priorityShift; return b }},
	{"reserved admission", "reserved_admission_class", func(b []byte) []byte { b[6] |= reserved << admissionShift; return b }},
	{"epoch on the control channel", "nonzero_epoch_on_control_channel", func(b []byte) []byte { b[7], b[8], b[9] = 0, 0, 1; return b }},
	{"length above the body limit", "body_too_large", func(b []byte) []byte { b[0], b[3] = 1, subc.MaxBody>>24; return b }},
	{"incomplete body", "unexpected_eof", func(b []byte) []byte { return b[:len(b)-1] }},
	{"trailing byte", "trailing", func(b []byte) []byte { return append(b, 0) }},
}

func badSubcFrame(g *gen.Gen, dst []byte) []byte {
	h := subc.Header{Len: 2, Channel: 1, Epoch: 1, Corr: g.Bits(32)}
	frame := append(h.Append(nil), "{}"...)
	for i := range badSubcHeaders {
		if g.Corrupt(&badSubcHeaders[i], badSubcHeaders[i].description, badSubcHeaders[i].code, "") {
			frame = badSubcHeaders[i].corrupt(frame)
		}
	}
	return append(dst, frame...)
}
