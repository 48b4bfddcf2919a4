package frames

import (
	"encoding/binary"
	"math/bits"
	"slices"
)

// pairs are the numbers below 100 in two digits.
const pairs = "00010203040506070809" +
	"10111213141516171819" +
	"20212223242526272829" +
	"30313233343536373839" +
	"40414243444546474849" +
	"50515253545556575859" +
	"60616263646566676869" +
	"70717273747576777879" +
	"80818283848586878889" +
	"90919293949596979899"

var powers = [20]uint64{
	1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
}

// appendUint appends a number in decimal, as strconv.AppendUint does. It
// writes the digits where they belong: documents are half numbers.
func appendUint(dst []byte, v uint64) []byte {
	if v < 10 {
		return append(dst, '0'+byte(v))
	}
	// 1233/4096 is a little above log10(2).
	size := bits.Len64(v) * 1233 >> 12
	if v >= powers[size] {
		size++
	}
	end := len(dst) + size
	dst = slices.Grow(dst, size)[:end]
	for v >= 100 {
		rest := v % 100 * 2
		v /= 100
		end -= 2
		dst[end], dst[end+1] = pairs[rest], pairs[rest+1]
	}
	if v >= 10 {
		dst[end-2], dst[end-1] = pairs[v*2], pairs[v*2+1]
	} else {
		dst[end-1] = '0' + byte(v)
	}
	return dst
}

// appendHex appends bytes in lower-case hex, as hex.AppendEncode does, four of
// them at a time.
func appendHex(dst, b []byte) []byte {
	n := len(dst)
	dst = slices.Grow(dst, 2*len(b))[:n+2*len(b)]
	out := dst[n:]
	for len(b) >= 4 {
		binary.LittleEndian.PutUint64(out, hexWord(binary.LittleEndian.Uint32(b)))
		b, out = b[4:], out[8:]
	}
	const digits = "0123456789abcdef"
	for i, c := range b {
		out[2*i], out[2*i+1] = digits[c>>4], digits[c&15]
	}
	return dst
}

// hexWord is the hex of four bytes, the first in the lowest byte of both.
func hexWord(four uint32) uint64 {
	const ones = 0x0101010101010101
	w := uint64(four)
	w = (w | w<<16) & 0x0000ffff0000ffff
	w = (w | w<<8) & 0x00ff00ff00ff00ff // a byte in each 16 bits
	w = w>>4&0x000f000f000f000f | w&0x000f000f000f000f<<8
	letters := (w + ones*6) >> 4 & ones // 1 where the digit is above 9
	return w + ones*'0' + letters*('a'-'0'-10)
}
