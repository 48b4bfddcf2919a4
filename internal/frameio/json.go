// Package frameio has what the engines below pkg/frames share and an importer
// does not need: appending JSON and the texts of notes, and the memory that an
// engine keeps in a reader.
//
// Goals: no allocation per value. Non-goals: anything that depends on a frame
// type; this package does not import pkg/frames.
package frameio

import (
	"encoding/binary"
	"math/bits"
	"slices"
	"strconv"
)

// RedactedPrefix begins the string that replaces a secret. Encoders refuse it.
const RedactedPrefix = "«redacted, "

// AppendRedacted appends the JSON string that replaces a secret of size bytes.
func AppendRedacted(dst []byte, size int) []byte {
	dst = append(append(dst, '"'), RedactedPrefix...)
	return append(strconv.AppendInt(dst, int64(size), 10), " bytes»\""...)
}

// AppendName appends the name of a member, which needs no escapes, and a colon,
// after a comma unless the member is the first.
func AppendName(dst []byte, name string) []byte {
	n := len(dst)
	end := n + len(name) + 4
	if end > cap(dst) {
		dst = grow(dst, end)
	}
	out := dst[n:end]
	if n > 0 && dst[n-1] != '{' && dst[n-1] != '[' {
		out[0] = ','
		out, n = out[1:], n+1
	}
	out[0] = '"'
	out = out[1+copy(out[1:], name):]
	out[0], out[1] = '"', ':'
	return dst[:n+len(name)+3]
}

// grow returns dst with capacity for end bytes. It is not inlined, to keep the
// functions that are called for every member short.
//
//go:noinline
func grow(dst []byte, end int) []byte { return slices.Grow(dst, end-len(dst)) }

// digitPairs holds the two digits of each number below 100.
const digitPairs = "00010203040506070809" +
	"10111213141516171819" +
	"20212223242526272829" +
	"30313233343536373839" +
	"40414243444546474849" +
	"50515253545556575859" +
	"60616263646566676869" +
	"70717273747576777879" +
	"80818283848586878889" +
	"90919293949596979899"

var powersOf10 = [20]uint64{
	1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
}

// AppendUint appends v in decimal. It is faster than strconv.AppendUint because
// it writes the digits in place: half of a document is numbers.
func AppendUint(dst []byte, v uint64) []byte {
	if v < 10 {
		return append(dst, '0'+byte(v))
	}
	// 1233/4096 is a little above log10(2).
	size := bits.Len64(v) * 1233 >> 12
	if v >= powersOf10[size] {
		size++
	}
	end := len(dst) + size
	if end > cap(dst) {
		dst = grow(dst, end)
	}
	dst = dst[:end]
	for v >= 100 {
		rest := v % 100 * 2
		v /= 100
		end -= 2
		dst[end], dst[end+1] = digitPairs[rest], digitPairs[rest+1]
	}
	if v >= 10 {
		dst[end-2], dst[end-1] = digitPairs[v*2], digitPairs[v*2+1]
	} else {
		dst[end-1] = '0' + byte(v)
	}
	return dst
}

// hexPairs holds the two hex digits of each byte.
const hexPairs = "000102030405060708090a0b0c0d0e0f" +
	"101112131415161718191a1b1c1d1e1f" +
	"202122232425262728292a2b2c2d2e2f" +
	"303132333435363738393a3b3c3d3e3f" +
	"404142434445464748494a4b4c4d4e4f" +
	"505152535455565758595a5b5c5d5e5f" +
	"606162636465666768696a6b6c6d6e6f" +
	"707172737475767778797a7b7c7d7e7f" +
	"808182838485868788898a8b8c8d8e8f" +
	"909192939495969798999a9b9c9d9e9f" +
	"a0a1a2a3a4a5a6a7a8a9aaabacadaeaf" +
	"b0b1b2b3b4b5b6b7b8b9babbbcbdbebf" +
	"c0c1c2c3c4c5c6c7c8c9cacbcccdcecf" +
	"d0d1d2d3d4d5d6d7d8d9dadbdcdddedf" +
	"e0e1e2e3e4e5e6e7e8e9eaebecedeeef" +
	"f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff"

// AppendHex appends b in lower-case hex. It takes half the time of
// hex.AppendEncode.
func AppendHex(dst, b []byte) []byte {
	n, end := len(dst), len(dst)+2*len(b)
	if end > cap(dst) {
		dst = grow(dst, end)
	}
	dst = dst[:end]
	out := dst[n:]
	for len(b) >= 4 && len(out) >= 8 {
		binary.LittleEndian.PutUint64(out, hexPair(b[0])|hexPair(b[1])<<16|hexPair(b[2])<<32|hexPair(b[3])<<48)
		b, out = b[4:], out[8:]
	}
	for i, c := range b {
		binary.LittleEndian.PutUint16(out[2*i:], uint16(hexPair(c)))
	}
	return dst
}

// hexPair returns the two digits of c, the first in the lowest byte.
func hexPair(c byte) uint64 {
	i := 2 * int(c)
	return uint64(uint16(hexPairs[i]) | uint16(hexPairs[i+1])<<8)
}
