package input

import (
	"bytes"

	"github.com/divtool/divtool/pkg/diag"
)

// literalStart returns the offset of the quote that opens a literal, or -1: a
// double quote that starts the text, or a quote behind a b, before which may
// stand what may stand before a list.
func literalStart(text []byte, start int) int {
	if start < len(text) && text[start] == '"' {
		return start
	}
	var p prefix
	end := min(len(text), start+maxPrefix)
	for i := start; i < end && (i == start || p.step(text[i-1])); i++ {
		if text[i] != 'b' || i+1 == len(text) || text[i+1] != '"' && text[i+1] != '\'' {
			continue
		}
		if i == start || !isWord(text[i-1]) && text[i-1] != '\'' {
			return i + 1
		}
	}
	return -1
}

func isWord(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
}

// literal reads a literal from its opening quote on. Without a b before it, it
// is a literal of bytes only if it is written with an escape: a string of JSON
// looks the same else.
func (l *listReader) literal(start, quote int) *diag.Diagnostic {
	prefixed := quote > start
	l.definite = prefixed
	escapes := 0
	at := quote + 1
	for at < len(l.text) && l.text[at] != l.text[quote] {
		b, size, problem := l.char(at)
		if problem != nil {
			return problem
		}
		if size > 1 {
			escapes++
		}
		if !l.out.put(b, at, size) {
			return limitError(at, l.out.limit)
		}
		at += size
	}
	if at == len(l.text) {
		return unexpected(l.text, at, "the quote that ends the literal")
	}
	if !prefixed {
		if escapes == 0 && l.out.n > 0 {
			return formError(quote, 1, "a literal of bytes has a b before the quote, or an escape in it")
		}
		return l.checkSuffix(at+1, 0)
	}
	parens, problem := checkPrefix(l.text, start, quote-1)
	if problem != nil {
		return problem
	}
	return l.checkSuffix(at+1, parens)
}

// char reads one character of a literal, and how long it is written.
func (l *listReader) char(at int) (b byte, size int, problem *diag.Diagnostic) {
	c := l.text[at]
	if !isPrintable(c) {
		shown, size := describeChar(l.text, at)
		return 0, size, formError(at, size, `in a literal of bytes %s must be written as an escape \xHH`, shown)
	}
	if c != '\\' {
		return c, 1, nil
	}
	if at+1 == len(l.text) {
		return 0, 0, unexpected(l.text, at+1, "an escape")
	}
	switch e := l.text[at+1]; e {
	case 'x':
		return l.hexEscape(at)
	case '0':
		// What follows is part of the escape in C and Python, and not in Rust.
		if at+2 < len(l.text) && l.text[at+2] >= '0' && l.text[at+2] <= '7' {
			return 0, 0, formError(at, 3, `\0 with a digit behind it means different bytes in different languages: write \x00`)
		}
		l.definite = true
		return 0, 2, nil
	case 'n':
		return '\n', 2, nil
	case 'r':
		return '\r', 2, nil
	case 't':
		return '\t', 2, nil
	case '\'':
		l.definite = true
		return e, 2, nil
	case '\\', '"':
		return e, 2, nil
	}
	shown, _ := describeChar(l.text, at+1)
	problem = formError(at, 2, `no such escape: \ with %s behind it`, shown)
	problem.Hint = `the escapes are \xHH \n \r \t \\ \" \' and \0`
	return 0, 0, problem
}

// hexEscape reads \xHH, which JSON does not have.
func (l *listReader) hexEscape(at int) (b byte, size int, problem *diag.Diagnostic) {
	l.definite = true
	for i := at + 2; i < at+4; i++ {
		if i >= len(l.text) || !isHex(l.text[i]) {
			return 0, 0, unexpected(l.text, i, "a hex digit")
		}
	}
	return hexClass[l.text[at+2]]<<4 | hexClass[l.text[at+3]]&15, 4, nil
}

// buffer reads hex pairs up to the > that ends a Buffer of Node.js.
func (l *listReader) buffer(at int) *diag.Diagnostic {
	for {
		next := skipSpace(l.text, at)
		switch {
		case next == len(l.text):
			return unexpected(l.text, next, "'>' behind the bytes")
		case l.text[next] == '>':
			return l.checkSuffix(next+1, 0)
		case bytes.HasPrefix(l.text[next:], []byte("...")):
			return truncatedError(next, l.text[next:])
		case next == at:
			return unexpected(l.text, at, "a space between bytes")
		}
		for i := next; i < next+2; i++ {
			if i == len(l.text) || !isHex(l.text[i]) {
				return unexpected(l.text, i, "a hex digit")
			}
		}
		if !l.out.put(hexClass[l.text[next]]<<4|hexClass[l.text[next+1]]&15, next, 2) {
			return limitError(next, l.out.limit)
		}
		at = next + 2
	}
}
