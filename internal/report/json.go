package report

import (
	"bytes"

	"github.com/tidwall/pretty"
)

// jsonStyle colours JSON: names dim, special values in the accent colour, other
// strings as they are.
var jsonStyle = pretty.Style{
	Key:    [2]string{"\x1b[2m", "\x1b[0m"},
	Number: [2]string{"\x1b[36m", "\x1b[0m"},
	True:   [2]string{"\x1b[36m", "\x1b[0m"},
	False:  [2]string{"\x1b[36m", "\x1b[0m"},
	Null:   [2]string{"\x1b[36m", "\x1b[0m"},
	Escape: [2]string{"\x1b[35m", "\x1b[0m"},
	Append: func(dst []byte, c byte) []byte { return append(dst, c) },
}

// maxIndented is how many arrays and objects around a value are laid out over several
// lines; what is inside more of them stays on one line. The white space is then in
// proportion to the value, however deep it is.
const maxIndented = 32

// IndentJSON lays a JSON value out for humans, with a newline at the end. The value
// must be valid, with DEL escaped: another one may be changed.
func IndentJSON(value []byte, colour bool) []byte {
	shallow, deep := cutDeep(value)
	value = pretty.PrettyOptions(shallow, &pretty.Options{Width: 100, Indent: "  "})
	if len(deep) > 0 {
		value = restoreDeep(value, deep)
	}
	if colour {
		value = ColourJSON(value)
	}
	return value
}

// placeholder is a string that no document has: DEL is escaped in ours.
const placeholder = "\"\x7f\""

// cutDeep replaces the arrays and objects inside maxIndented others by placeholders,
// and returns them in their order.
func cutDeep(value []byte) (shallow []byte, deep [][]byte) {
	depth, kept, start := 0, 0, 0
	for at := 0; at < len(value); at++ {
		switch value[at] {
		case '"':
			at = endOfString(value, at)
		case '[', '{':
			if depth == maxIndented {
				start = at
			}
			depth++
		case ']', '}':
			if depth--; depth == maxIndented {
				shallow = append(append(shallow, value[kept:start]...), placeholder...)
				deep = append(deep, value[start:at+1])
				kept = at + 1
			}
		}
	}
	if deep == nil {
		return value, nil
	}
	return append(shallow, value[kept:]...), deep
}

// endOfString returns the offset of the closing quote of the string that starts at an
// offset, or the end of a text that has none.
func endOfString(text []byte, at int) int {
	for at++; at < len(text) && text[at] != '"'; at++ {
		if text[at] == '\\' {
			at++
		}
	}
	return at
}

// restoreDeep replaces the placeholders by what was cut.
func restoreDeep(value []byte, deep [][]byte) []byte {
	size := len(value)
	for _, part := range deep {
		size += len(part)
	}
	dst := make([]byte, 0, size)
	for _, part := range deep {
		before, after, _ := bytes.Cut(value, []byte(placeholder))
		dst = append(append(dst, before...), part...)
		value = after
	}
	return append(dst, value...)
}

// ColourJSON returns a JSON value with the colours that [IndentJSON] uses.
func ColourJSON(value []byte) []byte { return pretty.Color(value, &jsonStyle) }
