package diag

import (
	"strconv"
	"strings"
)

// Things counts things in words: "1 byte", "3 bytes", "0 entries".
func Things(n int, thing string) string {
	return strconv.Itoa(n) + " " + Plural(n, thing)
}

// Plural is the word for so many things.
func Plural(n int, thing string) string {
	if n == 1 {
		return thing
	}
	if stem, ok := strings.CutSuffix(thing, "y"); ok {
		return stem + "ies"
	}
	return thing + "s"
}

// AreThere counts what there is, to stand behind "there": "are 3", "is 1", "are
// none".
func AreThere(n int) string {
	switch n {
	case 0:
		return "are none"
	case 1:
		return "is 1"
	}
	return "are " + strconv.Itoa(n)
}

// AreLeft counts what is left, to stand in front of "left": "3 are", "1 is",
// "none are".
func AreLeft(n int) string {
	switch n {
	case 0:
		return "none are"
	case 1:
		return "1 is"
	}
	return strconv.Itoa(n) + " are"
}
