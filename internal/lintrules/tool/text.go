package tool

import (
	"unicode"
	"unicode/utf8"
)

// privilegedWords are the words in a capability's name that speak of more than
// reading (spec section 6.4).
var privilegedWords = [...]string{"write", "delete", "exec", "execute", "shell", "spawn"}

const maxPrivilegedWord = len("execute")

// privilegedWord returns the first word of a capability's name that speaks of
// more than reading, or "". It is a guess: capabilities are free names. Words
// end where a small letter or a digit meets a capital, and at all that is not
// a letter or a digit of ASCII.
func privilegedWord(capability []byte) string {
	var word [maxPrivilegedWord]byte
	n := 0 // length of the word so far; the letters beyond the longest are only counted
	before := byte(0)
	for _, c := range capability {
		capital := 'A' <= c && c <= 'Z'
		small := 'a' <= c && c <= 'z' || '0' <= c && c <= '9'
		if !small && (!capital || before != 0) {
			if s := matchPrivilegedWord(word[:min(n, len(word))], n); s != "" {
				return s
			}
			n = 0
		}
		before = 0
		if small {
			before = c
		}
		if small || capital {
			if n < len(word) {
				word[n] = c
				if capital {
					word[n] |= 0x20
				}
			}
			n++
		}
	}
	return matchPrivilegedWord(word[:min(n, len(word))], n)
}

// matchprivilegedWord returns the strong word that equals a word of n letters.
func matchPrivilegedWord(word []byte, n int) string {
	for _, s := range privilegedWords {
		if n == len(s) && string(word) == s {
			return s
		}
	}
	return ""
}

// isBlank reports whether a text is empty or white space only.
func isBlank(text []byte) bool {
	for at := 0; at < len(text); {
		r, size := utf8.DecodeRune(text[at:])
		if !unicode.IsSpace(r) {
			return false
		}
		at += size
	}
	return true
}

// firstSpaceOrControl returns the first character of a text that is white space or
// a control character, or false when there is none.
func firstSpaceOrControl(text []byte) (rune, bool) {
	for at := 0; at < len(text); {
		r, size := utf8.DecodeRune(text[at:])
		if r <= 0x1f || r >= 0x7f && r <= 0x9f || unicode.IsSpace(r) {
			return r, true
		}
		at += size
	}
	return 0, false
}
