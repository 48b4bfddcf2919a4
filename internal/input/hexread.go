package input

import (
	"bytes"
	"fmt"

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
