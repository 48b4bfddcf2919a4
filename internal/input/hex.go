package input

import (
	"encoding/binary"
	"math"
	"slices"
)

// What hexClass says of a byte. A digit has its value in the low four bits.
const (
	hexDigit     = 0x80
	hexSpace     = 0x20
	hexSeparator = 0x10
)

var hexClass = [256]uint8{
	'0': hexDigit, '1': hexDigit | 1, '2': hexDigit | 2, '3': hexDigit | 3, '4': hexDigit | 4,
	'5': hexDigit | 5, '6': hexDigit | 6, '7': hexDigit | 7, '8': hexDigit | 8, '9': hexDigit | 9,
	'a': hexDigit | 10, 'b': hexDigit | 11, 'c': hexDigit | 12, 'd': hexDigit | 13, 'e': hexDigit | 14, 'f': hexDigit | 15,
	'A': hexDigit | 10, 'B': hexDigit | 11, 'C': hexDigit | 12, 'D': hexDigit | 13, 'E': hexDigit | 14, 'F': hexDigit | 15,
	' ': hexSpace, '\t': hexSpace, '\n': hexSpace, '\r': hexSpace,
	':': hexSeparator, '-': hexSeparator, ',': hexSeparator,
}

func isHex(c byte) bool { return hexClass[c]&hexDigit != 0 }

// AppendHex reads text as hex, with all the separators, prefixes and comments
// of the form, and appends the bytes to dst. It returns -1, or the offset of
// the fault, with out holding the bytes before it; [Read] with [Hex] says of
// the same text what the fault is. A text of separators and comments alone
// adds nothing and is no fault.
//
// It grows dst by half the length of text at most and allocates nothing else.
func AppendHex(dst, text []byte) (out []byte, errAt int) {
	out, at, end := scanHex(dst, text, math.MaxInt)
	if end == hexDone {
		return out, -1
	}
	return out, at
}

// hexEnd says why scanHex stopped.
type hexEnd uint8

const (
	hexDone       hexEnd = iota // at the end of the text
	hexLoneDigit                // at a digit without its second
	hexUnexpected               // at something that is not of the form
	hexTooLong                  // at a byte too many
)

// scanHex appends at most room bytes and returns where and why it stopped.
func scanHex(dst, text []byte, room int) (out []byte, at int, end hexEnd) {
	dst = slices.Grow(dst, min(len(text)/2, room))
	n, limit := len(dst), min(cap(dst), len(dst)+min(len(text)/2, room))
	for at < len(text) {
		k := hexPairs(dst[n:limit], text[at:])
		n += k
		at += 2 * k
		if at == len(text) {
			break
		}
		if hexClass[text[at]]&(hexSpace|hexSeparator) != 0 {
			k := hexSeparatedPairs(dst[n:limit], text[at:])
			n += k
			at += 3*k + 1
			continue
		}
		next, value, step := hexStep(text, at)
		switch {
		case step == hexByte && n == limit, step == hexPair:
			return dst[:n], at, hexTooLong
		case step == hexByte:
			dst = dst[:n+1]
			dst[n] = value
			n++
		case step == hexInvalid:
			return dst[:n], next, hexUnexpected
		case step == hexStepLone:
			return dst[:n], next, hexLoneDigit
		}
		at = next
	}
	return dst[:n], at, hexDone
}

// hexPairs decodes the digit pairs that text starts with, as many as dst
// holds, and returns how many there were. Logs hold mostly clean runs, or
// pairs with one separator between; the rest is left to hexStep.
func hexPairs(dst, text []byte) int {
	n, at := 0, 0
	for ; n+4 <= len(dst) && at+8 <= len(text); n, at = n+4, at+8 {
		pairs, ok := hexWord(binary.LittleEndian.Uint64(text[at:]))
		if !ok {
			break
		}
		binary.LittleEndian.PutUint32(dst[n:], pairs)
	}
	for ; n < len(dst) && at+1 < len(text); n, at = n+1, at+2 {
		a, b := hexClass[text[at]], hexClass[text[at+1]]
		if a&b&hexDigit == 0 {
			break
		}
		dst[n] = a<<4 | b&15
	}
	return n
}

// hexWord decodes eight digits at once, the first in the lowest byte: it adds to
// all bytes what sets the top bit of those that are large enough, and no sum
// reaches into the next byte while all are ASCII.
func hexWord(x uint64) (pairs uint32, ok bool) {
	const all, top = 0x0101010101010101, 0x8080808080808080
	lower := x | 0x20*all
	number := (x + (0x80-'0')*all) &^ (x + (0x80-'9'-1)*all)
	letter := (lower + (0x80-'a')*all) &^ (lower + (0x80-'f'-1)*all) & top
	v := x&(0x0f*all) + letter>>7*9
	v = (v<<4 | v>>8) & 0x00ff00ff00ff00ff
	v = (v | v>>8) & 0x0000ffff0000ffff
	return uint32(v | v>>16), (number|letter)&^x&top == top
}

// hexSeparatedPairs decodes digit pairs with one separator before each, as many as
// dst holds and while another separator follows, and returns how many there
// were. It spares spaced hex the way through the runs for every byte.
func hexSeparatedPairs(dst, text []byte) int {
	n := 0
	for len(dst) > n && len(text) >= 4 {
		a, b := hexClass[text[1]], hexClass[text[2]]
		if a&b&hexDigit == 0 || hexClass[text[3]]&(hexSpace|hexSeparator) == 0 {
			break
		}
		dst[n] = a<<4 | b&15
		text = text[3:]
		n++
	}
	return n
}
