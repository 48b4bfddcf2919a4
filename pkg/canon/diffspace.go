package canon

import (
	"bytes"
	"slices"
)

// eachToken goes over a JSON text: each token with the white space in front
// of it, and at last the white space at the end with an empty token.
func eachToken(text []byte, visit func(gap, token []byte)) {
	for {
		var gap, token []byte
		gap, token, text = nextToken(text)
		visit(gap, token)
		if len(token) == 0 {
			return
		}
	}
}

// nextToken takes a token, and the white space in front of it, from a JSON
// text. At the end the token is empty.
func nextToken(text []byte) (gap, token, rest []byte) {
	start := 0
	for start < len(text) && isSpace(text[start]) {
		start++
	}
	end := tokenEnd(text, start)
	return text[:start], text[start:end], text[end:]
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

func isPunct(c byte) bool {
	return c == '{' || c == '}' || c == '[' || c == ']' || c == ',' || c == ':'
}

// tokenEnd is where the token that starts at an offset ends.
func tokenEnd(text []byte, at int) int {
	switch {
	case at == len(text):
		return at
	case text[at] == '"':
		for at++; text[at] != '"'; at++ {
			if text[at] == '\\' {
				at++
			}
		}
		return at + 1
	case isPunct(text[at]):
		return at + 1
	}
	for at < len(text) && !isSpace(text[at]) && !isPunct(text[at]) && text[at] != '"' {
		at++
	}
	return at
}

// whitespace is the white space of a text.
type whitespace struct {
	gaps        []string        // all in order
	kinds       map[string]bool // those between tokens, line breaks without their indents
	first, last string
	indent      int // the least one; 0 for none
}

func whitespaceOf(t Value) whitespace {
	text := t.Doc.Raw(t.Node)
	if t.Node == 0 {
		text = t.Doc.Text()
	}
	l := whitespace{kinds: map[string]bool{}}
	eachToken(text, func(gap, _ []byte) { l.gaps = append(l.gaps, string(gap)) })
	l.first, l.last = l.gaps[0], l.gaps[len(l.gaps)-1]
	for _, gap := range l.gaps[1 : len(l.gaps)-1] {
		if i := bytes.LastIndexByte([]byte(gap), '\n'); i >= 0 {
			if n := len(gap) - i - 1; n > 0 && (l.indent == 0 || n < l.indent) {
				l.indent = n
			}
			gap = gap[:i+1]
		}
		l.kinds[gap] = true
	}
	return l
}

// spaceDiffers tells whether the white space of two texts differs. Where
// other changes move tokens about, only the manner of it can be compared.
func (d *differ) spaceDiffers(a, b Value) bool {
	before, after := whitespaceOf(a), whitespaceOf(b)
	inPlace := len(before.gaps) == len(after.gaps) && !slices.ContainsFunc(d.list, func(c Change) bool {
		return c.Class != ClassValue && c.Class != ClassNumber && c.Class != ClassEscapes
	})
	if inPlace {
		return !slices.Equal(before.gaps, after.gaps)
	}
	return before.first != after.first || before.last != after.last || before.indent != after.indent || !sameKeys(before.kinds, after.kinds)
}

func sameKeys(a, b map[string]bool) bool {
	for k := range a {
		if !b[k] {
			return false
		}
	}
	return len(a) == len(b)
}
