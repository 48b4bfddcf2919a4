package cbor

import (
	"math"
	"strconv"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
)

// Integers with a sign.
var (
	I32 = Type{Name: "i32", Kind: IntKind, Bits: 32}
	I64 = Type{Name: "i64", Kind: IntKind, Bits: 64}
)

// int reads an integer with a sign.
func (s *reader) int(dst []byte, t *Type, h head) ([]byte, bool) {
	if h.major != majorUint && h.major != majorNegative {
		return dst, s.wrongType(h, t.expected())
	}
	if h.arg>>(t.Bits-1) != 0 {
		have := strconv.FormatUint(h.arg, 10)
		if h.major == majorNegative {
			have = "a smaller one"
		}
		return dst, s.outOfRange(t, h.next-s.at, have)
	}
	start := s.at
	s.checkHead(h, start)
	s.at = h.next
	if h.major == majorUint {
		return s.emitUint(dst, h.arg, start), true
	}
	s.v.Uint = h.arg
	return s.emit(dst, frames.IntValue, start, s.at), true
}

// int appends an integer with a sign.
func (e *writer) int(t *Type, node int) *diag.Diagnostic {
	if e.doc.Kind(node) != jsondoc.Number || e.doc.Node(node).Flags&jsondoc.Fractional != 0 {
		return e.wrongType(node, t.expected())
	}
	digits := string(e.doc.Raw(node))
	v, err := strconv.ParseInt(digits, 10, t.Bits)
	switch {
	case err != nil:
		return e.errorAt(codeRange, node, text.Expected(t.expected(), text.Excerpt([]byte(digits))))
	case v < 0:
		e.head(majorNegative, uint64(-1-v))
	default:
		e.head(majorUint, uint64(v))
	}
	return nil
}

// expectedInt describes the integers of a type with a sign.
func (t *Type) expectedInt() string {
	if t.Bits == 32 {
		return "an integer from " + strconv.Itoa(math.MinInt32) + " to " + strconv.Itoa(math.MaxInt32)
	}
	return "an integer from -2^63 to 2^63-1"
}
