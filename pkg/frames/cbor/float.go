package cbor

import (
	"encoding/binary"
	"math"
)

// floatValue is the value of a half, single or double float.
func floatValue(h head) float64 {
	switch h.info {
	case headHalf & 31:
		return halfValue(uint16(h.arg))
	case headSingle & 31:
		return singleValue(uint32(h.arg))
	}
	return math.Float64frombits(h.arg)
}

// appendFloat appends the shortest float that keeps all bits of v.
func appendFloat(dst []byte, v float64) []byte {
	if single, ok := toSingle(v); ok {
		if half, ok := toHalf(single); ok {
			return binary.BigEndian.AppendUint16(append(dst, headHalf), half)
		}
		return binary.BigEndian.AppendUint32(append(dst, headSingle), single)
	}
	return binary.BigEndian.AppendUint64(append(dst, headDouble), math.Float64bits(v))
}

// nonShortestFloat tells whether a shorter float would have held the same value.
func nonShortestFloat(h head) bool {
	switch h.info {
	case headSingle & 31:
		_, ok := toHalf(uint32(h.arg))
		return ok
	case headDouble & 31:
		_, ok := toSingle(math.Float64frombits(h.arg))
		return ok
	}
	return false
}

// The numbers of bits of the fraction of each width.
const (
	halfFraction   = 10
	singleFraction = 23
	doubleFraction = 52
)

// singleValue widens by bits, so that the payload of a NaN is kept.
func singleValue(bits uint32) float64 {
	if v := math.Float32frombits(bits); v == v {
		return float64(v)
	}
	sign := uint64(bits>>31) << 63
	fraction := uint64(bits&(1<<singleFraction-1)) << (doubleFraction - singleFraction)
	return math.Float64frombits(sign | 0x7ff<<doubleFraction | fraction)
}

// toSingle narrows v, when that loses nothing.
func toSingle(v float64) (uint32, bool) {
	if v == v {
		single := float32(v)
		return math.Float32bits(single), float64(single) == v
	}
	bits := math.Float64bits(v)
	single := uint32(bits>>63)<<31 | 0xff<<singleFraction | uint32(bits>>(doubleFraction-singleFraction))&(1<<singleFraction-1)
	return single, math.Float64bits(singleValue(single)) == bits
}

// halfValue widens a half float.
func halfValue(bits uint16) float64 {
	sign := uint64(bits>>15) << 63
	exponent := int(bits >> halfFraction & 31)
	fraction := uint64(bits & (1<<halfFraction - 1))
	var v uint64
	switch exponent {
	case 0: // subnormal: fraction × 2^-24
		v = math.Float64bits(float64(fraction) * (1.0 / (1 << 24)))
	case 31:
		v = 0x7ff<<doubleFraction | fraction<<(doubleFraction-halfFraction)
	default:
		v = uint64(exponent-15+1023)<<doubleFraction | fraction<<(doubleFraction-halfFraction)
	}
	return math.Float64frombits(sign | v)
}

// toHalf narrows a single float, when that loses nothing.
func toHalf(single uint32) (uint16, bool) {
	sign := uint16(single >> 16 & 0x8000)
	exponent := int(single>>singleFraction&0xff) - 127
	fraction := single & (1<<singleFraction - 1)
	const surplus = singleFraction - halfFraction
	switch {
	case single<<1 == 0:
		return sign, true
	case exponent == 128: // infinite, or NaN
		return sign | 0x7c00 | uint16(fraction>>surplus), fraction&(1<<surplus-1) == 0
	case exponent > 15 || exponent < -24:
		return 0, false
	case exponent >= -14:
		return sign | uint16(exponent+15)<<halfFraction | uint16(fraction>>surplus), fraction&(1<<surplus-1) == 0
	}
	// Subnormal in half: the leading 1 stands in the fraction.
	full := fraction | 1<<singleFraction
	shift := surplus - 14 - exponent
	return sign | uint16(full>>shift), full&(1<<shift-1) == 0
}
