package tool

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/divtool/divtool/internal/text"
)

// named names a character: one that can be seen by itself.
func named(r rune) string {
	switch r {
	case ' ':
		return "a space"
	case '\t':
		return "a tab"
	case '\n', '\r':
		return "a line break"
	}
	if unicode.IsGraphic(r) && !text.IsHostile(r) && !unicode.IsSpace(r) && !unicode.IsMark(r) {
		return string(r)
	}
	hex := strings.ToUpper(strconv.FormatInt(int64(r), 16))
	return "the character U+" + strings.Repeat("0", max(0, 4-len(hex))) + hex
}
