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

// VerbCount returns a count to follow "there": "are 3", "is 1", "are none".
func VerbCount(n int) string {
	switch n {
	case 0:
		return "are none"
	case 1:
		return "is 1"
	}
	return "are " + strconv.Itoa(n)
}

// CountVerb returns a count to precede "left": "3 are", "1 is", "none are".
func CountVerb(n int) string {
	switch n {
	case 0:
		return "none are"
	case 1:
		return "1 is"
	}
	return strconv.Itoa(n) + " are"
}
