package report

import "github.com/tidwall/pretty"

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

// IndentJSON lays a JSON value out for humans, with a newline at the end. The value
// must be valid: an invalid one may be changed.
func IndentJSON(value []byte, colour bool) []byte {
	value = pretty.PrettyOptions(value, &pretty.Options{Width: 100, Indent: "  "})
	if colour {
		value = ColourJSON(value)
	}
	return value
}

// ColourJSON returns a JSON value with the colours that [IndentJSON] uses.
func ColourJSON(value []byte) []byte { return pretty.Color(value, &jsonStyle) }
