package input

import (
	"bytes"

	"github.com/divtool/divtool/pkg/diag"
)

// maxPrefix is how much may stand before a list: a declaration, not a text.
const maxPrefix = 256

// checkPrefix tells whether a language could write what stands before a list:
// a type, a call, a declaration. It returns how many parentheses are open.
func checkPrefix(text []byte, start, end int) (parens int, problem *diag.Diagnostic) {
	var p prefix
	for at := start; at < end; at++ {
		if !p.step(text[at]) {
			_, size := describeChar(text, at)
			return 0, formError(at, size, "no language writes this before a byte list")
		}
	}
	if p.square > 0 || p.angle != 0 || !p.named && len(bytes.TrimSpace(text[start:end])) > 0 {
		return 0, formError(start, end-start, "no language writes this before a byte list")
	}
	return p.round, nil
}

// prefix follows the brackets of the text before a list.
type prefix struct {
	round, square, angle int
	named                bool // a letter, or a sign that stands before a bare list
}

// step takes the next character; it returns false when no prefix goes on so.
func (p *prefix) step(c byte) bool {
	switch {
	case c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c == '&' || c == '=' || c == '@':
		p.named = true
	case c >= '0' && c <= '9':
		return p.named || p.square > 0
	case c == '(':
		p.round++
		p.named = true
	case c == ')':
		p.round--
	case c == '[':
		p.square++
	case c == ']':
		p.square--
	case c == '<':
		p.angle++
	case c == '>':
		p.angle--
	case c == ',':
		return p.round > 0 || p.angle > 0
	default:
		return isSpace(c) || bytes.IndexByte([]byte(":*!.;'$"), c) >= 0
	}
	return p.round >= 0 && p.square >= 0 && p.angle >= 0
}

// checkSuffix checks what stands behind a list or literal: the parentheses that are
// open before it, and one semicolon.
func (l *listReader) checkSuffix(at, parens int) *diag.Diagnostic {
	for ; ; at++ {
		at = skipSpace(l.text, at)
		switch {
		case parens > 0 && (at == len(l.text) || l.text[at] != ')'):
			return unexpected(l.text, at, "the closing parenthesis")
		case parens > 0:
			parens--
		case at == len(l.text), l.text[at] == ';' && at == len(l.text)-1:
			return nil
		default:
			return unexpected(l.text, at, "the end of the text")
		}
	}
}

// declaredCount reads the length that xxd -i declares behind its list, in the
// text from the closing bracket on: "}; unsigned int NAME_len = COUNT;".
func declaredCount(text []byte) (count string, ok bool) {
	if len(text) > maxPrefix {
		return "", false
	}
	f := bytes.Fields(text)
	if len(f) != 6 || string(f[0]) != "};" || string(f[1]) != "unsigned" || string(f[2]) != "int" ||
		!bytes.HasSuffix(f[3], []byte("_len")) || string(f[4]) != "=" {
		return "", false
	}
	digits, semicolon := bytes.CutSuffix(f[5], []byte{';'})
	return string(digits), semicolon
}
