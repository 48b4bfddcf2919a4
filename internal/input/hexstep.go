package input

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
