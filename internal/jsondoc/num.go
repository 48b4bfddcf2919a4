package jsondoc

import (
	"bytes"
	"math"
	"math/bits"
	"strconv"
)

// NumKind is one of the three forms in which the reference holds a number.
type NumKind uint8

// The forms of a number: whole and not negative, whole and negative, or a
// double.
const (
	Uint NumKind = iota
	Int
	Float
)

// Num is a number as the reference holds it.
type Num struct {
	Kind  NumKind
	Uint  uint64  // the value of a Uint
	Int   int64   // the value of an Int, below 0
	Float float64 // the value of a Float
}

// Num returns the value of number i. The number must not be [Invalid].
func (d *Doc) Num(i int) Num {
	n, _ := ParseNum(d.Raw(i))
	return n
}

// Uint returns the value of number i when it is a whole number from 0 to
// 2^64-1 and spelled as one.
func (d *Doc) Uint(i int) (uint64, bool) {
	if d.nodes[i].Kind != Number || d.nodes[i].Flags&(Fractional|Invalid) != 0 {
		return 0, false
	}
	n := d.Num(i)
	return n.Uint, n.Kind == Uint
}

// Int returns the value of a number that the reference reads as a whole number
// of 64 bits with a sign.
func (d *Doc) Int(i int) (int64, bool) {
	if d.nodes[i].Kind != Number || d.nodes[i].Flags&(Fractional|Invalid) != 0 {
		return 0, false
	}
	n := d.Num(i)
	switch n.Kind {
	case Uint:
		return int64(n.Uint), n.Uint <= math.MaxInt64
	case Int:
		return n.Int, true
	}
	return 0, false
}

// ParseNum reads a number of JSON's grammar as serde_json does without its
// features float_roundtrip and arbitrary_precision: the significant digits in
// 64 bits, then a single multiplication or division by a power of ten, so that
// the result is not always the nearest double. It returns false when the
// number is out of range.
func ParseNum(s []byte) (Num, bool) {
	negative := s[0] == '-'
	if negative {
		s = s[1:]
	}
	sig, exp, at := significand(s)
	if at == len(s) && exp == 0 {
		return wholeNum(sig, negative), true
	}
	if at < len(s) && s[at] == '.' {
		sig, exp, at = fraction(s, sig, exp, at+1)
	}
	if at < len(s) {
		e, ok := exponent(s[at+1:])
		if !ok {
			// An exponent beyond 32 bits: nothing, or too much.
			if sig != 0 && s[at+1] != '-' {
				return Num{}, false
			}
			return floatNum(0, negative), true
		}
		exp = clamp32(int64(exp) + int64(e))
	}
	f, ok := scale(float64(sig), exp)
	return floatNum(f, negative), ok
}

// significand gathers the leading digits while they fit in 64 bits; the
// others only count into the exponent.
func significand(s []byte) (sig uint64, exp int32, at int) {
	for at < len(s) && s[at]-'0' <= 9 {
		hi, lo := bits.Mul64(sig, 10)
		sum, carry := bits.Add64(lo, uint64(s[at]-'0'), 0)
		if hi|carry != 0 {
			for at < len(s) && s[at]-'0' <= 9 {
				exp, at = exp+1, at+1
			}
			return sig, exp, at
		}
		sig, at = sum, at+1
	}
	return sig, 0, at
}

// fraction gathers the digits behind the point up to the first that does not
// fit; those behind it do not count at all.
func fraction(s []byte, sig uint64, exp int32, at int) (uint64, int32, int) {
	full := false
	for ; at < len(s) && s[at]-'0' <= 9; at++ {
		if full {
			continue
		}
		hi, lo := bits.Mul64(sig, 10)
		sum, carry := bits.Add64(lo, uint64(s[at]-'0'), 0)
		if hi|carry != 0 {
			full = true
			continue
		}
		sig, exp = sum, exp-1
	}
	return sig, exp, at
}

// exponent reads what follows the letter e; false when it leaves 32 bits.
func exponent(s []byte) (int32, bool) {
	negative := s[0] == '-'
	if negative || s[0] == '+' {
		s = s[1:]
	}
	var e int64
	for _, c := range s {
		if e = e*10 + int64(c-'0'); e > math.MaxInt32 {
			return 0, false
		}
	}
	if negative {
		e = -e
	}
	return int32(e), true
}

func clamp32(e int64) int32 {
	return int32(min(max(e, math.MinInt32), math.MaxInt32))
}

// scale multiplies or divides f by a power of ten, in steps of 308.
func scale(f float64, exp int32) (float64, bool) {
	for {
		if size := max(exp, -exp); size >= 0 && size <= 308 {
			if exp < 0 {
				return f / pow10[size], true
			}
			f *= pow10[size]
			return f, !math.IsInf(f, 0)
		}
		switch {
		case f == 0:
			return f, true
		case exp > 0:
			return f, false
		}
		f /= 1e308
		exp += 308
	}
}

func wholeNum(sig uint64, negative bool) Num {
	switch {
	case !negative:
		return Num{Kind: Uint, Uint: sig}
	case sig == 0 || sig > 1<<63:
		return floatNum(float64(sig), true)
	default:
		return Num{Kind: Int, Int: -int64(sig)}
	}
}

func floatNum(f float64, negative bool) Num {
	if negative {
		f = -f
	}
	return Num{Kind: Float, Float: f}
}

// AppendNum appends a number as serde_json prints it: whole numbers in
// decimal, doubles with the shortest digits that read back, always with a
// point or an exponent, and the exponent always with its sign.
func AppendNum(dst []byte, n Num) []byte {
	switch n.Kind {
	case Uint:
		return strconv.AppendUint(dst, n.Uint, 10)
	case Int:
		return strconv.AppendInt(dst, n.Int, 10)
	default:
		return appendFloat(dst, n.Float)
	}
}

func appendFloat(dst []byte, f float64) []byte {
	if math.Signbit(f) {
		dst = append(dst, '-')
		f = -f
	}
	if f == 0 {
		return append(dst, "0.0"...)
	}
	// d.ddde±xx, with the fewest digits that read back.
	var buf [32]byte
	e := strconv.AppendFloat(buf[:0], f, 'e', -1, 64)
	mark := bytes.IndexByte(e, 'e')
	exp := int(e[mark+2] - '0')
	for _, c := range e[mark+3:] {
		exp = exp*10 + int(c-'0')
	}
	if e[mark+1] == '-' {
		exp = -exp
	}
	if exp < -5 || exp > 15 {
		dst = append(dst, e[:mark+2]...) // digits, e, sign
		return strconv.AppendInt(dst, int64(max(exp, -exp)), 10)
	}
	digits := e[:1]
	if mark > 2 {
		digits = append(digits, e[2:mark]...)
	}
	return appendPositional(dst, digits, exp)
}

// appendPositional appends digits with the point behind the first exp+1 of
// them, and zeros where there are none.
func appendPositional(dst, digits []byte, exp int) []byte {
	if exp < 0 {
		dst = append(dst, "0.00000"[:1-exp]...)
		return append(dst, digits...)
	}
	whole := min(exp+1, len(digits))
	dst = append(dst, digits[:whole]...)
	dst = append(dst, "000000000000000"[:exp+1-whole]...)
	if whole == len(digits) {
		return append(dst, ".0"...)
	}
	dst = append(dst, '.')
	return append(dst, digits[whole:]...)
}
