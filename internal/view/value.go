package view

import (
	"encoding/hex"
	"math"
	"strconv"
	"unicode/utf8"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/safetext"
	"github.com/divtool/divtool/pkg/frames"
)

// valueText is a value as text, and whether that is only its beginning.
func (c *collector) valueText(v *frames.Value) (text string, cut bool) {
	switch v.Kind {
	case frames.UintValue:
		return strconv.FormatUint(v.Uint, 10), false
	case frames.IntValue:
		return negative(v.Uint), false
	case frames.BoolValue:
		return strconv.FormatBool(v.Uint != 0), false
	case frames.NullValue:
		return "null", false
	case frames.TextValue:
		return quotedText(v.Bytes, c.keep)
	case frames.SecretValue:
		return redacted(len(v.Bytes)), false
	case frames.BytesValue:
		return hexText(v.Bytes, c.keep)
	default: // NumberValue
		return spelled(v.Bytes, c.keep)
	}
}

// redacted stands in place of a secret of so many bytes.
func redacted(size int) string { return "«redacted, " + strconv.Itoa(size) + " bytes»" }

// negative is the number -1 - n.
func negative(n uint64) string {
	if n == math.MaxUint64 {
		return "-18446744073709551616"
	}
	return "-" + strconv.FormatUint(n+1, 10)
}

// cutText is the first bytes of a text, at most n, that end with a character.
func cutText(text []byte, n int) []byte {
	if len(text) <= n {
		return text
	}
	for n > 0 && !utf8.RuneStart(text[n]) {
		n--
	}
	return text[:n]
}

// quotedText is text in quotes; without the last one when it is cut.
func quotedText(text []byte, keep int) (string, bool) {
	part := cutText(text, keep)
	out := jsondoc.AppendQuoted(nil, part, true)
	if cut := len(part) < len(text); cut {
		return string(out[:len(out)-1]), true
	}
	return string(out), false
}

// hexText is bytes in hex.
func hexText(b []byte, keep int) (string, bool) {
	if len(b) == 0 {
		return "empty", false
	}
	part := b[:min(len(b), keep/2)]
	return hex.EncodeToString(part), len(part) < len(b)
}

// spelled is text as it stands.
func spelled(text []byte, keep int) (string, bool) {
	part := cutText(text, keep)
	return string(safetext.Append(nil, part)), len(part) < len(text)
}

// joined puts a mark between two texts, unless one is empty.
func joined(a, mark, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + mark + b
}

// grouped writes a number with a comma before each three digits.
func grouped(n int) string {
	digits := strconv.Itoa(n)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}

func byteCount(n int) string {
	if n == 1 {
		return "1 byte"
	}
	return grouped(n) + " bytes"
}
