package agentruntime

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/divtool/divtool/internal/text"
)

// MaskError says which word of a text is no mask.
type MaskError struct {
	Word     string // as it was written
	Offset   int    // of the word in the text, in bytes
	IsNumber bool   // it is a number, but not one from 0 to 65535
}

func (e *MaskError) Error() string {
	if e.IsNumber {
		return text.Quote(e.Word) + " is no mask: a number from 0 to 65535 is needed"
	}
	if e.Word == "" {
		return "a mask is empty: a name or a number is needed"
	}
	return text.Quote(e.Word) + " names no bit of a mask: there is " + maskNames()
}

func maskNames() string {
	names := []string{maskNone}
	for _, b := range maskBits {
		names = append(names, b.Name)
	}
	return strings.Join(names, ", ")
}

// ParseInvalidation reads a mask: names (in any case) and numbers (decimal,
// 0x, 0b), joined by | or a comma, and the debug spelling
// ContextInvalidation(5). An error is a *[MaskError].
func ParseInvalidation(text string) (Invalidation, error) {
	var m Invalidation
	for at := 0; ; {
		word, rest := text[at:], -1
		if end := strings.IndexAny(word, "|,"); end >= 0 {
			word, rest = word[:end], at+end+1
		}
		bits, err := parseMaskWord(strings.TrimSpace(word))
		if err != nil {
			err.Offset = at + len(word) - len(strings.TrimLeftFunc(word, unicode.IsSpace))
			return 0, err
		}
		m |= bits
		if rest < 0 {
			return m, nil
		}
		at = rest
	}
}

// parseMaskWord reads one word of a mask.
func parseMaskWord(word string) (Invalidation, *MaskError) {
	if strings.EqualFold(word, maskNone) {
		return 0, nil
	}
	for _, b := range maskBits {
		if strings.EqualFold(word, b.Name) {
			return b.Bit, nil
		}
	}
	number, isDebug := strings.CutPrefix(word, "ContextInvalidation(")
	if isDebug {
		if number, isDebug = strings.CutSuffix(number, ")"); !isDebug {
			return 0, &MaskError{Word: word}
		}
	}
	return parseMaskNumber(word, number)
}

// parseMaskNumber reads the number of a word.
func parseMaskNumber(word, number string) (Invalidation, *MaskError) {
	digits, base := number, 10
	if len(number) > 2 && number[0] == '0' {
		switch number[1] | 0x20 {
		case 'x':
			digits, base = number[2:], 16
		case 'b':
			digits, base = number[2:], 2
		}
	}
	v, err := strconv.ParseUint(digits, base, 16)
	if err != nil {
		unsigned := strings.TrimLeft(number, "+-")
		return 0, &MaskError{Word: word, IsNumber: unsigned != "" && unsigned[0]-'0' <= 9}
	}
	return Invalidation(v), nil
}
