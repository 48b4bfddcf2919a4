package input

import (
	"bytes"
	"fmt"
	"strconv"

	"github.com/divtool/divtool/pkg/diag"
)

// readBytes reads a text as a byte list or a literal of a programming language.
func readBytes(text []byte, limit int) reading {
	l := listReader{out: collect(limit)}
	problem := l.read(text)
	r := reading{bytes: l.out.bytes, problem: problem, definite: l.definite, near: l.near}
	if problem == nil {
		r.reason = l.description
	}
	return r
}

// locateBytes returns where byte i of a byte list is written.
func locateBytes(text []byte, i int) int {
	l := listReader{out: search(i)}
	l.read(text)
	return l.out.position()
}

// listReader reads a byte list into a sink.
type listReader struct {
	text        []byte // without the white space behind it
	out         *sink
	description string // what kind of list it is
	definite    bool   // meant to be a list, whatever is wrong with it
	near        bool   // looks like a list
}

func (l *listReader) read(text []byte) *diag.Diagnostic {
	start, end := trimSpace(text)
	l.text = text[:end]
	problem := l.readKind(start)
	if problem == nil && l.out.n == 0 {
		l.definite = string(l.text[start:]) != "{}" // an empty object of JSON
		return emptyError(start, "the byte list is empty", "")
	}
	return problem
}

// readKind reads the text as the kind of list it looks like.
func (l *listReader) readKind(start int) *diag.Diagnostic {
	if bytes.HasPrefix(l.text[start:], []byte("<Buffer")) {
		l.description, l.definite, l.near = "a Buffer as Node.js prints it", true, true
		return l.buffer(start + len("<Buffer"))
	}
	if quote := literalStart(l.text, start); quote >= 0 {
		l.description, l.near = "a literal of bytes", true
		return l.literal(start, quote)
	}
	l.description = "a list of numbers"
	return l.readList(start)
}

// readList reads numbers in brackets. No bracket stands between the numbers, so
// the one that opens the list is the last.
func (l *listReader) readList(start int) *diag.Diagnostic {
	head := l.text[start:min(len(l.text), start+maxPrefix+1)]
	open := start + bytes.LastIndexAny(head, "[{")
	if open < start {
		return unexpected(l.text, start, "the bracket that starts a byte list")
	}
	parens, problem := checkPrefix(l.text, start, open)
	if problem != nil {
		return problem
	}
	l.near = true
	end, problem := l.numbers(open+1, l.text[open]+2) // in ASCII, ] and } stand two behind [ and {
	if problem != nil {
		return problem
	}
	if count, ok := declaredCount(l.text[end:]); ok {
		if count == strconv.Itoa(l.out.n) {
			return nil
		}
		l.definite = true
		return formError(end, 1, "the list has %d bytes, and the length behind it is %s", l.out.n, excerpt([]byte(count)))
	}
	return l.checkSuffix(end+1, parens)
}

// numbers reads the numbers of a list up to the bracket that closes it, with a
// comma behind each but the last, or with white space alone between them.
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
			return at, formError(at, 1, "white space alone separates the numbers before this comma")
		}
		if commas = comma; comma {
			at++
		}
	}
}

// number reads one number and puts it.
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
			problem.Hint = "a hex number needs 0x before it"
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

// value reads a number from its first digit on. It stops counting where the
// number is too large for a byte anyway.
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
	problem := formError(at, next-at, "a byte is a number from 0 to 255, not %s", number)
	problem.Need, problem.Have = diag.Words("0 to 255"), diag.Words(number)
	return problem
}

// numberError says what is wrong where a number should start.
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
			problem.Hint = fmt.Sprintf("this is a signed byte, as Java prints it: write %d", (256-value)%256)
		}
		return problem
	}
	return unexpected(l.text, at, "a number")
}

// truncatedError is the fault of a list that was shortened where it was printed.
func truncatedError(at int, rest []byte) *diag.Diagnostic {
	problem := formError(at, 3, `the list was cut short where it was printed: bytes are missing at "%s"`, excerpt(rest))
	problem.Hint = "print all the bytes, e.g. in hex"
	return problem
}

// onlyNumbers tells whether the rest of the list holds nothing but numbers, so
// that it is no array of JSON with other values in it.
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
