package report

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"github.com/divtool/divtool/internal/atomicfile"
	"github.com/divtool/divtool/internal/source"
	"github.com/divtool/divtool/internal/term"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/diag"
)

// Outcome is the result of a run. A larger outcome is worse.
type Outcome uint8

// The outcomes.
const (
	Clean   Outcome = iota
	Invalid         // an input is invalid
	Failed          // something could not be read or written, or is configured wrongly
)

// Reporter prints diagnostics about inputs and records the worst outcome. It is
// not safe for concurrent use.
type Reporter struct {
	Out  io.Writer
	JSON bool // print JSON for machines instead of text for humans
	// MaxErrors is the limit for printed diagnostics; 0 means no limit. With a
	// limit, warnings are printed by Close, so that errors come first.
	MaxErrors int
	Colour    bool
	Width     int // columns that lines of text are broken to; 0 for no limit
	// Before is called before [Reporter.Fail] prints a diagnostic. It flushes the
	// results, so that an error appears after the results it is about. It may be
	// nil.
	Before func()

	outcome             Outcome
	printed, suppressed int
	held                [][]byte // warnings for Close to print, at most MaxErrors
}

// Outcome returns the worst outcome so far.
func (r *Reporter) Outcome() Outcome { return r.outcome }

// Record makes the outcome at least o.
func (r *Reporter) Record(o Outcome) { r.outcome = max(r.outcome, o) }

// Fail prints a diagnostic. If d is an error, the outcome is at least [Invalid].
func (r *Reporter) Fail(d *diag.Diagnostic, at Place) {
	if r.Before != nil {
		r.Before()
	}
	r.print(d, at)
	if d.Severity == diag.Error {
		r.Record(Invalid)
	}
}

// FailText is [Reporter.Fail] for a diagnostic about a JSON text. The message
// begins with the diagnostic's JSON Pointer.
func (r *Reporter) FailText(d *diag.Diagnostic, name string, data []byte) {
	r.FailAt(d, Place{File: name, Index: -1, Text: data})
}

// FailAt is [Reporter.FailText] for many diagnostics about one text. at is the
// result of [TextPlace].
func (r *Reporter) FailAt(d *diag.Diagnostic, at Place) {
	copied := *d
	if d.Path != "" {
		copied.Message = d.Path + ": " + d.Message
	}
	at.At = d.Offset
	r.Fail(&copied, at)
}

// TextPlace returns a place for all diagnostics about one text.
func TextPlace(name string, data []byte) Place {
	return Place{File: name, Index: -1, Text: data, Locator: text.NewLocator(data)}
}

// TextTooLarge returns the diagnostic for a text, or a value in a text, of more
// than limit bytes. what names the text or the value, such as "text".
func TextTooLarge(what string, offset int, limit int64) *diag.Diagnostic {
	return &diag.Diagnostic{
		Code: "limit", Offset: offset, Need: diag.Count(int(limit)),
		Message: "the " + what + " is too large: " + text.Limit(int(limit), "max-text"),
	}
}

// Note prints a remark about a file. It prints nothing if errors are JSON.
func (r *Reporter) Note(file, message string) {
	if !r.JSON {
		r.Line("divtool: " + text.Escape(file) + ": " + message)
	}
}

// Line prints a line of text, broken to the width.
func (r *Reporter) Line(line string) {
	io.WriteString(r.Out, term.Paragraph(r.Width, Indent, term.Span{Text: line}))
}

// Decompressed returns the note about an input that was compressed.
func Decompressed(format string) string {
	return "the input is " + format + " data; its decompressed content is read"
}

// Message prints an error about the whole command, always as text.
func (r *Reporter) Message(message string) {
	r.Line("divtool: " + text.Escape(message))
}

// Unreadable reports a file that cannot be read or written. The outcome is
// [Failed].
func (r *Reporter) Unreadable(err error) {
	r.Record(Failed)
	err = WithoutSyscall(err)
	if !r.JSON {
		r.Message(err.Error())
		return
	}
	at, code := Place{Index: -1}, "unreadable"
	var file *FileError
	var missing *source.MissingError
	var unwritable *atomicfile.Error
	var path *fs.PathError
	switch {
	case errors.As(err, &file):
		at.File, code = file.File, cmp.Or(file.Code, code)
	case errors.As(err, &missing):
		at.File = missing.Name
	case errors.As(err, &unwritable):
		at.File = unwritable.Name
	case errors.As(err, &path):
		at.File = path.Path
	}
	r.print(&diag.Diagnostic{Code: code, Offset: -1, Message: err.Error()}, at)
}

// Close prints the warnings that were held back because of MaxErrors, as far as it
// allows, and how many diagnostics were left out.
func (r *Reporter) Close() {
	n := min(len(r.held), max(r.MaxErrors-r.printed, 0))
	for _, text := range r.held[:n] {
		r.Out.Write(text)
	}
	r.printed += n
	r.suppressed += len(r.held) - n
	r.held = nil
	if r.suppressed == 0 {
		return
	}
	message := fmt.Sprintf("%d more not shown (`--max-errors %d`)", r.suppressed, r.MaxErrors)
	if r.JSON {
		d := diag.Diagnostic{Code: "limit", Message: message, Offset: -1}
		r.Out.Write(append(d.AppendJSON(nil, diag.Place{Index: -1}), '\n'))
		return
	}
	r.Line("divtool: " + message)
}

// print prints a diagnostic unless MaxErrors is reached. With MaxErrors, it holds
// back a warning.
func (r *Reporter) print(d *diag.Diagnostic, p Place) {
	isWarning := d.Severity != diag.Error
	switch {
	case r.MaxErrors > 0 && (r.printed >= r.MaxErrors || isWarning && len(r.held) >= r.MaxErrors):
		r.suppressed++
	case r.MaxErrors > 0 && isWarning:
		var b bytes.Buffer
		r.write(&b, d, p)
		r.held = append(r.held, b.Bytes())
	default:
		r.printed++
		r.write(r.Out, d, p)
	}
}

func (r *Reporter) write(w io.Writer, d *diag.Diagnostic, p Place) {
	if r.JSON {
		w.Write(append(d.AppendJSON(nil, p.JSON()), '\n'))
		return
	}
	r.printText(w, d, p)
}

// FileError is an error about a whole file.
type FileError struct {
	File string
	Code string // code of the error in JSON; "" means "unreadable"
	Err  error
}

func (e *FileError) Error() string { return e.File + ": " + e.Err.Error() }
func (e *FileError) Unwrap() error { return e.Err }

// NoMatch returns the error for a pattern that matches no file.
func NoMatch(pattern string) error {
	return &FileError{File: pattern, Err: errors.New("no file matches the pattern")}
}

// WithoutSyscall returns err. If err is an [fs.PathError], its message no longer
// begins with the name of the system call.
func WithoutSyscall(err error) error {
	if path, ok := err.(*fs.PathError); ok {
		return pathError{path}
	}
	return err
}

type pathError struct{ *fs.PathError }

func (e pathError) Error() string { return e.Path + ": " + e.Err.Error() }
func (e pathError) Unwrap() error { return e.PathError }
