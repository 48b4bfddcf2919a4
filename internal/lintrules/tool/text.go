package tool

import (
	"unicode"
	"unicode/utf8"
)

// privilegedWords are the words in a capability's name that mean more than reading (spec
// section 6.4).
var privilegedWords = [...]string{"write", "delete", "exec", "execute", "shell", "spawn"}

const maxPrivilegedWord = len("execute")

// privilegedWord returns the first word of a capability's name that means more than
// reading, or "". It is a heuristic, since capabilities are free names. Words end before
// a capital letter that follows a lowercase letter or a digit, and at all characters that
// are not ASCII letters or digits.
func privilegedWord(capability []byte) string {
	var word [maxPrivilegedWord]byte
	n := 0 // length of the current word; letters beyond the buffer are only counted
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

// matchPrivilegedWord returns the privileged word that equals a word of n letters, or "".
func matchPrivilegedWord(word []byte, n int) string {
	for _, s := range privilegedWords {
		if n == len(s) && string(word) == s {
			return s
		}
	}
	return ""
}

// isBlank reports whether a text is empty or only white space.
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

// firstSpaceOrControl returns the first white space or control character of a text, or
// false if there is none.
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
