package subc

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/frames"
)

// maxKnownVersion is the largest version that a frame is recognised by; larger numbers
// are at its place in frames of other families by chance (drift.md 4.1).
const maxKnownVersion = 9

// damaged describes a frame that has the header of the family and does not decode:
// another version or frame type, a few bytes too many or too few, another frame after
// it, or CR LF in place of LF. It returns "" for other bytes.
func damaged(frame []byte) string {
	if !mayBeDamaged(frame) {
		return ""
	}
	if what := otherVersion(frame); what != "" {
		return what
	}
	if what := wrongSize(frame); what != "" {
		return what
	}
	if repaired := bytes.ReplaceAll(frame, []byte("\r\n"), []byte("\n")); len(repaired) < len(frame) {
		h, d := parseHeader(repaired)
		if d == nil && len(repaired) == HeaderSize+int(h.Len) && bodyFits(&h, repaired[HeaderSize:]) {
			return fmt.Sprintf("a %s with CR LF in place of LF: a program for text changed its line ends", h.Name())
		}
	}
	return missingByte(frame)
}

// mayBeDamaged rules out nearly all frames of other families by a few bytes: the
// version is near its place, or the size fits a frame without it.
func mayBeDamaged(frame []byte) bool {
	if len(frame) < HeaderSize-frames.MaxExtra {
		return false
	}
	version := func(b byte) bool { return 1 <= b && b <= maxKnownVersion }
	return version(frame[3]) || version(frame[4]) || version(frame[5]) || int64(binary.LittleEndian.Uint32(frame)) == int64(len(frame)-HeaderSize+1)
}

// otherVersion describes a frame that is certainly of another version or of an unknown
// type (drift.md 4.1).
func otherVersion(frame []byte) string {
	const oldHeaderSize = 17 // of version 1, which has no epoch
	size := int64(len(frame)) - int64(binary.LittleEndian.Uint32(frame))
	h := Header{Len: binary.LittleEndian.Uint32(frame), Flags: frame[6]}
	switch ver := frame[4]; {
	case size == oldHeaderSize && ver == 1 && int(frame[5]) < len(frameTypes) && bodyFits(&h, frame[oldHeaderSize:]):
		return "envelope version 1, from old releases (known: 2)"
	case size != HeaderSize || !epochFits(frame) || !bodyFits(&h, frame[HeaderSize:]):
	case ver == 1 || ver > Version && ver <= maxKnownVersion:
		return fmt.Sprintf("envelope version %d (known: %d)", ver, Version)
	case ver == Version && int(frame[5]) >= len(frameTypes):
		return text.UnknownNumber("frame type", uint64(frame[5]), len(frameTypes)-1)
	}
	return ""
}

// epochFits reports whether the control channel has no epoch.
func epochFits(frame []byte) bool {
	return binary.LittleEndian.Uint16(frame[7:]) != 0 || binary.LittleEndian.Uint32(frame[9:]) == 0
}

// bodyFits reports whether a body, of which the last bytes may be missing, is of the
// declared form. Short frames of other families have headers that could be ours; their
// bodies are not JSON.
func bodyFits(h *Header, body []byte) bool {
	switch {
	case h.Flags&BinaryFlag != 0 || h.Len == 0:
		return true
	case len(body) == int(h.Len):
		var doc jsondoc.Doc
		return doc.Read(body) == nil
	}
	const maxCounter = 1 << 48 // of correlation ids that are counted up
	return len(body) > 0 && isText(body) && bytes.IndexByte([]byte("{[\"-0123456789tfn \t\r\n"), body[0]) >= 0 && h.Corr < maxCounter
}

// isText reports whether bytes may be part of a JSON text.
func isText(b []byte) bool {
	return !slices.ContainsFunc(b, func(c byte) bool { return c < ' ' && c != '\t' && c != '\n' && c != '\r' || c == 0x7f })
}

// wholeHeader returns the header of a frame whose body, as far as it is there, is of
// the declared form.
func wholeHeader(frame []byte) (h Header, ok bool) {
	h, d := parseHeader(frame)
	if d != nil || h.checkBodySize() != nil {
		return h, false
	}
	return h, bodyFits(&h, frame[HeaderSize:min(len(frame), HeaderSize+int(h.Len))])
}

// wrongSize describes a frame of a few bytes too many or too few, or two frames.
func wrongSize(frame []byte) string {
	if len(frame) < HeaderSize {
		return shortHeader(frame)
	}
	h, ok := wholeHeader(frame)
	if !ok {
		return ""
	}
	switch extra := len(frame) - HeaderSize - int(h.Len); {
	case extra == 0:
		return ""
	case extra < 0:
		if -extra > frames.MaxExtra {
			return ""
		}
		return fmt.Sprintf("a %s that is %s short", h.Name(), text.Count(-extra, "byte"))
	case extra <= frames.MaxExtra:
		return fmt.Sprintf("a %s and %s", h.Name(), text.TrailingBytes(frame[len(frame)-extra:]))
	default:
		next, ok := wholeHeader(frame[len(frame)-extra:])
		if !ok {
			return ""
		}
		return fmt.Sprintf("a %s and another frame, a %s; use `--framing subc`", h.Name(), next.Name())
	}
}

// shortHeader describes a frame without body whose header is a few bytes short.
func shortHeader(frame []byte) string {
	full := append(slices.Clone(frame), make([]byte, HeaderSize-len(frame))...)
	h, d := parseHeader(full)
	if d != nil || h.Len != 0 {
		return ""
	}
	return fmt.Sprintf("a %s whose header is %s short", h.Name(), text.Count(HeaderSize-len(frame), "byte"))
}

// missingByte describes a frame whose header lacks one byte: with a byte inserted at
// its place, the frame is whole.
func missingByte(frame []byte) string {
	if len(frame) < HeaderSize-1 {
		return ""
	}
	for at := range HeaderSize {
		full := slices.Insert(slices.Clone(frame[:min(len(frame), HeaderSize)]), at, 0)
		if at == 4 {
			full[at] = Version
		}
		h, d := parseHeader(full)
		if d == nil && len(frame)+1 == HeaderSize+int(h.Len) && bodyFits(&h, frame[HeaderSize-1:]) {
			return "a frame whose header is 1 byte short" // several bytes may be the missing one
		}
	}
	return ""
}
