package agentruntime

import (
	"strconv"
	"strings"
)

// named names a character that may not be visible.
func named(r rune) string {
	switch r {
	case ' ':
		return "a space"
	case '\t':
		return "a tab"
	case '\n', '\r':
		return "a line break"
	}
	hex := strings.ToUpper(strconv.FormatInt(int64(r), 16))
	return "the character U+" + strings.Repeat("0", max(0, 4-len(hex))) + hex
}
