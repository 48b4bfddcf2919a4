package capture

import (
	"bytes"
	"strings"
)

// row is how the values of a line of -T fields are told apart: by the separator
// (-E separator), and perhaps in quotes (-E quote).
type row struct {
	separator byte
	quote     byte // 0 for none
	started   bool // a line of values has been seen
}

// newRow finds the separator in the line that names the columns: the first
// character that is of no name.
func newRow(names []byte) row {
	at := bytes.IndexFunc(names, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '.' || r == '_' || r == '-')
	})
	if at < 0 {
		return row{separator: '\t'}
	}
	return row{separator: names[at]}
}

// detectQuote finds the quotes in the first line of values: names have none.
func (r *row) detectQuote(line []byte) {
	if r.started {
		return
	}
	line = bytes.TrimLeft(line, string(rune(r.separator)))
	if len(line) == 0 {
		return
	}
	r.started = true
	if line[0] == '"' || line[0] == '\'' {
		r.quote = line[0]
	}
}

// split is the values of a line. What a packet does not have has no quotes.
func (r *row) split(line []byte) []string {
	if r.quote == 0 {
		return strings.Split(string(line), string(rune(r.separator)))
	}
	var values []string
	for rest := string(line); ; {
		end := 0
		if rest != "" && rest[0] == r.quote {
			end = 1 + strings.IndexByte(rest[1:], r.quote) + 1
		}
		next := strings.IndexByte(rest[end:], r.separator)
		if next < 0 {
			return append(values, strings.Trim(rest, string(rune(r.quote))))
		}
		values = append(values, strings.Trim(rest[:end+next], string(rune(r.quote))))
		rest = rest[end+next+1:]
	}
}
