package subc

import (
	"strconv"

	"github.com/divtool/divtool/internal/gen"
	"github.com/divtool/divtool/pkg/frames"
)

// Make writes a frame of a type, and tells the forge of the faults that only
// frames of that type have; without one, of those that any frame has.
func (codec) Make(g *gen.Gen, m *frames.Message, dst []byte) []byte {
	if m == nil {
		return makeBadHeader(g, dst)
	}
	h := Header{Type: m.Tag, Channel: uint16(1 + g.Number(99)), Epoch: uint32(g.Bits(8)), Corr: g.Bits(32)}
	h.Flags = byte(g.Number(uint64(len(priorities)))) << priorityShift
	kind := h.typeInfo()
	if !kind.sheddable && g.Corrupt(kind, "an admission that only PUSH and STREAM_DATA have", "sheddable_illegal_frame_type", "") {
		h.Flags |= sheddable << admissionShift
	}
	if kind.noBody {
		if g.Corrupt(kind, "a body where there is none", "pure_header_frame_with_body", "") {
			h.Len = 2
			return append(h.Append(dst), "{}"...)
		}
		return h.Append(dst)
	}
	body := g.Bytes()
	if g.Bool() {
		h.Flags |= BinaryFlag
	} else {
		body = []byte(`{"` + g.Word() + `":` + strconv.FormatUint(g.Bits(16), 10) + `}`)
	}
	h.Len = uint32(len(body))
	return append(h.Append(dst), body...)
}

// badHeaders are the faults that any frame can have, with what makes them of the
// bytes of a frame that is sound.
var badHeaders = [...]struct {
	description, code string
	corrupt           func(frame []byte) []byte
}{
	{"fewer bytes than the length and the version", "too_short_for_prefix", func(b []byte) []byte { return b[:PrefixSize-1] }},
	{"a version that is not read", "unsupported_version", func(b []byte) []byte { b[4] = Version + 1; return b }},
	{"a header that ends", "too_short_for_header", func(b []byte) []byte { return b[:HeaderSize-1] }},
	{"a type that is not there", "unknown_frame_type", func(b []byte) []byte { b[5] = byte(len(frameTypes)); return b }},
	{"the priority that is reserved", "reserved_priority_bits", func(b []byte) []byte { b[6] |= 3 << priorityShift; return b }},
	{"the admission that is reserved", "reserved_admission_class", func(b []byte) []byte { b[6] |= 3 << admissionShift; return b }},
	{"an epoch on the control channel", "nonzero_epoch_on_control_channel", func(b []byte) []byte { b[7], b[8], b[9] = 0, 0, 1; return b }},
	{"a length above the largest body", "body_too_large", func(b []byte) []byte { b[0], b[3] = 1, MaxBody>>24; return b }},
	{"a body that ends", "unexpected_eof", func(b []byte) []byte { return b[:len(b)-1] }},
	{"a byte behind the body", "trailing", func(b []byte) []byte { return append(b, 0) }},
}

func makeBadHeader(g *gen.Gen, dst []byte) []byte {
	h := Header{Len: 2, Channel: 1, Epoch: 1, Corr: g.Bits(32)}
	frame := append(h.Append(nil), "{}"...)
	for i := range badHeaders {
		if g.Corrupt(&badHeaders[i], badHeaders[i].description, badHeaders[i].code, "") {
			frame = badHeaders[i].corrupt(frame)
		}
	}
	return append(dst, frame...)
}
