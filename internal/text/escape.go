// Package text makes text from outside safe to show: it escapes, quotes and
// cuts text, finds the line and column of an offset, and suggests the nearest
// known word.
//
// Goal: every view, message, report and file name escapes the same characters.
// Non-goals: quotes that a program reads back, and other kinds of confusing
// text.
package text

import (
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// IsHostile reports whether r can move the cursor, or reorder or hide text:
// control characters, bidirectional marks, zero-width and tag characters.
func IsHostile(r rune) bool {
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

// AppendEscaped appends text for humans: hostile characters as \u and four hex
// digits (a surrogate pair above U+FFFF), and bytes that are not valid UTF-8 as
// \x and two hex digits.
func AppendEscaped(dst []byte, text []byte) []byte {
	at := 0
	for at < len(text) && text[at]-0x20 < 0x7f-0x20 {
		at++ // fast path: most texts are printable ASCII
	}
	dst = append(dst, text[:at]...)
	for at < len(text) {
		r, size := utf8.DecodeRune(text[at:])
		switch {
		case r == utf8.RuneError && size == 1:
			dst = append(dst, '\\', 'x', hexDigits[text[at]>>4], hexDigits[text[at]&15])
		case IsHostile(r):
			dst = AppendUnicodeEscape(dst, r)
		default:
			dst = append(dst, text[at:at+size]...)
		}
		at += size
	}
	return dst
}

// Escape returns text escaped as by [AppendEscaped].
func Escape(text string) string {
	for _, r := range text {
		if IsHostile(r) || r == utf8.RuneError {
			return string(AppendEscaped(nil, []byte(text)))
		}
	}
	return text
}

// AppendUnicodeEscape appends r as an ASCII escape of JSON: \u and four hex
// digits, twice for a surrogate pair.
func AppendUnicodeEscape(dst []byte, r rune) []byte {
	if r > 0xffff {
		r -= 0x10000
		dst = appendUTF16Unit(dst, 0xd800|r>>10)
		r = 0xdc00 | r&0x3ff
	}
	return appendUTF16Unit(dst, r)
}

func appendUTF16Unit(dst []byte, u rune) []byte {
	return append(dst, '\\', 'u', hexDigits[u>>12&15], hexDigits[u>>8&15], hexDigits[u>>4&15], hexDigits[u&15])
}

// Unescape reverses [Escape]. It returns text itself if Escape cannot have
// returned text. Since Escape keeps backslashes, the result is ambiguous: text
// may also have been the original, which callers should try first.
func Unescape(text string) string {
	var out []byte
	for at := 0; at < len(text); {
		r, width := parseEscape(text[at:])
		switch {
		case width == 0:
			out = append(out, text[at])
			at++
			continue
		case text[at+1] == 'x':
			out = append(out, byte(r))
		default:
			out = utf8.AppendRune(out, r)
		}
		at += width
	}
	if Escape(string(out)) != text {
		return text
	}
	return string(out)
}

// parseEscape reads the escape of a byte or a hostile character at the start of
// text. width is its length, 0 if there is none.
func parseEscape(text string) (r rune, width int) {
	switch {
	case !strings.HasPrefix(text, `\x`) && !strings.HasPrefix(text, `\u`):
		return 0, 0
	case text[1] == 'x':
		b, ok := parseHex(text[2:], 2)
		if !ok {
			return 0, 0
		}
		return b, 4
	}
	r, ok := parseHex(text[2:], 4)
	if !ok {
		return 0, 0
	}
	if utf16.IsSurrogate(r) && strings.HasPrefix(text[6:], `\u`) {
		low, _ := parseHex(text[8:], 4)
		if r = utf16.DecodeRune(r, low); IsHostile(r) {
			return r, 12
		}
	}
	if !IsHostile(r) {
		return 0, 0
	}
	return r, 6
}

func parseHex(text string, digits int) (rune, bool) {
	if len(text) < digits {
		return 0, false
	}
	n, err := strconv.ParseUint(text[:digits], 16, 32)
	return rune(n), err == nil
}

// maxShown is the default limit of shown characters.
const maxShown = 40

// stringNodes is a document with string nodes, such as jsondoc.Doc.
type stringNodes interface {
	Plain(n int) ([]byte, bool)
	AppendString(dst []byte, n int) []byte
}

// QuoteNode returns the value of string node n, quoted as by [QuoteBytes].
func QuoteNode(doc stringNodes, n int) string {
	if text, ok := doc.Plain(n); ok {
		return QuoteBytes(text)
	}
	return QuoteBytes(doc.AppendString(nil, n))
}

// Quote returns s quoted as by [QuoteBytes].
func Quote(s string) string {
	// Keep one character more than is shown, so that QuoteBytes adds the ellipsis.
	s = s[:min(len(s), (maxShown+1)*utf8.UTFMax)]
	return QuoteBytes([]byte(s))
}

// QuoteBytes returns text in double quotes: escaped, and cut after 40 characters.
func QuoteBytes(text []byte) string { return `"` + Excerpt(text) + `"` }

// Excerpt returns text without quotes: escaped, and cut after 40 characters. It
// suits numbers.
func Excerpt(text []byte) string {
	head := text
	for i, chars := 0, 0; i < len(text); chars++ {
		if chars == maxShown {
			head = text[:i]
			break
		}
		_, size := utf8.DecodeRune(text[i:])
		i += size
	}
	out := AppendEscaped(make([]byte, 0, len(head)+3), head)
	if len(head) < len(text) {
		out = append(out, "…"...)
	}
	return string(out)
}

// AppendQuote appends text in double quotes: escaped, and cut after at most
// maxShown bytes, between characters.
func AppendQuote(dst, text []byte, maxShown int) []byte {
	dots := ""
	if len(text) > maxShown {
		for maxShown > 0 && !utf8.RuneStart(text[maxShown]) {
			maxShown--
		}
		text, dots = text[:maxShown], "…"
	}
	dst = AppendEscaped(append(dst, '"'), text)
	return append(append(dst, dots...), '"')
}
