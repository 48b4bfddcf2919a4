package input

import (
	"bytes"
	"fmt"
	"strconv"

	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/diag"
)

// readBytes reads a text as a byte list or a byte string literal of a
// programming language.
func readBytes(text []byte, limit int) reading {
	l := listReader{out: collect(limit)}
	problem := l.read(text)
	r := reading{bytes: l.out.bytes, problem: problem, definite: l.definite, near: l.near}
	if problem == nil {
		r.reason = l.description
	}
	return r
}

func locateBytes(text []byte, i int) int {
	l := listReader{out: search(i)}
	l.read(text)
	return l.out.position()
}

type listReader struct {
	text        []byte // without trailing white space
	out         *sink
	description string // the kind of list
	definite    bool   // clearly meant to be a list, even if invalid
	near        bool   // resembles a list
}

func (l *listReader) read(text []byte) *diag.Diagnostic {
	start, end := trimSpace(text)
	l.text = text[:end]
	problem := l.readKind(start)
	if problem == nil && l.out.n == 0 {
		l.definite = string(l.text[start:]) != "{}" // an empty JSON object
		return emptyError(start, "the byte list is empty", "")
	}
	return problem
}

func (l *listReader) readKind(start int) *diag.Diagnostic {
	if bytes.HasPrefix(l.text[start:], []byte("<Buffer")) {
		l.description, l.definite, l.near = "a Node.js Buffer", true, true
		return l.buffer(start + len("<Buffer"))
	}
	if at, ok := nodeBuffer(l.text, start); ok {
		l.description, l.definite, l.near = "a Node.js Buffer in JSON", true, true
		return l.jsonBuffer(at)
	}
	if quote := literalStart(l.text, start); quote >= 0 {
		l.description, l.near = "a byte literal", true
		return l.literal(start, quote)
	}
	l.description = "a list of numbers"
	return l.readList(start)
}

// readList reads numbers in brackets. Lists do not nest, so the last bracket of
// the prefix opens the list.
func (l *listReader) readList(start int) *diag.Diagnostic {
	head := l.text[start:min(len(l.text), start+maxPrefix+1)]
	open := start + bytes.LastIndexAny(head, "[{")
	if open < start {
		return unexpected(l.text, start, "the opening bracket of a byte list")
	}
	parens, problem := checkPrefix(l.text, start, open)
	if problem != nil {
		return problem
	}
	l.near = true
	end, problem := l.numbers(open+1, l.text[open]+2) // in ASCII, ] and } are two after [ and {
	if problem != nil {
		return problem
	}
	if count, ok := declaredCount(l.text[end:]); ok {
		if count == strconv.Itoa(l.out.n) {
			return nil
		}
		l.definite = true
		return formError(end, 1, "the list has %s, but the length after it is %s", text.Count(l.out.n, "byte"), excerpt([]byte(count)))
	}
	return l.checkSuffix(end+1, parens)
}

// numbers reads the numbers of a list up to the closing bracket. The numbers are
// separated by commas, with an optional trailing comma, or by white space alone.
func (l *listReader) numbers(at int, closing byte) (end int, problem *diag.Diagnostic) {
	commas := false
	for n := 0; ; n++ {
		if at = skipSpace(l.text, at); at < len(l.text) && l.text[at] == closing {
			return at, nil
		}
		if at, problem = l.number(at, closing); problem != nil {
			return at, problem
		}
		at = skipSpace(l.text, at)
		if at < len(l.text) && l.text[at] == closing {
			return at, nil
		}
		comma := at < len(l.text) && l.text[at] == ','
		switch {
		case at == len(l.text), !comma && commas:
			return at, unexpected(l.text, at, "a comma or the closing bracket")
		case comma && !commas && n > 0:
			return at, formError(at, 1, "unexpected comma: the numbers before it are separated by white space only")
		}
		if commas = comma; comma {
			at++
		}
	}
}

func (l *listReader) number(at int, closing byte) (next int, problem *diag.Diagnostic) {
	if at == len(l.text) || l.text[at] < '0' || l.text[at] > '9' {
		return at, l.numberError(at)
	}
	value, next, digits := l.value(at)
	switch {
	case digits == 0:
		return next, unexpected(l.text, next, "a hex digit")
	case next < len(l.text) && l.text[next] != ',' && l.text[next] != closing && !isSpace(l.text[next]):
		problem = unexpected(l.text, next, "a decimal digit or the end of the number")
		if isHex(l.text[next]) {
			problem.Hint = "write a hex number with the prefix 0x"
		}
		return next, problem
	case value > 255:
		l.definite = l.onlyNumbers(at)
		return next, l.rangeError(at, next)
	case !l.out.put(byte(value), at, next-at):
		return next, limitError(at, l.out.limit)
	}
	return next, nil
}

// value reads a number from its first digit. It saturates well above 255, so
// that a long number cannot overflow.
func (l *listReader) value(at int) (value, next, digits int) {
	base := 10
	if l.text[at] == '0' && at+1 < len(l.text) && l.text[at+1]|0x20 == 'x' {
		base = 16
		at += 2
	}
	for next = at; next < len(l.text); next++ {
		c := hexClass[l.text[next]]
		if c&hexDigit == 0 || int(c&15) >= base {
			break
		}
		value = min(value*base+int(c&15), 1<<16)
	}
	return value, next, next - at
}

func (l *listReader) rangeError(at, next int) *diag.Diagnostic {
	number := excerpt(l.text[at:next])
	problem := formError(at, next-at, "%s", text.Expected("an integer from 0 to 255", number))
	problem.Need, problem.Have = diag.Words("0 to 255"), diag.Words(number)
	return problem
}

func (l *listReader) numberError(at int) *diag.Diagnostic {
	rest := l.text[at:]
	switch {
	case bytes.HasPrefix(rest, []byte("...")), bytes.HasPrefix(rest, []byte("\u2026")):
		l.definite = true
		return truncatedError(at, rest)
	case len(rest) > 1 && rest[0] == '-' && rest[1] >= '0' && rest[1] <= '9':
		l.definite = l.onlyNumbers(at)
		value, next, _ := l.value(at + 1)
		problem := l.rangeError(at, next)
		if value <= 128 {
			problem.Hint = fmt.Sprintf("this looks like a signed byte from Java; write %d", (256-value)%256)
		}
		return problem
	}
	return unexpected(l.text, at, "a number")
}

// truncatedError reports a list that the printing program shortened.
func truncatedError(at int, rest []byte) *diag.Diagnostic {
	problem := formError(at, 3, `the list is incomplete: the program that printed it omitted bytes at "%s"`, excerpt(rest))
	problem.Hint = "print all bytes, for example in hex"
	return problem
}

// onlyNumbers reports whether the rest of the list holds only numbers. If not,
// it may be a JSON array of other values.
func (l *listReader) onlyNumbers(at int) bool {
	for _, c := range l.text[at:] {
		switch {
		case c == ']' || c == '}':
			return true
		case !isHex(c) && !isSpace(c) && c != ',' && c != '-' && c|0x20 != 'x':
			return false
		}
	}
	return true
}

// maxPrefix limits the text before a list to the size of a declaration.
const maxPrefix = 256

// checkPrefix checks that the text before a list could be a type, a call or a
// declaration of some language. It returns the number of open parentheses.
func checkPrefix(text []byte, start, end int) (parens int, problem *diag.Diagnostic) {
	var p prefix
	for at := start; at < end; at++ {
		if !p.step(text[at]) {
			_, size := describeChar(text, at)
			return 0, formError(at, size, "unexpected text before the byte list")
		}
	}
	if p.square > 0 || p.angle != 0 || !p.named && len(bytes.TrimSpace(text[start:end])) > 0 {
		return 0, formError(start, end-start, "unexpected text before the byte list")
	}
	return p.round, nil
}

// prefix tracks the brackets in the text before a list.
type prefix struct {
	round, square, angle int
	named                bool // seen a letter, or a sign that may precede a bare list
}

// step consumes c and reports whether a prefix may continue with it.
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

// checkSuffix checks the text after a list or literal: the closing parentheses
// of the prefix and an optional semicolon.
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

// declaredCount returns the length that xxd -i declares after its list. The text
// starts at the closing bracket: "}; unsigned int NAME_len = COUNT;".
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

// literalStart returns the offset of the opening quote of a literal, or -1. That
// is a double quote at the start of the text, or a quote after a b that follows
// a valid prefix.
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

// literal reads a literal from its opening quote. Without a b before the quote,
// the literal must contain an escape; otherwise it could be a JSON string.
func (l *listReader) literal(start, quote int) *diag.Diagnostic {
	prefixed := quote > start
	if !prefixed && quotesText(l.text) {
		return formError(start, 1, "the text is a JSON string that holds another form")
	}
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
		return unexpected(l.text, at, "the closing quote")
	}
	if !prefixed {
		if escapes == 0 && l.out.n > 0 {
			return formError(quote, 1, "expected a b before the quote, or an escape in the byte literal")
		}
		return l.checkSuffix(at+1, 0)
	}
	parens, problem := checkPrefix(l.text, start, quote-1)
	if problem != nil {
		return problem
	}
	return l.checkSuffix(at+1, parens)
}

// char returns the next byte of a literal and the length of its notation.
func (l *listReader) char(at int) (b byte, size int, problem *diag.Diagnostic) {
	c := l.text[at]
	if !isPrintable(c) {
		shown, size := describeChar(l.text, at)
		return 0, size, formError(at, size, `unexpected %s in a byte literal; write it as an escape such as \x0a`, shown)
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
		// A digit after \0 belongs to the escape in C and Python, but not in Rust.
		if at+2 < len(l.text) && l.text[at+2] >= '0' && l.text[at+2] <= '7' {
			return 0, 0, formError(at, 3, `\0 followed by a digit means different bytes in different languages; write \x00`)
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
	problem = formError(at, 2, `unknown escape: \ followed by %s`, shown)
	problem.Hint = `use \xHH, \n, \r, \t, \\, \", \' or \0`
	return 0, 0, problem
}

// hexEscape reads \xHH. JSON has no such escape, so the literal is definite.
func (l *listReader) hexEscape(at int) (b byte, size int, problem *diag.Diagnostic) {
	l.definite = true
	for i := at + 2; i < at+4; i++ {
		if i >= len(l.text) || !isHex(l.text[i]) {
			return 0, 0, unexpected(l.text, i, "a hex digit")
		}
	}
	return hexClass[l.text[at+2]]<<4 | hexClass[l.text[at+3]]&15, 4, nil
}

// buffer reads hex pairs up to the > that closes a Node.js Buffer.
func (l *listReader) buffer(at int) *diag.Diagnostic {
	for {
		next := skipSpace(l.text, at)
		switch {
		case next == len(l.text):
			return unexpected(l.text, next, "'>' after the bytes")
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

// nodeBuffer reports whether a text starts as Node.js writes a Buffer as JSON, and
// returns the offset of the opening bracket: {"type":"Buffer","data":[1,2]}.
func nodeBuffer(text []byte, at int) (open int, ok bool) {
	for _, token := range []string{"{", `"type"`, ":", `"Buffer"`, ",", `"data"`, ":", "["} {
		if at = skipSpace(text, at); !bytes.HasPrefix(text[at:], []byte(token)) {
			return 0, false
		}
		at += len(token)
	}
	return at - 1, true
}

// jsonBuffer reads the numbers of a Buffer in JSON from their opening bracket.
func (l *listReader) jsonBuffer(open int) *diag.Diagnostic {
	end, problem := l.numbers(open+1, ']')
	if problem != nil {
		return problem
	}
	if end = skipSpace(l.text, end+1); end == len(l.text) || l.text[end] != '}' {
		return unexpected(l.text, end, "the closing brace")
	}
	return l.checkSuffix(end+1, 0)
}
