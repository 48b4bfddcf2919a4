package text

import (
	"strconv"
	"strings"
	"unicode"
)

// CodePoint returns a character as "U+00A0".
func CodePoint(r rune) string {
	hex := strings.ToUpper(strconv.FormatInt(int64(r), 16))
	return "U+" + strings.Repeat("0", max(0, 4-len(hex))) + hex
}

// NameRune returns what to call a character outside ASCII: `"é" (U+00E9)`, or its name
// where the sight of it does not help: "U+00A0 (no-break space)".
func NameRune(r rune) string {
	switch name := runeName(r); {
	case name != "":
		return CodePoint(r) + " (" + name + ")"
	case !unicode.IsGraphic(r) || IsHostile(r) || unicode.IsSpace(r) || unicode.IsMark(r):
		return CodePoint(r)
	}
	return `"` + string(r) + `" (` + CodePoint(r) + ")"
}

// RuneAdvice returns what to do about a character that stands where JSON has another one;
// "" when that is not clear.
func RuneAdvice(r rune) string {
	switch {
	case isDoubleQuote(r):
		return `write "`
	case unicode.IsSpace(r), r == 0xad, IsHostile(r):
		return "remove it"
	}
	return ""
}

func isDoubleQuote(r rune) bool {
	return r >= 0x201c && r <= 0x201f || r == 0xab || r == 0xbb || r == 0x2033 || r == 0xff02
}

// runeName returns the name of a character that cannot be seen or looks like one of
// ASCII, or "".
func runeName(r rune) string {
	switch {
	case r == 0xa0:
		return "no-break space"
	case r == 0x202f:
		return "narrow no-break space"
	case r == 0x3000:
		return "ideographic space"
	case r == 0xad:
		return "soft hyphen"
	case r == 0x200b:
		return "zero width space"
	case r == 0x200c || r == 0x200d:
		return "zero width joiner"
	case r == 0x2060:
		return "word joiner"
	case r == 0xfeff:
		return "byte order mark"
	case r == 0x2028:
		return "line separator"
	case r == 0x2029:
		return "paragraph separator"
	case r == 0x61c, r == 0x200e, r == 0x200f, r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069:
		return "text direction mark"
	case r == 0xff02:
		return "fullwidth quotation mark"
	case isDoubleQuote(r):
		return "typographic quotation mark"
	case r >= 0x2018 && r <= 0x201b, r == 0x2032:
		return "typographic apostrophe"
	case r >= 0x2010 && r <= 0x2015, r == 0x2212:
		return "typographic dash"
	case r >= 0xff01 && r <= 0xff5e:
		return "fullwidth " + string(r-0xff00+0x20)
	case unicode.IsSpace(r):
		return "space"
	}
	return ""
}
