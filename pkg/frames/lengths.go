package frames

import (
	"cmp"
	"encoding/binary"
	"fmt"

	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/diag"
)

// Lengths is a binary stream in which a 4-byte length precedes each frame.
type Lengths struct {
	Order    binary.ByteOrder
	MaxFrame int // maximum frame size, in bytes; 0 means DefaultMaxFrame

	skip int // remaining bytes of a frame that is being skipped
}

const lengthSize = 4

func (l *Lengths) maxFrame() int { return cmp.Or(l.MaxFrame, DefaultMaxFrame) }

// maxPlausible is the maximum frame size of any protocol, in bytes. A greater
// length is taken for garbage.
const maxPlausible = 64 << 20

// Next implements [Framing].
func (l *Lengths) Next(src []byte, eof bool) Step {
	if n := min(l.skip, len(src)); n > 0 {
		l.skip -= n
		return Step{Kind: StepSkip, Next: n}
	}
	if len(src) < lengthSize {
		if !eof || len(src) == 0 {
			return Step{Kind: StepMore}
		}
		return Step{Kind: StepStop, End: len(src), Next: len(src), OnlyLength: true, Fault: &diag.Diagnostic{
			Code: "truncated", Length: len(src), Need: diag.Count(lengthSize), Have: diag.Count(len(src)),
			Message: "the input ends inside the length of a frame: " + text.ExpectedBytes(lengthSize, len(src)),
		}}
	}
	n := int(l.Order.Uint32(src))
	have := len(src) - lengthSize
	switch {
	case n > l.maxFrame() && n <= maxPlausible:
		l.skip = n
		return Step{Kind: StepFrame, End: lengthSize, Next: lengthSize, OnlyLength: true, Fault: l.tooLargeError(src, n)}
	case n > l.maxFrame():
		return Step{Kind: StepStop, End: lengthSize, Next: len(src), OnlyLength: true, Fault: l.tooLargeError(src, n)}
	case have < n && !eof:
		return Step{Kind: StepMore}
	case have < n:
		return Step{Kind: StepStop, Start: lengthSize, End: len(src), Next: len(src), Fault: &diag.Diagnostic{
			Code: "truncated", Offset: have, Need: diag.Count(n), Have: diag.Count(have),
			Message: "the input ends inside the frame: " + text.ExpectedBytes(n, have),
			Hint:    l.byteOrderHint(src, n),
		}}
	}
	return Step{Kind: StepFrame, Start: lengthSize, End: lengthSize + n, Next: lengthSize + n}
}

func (l *Lengths) tooLargeError(src []byte, n int) *diag.Diagnostic {
	d := &diag.Diagnostic{
		Code: "limit", Length: lengthSize, Need: diag.Count(l.maxFrame()), Have: diag.Count(n),
		Message: text.LengthOverLimit("frame", n, l.maxFrame()),
		Hint:    l.byteOrderHint(src, n),
	}
	if d.Hint == "" && n <= maxPlausible {
		d.Hint = "the frame is skipped"
	} else if d.Hint == "" {
		d.Hint = "the rest of the stream is not read, because the start of the next frame is unknown"
	}
	return d
}

// byteOrderHint returns a hint if the length is plausible in the other byte
// order, and "" otherwise.
func (l *Lengths) byteOrderHint(src []byte, n int) string {
	var other binary.ByteOrder = binary.BigEndian
	name := "len32be"
	if l.Order == binary.ByteOrder(binary.BigEndian) {
		other, name = binary.LittleEndian, "len32le"
	}
	if m := int(other.Uint32(src)); m < n && m <= len(src)-lengthSize {
		return fmt.Sprintf("in the other byte order the length is %d; use `--framing %s`", m, name)
	}
	return ""
}
