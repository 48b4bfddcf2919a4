package input

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"unicode/utf8"

	"github.com/divtool/divtool/pkg/diag"
)

// readHex reads a text as hex, or the JSON string that holds it. The error is
// definite if the text is hex but for a digit that is missing or a few wrong
// characters.
func readHex(text []byte, limit int) reading {
	text = unquote(text)
	// Most texts that are not hex fail early: check the start before allocating.
	if head := text[:min(len(text), 64)]; len(head) < len(text) {
		if _, at, end := scanHex(nil, head, limit); end == hexUnexpected && at < len(head)-1 {
			return hexWithTypo(text, hexCharError(text, at))
		}
	}
	out, at, end := scanHex(nil, text, limit)
	switch {
	case end == hexTooLong:
		return reading{problem: limitError(at, limit)}
	case end == hexLoneDigit:
		return hexWithTypo(text, loneDigitError(text, at))
	case end == hexUnexpected:
		return hexWithTypo(text, hexCharError(text, at))
	case len(out) == 0:
		return reading{problem: emptyError(0, "the text has no hex digits", "")}
	}
	return reading{bytes: out, reason: "only hex digits and separators"}
}

// hexWithTypo returns the reading of a text that is not valid hex. A text that is
// meant to be hex has its error at the first character that hex does not allow.
func hexWithTypo(text []byte, problem *diag.Diagnostic) reading {
	c := countHex(text)
	switch {
	case c.others == 0 && problem.Message == loneDigit:
		problem.Message += digitTotal(c.digits)
		return reading{problem: problem, definite: true}
	case c.meant(text):
		return reading{problem: hexCharError(text, c.first), definite: true}
	}
	return reading{problem: problem}
}

// hexCount counts the characters of a text that may be hex, without comments.
type hexCount struct {
	digits  int // hex digits
	decimal int // of them 0 to 9
	others  int // characters that hex does not allow
	all     int // all characters
	first   int // offset of the first of the others
}

func countHex(text []byte) (c hexCount) {
	start, end := trimSpace(text)
	for at := start; at < end; {
		class := hexClass[text[at]]
		size := 1
		switch {
		case startsComment(text, at):
			next, _ := skipComment(text[:end], at)
			if at = next; at == end || isSpace(text[at]) {
				continue
			}
			c.other(at)
		case hasHexPrefix(text[:end], at):
			size = 2
			c.all++
		case class&hexDigit != 0:
			c.digits++
			if text[at] <= '9' {
				c.decimal++
			}
		case class == 0:
			c.other(at)
			_, size = utf8.DecodeRune(text[at:])
		}
		c.all++
		at += size
	}
	return c
}

// other counts a character that hex does not allow.
func (c *hexCount) other(at int) {
	if c.others == 0 {
		c.first = at
	}
	c.others++
}

// meant reports whether a text is hex with a few wrong characters: few enough, and
// with more decimal digits than base64 of text has.
func (c *hexCount) meant(text []byte) bool {
	const minSize, maxShare = 16, 8
	first := text[skipSpace(text, 0):]
	return c.others > 0 && c.all >= minSize && maxShare*c.others <= c.all && 2*c.decimal > c.digits &&
		len(first) > 0 && bytes.IndexByte([]byte("[{(<\"'`"), first[0]) < 0
}

func digitTotal(digits int) string {
	if digits == 1 {
		return " (the only digit)"
	}
	return fmt.Sprintf(" (%d digits in total)", digits)
}

const loneDigit = "expected two hex digits per byte, got one"

func loneDigitError(text []byte, at int) *diag.Diagnostic {
	d := formError(at, 1, "%s", loneDigit)
	d.Need, d.Have = diag.Count(2), diag.Count(1)
	switch {
	case bytes.ContainsRune(text, ',') && !bytes.ContainsAny(text, "abcdefxABCDEFX"):
		d.Hint = "write a list of decimal numbers in brackets: [1, 2]"
	case startsLikeOffset(text):
		d.Hint = "this looks like a dump of `od` without its last line, which holds only an offset"
	}
	return d
}

// startsLikeOffset reports whether a text starts with the seven zeros that od
// and hexdump print before the first byte.
func startsLikeOffset(text []byte) bool {
	return bytes.HasPrefix(text[skipSpace(text, 0):], []byte("0000000 "))
}

func hexCharError(text []byte, at int) *diag.Diagnostic {
	if at >= 2 && hasHexPrefix(text, at-2) {
		return unexpected(text, at, "a hex digit")
	}
	shown, size := describeChar(text, at)
	d := formError(at, size, "expected a hex digit or a separator, got %s", shown)
	d.Need, d.Have = diag.Words("a hex digit"), diag.Words(quotableChar(shown))
	switch c := text[at]; {
	case c == '#' || c == '/':
		d.Hint = "a comment (# or //) must start a line or follow white space"
	case isControl(c) || c >= 0x80:
	case c == '|' || c == '.' || c == '>':
		d.Hint = "if this is a dump with a text column, use `--in hexdump`"
	case c == '[' || c == '{' || c == '"' || c == '\'':
		d.Hint = fmt.Sprintf("if this is a byte list, use `--in %s`", Bytes)
	}
	return d
}

// Classes of a byte in hexClass. The low four bits of a digit are its value.
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

// AppendHex reads text as hex, including all separators, prefixes and comments
// of [Hex], and appends the bytes to dst. It returns errAt -1, or the offset of
// the error with out holding the bytes before it; [Read] with [Hex] describes the
// error. A text of only separators and comments is valid and appends nothing.
//
// AppendHex grows dst by at most half the length of text and makes no other
// allocation.
func AppendHex(dst, text []byte) (out []byte, errAt int) {
	out, at, end := scanHex(dst, text, math.MaxInt)
	if end == hexDone {
		return out, -1
	}
	return out, at
}

// hexEnd is the reason why scanHex stopped.
type hexEnd uint8

const (
	hexDone       hexEnd = iota // end of the text
	hexLoneDigit                // a digit without a second one
	hexUnexpected               // a character that hex does not allow
	hexTooLong                  // more bytes than the limit
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

// hexPairs decodes the leading digit pairs of text, at most len(dst), and
// returns their number. Hex in logs is mostly plain runs, or pairs with one
// separator between; hexStep handles everything else.
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

// hexWord decodes eight digits at once, the first in the lowest byte. It adds a
// constant to all bytes that sets the top bit of those above a bound. No sum
// carries into the next byte as long as all bytes are ASCII.
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

// hexSeparatedPairs decodes digit pairs that each follow one separator. It stops
// when dst is full or the pair is not followed by another separator, and returns
// the number of pairs. It is a fast path for hex with a separator between bytes.
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

type hexStepKind uint8

const (
	hexSkip     hexStepKind = iota // a prefix or a comment: continue after it
	hexPair                        // a byte of two digits
	hexByte                        // a byte of one digit after 0x
	hexStepLone                    // a digit without a second one
	hexInvalid                     // a character that hex does not allow
)

// hexStep handles what hexPairs and hexSeparatedPairs do not. It returns where
// to continue, or the offset of the error.
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

// hasHexPrefix reports whether 0x or \x is at offset at.
func hasHexPrefix(text []byte, at int) bool {
	if at+1 >= len(text) {
		return false
	}
	c, x := text[at], text[at+1]
	return c == '0' && (x == 'x' || x == 'X') || c == '\\' && x == 'x'
}

// hexAfterPrefix classifies the digits after 0x or \x. Languages omit the leading
// zero of 0x05, but never the zero of \x05.
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

// startsComment reports whether a comment starts at offset at: # or // at the
// start of a line or after white space.
func startsComment(text []byte, at int) bool {
	if at > 0 && !isSpace(text[at-1]) {
		return false
	}
	return text[at] == '#' || text[at] == '/' && at+1 < len(text) && text[at+1] == '/'
}

// skipComment returns the end of the line, or the offset of a control character
// and false. A lone carriage return also ends a line; otherwise a comment could
// hide the bytes after it.
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

// skipHexSeparators skips everything allowed between the digits of two bytes.
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

// locateHex returns the offset of the digits of byte i in valid hex.
func locateHex(text []byte, i int) int {
	text = unquote(text)
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
