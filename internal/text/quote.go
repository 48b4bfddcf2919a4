// Package quote puts pieces of foreign text into messages: in double quotes,
// with what must not reach a terminal escaped, and cut when they are long.
//
// Not a goal: quotes that a program reads back.
package text

import (
	"unicode/utf8"
)

// maxShown is how many characters of a text are shown where the caller does not
// say.
const maxShown = 40

// stringNodes is a document whose strings can be read by their nodes, such as
// jsondoc.Doc.
type stringNodes interface {
	Plain(n int) ([]byte, bool)
	AppendString(dst []byte, n int) []byte
}

// QuoteNode quotes the value of string node n.
func QuoteNode(doc stringNodes, n int) string {
	if text, ok := doc.Plain(n); ok {
		return QuoteBytes(text)
	}
	return QuoteBytes(doc.AppendString(nil, n))
}

// Quote quotes s.
func Quote(s string) string {
	// One character more than is shown, so that Bytes sees what is cut.
	s = s[:min(len(s), (maxShown+1)*utf8.UTFMax)]
	return QuoteBytes([]byte(s))
}

// QuoteBytes quotes text.
func QuoteBytes(text []byte) string { return `"` + Excerpt(text) + `"` }

// Excerpt is text without quotes around it, as a number is shown.
func Excerpt(text []byte) string {
	head := text
	for i, chars := 0, 0; i < len(text); chars++ {
		if chars == maxShown {
			head = text[:i]
			break
		}
		_, size := utf8.DecodeRune(text[i:])
		i += size
	}
	out := AppendEscaped(make([]byte, 0, len(head)+3), head)
	if len(head) < len(text) {
		out = append(out, "…"...)
	}
	return string(out)
}

// AppendQuote quotes text of which at most so many bytes are shown, and no part of a
// character.
func AppendQuote(dst, text []byte, maxShown int) []byte {
	dots := ""
	if len(text) > maxShown {
		for maxShown > 0 && !utf8.RuneStart(text[maxShown]) {
			maxShown--
		}
		text, dots = text[:maxShown], "…"
	}
	dst = AppendEscaped(append(dst, '"'), text)
	return append(append(dst, dots...), '"')
}
