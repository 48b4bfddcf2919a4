package text

import (
	"strconv"
	"strings"
)

// Count returns a number of things in words: "1 byte", "3 bytes", "0 entries".
func Count(n int, noun string) string { return strconv.Itoa(n) + " " + Plural(n, noun) }

// Plural returns the noun in the form for n things.
func Plural(n int, noun string) string {
	if n == 1 {
		return noun
	}
	if stem, ok := strings.CutSuffix(noun, "y"); ok {
		return stem + "ies"
	}
	return noun + "s"
}

// GroupDigits returns a number from 0 on with commas between groups of three
// digits.
func GroupDigits(n int) string {
	digits := strconv.Itoa(n)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}
