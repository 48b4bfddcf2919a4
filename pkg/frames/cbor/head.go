package cbor

import (
	"encoding/binary"
	"math"
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
	infoOneByte    = 24 // the argument is in the byte that follows
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

// head is the beginning of an item: what it is, and how long.
type head struct {
	arg   uint64 // the number, length, count, tag, or the bits of a float
	next  int    // offset behind the head
	major byte
	info  byte
}

// headAt reads the head of an item of which a scan has found that it is there.
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

// argSize is the number of bytes of the argument behind a first byte with this
// additional information; -1 where there is none to be.
func argSize(info byte) int {
	switch {
	case info < infoOneByte || info == infoIndefinite:
		return 0
	case info <= infoEightBytes:
		return 1 << (info - infoOneByte)
	}
	return -1
}

// stringEnd is the offset behind the text or bytes that the head begins, or -1
// when they do not end before the limit, or are in pieces.
func (h head) stringEnd(limit int) int {
	if h.arg > uint64(limit-h.next) || h.info == infoIndefinite {
		return -1
	}
	return h.next + int(h.arg)
}

// nonShortest tells whether a shorter head would have said the same.
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

// content is the content of a text or byte string that starts at the given
// offset.
func content(frame []byte, at int) []byte {
	h := headAt(frame, at)
	return frame[h.next : h.next+int(h.arg)]
}

// appendHead appends the shortest head.
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

// headWithin reads the head of an item of which nothing is known. It returns
// false when that does not end before the limit.
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

// skip returns the offset behind the item at the given offset, or -1 when it
// does not end before the limit. It needs no stack: what is inside an item
// only adds to the number of items to pass.
func skip(frame []byte, at, limit int) int {
	for left := uint64(1); left > 0; left-- {
		h, ok := headWithin(frame, at, limit)
		if !ok {
			return -1
		}
		at = h.next
		room := uint64(limit - at)
		switch h.major {
		case majorBytes, majorText:
			if h.arg > room || h.info == infoIndefinite {
				return -1
			}
			at += int(h.arg)
		case majorArray, majorMap:
			if h.arg > room || h.info == infoIndefinite {
				return -1
			}
			left += h.arg * uint64(h.major-majorArray+1)
		case majorTag:
			left++
		}
	}
	return at
}
