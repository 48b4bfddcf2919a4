package subc

import (
	"strconv"

	"github.com/divtool/divtool/pkg/forge"
	"github.com/divtool/divtool/pkg/frames"
)

// Make writes a frame of a type, and tells the forge of the faults that only
// frames of that type have; without one, of those that any frame has.
func (codec) Make(f *forge.Forge, m *frames.Message, dst []byte) []byte {
	if m == nil {
		return makeFaulty(f, dst)
	}
	h := Header{Type: m.Tag, Channel: uint16(1 + f.Number(99)), Epoch: uint32(f.Bits(8)), Corr: f.Bits(32)}
	h.Flags = byte(f.Number(uint64(len(priorities)))) << priorityShift
	kind := h.kind()
	if !kind.sheddable && f.Spoil(kind, "an admission that only PUSH and STREAM_DATA have", "sheddable_illegal_frame_type", "") {
		h.Flags |= sheddable << admissionShift
	}
	if kind.bare {
		if f.Spoil(kind, "a body where there is none", "pure_header_frame_with_body", "") {
			h.Len = 2
			return append(h.Append(dst), "{}"...)
		}
		return h.Append(dst)
	}
	body := f.Bytes()
	if f.Maybe() {
		h.Flags |= BinaryFlag
	} else {
		body = []byte(`{"` + f.Word() + `":` + strconv.FormatUint(f.Bits(16), 10) + `}`)
	}
	h.Len = uint32(len(body))
	return append(h.Append(dst), body...)
}

// faulty are the faults that any frame can have, with what makes them of the
// bytes of a frame that is sound.
var faulty = [...]struct {
	what, code string
	spoil      func(frame []byte) []byte
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

func makeFaulty(f *forge.Forge, dst []byte) []byte {
	h := Header{Len: 2, Channel: 1, Epoch: 1, Corr: f.Bits(32)}
	frame := append(h.Append(nil), "{}"...)
	for i := range faulty {
		if f.Spoil(&faulty[i], faulty[i].what, faulty[i].code, "") {
			frame = faulty[i].spoil(frame)
		}
	}
	return append(dst, frame...)
}
