// Package diag holds the one value through which decoding, encoding,
// template ids and lint say what is wrong and where.
//
// It knows nothing of files, terminals or formats: whoever reports a
// [Diagnostic] adds the file and the line, and printers draw it.
//
// Goals: one kind of error for all of the program, with codes that never
// change; [Codes] is the table of them. Not goals: reports and exit statuses.
package diag

import (
	"strconv"

	"github.com/divtool/divtool/internal/jsondoc"
)

// Severity says how much a diagnostic matters.
type Severity uint8

// The severities, the worst first.
const (
	Error Severity = iota
	Warning
	Info
)

var severityNames = [...]string{"error", "warning", "info"}

// String is the word that reports use: "error", "warning" or "info".
func (s Severity) String() string { return severityNames[s] }

// Fact is what was needed, or what was there: a JSON number or a JSON string,
// as machine-readable errors print it. The zero value is no fact.
type Fact string

// Count is a fact that is a number, such as of bytes.
func Count(n int) Fact { return Fact(strconv.Itoa(n)) }

// Number is a fact that is an unsigned number.
func Number(n uint64) Fact { return Fact(strconv.FormatUint(n, 10)) }

// Words is a fact in words: "a string".
func Words(s string) Fact { return Fact(jsondoc.AppendQuoted(nil, []byte(s), true)) }

// Diagnostic is one thing that is wrong with a frame or a document. It is an
// error; its text is its message alone.
type Diagnostic struct {
	Code     string   // stable; the id of the rule where a document is judged
	Severity Severity // the zero value is an error
	Path     string   // JSON Pointer to the member, "" for the whole
	Offset   int      // of the first byte at fault, from the start of the frame or text
	Length   int      // of the bytes at fault, 0 when they are not there
	Need     Fact     // what was needed
	Have     Fact     // what was there
	Message  string   // what is wrong, for people
	Details  string   // lines that say more, each with its line break; may be empty
	Hint     string   // what to do about it, for people; may be empty
	Upstream string   // the reference's own name of the refusal; may be empty
	Secret   bool     // the bytes around it must not be shown
}

func (d *Diagnostic) Error() string { return d.Message }
