package stream

import (
	"encoding/binary"
	"fmt"

	"github.com/divtool/divtool/pkg/diag"
)

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
