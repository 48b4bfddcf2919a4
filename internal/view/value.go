package view

import (
	"encoding/hex"
	"math"
	"strconv"
	"unicode/utf8"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/frames"
)

// valueText is a value as text, and whether that is only its beginning.
func (c *collector) valueText(v *frames.Value) (text string, cut bool) {
	switch v.Kind {
	case frames.UintValue:
		return strconv.FormatUint(v.Uint, 10), false
	case frames.IntValue:
		return formatNegative(v.Uint), false
	case frames.BoolValue:
		return strconv.FormatBool(v.Uint != 0), false
	case frames.NullValue:
		return "null", false
	case frames.TextValue:
		return quoteText(v.Bytes, c.maxValue)
	case frames.SecretValue:
		return redacted(len(v.Bytes)), false
	case frames.BytesValue:
		return hexText(v.Bytes, c.maxValue)
	default: // NumberValue
		return escapeText(v.Bytes, c.maxValue)
	}
}

// redacted stands in place of a secret of so many bytes.
func redacted(size int) string { return "«redacted, " + strconv.Itoa(size) + " bytes»" }

// formatNegative is the number -1 - n.
func formatNegative(n uint64) string {
	if n == math.MaxUint64 {
		return "-18446744073709551616"
	}
	return "-" + strconv.FormatUint(n+1, 10)
}

// truncate is the first bytes of a text, at most n, that end with a character.
func truncate(text []byte, n int) []byte {
	if len(text) <= n {
		return text
	}
	for n > 0 && !utf8.RuneStart(text[n]) {
		n--
	}
	return text[:n]
}

// quoteText is text in quotes; without the last one when it is cut.
func quoteText(text []byte, maxValue int) (string, bool) {
	part := truncate(text, maxValue)
	out := jsondoc.AppendQuoted(nil, part, true)
	if cut := len(part) < len(text); cut {
		return string(out[:len(out)-1]), true
	}
	return string(out), false
}

// hexText is bytes in hex.
func hexText(b []byte, maxValue int) (string, bool) {
	if len(b) == 0 {
		return "empty", false
	}
	part := b[:min(len(b), maxValue/2)]
	return hex.EncodeToString(part), len(part) < len(b)
}

// escapeText is text as it stands.
func escapeText(raw []byte, maxValue int) (string, bool) {
	part := truncate(raw, maxValue)
	return string(text.AppendEscaped(nil, part)), len(part) < len(raw)
}

// joinNonEmpty puts a mark between two texts, unless one is empty.
func joinNonEmpty(a, mark, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + mark + b
}

// groupDigits writes a number with a comma before each three digits.
func groupDigits(n int) string {
	digits := strconv.Itoa(n)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}

func formatBytes(n int) string {
	if n == 1 {
		return "1 byte"
	}
	return groupDigits(n) + " bytes"
}
