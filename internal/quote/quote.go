// Package quote puts pieces of foreign text into messages: in double quotes,
// with what must not reach a terminal escaped, and cut when they are long.
//
// Not a goal: quotes that a program reads back.
package quote

import (
	"unicode/utf8"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/safetext"
)

// most is how many characters of a text are shown where the caller does not
// say.
const most = 40

// Node quotes the value of string node n.
func Node(doc *jsondoc.Doc, n int) string {
	if text, ok := doc.Plain(n); ok {
		return Bytes(text)
	}
	return Bytes(doc.AppendString(nil, n))
}

// Text quotes s.
func Text(s string) string {
	// One character more than is shown, so that Bytes sees what is cut.
	s = s[:min(len(s), (most+1)*utf8.UTFMax)]
	return Bytes([]byte(s))
}

// Bytes quotes text.
func Bytes(text []byte) string { return `"` + Bare(text) + `"` }

// Bare is text without quotes around it, as a number is shown.
func Bare(text []byte) string {
	head := text
	for i, chars := 0, 0; i < len(text); chars++ {
		if chars == most {
			head = text[:i]
			break
		}
		_, size := utf8.DecodeRune(text[i:])
		i += size
	}
	out := safetext.Append(make([]byte, 0, len(head)+3), head)
	if len(head) < len(text) {
		out = append(out, "…"...)
	}
	return string(out)
}

// Append quotes text of which at most so many bytes are shown, and no part of a
// character.
func Append(dst, text []byte, most int) []byte {
	dots := ""
	if len(text) > most {
		for most > 0 && !utf8.RuneStart(text[most]) {
			most--
		}
		text, dots = text[:most], "…"
	}
	dst = safetext.Append(append(dst, '"'), text)
	return append(append(dst, dots...), '"')
}
