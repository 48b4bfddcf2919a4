package agentruntime

import (
	"unicode"
	"unicode/utf8"
)

// IsBlank tells whether a text is empty or white space only.
func IsBlank(text []byte) bool {
	for at := 0; at < len(text); {
		r, size := utf8.DecodeRune(text[at:])
		if !unicode.IsSpace(r) {
			return false
		}
		at += size
	}
	return true
}

// FirstSpaceOrControl returns the first character of a text that is white space or
// a control character, or false when there is none.
func FirstSpaceOrControl(text []byte) (rune, bool) {
	for at := 0; at < len(text); {
		r, size := utf8.DecodeRune(text[at:])
		if r <= 0x1f || r >= 0x7f && r <= 0x9f || unicode.IsSpace(r) {
			return r, true
		}
		at += size
	}
	return 0, false
}
