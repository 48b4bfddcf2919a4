package input

import (
	"bytes"

	"github.com/divtool/divtool/pkg/diag"
)

var utf8BOM = []byte{0xef, 0xbb, 0xbf}

// bomLen is the length of the UTF-8 byte order mark before text, if any.
func bomLen(text []byte) int {
	if bytes.HasPrefix(text, utf8BOM) {
		return len(utf8BOM)
	}
	return 0
}

func blankError(text []byte, form Form) *diag.Diagnostic {
	if len(text) == 0 {
		return emptyError(0, "there is nothing to decode", "")
	}
	hint := ""
	if form == Auto {
		hint = "--in bin takes white space as the bytes of a frame"
	}
	return emptyError(0, "there is nothing to decode but white space", hint)
}

// utf16Error is the error of a text in UTF-16, or nil. When any form will do,
// a mark alone is no proof: a frame may begin with the same two bytes, but
// what follows is not text then.
func utf16Error(text []byte, form Form) *diag.Diagnostic {
	name, hint := "", "save it as UTF-8"
	if form == Auto {
		hint += "; --in bin takes it as the bytes of a frame"
	}
	switch {
	case bytes.HasPrefix(text, []byte{0xff, 0xfe}) && (form != Auto || isUTF16(text[2:], 1)):
		name = "UTF-16 (little-endian, by its byte order mark)"
	case bytes.HasPrefix(text, []byte{0xfe, 0xff}) && (form != Auto || isUTF16(text[2:], 0)):
		name = "UTF-16 (big-endian, by its byte order mark)"
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

// UTF16Error is the error of a text that begins as one in UTF-16 does, or nil.
func UTF16Error(text []byte) *diag.Diagnostic { return utf16Error(text, Hex) }

// bomSkipped is the note on a text with a UTF-8 byte order mark.
const bomSkipped = "the UTF-8 byte order mark before the text was skipped"

// BOMNote is the note on the byte order mark that a text begins with; "" when
// there is none.
func BOMNote(text []byte) string {
	if bomLen(text) > 0 {
		return bomSkipped
	}
	return ""
}

// isUTF16 tells whether text can be UTF-16 whose high bytes stand at odd (1) or
// even (0) offsets: no control character is in it.
func isUTF16(text []byte, high int) bool {
	for i := 0; i+1 < len(text); i += 2 {
		if text[i+high] == 0 && isControl(text[i+1-high]) {
			return false
		}
	}
	return true
}

// isUTF16ASCII tells whether text is printable ASCII in UTF-16, its last unit
// perhaps cut in half.
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
