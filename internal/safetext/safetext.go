// Package safetext knows which characters must not reach a terminal raw, and
// writes text with those escaped.
//
// Goals: the same set in every view, message, report and file name. Not a
// goal: judging whether text is confusing in other ways.
package safetext

import "unicode/utf8"

// Hostile tells whether r can move the cursor, reorder or hide text: control
// characters, bidirectional marks, zero-width and tag characters.
func Hostile(r rune) bool {
	switch {
	case r < 0x20, r >= 0x7f && r <= 0x9f:
		return true
	case r < 0x61c:
		return false
	case r == 0x61c, r == 0xfeff,
		r >= 0x200b && r <= 0x200f,
		r >= 0x2028 && r <= 0x202e,
		r >= 0x2060 && r <= 0x2069,
		r >= 0xe0000 && r <= 0xe007f:
		return true
	}
	return false
}

const hexDigits = "0123456789abcdef"

// Append appends text for people to read: hostile characters as \u and four
// hex digits (a pair of them beyond U+FFFF), bytes that are not UTF-8 as \x
// and two.
func Append(dst []byte, text []byte) []byte {
	for at := 0; at < len(text); {
		r, size := utf8.DecodeRune(text[at:])
		switch {
		case r == utf8.RuneError && size == 1:
			dst = append(dst, '\\', 'x', hexDigits[text[at]>>4], hexDigits[text[at]&15])
		case Hostile(r):
			dst = AppendUnicodeEscape(dst, r)
		default:
			dst = append(dst, text[at:at+size]...)
		}
		at += size
	}
	return dst
}

// String returns text for people to read, as [Append] writes it.
func String(text string) string {
	for _, r := range text {
		if Hostile(r) || r == utf8.RuneError {
			return string(Append(nil, []byte(text)))
		}
	}
	return text
}

// AppendUnicodeEscape appends r as JSON writes it in ASCII: \u and four hex
// digits, or two of those for a surrogate pair.
func AppendUnicodeEscape(dst []byte, r rune) []byte {
	if r > 0xffff {
		r -= 0x10000
		dst = appendUnit(dst, 0xd800|r>>10)
		r = 0xdc00 | r&0x3ff
	}
	return appendUnit(dst, r)
}

func appendUnit(dst []byte, u rune) []byte {
	return append(dst, '\\', 'u', hexDigits[u>>12&15], hexDigits[u>>8&15], hexDigits[u>>4&15], hexDigits[u&15])
}
