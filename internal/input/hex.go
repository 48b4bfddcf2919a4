package input

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"github.com/divtool/divtool/pkg/diag"
)

// readHex reads a text as hex. A lone digit in a text that has nothing but
// what hex has is an error beyond doubt.
func readHex(text []byte, limit int) reading {
	// Most of what is not hex shows it at once: reserve nothing for it.
	if head := text[:min(len(text), 64)]; len(head) < len(text) {
		if _, at, end := scanHex(nil, head, limit); end == hexUnexpected && at < len(head)-1 {
			return reading{problem: hexCharError(text, at)}
		}
	}
	out, at, end := scanHex(nil, text, limit)
	switch {
	case end == hexTooLong:
		return reading{problem: limitError(at, limit)}
	case end == hexLoneDigit:
		digits, clean := countHexDigits(text)
		problem := loneDigitError(text, at)
		if clean {
			problem.Message += digitTotal(digits)
		}
		return reading{problem: problem, definite: clean}
	case end == hexUnexpected:
		return reading{problem: hexCharError(text, at)}
	case len(out) == 0:
		return reading{problem: emptyError(0, "there is no hex digit in the text", "")}
	}
	return reading{bytes: out, reason: "nothing but hex digits and what separates them"}
}

func digitTotal(digits int) string {
	if digits == 1 {
		return " (the only digit)"
	}
	return fmt.Sprintf(" (%d digits in all)", digits)
}

func loneDigitError(text []byte, at int) *diag.Diagnostic {
	d := formError(at, 1, "a byte has two hex digits, this one has one")
	d.Need, d.Have = diag.Count(2), diag.Count(1)
	switch {
	case bytes.ContainsRune(text, ',') && !bytes.ContainsAny(text, "abcdefxABCDEFX"):
		d.Hint = "decimal numbers need brackets around the list: [1, 2]"
	case startsLikeOffset(text):
		d.Hint = "in a dump of od the last line is an offset alone; it is missing here"
	}
	return d
}

// startsLikeOffset tells whether a text starts with the seven zeros that od
// and hexdump print before the first byte.
func startsLikeOffset(text []byte) bool {
	return bytes.HasPrefix(text[skipSpace(text, 0):], []byte("0000000 "))
}

func hexCharError(text []byte, at int) *diag.Diagnostic {
	if at >= 2 && hasHexPrefix(text, at-2) {
		return unexpected(text, at, "a hex digit")
	}
	shown, size := describeChar(text, at)
	d := formError(at, size, "%s is neither a hex digit nor a separator", shown)
	d.Need, d.Have = diag.Words("a hex digit"), diag.Words(quotableChar(shown))
	switch c := text[at]; {
	case c == '#' || c == '/':
		d.Hint = "a comment (# or //) starts a line or follows white space"
	case isControl(c) || c >= 0x80:
	case c == '|' || c == '.' || c == '>':
		d.Hint = "if this is a dump with a text column: --in hexdump"
	case c == '[' || c == '{' || c == '"' || c == '\'':
		d.Hint = fmt.Sprintf("if this is a byte list: --in %s", Bytes)
	}
	return d
}

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

// hexStepKind is what hexStep found.
type hexStepKind uint8

const (
	hexSkip     hexStepKind = iota // a prefix or a comment: go on behind it
	hexPair                        // a byte of two digits
	hexByte                        // a byte of one digit behind 0x
	hexStepLone                    // a digit whose second is missing
	hexInvalid                     // something that is not of the form
)

// hexStep takes the one step behind a byte or separator that hexPairs does not
// know. It returns where to go on, or where the fault is.
func hexStep(text []byte, at int) (next int, value byte, kind hexStepKind) {
	c := text[at]
	switch {
	case hasHexPrefix(text, at):
		return hexAfterPrefix(text, at)
	case isHex(c) && at+1 < len(text) && isHex(text[at+1]):
		return at, 0, hexPair
	case isHex(c) && at+1 < len(text) && hexClass[text[at+1]] == 0 && !hasHexPrefix(text, at+1):
		return at + 1, 0, hexInvalid
	case isHex(c):
		return at, 0, hexStepLone
	case startsComment(text, at):
		next, ok := skipComment(text, at)
		if !ok {
			return next, 0, hexInvalid
		}
		return next, 0, hexSkip
	}
	return at, 0, hexInvalid
}

// hasHexPrefix tells whether 0x or \x stands at offset at.
func hasHexPrefix(text []byte, at int) bool {
	if at+1 >= len(text) {
		return false
	}
	c, x := text[at], text[at+1]
	return c == '0' && (x == 'x' || x == 'X') || c == '\\' && x == 'x'
}

// hexAfterPrefix looks behind 0x or \x. Languages drop the leading zero of
// 0x5, but never that of \x05.
func hexAfterPrefix(text []byte, at int) (next int, value byte, kind hexStepKind) {
	digit := at + 2
	switch {
	case digit >= len(text) || !isHex(text[digit]):
		return digit, 0, hexInvalid
	case digit+1 < len(text) && isHex(text[digit+1]):
		return digit, 0, hexSkip
	case text[at] != '0':
		return digit, 0, hexStepLone
	case digit+1 == len(text) || hexClass[text[digit+1]] != 0:
		return digit + 1, hexClass[text[digit]] & 15, hexByte
	}
	return digit, 0, hexStepLone
}

// startsComment tells whether a comment starts at offset at: # or // at the
// start of a line or behind white space.
func startsComment(text []byte, at int) bool {
	if at > 0 && !isSpace(text[at-1]) {
		return false
	}
	return text[at] == '#' || text[at] == '/' && at+1 < len(text) && text[at+1] == '/'
}

// skipComment returns the end of the line, or where a byte stands that no text
// holds. A carriage return alone ends a line too, or a comment could swallow
// the bytes behind it.
func skipComment(text []byte, at int) (next int, ok bool) {
	for ; at < len(text); at++ {
		switch c := text[at]; {
		case c == '\n' || c == '\r':
			return at, true
		case isControl(c):
			return at, false
		}
	}
	return at, true
}

// skipHexSeparators passes over all that stands between the digits of two bytes.
func skipHexSeparators(text []byte, at int) int {
	for at < len(text) {
		switch {
		case hexClass[text[at]]&(hexSpace|hexSeparator) != 0:
			at++
		case hasHexPrefix(text, at):
			at += 2
		case startsComment(text, at):
			at, _ = skipComment(text, at)
			if at < len(text) && isControl(text[at]) {
				return at
			}
		default:
			return at
		}
	}
	return at
}

// countHexDigits counts the digits of a text, and tells whether there is nothing in
// it that hex does not have.
func countHexDigits(text []byte) (digits int, clean bool) {
	for at := skipHexSeparators(text, 0); at < len(text); at = skipHexSeparators(text, at) {
		if !isHex(text[at]) {
			return digits, false
		}
		digits++
		at++
	}
	return digits, true
}

// locateHex returns where the digits of byte i stand in a text that is hex.
func locateHex(text []byte, i int) int {
	end := 0
	for at := skipHexSeparators(text, 0); at < len(text); at = skipHexSeparators(text, at) {
		if i == 0 {
			return at
		}
		i--
		at++
		if at < len(text) && isHex(text[at]) {
			at++
		}
		end = at
	}
	return end
}
