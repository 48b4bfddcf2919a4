package frames

import "math/bits"

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

// AppendUint appends a number in decimal, as strconv.AppendUint does. It
// writes the digits where they belong: documents are half numbers.
func AppendUint(dst []byte, v uint64) []byte {
	if v < 10 {
		return append(dst, '0'+byte(v))
	}
	// 1233/4096 is a little above log10(2).
	size := bits.Len64(v) * 1233 >> 12
	if v >= powers[size] {
		size++
	}
	end := len(dst) + size
	if end > cap(dst) {
		dst = grown(dst, end)
	}
	dst = dst[:end]
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
