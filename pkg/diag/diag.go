// Package diag is the error of all packages below pkg that read a frame or a
// document: what is wrong, where, and under which code.
//
// An importer gets a [Diagnostic] from an error with [From], and its line and
// column with [Diagnostic.Position]. [Codes] is the table of codes, which never
// change; codes with a slash are ids of lint rules.
//
// Non-goals: files, terminals, report formats and exit statuses.
package diag

import (
	"errors"
	"strconv"
	"strings"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/text"
)

// Severity is how serious a diagnostic is.
type Severity uint8

// The severities, the worst first.
const (
	Error Severity = iota
	Warning
	Info
)

var severityNames = [...]string{"error", "warning", "info"}

// String returns the word that reports use: "error", "warning" or "info".
func (s Severity) String() string { return severityNames[s] }

// Fact is what was expected or found: a JSON number or a JSON string, as
// machine-readable errors print it. The zero value is no fact.
type Fact string

// Count returns a fact that is a number of things, such as bytes.
func Count(n int) Fact { return Fact(strconv.Itoa(n)) }

// Number returns a fact that is an unsigned number.
func Number(n uint64) Fact { return Fact(strconv.FormatUint(n, 10)) }

// Words returns a fact in words: "a string".
func Words(s string) Fact { return Fact(jsondoc.AppendQuoted(nil, []byte(s), true)) }

// Diagnostic is one thing that is wrong with a frame or a document. As an error
// its text is the message alone.
type Diagnostic struct {
	Code     string   // stable; the id of the rule for a lint finding
	Severity Severity // the zero value is an error
	Path     string   // JSON Pointer to the member, "" for the whole
	Offset   int      // of the first byte at fault, from the start of the frame or text
	Length   int      // of the bytes at fault, 0 when they are not there
	Need     Fact     // what was expected
	Have     Fact     // what was found
	Message  string   // what is wrong, for humans
	Details  string   // more lines, each with its line break; may be empty
	Hint     string   // what to do about it, for humans; may be empty
	Upstream string   // the reference's own name of the refusal; may be empty
	Secret   bool     // the bytes around it must not be shown
	Fix      *Fix     // what corrects it; nil for none, and when fixes are not asked for
}

// Fix is a correction of a text.
type Fix struct {
	Title     string // what it has done: `removed the member "x"`
	Edits     []Edit // do not overlap
	ChangesID bool   // it may change the id of the template around it
	NewName   string // of the member that it renames; "" for other fixes
}

// Edit replaces bytes of a text.
type Edit struct {
	Offset, Length int
	Text           string
}

func (d *Diagnostic) Error() string { return d.Message }

// From returns the diagnostic that err is or wraps. Errors of the packages
// below pkg that state a place are diagnostics.
func From(err error) (d *Diagnostic, ok bool) {
	if d, ok = err.(*Diagnostic); ok || err == nil {
		return d, ok
	}
	var wrapped *Diagnostic // not d, whose address would cost an allocation in every call
	ok = errors.As(err, &wrapped)
	return wrapped, ok
}

// Err returns d as an error: nil, and not an error that holds a nil pointer,
// when d is nil.
func (d *Diagnostic) Err() error {
	if d == nil {
		return nil
	}
	return d
}

// Anchor is which bytes of a JSON document are at fault, as seen from a value.
type Anchor uint8

// The anchors.
const (
	AnchorValue  Anchor = iota // the value
	AnchorName                 // the name of the member whose value it is
	AnchorParent               // the object that lacks a member
)

// Place is the position of the text or frame of a diagnostic in the input.
type Place struct {
	File         string // "" leaves it out
	Index        int    // of the frame in a stream; below 0 leaves it out
	N            int    // of the message in a conversation, from 1; 0 leaves it out
	Base         int    // what to add to the offset
	Line, Column int    // from 1; 0 leaves them out
}

// AppendJSON appends the machine-readable form of a diagnostic: one object on
// one line. Members that do not apply are absent; so is the severity of an
// error.
func (d *Diagnostic) AppendJSON(dst []byte, p Place) []byte {
	str := func(name, value string) {
		if value == "" {
			return
		}
		dst = append(append(append(dst, ',', '"'), name...), '"', ':')
		dst = jsondoc.AppendQuoted(dst, []byte(value), true)
	}
	num := func(name string, value int) {
		dst = append(append(append(dst, ',', '"'), name...), '"', ':')
		dst = strconv.AppendInt(dst, int64(value), 10)
	}
	fact := func(name string, value Fact) {
		if value != "" {
			dst = append(append(append(dst, ',', '"'), name...), '"', ':')
			dst = append(dst, value...)
		}
	}
	dst = append(dst, `{"code":`...)
	dst = jsondoc.AppendQuoted(dst, []byte(d.Code), true)
	str("message", d.FullMessage())
	str("file", p.File)
	if p.Index >= 0 {
		num("index", p.Index)
	}
	if p.N > 0 {
		num("n", p.N)
	}
	if d.Offset >= 0 {
		num("offset", p.Base+d.Offset)
	}
	if p.Line > 0 {
		num("line", p.Line)
		num("column", p.Column)
	}
	if d.Severity != Error {
		str("severity", d.Severity.String())
	}
	str("path", d.Path)
	fact("need", d.Need)
	fact("have", d.Have)
	str("upstream", d.Upstream)
	return append(dst, '}')
}

// Position returns the line and the column of the offset, which must count in
// input. Both count from 1; columns count code points.
func (d *Diagnostic) Position(input []byte) (line, column int) {
	at := text.PositionAt(input, d.Offset)
	return at.Line, at.Column
}

// FullMessage returns the message with its details and its hint.
func (d *Diagnostic) FullMessage() string {
	message := d.Message
	if details := strings.TrimSuffix(d.Details, "\n"); details != "" {
		message += ": " + strings.ReplaceAll(details, "\n", "; ")
	}
	switch {
	case d.Hint == "":
		return message
	case strings.HasSuffix(message, "?"):
		return message + " " + strings.ToUpper(d.Hint[:1]) + d.Hint[1:]
	}
	return message + "; " + d.Hint
}
