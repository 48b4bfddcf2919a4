package jsondoc

import (
	"bytes"
	"unicode/utf8"
)

// StringIs reports whether the value of string i is want. A value with text
// that the reference refuses equals nothing.
func (d *Doc) StringIs(i int, want string) bool {
	n := &d.nodes[i]
	if n.Kind != String || n.Flags&Invalid != 0 {
		return false
	}
	if n.Flags&Escaped == 0 {
		return int(n.End-n.Start)-2 == len(want) && string(d.text[n.Start+1:n.End-1]) == want
	}
	var buf [64]byte
	return string(d.AppendString(buf[:0], i)) == want
}

// Plain returns the value of string i as it is in the text, or false when
// escapes or invalid text make the value differ from the spelling.
func (d *Doc) Plain(i int) ([]byte, bool) {
	n := &d.nodes[i]
	return d.text[n.Start+1 : n.End-1], n.Flags&(Escaped|Invalid) == 0
}

// AppendString appends the value of string i. Bytes that are not UTF-8 and
// halves of surrogate pairs become U+FFFD.
func (d *Doc) AppendString(dst []byte, i int) []byte {
	text, ok := d.Plain(i)
	if ok {
		return append(dst, text...)
	}
	return decodeString(dst, text)
}

func decodeString(dst, text []byte) []byte {
	for at := 0; at < len(text); {
		if end := plainEnd(text, at); end > at {
			dst = append(dst, text[at:end]...)
			at = end
			continue
		}
		if text[at] == '\\' {
			r, size, _ := decodeEscape(text[at:])
			dst = utf8.AppendRune(dst, r)
			at += size
			continue
		}
		r, size := utf8.DecodeRune(text[at:])
		dst = utf8.AppendRune(dst, r)
		at += size
	}
	return dst
}

// Bytes returns the value of string i. It may be part of the text and must not
// be changed.
func (d *Doc) Bytes(i int) []byte {
	if text, ok := d.Plain(i); ok {
		return text
	}
	return d.AppendString(nil, i)
}

// Value returns the value of string i as a Go string.
func (d *Doc) Value(i int) string {
	if text, ok := d.Plain(i); ok {
		return string(text)
	}
	return string(d.AppendString(nil, i))
}

// CompareStrings orders strings a and b by the UTF-8 bytes of their values.
func (d *Doc) CompareStrings(a, b int) int {
	x, okx := d.Plain(a)
	y, oky := d.Plain(b)
	var bufx, bufy [64]byte
	if !okx {
		x = d.AppendString(bufx[:0], a)
	}
	if !oky {
		y = d.AppendString(bufy[:0], b)
	}
	return bytes.Compare(x, y)
}

const (
	surrogateFirst = 0xD800
	surrogateLow   = 0xDC00
	surrogateEnd   = 0xE000
)

// shortEscapes maps the letter of a two-character escape to its value.
var shortEscapes = [256]byte{
	'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t',
}

// scanEscape measures the escape at the head of text. size is 0 when it is
// not of the grammar, for the given reason; valid is false for a lone half of
// a surrogate pair.
func scanEscape(text []byte) (size int, valid bool, reason Reason) {
	if len(text) < 2 {
		return 0, false, EndInString
	}
	if shortEscapes[text[1]] != 0 {
		return 2, true, 0
	}
	if text[1] != 'u' {
		return 0, false, BadEscape
	}
	if _, ok := hex4(text[2:]); !ok {
		if len(text) < 6 && allHex(text[2:]) {
			return 0, false, EndInString
		}
		return 0, false, BadEscape
	}
	_, size, valid = decodeEscape(text)
	return size, valid, 0
}

// decodeEscape returns the value of an escape that scanEscape has measured.
func decodeEscape(text []byte) (r rune, size int, valid bool) {
	if text[1] != 'u' {
		return rune(shortEscapes[text[1]]), 2, true
	}
	r, _ = hex4(text[2:])
	switch {
	case r < surrogateFirst || r >= surrogateEnd:
		return r, 6, true
	case r < surrogateLow && len(text) >= 12 && text[6] == '\\' && text[7] == 'u':
		if low, ok := hex4(text[8:]); ok && low >= surrogateLow && low < surrogateEnd {
			return 0x10000 + (r-surrogateFirst)<<10 + (low - surrogateLow), 12, true
		}
	}
	return utf8.RuneError, 6, false
}

func hex4(text []byte) (rune, bool) {
	if len(text) < 4 || !allHex(text[:4]) {
		return 0, false
	}
	var r rune
	for _, c := range text[:4] {
		d := c - '0'
		if d > 9 {
			d = c | 0x20 - 'a' + 10
		}
		r = r<<4 | rune(d)
	}
	return r, true
}

func allHex(text []byte) bool {
	for _, c := range text {
		if c-'0' > 9 && c|0x20-'a' > 5 {
			return false
		}
	}
	return true
}
