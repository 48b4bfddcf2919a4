package subc

import (
	"encoding/binary"
	"fmt"

	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
)

// Sizes and limits, in bytes, and the version.
const (
	lenSize    = 4        // of the length, in every version
	PrefixSize = 5        // of the length and the version, in every version
	HeaderSize = 21       // of the header of version 2
	MaxBody    = 64 << 20 // of the largest legal body
	Version    = 2
)

// Header is the header of a frame (section 1).
type Header struct {
	Len     uint32 // of the body, in bytes
	Type    byte
	Flags   byte
	Channel uint16
	Epoch   uint32
	Corr    uint64
}

// CheckVersion checks the first 5 bytes, which are the same in every version (section 4,
// checks 1 and 2).
func CheckVersion(b []byte) error { return checkVersion(b).Err() }

func checkVersion(b []byte) *diag.Diagnostic {
	if len(b) < PrefixSize {
		return &diag.Diagnostic{
			Code: "too_short_for_prefix", Length: len(b), Need: diag.Count(PrefixSize), Have: diag.Count(len(b)),
			Message: "the frame ends inside the length and the version: " + text.ExpectedBytes(PrefixSize, len(b)),
		}
	}
	ver := b[4]
	if ver == Version {
		return nil
	}
	d := &diag.Diagnostic{
		Code: "unsupported_version", Path: "/ver", Offset: 4, Length: 1, Need: diag.Count(Version), Have: diag.Count(int(ver)),
		Message: fmt.Sprintf("unsupported envelope version %d (supported: %d)", ver, Version),
	}
	switch ver {
	case 1:
		d.Message += "; version 1 is from old releases, with a header of 17 bytes and no epoch"
	case '{':
		d.Hint = "this looks like JSON, as in the handshake before the frames; use `--skip-handshake` to skip it"
	}
	return d
}

// ParseHeader reads a header and makes the checks of section 4 in their order, except for
// the size of the body. With an error, Len is still set if b has its 4 bytes.
func ParseHeader(b []byte) (Header, error) {
	h, d := parseHeader(b)
	return h, d.Err()
}

func parseHeader(b []byte) (Header, *diag.Diagnostic) {
	var h Header
	if len(b) >= lenSize {
		h.Len = binary.LittleEndian.Uint32(b)
	}
	if d := checkVersion(b); d != nil {
		return h, d
	}
	if len(b) < HeaderSize {
		return h, &diag.Diagnostic{
			Code: "too_short_for_header", Offset: len(b), Need: diag.Count(HeaderSize), Have: diag.Count(len(b)),
			Message: "the frame ends inside the header: " + text.ExpectedBytes(HeaderSize, len(b)),
		}
	}
	h = Header{
		Len: binary.LittleEndian.Uint32(b), Type: b[5], Flags: b[6],
		Channel: binary.LittleEndian.Uint16(b[7:]), Epoch: binary.LittleEndian.Uint32(b[9:]), Corr: binary.LittleEndian.Uint64(b[13:]),
	}
	return h, h.check()
}

func (h *Header) check() *diag.Diagnostic {
	priority, admission := h.Flags>>priorityShift&3, h.Flags>>admissionShift&3
	flags := diag.Count(int(h.Flags))
	switch {
	case int(h.Type) >= len(frameTypes):
		return &diag.Diagnostic{
			Code: "unknown_frame_type", Path: "/frame", Offset: 5, Length: 1, Have: diag.Count(int(h.Type)),
			Message: text.UnknownNumber("frame type", uint64(h.Type), len(frameTypes)-1),
		}
	case priority == 3:
		return &diag.Diagnostic{
			Code: "reserved_priority_bits", Path: "/flags/priority", Offset: 6, Length: 1, Have: flags,
			Message: fmt.Sprintf("priority 3 is reserved (flags 0x%02x)", h.Flags),
		}
	case admission == 3:
		return &diag.Diagnostic{
			Code: "reserved_admission_class", Path: "/flags/admission", Offset: 6, Length: 1, Have: flags,
			Message: fmt.Sprintf("admission 3 is reserved (flags 0x%02x)", h.Flags),
		}
	case admission == sheddable && !h.typeInfo().sheddable:
		return &diag.Diagnostic{
			Code: "sheddable_illegal_frame_type", Path: "/flags/admission", Offset: 6, Length: 1, Have: flags,
			Message: fmt.Sprintf("%s cannot be sheddable; only PUSH and STREAM_DATA can (flags 0x%02x)", h.Name(), h.Flags),
		}
	case h.typeInfo().noBody && h.Len != 0:
		return &diag.Diagnostic{
			Code: "pure_header_frame_with_body", Path: "/len", Length: 4, Need: diag.Count(0), Have: diag.Number(uint64(h.Len)),
			Message: fmt.Sprintf("%s has no body, but the declared body length is %s", h.Name(), text.Count(int(h.Len), "byte")),
		}
	case h.Channel == 0 && h.Epoch != 0:
		return &diag.Diagnostic{
			Code: "nonzero_epoch_on_control_channel", Path: "/epoch", Offset: 9, Length: 4, Need: diag.Count(0), Have: diag.Number(uint64(h.Epoch)),
			Message: fmt.Sprintf("channel 0 has no epoch: expected 0, got %d", h.Epoch),
		}
	}
	return nil
}

// Name returns the name of the type of the frame (section 2). The type must be known.
func (h *Header) Name() string { return h.typeInfo().Name }

// Message returns the row of the type of the frame (section 2). The type must be known.
func (h *Header) Message() *frames.Message { return &h.typeInfo().Message }

// typeInfo returns the type of the frame, which must be known.
func (h *Header) typeInfo() *frameType { return &frameTypes[h.Type] }

// MayHaveBody reports whether frames of the type have a body (section 2). The type
// must be known.
func (h *Header) MayHaveBody() bool { return !h.typeInfo().noBody }

// MayBeShed reports whether frames of the type may be dropped under load (section 2).
// The type must be known.
func (h *Header) MayBeShed() bool { return h.typeInfo().sheddable }

// CheckBodySize refuses a body larger than [MaxBody]. A reader checks it right after the
// header.
func (h *Header) CheckBodySize() error { return h.checkBodySize().Err() }

func (h *Header) checkBodySize() *diag.Diagnostic {
	if h.Len <= MaxBody {
		return nil
	}
	return &diag.Diagnostic{
		Code: "body_too_large", Path: "/len", Length: 4, Need: diag.Count(MaxBody), Have: diag.Number(uint64(h.Len)),
		Message: fmt.Sprintf("the declared body length is %d bytes; the limit is %d bytes", h.Len, MaxBody),
	}
}

// Append appends the bytes of the header.
func (h *Header) Append(dst []byte) []byte {
	dst = binary.LittleEndian.AppendUint32(dst, h.Len)
	dst = append(dst, Version, h.Type, h.Flags)
	dst = binary.LittleEndian.AppendUint16(dst, h.Channel)
	dst = binary.LittleEndian.AppendUint32(dst, h.Epoch)
	return binary.LittleEndian.AppendUint64(dst, h.Corr)
}

// UnexpectedEOF returns the error of input that ends inside a stage (section 5). expected
// and actual count from the start of the stage, at from the start of the frame; all are
// in bytes.
func UnexpectedEOF(stage string, expected, actual, at int) error {
	return unexpectedEOF(stage, expected, actual, at)
}

func unexpectedEOF(stage string, expected, actual, at int) *diag.Diagnostic {
	return &diag.Diagnostic{
		Code: "unexpected_eof", Offset: at, Need: diag.Count(expected), Have: diag.Count(actual),
		Message: "the input ends inside the " + stage + ": " + text.ExpectedBytes(expected, actual),
	}
}
