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

// Uint returns the value of number i when it is an integer from 0 to
// 2^64-1 and written as one.
func (d *Doc) Uint(i int) (uint64, bool) {
	if d.nodes[i].Kind != Number || d.nodes[i].Flags&(Fractional|Invalid) != 0 {
		return 0, false
	}
	n := d.Num(i)
	return n.Uint, n.Kind == Uint
}

// Int returns the value of a number that the reference reads as an integer
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

// fraction gathers the digits after the point up to the first that does not
// fit; those after it do not count at all.
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

// AppendNum appends a number as serde_json prints it: integers in
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

// appendPositional appends digits with the point after the first exp+1 of
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

// pow10 holds the doubles nearest to the powers of ten from 1e0 to 1e308.
var pow10 = [309]float64{
	1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9,
	1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
	1e20, 1e21, 1e22, 1e23, 1e24, 1e25, 1e26, 1e27, 1e28, 1e29,
	1e30, 1e31, 1e32, 1e33, 1e34, 1e35, 1e36, 1e37, 1e38, 1e39,
	1e40, 1e41, 1e42, 1e43, 1e44, 1e45, 1e46, 1e47, 1e48, 1e49,
	1e50, 1e51, 1e52, 1e53, 1e54, 1e55, 1e56, 1e57, 1e58, 1e59,
	1e60, 1e61, 1e62, 1e63, 1e64, 1e65, 1e66, 1e67, 1e68, 1e69,
	1e70, 1e71, 1e72, 1e73, 1e74, 1e75, 1e76, 1e77, 1e78, 1e79,
	1e80, 1e81, 1e82, 1e83, 1e84, 1e85, 1e86, 1e87, 1e88, 1e89,
	1e90, 1e91, 1e92, 1e93, 1e94, 1e95, 1e96, 1e97, 1e98, 1e99,
	1e100, 1e101, 1e102, 1e103, 1e104, 1e105, 1e106, 1e107, 1e108, 1e109,
	1e110, 1e111, 1e112, 1e113, 1e114, 1e115, 1e116, 1e117, 1e118, 1e119,
	1e120, 1e121, 1e122, 1e123, 1e124, 1e125, 1e126, 1e127, 1e128, 1e129,
	1e130, 1e131, 1e132, 1e133, 1e134, 1e135, 1e136, 1e137, 1e138, 1e139,
	1e140, 1e141, 1e142, 1e143, 1e144, 1e145, 1e146, 1e147, 1e148, 1e149,
	1e150, 1e151, 1e152, 1e153, 1e154, 1e155, 1e156, 1e157, 1e158, 1e159,
	1e160, 1e161, 1e162, 1e163, 1e164, 1e165, 1e166, 1e167, 1e168, 1e169,
	1e170, 1e171, 1e172, 1e173, 1e174, 1e175, 1e176, 1e177, 1e178, 1e179,
	1e180, 1e181, 1e182, 1e183, 1e184, 1e185, 1e186, 1e187, 1e188, 1e189,
	1e190, 1e191, 1e192, 1e193, 1e194, 1e195, 1e196, 1e197, 1e198, 1e199,
	1e200, 1e201, 1e202, 1e203, 1e204, 1e205, 1e206, 1e207, 1e208, 1e209,
	1e210, 1e211, 1e212, 1e213, 1e214, 1e215, 1e216, 1e217, 1e218, 1e219,
	1e220, 1e221, 1e222, 1e223, 1e224, 1e225, 1e226, 1e227, 1e228, 1e229,
	1e230, 1e231, 1e232, 1e233, 1e234, 1e235, 1e236, 1e237, 1e238, 1e239,
	1e240, 1e241, 1e242, 1e243, 1e244, 1e245, 1e246, 1e247, 1e248, 1e249,
	1e250, 1e251, 1e252, 1e253, 1e254, 1e255, 1e256, 1e257, 1e258, 1e259,
	1e260, 1e261, 1e262, 1e263, 1e264, 1e265, 1e266, 1e267, 1e268, 1e269,
	1e270, 1e271, 1e272, 1e273, 1e274, 1e275, 1e276, 1e277, 1e278, 1e279,
	1e280, 1e281, 1e282, 1e283, 1e284, 1e285, 1e286, 1e287, 1e288, 1e289,
	1e290, 1e291, 1e292, 1e293, 1e294, 1e295, 1e296, 1e297, 1e298, 1e299,
	1e300, 1e301, 1e302, 1e303, 1e304, 1e305, 1e306, 1e307, 1e308,
}
