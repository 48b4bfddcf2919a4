package input

import (
	"bytes"

	"github.com/divtool/divtool/pkg/diag"
)

var utf8BOM = []byte{0xef, 0xbb, 0xbf}

func bomLen(text []byte) int {
	if bytes.HasPrefix(text, utf8BOM) {
		return len(utf8BOM)
	}
	return 0
}

func blankError(text []byte, form Form) *diag.Diagnostic {
	if len(text) == 0 {
		return emptyError(0, "the input is empty", "")
	}
	hint := ""
	if form == Auto {
		hint = "`--in bin` reads white space as the bytes of a frame"
	}
	return emptyError(0, "the input is only white space", hint)
}

// utf16Error returns an error if text is UTF-16, and nil otherwise. With Auto, a
// byte order mark alone is not enough, because a frame may begin with the same
// two bytes; the rest must be text as well.
func utf16Error(text []byte, form Form) *diag.Diagnostic {
	name, hint := "", "PowerShell 5 writes it with `>`; save it as UTF-8, or bytes with `cmd /c`"
	if form == Auto {
		hint += "; `--in bin` reads it as the bytes of a frame"
	}
	switch {
	case bytes.HasPrefix(text, []byte{0xff, 0xfe}) && (form != Auto || isUTF16(text[2:], 1)):
		name = "UTF-16 (little-endian, with a byte order mark)"
	case bytes.HasPrefix(text, []byte{0xfe, 0xff}) && (form != Auto || isUTF16(text[2:], 0)):
		name = "UTF-16 (big-endian, with a byte order mark)"
	case len(text) >= 4 && isUTF16ASCII(text, 1):
		name = "UTF-16 (little-endian: every second byte is NUL)"
	case len(text) >= 4 && isUTF16ASCII(text, 0):
		name = "UTF-16 (big-endian: every second byte is NUL)"
	default:
		return nil
	}
	return &diag.Diagnostic{
		Code:    "encoding",
		Length:  2,
		Message: "the text is " + name,
		Hint:    hint,
		Need:    diag.Words("UTF-8"),
		Have:    diag.Words("UTF-16"),
	}
}

// UTF16Error returns an error if text begins like UTF-16, and nil otherwise.
func UTF16Error(text []byte) *diag.Diagnostic { return utf16Error(text, Hex) }

const bomSkipped = "skipped the UTF-8 byte order mark at the start of the text"

// BOMNote returns a note for the user if text begins with a UTF-8 byte order
// mark, and "" otherwise.
func BOMNote(text []byte) string {
	if bomLen(text) > 0 {
		return bomSkipped
	}
	return ""
}

// isUTF16 reports whether text could be UTF-16 with its high bytes at odd
// (high = 1) or even (high = 0) offsets: it contains no control characters.
func isUTF16(text []byte, high int) bool {
	for i := 0; i+1 < len(text); i += 2 {
		if text[i+high] == 0 && isControl(text[i+1-high]) {
			return false
		}
	}
	return true
}

// isUTF16ASCII reports whether text is printable ASCII in UTF-16; the last code
// unit may be incomplete.
func isUTF16ASCII(text []byte, high int) bool {
	for i, c := range text {
		if i&1 == high {
			if c != 0 {
				return false
			}
		} else if !isPrintable(c) && !isSpace(c) {
			return false
		}
	}
	return true
}
