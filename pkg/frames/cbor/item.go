package cbor

import (
	"encoding/binary"
	"math"

	"github.com/divtool/divtool/pkg/frames"
)

// The major types (RFC 8949, section 3).
const (
	majorUint = iota
	majorNegative
	majorBytes
	majorText
	majorArray
	majorMap
	majorTag
	majorSimple
)

// Additional information of a head.
const (
	infoOneByte    = 24 // the argument is in the next byte
	infoEightBytes = 27
	infoIndefinite = 31
)

// Heads of one byte with a meaning of their own.
const (
	headFalse     = 0xf4
	headTrue      = 0xf5
	headNull      = 0xf6
	headUndefined = 0xf7
	headHalf      = 0xf9
	headSingle    = 0xfa
	headDouble    = 0xfb
	headBreak     = 0xff
)

// The tags that make bytes an integer.
const (
	tagBignum         = 2
	tagNegativeBignum = 3
)

// head is the beginning of an item: its type and its size.
type head struct {
	arg   uint64 // the number, length, count, tag, or the bits of a float
	next  int    // offset after the head
	major byte
	info  byte
}

// headAt reads the head of an item. The caller knows that it is complete.
func headAt(frame []byte, at int) head {
	b := frame[at]
	h := head{major: b >> 5, info: b & 31, next: at + 1}
	switch {
	case h.info < infoOneByte:
		h.arg = uint64(h.info)
	case h.info == infoOneByte:
		h.arg, h.next = uint64(frame[at+1]), at+2
	case h.info == infoOneByte+1:
		h.arg, h.next = uint64(binary.BigEndian.Uint16(frame[at+1:])), at+3
	case h.info == infoOneByte+2:
		h.arg, h.next = uint64(binary.BigEndian.Uint32(frame[at+1:])), at+5
	case h.info == infoEightBytes:
		h.arg, h.next = binary.BigEndian.Uint64(frame[at+1:]), at+9
	}
	return h
}

// argSize returns the size of the argument after a first byte with this additional
// information, -1 when the information is reserved.
func argSize(info byte) int {
	switch {
	case info < infoOneByte || info == infoIndefinite:
		return 0
	case info <= infoEightBytes:
		return 1 << (info - infoOneByte)
	}
	return -1
}

// stringEnd returns the end of the string that the head begins, -1 when it does not end
// before the limit or has an indefinite length.
func (h head) stringEnd(limit int) int {
	if h.arg > uint64(limit-h.next) || h.info == infoIndefinite {
		return -1
	}
	return h.next + int(h.arg)
}

// nonShortest reports whether a shorter head exists.
func (h head) nonShortest() bool {
	switch h.info {
	case infoOneByte:
		return h.arg < infoOneByte
	case infoOneByte + 1:
		return h.arg <= math.MaxUint8
	case infoOneByte + 2:
		return h.arg <= math.MaxUint16
	case infoEightBytes:
		return h.arg <= math.MaxUint32
	}
	return false
}

// content returns the content of the string that starts at an offset.
func content(frame []byte, at int) []byte {
	h := headAt(frame, at)
	return frame[h.next : h.next+int(h.arg)]
}

func appendHead(dst []byte, major byte, arg uint64) []byte {
	major <<= 5
	switch {
	case arg < infoOneByte:
		return append(dst, major|byte(arg))
	case arg <= math.MaxUint8:
		return append(dst, major|infoOneByte, byte(arg))
	case arg <= math.MaxUint16:
		return binary.BigEndian.AppendUint16(append(dst, major|infoOneByte+1), uint16(arg))
	case arg <= math.MaxUint32:
		return binary.BigEndian.AppendUint32(append(dst, major|infoOneByte+2), uint32(arg))
	}
	return binary.BigEndian.AppendUint64(append(dst, major|infoEightBytes), arg)
}

// headWithin reads a head. It returns false when the head does not end before the limit.
func headWithin(frame []byte, at, limit int) (head, bool) {
	if at >= limit {
		return head{}, false
	}
	b := frame[at]
	info := b & 31
	if info < infoOneByte {
		return head{arg: uint64(info), next: at + 1, major: b >> 5, info: info}, true
	}
	if size := argSize(info); size < 0 || limit-at <= size {
		return head{}, false
	}
	return headAt(frame, at), true
}

// next reads a head and, of a string, the content; end is the offset after them. It returns
// false when they do not end before the limit.
func next(frame []byte, at, limit int) (h head, end int, ok bool) {
	h, ok = headWithin(frame, at, limit)
	end = h.next
	if ok && (h.major == majorBytes || h.major == majorText) {
		end = h.stringEnd(limit)
		ok = end >= 0
	}
	return h, end, ok
}

// skip returns the end of the item that starts at an offset, -1 when it does not end
// before the limit. It needs no stack: the parts of an item only add to the number of
// items to skip.
func skip(frame []byte, at, limit int) int {
	for left := uint64(1); left > 0; left-- {
		h, end, ok := next(frame, at, limit)
		if !ok {
			return -1
		}
		at = end
		switch h.major {
		case majorArray, majorMap:
			if h.arg > uint64(limit-at) || h.info == infoIndefinite {
				return -1
			}
			left += h.arg * uint64(h.major-majorArray+1)
		case majorTag:
			left++
		}
	}
	return at
}

// wellFormedEnd returns the end of the heads that can be read one after the other: the
// end of the frame, or the start of a truncated item.
func wellFormedEnd(frame []byte) int {
	for at := 0; ; {
		_, end, ok := next(frame, at, len(frame))
		if !ok {
			return at
		}
		at = end
	}
}

// Item is a value of a frame, for the functions of a declaration. Its methods return
// false for values of another kind, and for truncated ones.
type Item struct {
	frame     []byte
	at, limit int
}

func (i Item) head() (head, bool) {
	return headWithin(i.frame, i.at, i.limit)
}

// end returns the end of the item, or the limit when the item is truncated.
func (i Item) end() int {
	if end := skip(i.frame, i.at, i.limit); end >= 0 {
		return end
	}
	return i.limit
}

// Span returns the byte range of the item.
func (i Item) Span() frames.Span { return frames.Span{Offset: i.at, Length: i.end() - i.at} }

// Uint returns the value of an unsigned integer of at most 64 bits.
func (i Item) Uint() (uint64, bool) {
	h, ok := i.head()
	return h.arg, ok && h.major == majorUint
}

// IsTrue reports whether the item is true.
func (i Item) IsTrue() bool { return i.at < i.limit && i.frame[i.at] == headTrue }

// IsNull reports whether the item is null.
func (i Item) IsNull() bool { return i.at < i.limit && i.frame[i.at] == headNull }

// Text returns the content of a text.
func (i Item) Text() ([]byte, bool) { return i.str(majorText) }

// Bytes returns the content of a byte string.
func (i Item) Bytes() ([]byte, bool) { return i.str(majorBytes) }

func (i Item) str(major byte) ([]byte, bool) {
	h, ok := i.head()
	if !ok || h.major != major {
		return nil, false
	}
	end := h.stringEnd(i.limit)
	if end < 0 {
		return nil, false
	}
	return i.frame[h.next:end], true
}

// Map returns the item as a map. It is empty when the item is of another kind.
func (i Item) Map() Map { return Map{i} }

// Map is a map of a frame with text keys.
type Map struct{ Item }

// Get returns the value of the first key of that name.
func (m Map) Get(name string) (Item, bool) {
	k := m.Keys()
	return k.Get(name)
}

// Keys looks up the keys of a map. Lookups in the order of the keys are fast.
type Keys struct {
	frame       []byte
	limit       int
	at, first   int // offsets of the next key and of the first; at is negative when no more can be read
	left, count int // keys
	key, value  int // offsets of the key that was found last and its value; value is 0 once it is skipped
}

// Keys returns the keys of the map.
func (m Map) Keys() Keys {
	k := Keys{frame: m.frame, limit: m.limit}
	if h, ok := m.head(); ok && h.major == majorMap && h.info != infoIndefinite {
		k.at, k.first = h.next, h.next
		k.count = int(min(h.arg, uint64(m.limit-h.next)))
		k.left = k.count
	}
	return k
}

// Get returns the value of the next key of that name. It starts again from the first key
// when none follows the one found last.
func (k *Keys) Get(name string) (Item, bool) {
	if k.value > 0 {
		k.at, k.value = skip(k.frame, k.value, k.limit), 0
	}
	for range k.count {
		if k.left == 0 || k.at < 0 {
			k.at, k.left = k.first, k.count
		}
		k.left--
		key := k.at
		h, value, ok := next(k.frame, key, k.limit)
		found := ok && h.major == majorText && string(k.frame[h.next:value]) == name
		if ok && h.major != majorText {
			value = skip(k.frame, key, k.limit)
		}
		if found {
			k.key, k.value = key, value
			return Item{k.frame, value, k.limit}, value < k.limit
		}
		if k.at = value; value >= 0 {
			k.at = skip(k.frame, value, k.limit)
		}
	}
	return Item{}, false
}

// Text returns the text of the next key of that name.
func (k *Keys) Text(name string) ([]byte, bool) {
	v, ok := k.Get(name)
	if !ok {
		return nil, false
	}
	return v.Text()
}

// Has reports whether the map has a key of that name whose value is not null.
func (m Map) Has(name string) bool {
	v, ok := m.Get(name)
	return ok && !v.IsNull()
}

// Uint returns the number of a key.
func (m Map) Uint(name string) (uint64, bool) {
	v, ok := m.Get(name)
	if !ok {
		return 0, false
	}
	return v.Uint()
}

// Text returns the text of a key.
func (m Map) Text(name string) ([]byte, bool) {
	v, ok := m.Get(name)
	if !ok {
		return nil, false
	}
	return v.Text()
}

// RootMap returns the outermost map of a frame, empty when the frame is of another kind.
// Truncated entries are not in it.
func RootMap(frame []byte) Map { return Map{Item{frame, 0, wellFormedEnd(frame)}} }

// VariantName returns the only key of a map of one entry, or the text that the item is:
// the name of an enum's variant.
func (m Map) VariantName() ([]byte, bool) {
	if text, ok := m.Item.Text(); ok {
		return text, true
	}
	h, ok := m.head()
	if !ok || h.major != majorMap || h.info == infoIndefinite || h.arg != 1 || h.next >= m.limit {
		return nil, false
	}
	return Item{m.frame, h.next, m.limit}.Text()
}

// floatValue returns the value of a half, single or double float.
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
		if float16, ok := toHalf(single); ok {
			return binary.BigEndian.AppendUint16(append(dst, headHalf), float16)
		}
		return binary.BigEndian.AppendUint32(append(dst, headSingle), single)
	}
	return binary.BigEndian.AppendUint64(append(dst, headDouble), math.Float64bits(v))
}

// nonShortestFloat reports whether a shorter float holds the same value.
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

// hasPayload reports whether v is a NaN with a payload: more than the bit that makes it
// quiet.
func hasPayload(v float64) bool {
	const quietBit = 1 << (doubleFraction - 1)
	return v != v && math.Float64bits(v)&(1<<doubleFraction-1) != quietBit
}

// The sizes of the fractions, in bits.
const (
	halfFraction   = 10
	singleFraction = 23
	doubleFraction = 52
)

// singleValue widens by bits, to keep the payload of a NaN.
func singleValue(bits uint32) float64 {
	if v := math.Float32frombits(bits); v == v {
		return float64(v)
	}
	sign := uint64(bits>>31) << 63
	fraction := uint64(bits&(1<<singleFraction-1)) << (doubleFraction - singleFraction)
	return math.Float64frombits(sign | 0x7ff<<doubleFraction | fraction)
}

// toSingle narrows v if that loses nothing.
func toSingle(v float64) (uint32, bool) {
	if v == v {
		single := float32(v)
		return math.Float32bits(single), float64(single) == v
	}
	bits := math.Float64bits(v)
	single := uint32(bits>>63)<<31 | 0xff<<singleFraction | uint32(bits>>(doubleFraction-singleFraction))&(1<<singleFraction-1)
	return single, math.Float64bits(singleValue(single)) == bits
}

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

// toHalf narrows a single float if that loses nothing.
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
	// Subnormal as a half: the leading 1 is part of the fraction.
	full := fraction | 1<<singleFraction
	shift := surplus - 14 - exponent
	return sign | uint16(full>>shift), full&(1<<shift-1) == 0
}
