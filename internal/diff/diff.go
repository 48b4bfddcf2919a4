// Package diff compares two inputs by what they mean: templates, registrations
// and grants by the text that is hashed, scope records by what the daemon does,
// frames by their fields.
//
// Goals: a difference is printed with its cause and its effect; a pair of inputs
// without a common meaning is refused with the reason. Not goals: flags, reading
// files, and exit statuses.
package diff

import (
	"fmt"
	"io"

	"github.com/divtool/divtool/internal/input"
	"github.com/divtool/divtool/internal/report"
	"github.com/divtool/divtool/internal/term"
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/scope"
)

// Options applies to both sides.
type Options struct {
	Types   frames.Set
	Given   *frames.Type // the type of the frames; nil to guess it
	Form    input.Form   // the form of the frames; with input.Auto documents are recognised
	Frames  frames.Options
	MaxText int64 // the longest document that is read, in bytes
	// Link is how the link of a scope record to its parent changes, and
	// ParentState the flag that it was parsed from; "" when it is not given.
	Link        scope.Link
	ParentState string
	JSON        bool // print JSON, not text
	Colour      bool
	Width       int // of the terminal, in columns; 0 without one
}

// Differ compares two sides, each detected once. Inputs that cannot be read as
// what they are go to the reporter, whose outcome becomes [report.Failed].
type Differ struct {
	opts   Options
	report *report.Reporter
	reader frames.Reader
	theme  term.Theme
	out    io.Writer
}

// New returns a Differ that reports to r.
func New(o Options, r *report.Reporter) *Differ {
	return &Differ{opts: o, report: r, reader: frames.Reader{Options: o.Frames}, theme: term.NewTheme(o.Colour)}
}

// Error is a comparison that cannot be made.
type Error struct{ Message string }

func (e *Error) Error() string { return e.Message }

func errorf(format string, args ...any) error {
	return &Error{fmt.Sprintf(format, args...)}
}

// Compare prints the differences between two sides to out, and reports whether
// they are the same. The error is an [*Error] when they cannot be compared, else
// that of out.
func (d *Differ) Compare(out io.Writer, a, b *Side) (same bool, err error) {
	d.out = out
	resolveEmpty(a, b)
	resolveEmpty(b, a)
	kind, present := a.kind, a
	if kind == nullSide {
		kind, present = b.kind, b
	}
	switch {
	case a.kind != b.kind && a.kind != nullSide && b.kind != nullSide:
		return false, errorf("%s is %s and %s is %s; both must be of the same kind", a.name, a.article(), b.name, b.article())
	case d.opts.ParentState != "" && kind != scopeSide:
		return false, errorf("`--parent-state` applies to scope records, but %s is %s", present.name, present.article())
	case d.opts.Given != nil && kind != frameSide && kind != nullSide:
		return false, errorf("`-t` applies to frames, but %s is %s", present.name, present.article())
	}
	switch kind {
	case templateSide, registrationSide, grantsSide:
		return d.compareCanonical(kind, a, b)
	case scopeSide:
		return d.compareScopes(a, b)
	case frameSide:
		return d.compareFrames(a, b), nil
	}
	return true, d.compareNulls()
}

// compareNulls prints that both sides are null.
func (d *Differ) compareNulls() error {
	if d.opts.JSON {
		d.printJSON([]byte(`{"kind":"null","same":true,"changes":[]}`))
		return nil
	}
	_, err := d.out.Write([]byte("both sides are null\n"))
	return err
}

// printJSON prints the object that is the whole result.
func (d *Differ) printJSON(object []byte) { d.out.Write(report.IndentJSON(object, d.opts.Colour)) }

// line prints spans in one line, or broken to the terminal.
func (d *Differ) line(spans ...term.Span) {
	io.WriteString(d.out, term.Paragraph(d.opts.Width, continuedIndent, spans...))
}

// continuedIndent is the number of spaces before the rest of a line.
const continuedIndent = 4

func plain(text string) term.Span { return term.Span{Text: text} }

// verdict is the heading of two sides that are compared.
func (d *Differ) verdict(same bool) term.Span {
	if same {
		return term.Span{Text: "same", Style: d.theme.Accent}
	}
	return term.Span{Text: "different", Style: d.theme.Warning}
}

// appendValues appends the members a and b of a change; a nil value is left out.
func appendValues(dst, a, b []byte) []byte {
	if a != nil {
		dst = append(append(dst, `,"a":`...), a...)
	}
	if b != nil {
		dst = append(append(dst, `,"b":`...), b...)
	}
	return dst
}
