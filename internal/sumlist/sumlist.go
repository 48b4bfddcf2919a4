// Package sumlist reads the lists of SHA-256 sums that sha256sum writes and checks.
package sumlist

import (
	"crypto/sha256"
	"strings"
)

// ParseLine splits a line of a list into its sum and the name of the file, in the forms
// that sha256sum reads: the name follows two spaces, a space and a star, or one space, or
// the line is SHA256 (FILE) = SUM. A leading backslash means that the name has escapes.
func ParseLine(line string) (sum, file string, ok bool) {
	line = strings.TrimLeft(line, " \t")
	line, escaped := strings.CutPrefix(line, `\`)
	if tagged, found := strings.CutPrefix(line, "SHA256 ("); found {
		end := strings.LastIndex(tagged, ") = ")
		if end < 0 {
			return "", "", false
		}
		sum, file = tagged[end+len(") = "):], tagged[:end]
	} else {
		if len(line) < sumDigits+2 {
			return "", "", false
		}
		sum, file = line[:sumDigits], line[sumDigits+1:]
		if separator := line[sumDigits]; separator != ' ' && separator != '\t' {
			return "", "", false
		}
		if file[0] == ' ' || file[0] == '*' {
			file = file[1:]
		}
	}
	if len(sum) != sumDigits || strings.Trim(sum, "0123456789abcdefABCDEF") != "" || file == "" {
		return "", "", false
	}
	if escaped {
		return sum, unescapeName(file), true
	}
	return sum, file, true
}

// sumDigits is the number of hex digits of a sum.
const sumDigits = 2 * sha256.Size

// unescapeName returns the name of a file in which sha256sum has escaped backslashes
// and line breaks.
func unescapeName(name string) string {
	return strings.NewReplacer(`\\`, `\`, `\n`, "\n", `\r`, "\r").Replace(name)
}
