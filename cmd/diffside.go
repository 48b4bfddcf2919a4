package cmd

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/divtool/divtool/internal/input"
	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/report"
	"github.com/divtool/divtool/internal/source"
	"github.com/divtool/divtool/internal/syntax"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/lint"
)

// sideKind is what a side of a comparison is.
type sideKind uint8

const (
	nullSide sideKind = iota
	templateSide
	registrationSide
	grantsSide
	scopeSide
	frameSide
	emptySide // an array of nothing: of what, the other side tells
)

var sideKinds = [...]struct{ name, description string }{
	nullSide:         {"null", "null"},
	templateSide:     {"template", "a template"},
	registrationSide: {"registration", "a registration"},
	grantsSide:       {"grants", "an array of grants"},
	scopeSide:        {"scope-record", "a scope record"},
	frameSide:        {"frame", "a frame"},
	emptySide:        {"grants", "an empty array"},
}

// diffSide is one of the two inputs.
type diffSide struct {
	name      string
	text      []byte
	kind      sideKind
	doc       *jsondoc.Doc // nil for a frame that is not a document
	frame     *input.Input // nil for a document
	frameType *frames.Type
	guess     frames.Guess
}

// describe says what the side is.
func (s *diffSide) describe() string {
	if s.kind == templateSide && s.doc.Kind(0) == jsondoc.Array {
		return "an array of templates"
	}
	return sideKinds[s.kind].description
}

// readSides reads the two inputs.
func (d *diffRun) readSides(args []string) ([2]*diffSide, error) {
	var sides [2]*diffSide
	if args[0] == "-" && args[1] == "-" {
		return sides, usagef("standard input can be one of the two, not both")
	}
	for i, arg := range args {
		side, err := d.readSide(arg)
		if err != nil {
			d.reportInputError(err)
		}
		sides[i] = side
	}
	return sides, nil
}

// readSide reads one input and tells what it is.
func (d *diffRun) readSide(arg string) (*diffSide, error) {
	found, err := d.findInput(arg)
	if err != nil {
		return nil, err
	}
	text, err := d.readText(found)
	if err != nil {
		return nil, err
	}
	s := &diffSide{name: found.Name, text: text}
	return s, d.detectKind(s)
}

// reportInputError reports what keeps an input from being compared, so that the other
// one is looked at too.
func (d *diffRun) reportInputError(err error) {
	d.report.Unreadable(err)
	var usageErr *usageError
	if errors.As(err, &usageErr) && usageErr.hint != "" {
		fmt.Fprintln(d.streams.Err, usageErr.hint)
	}
}

// findInput finds the one file that an argument names.
func (d *diffRun) findInput(arg string) (source.Source, error) {
	list, err := source.Find(arg, d.streams.In, d.common.stdinName)
	var missing *source.MissingError
	switch {
	case errors.As(err, &missing) && looksLikeHex(arg):
		return source.Source{}, &usageError{
			message: arg + ": there is no such file; it looks like hex",
			hint:    "Write it to a file, or pipe one of the two: `echo " + shellQuote(arg) + " | divtool diff - B`.",
		}
	case err != nil:
		return source.Source{}, err
	case len(list) != 1:
		return source.Source{}, usagef("%s: %d files match this pattern, one is needed", arg, len(list))
	case arg == "-" && d.streams.InTerminal:
		return source.Source{}, usagef("nothing to read: standard input is a terminal")
	}
	return list[0], nil
}

// readText reads an input: a document or a frame.
func (d *diffRun) readText(s source.Source) ([]byte, error) {
	text, err := input.ReadSource(s, max(int64(d.maxFrame), d.common.maxText/8))
	if errors.Is(err, source.ErrTooLarge) {
		return nil, usagef("%s: larger than can be compared", s.Name)
	}
	return text, err
}

// rejectInput reports what is wrong with an input: trouble, not a difference.
func (d *diffRun) rejectInput(fault *diag.Diagnostic, at report.Place) {
	d.report.Fail(fault, at)
	d.report.Record(report.Failed)
}

func (d *diffRun) rejectText(fault *diag.Diagnostic, s *diffSide) {
	d.report.FailText(fault, s.name, s.text)
	d.report.Record(report.Failed)
}

// detectKind tells what a side is. What is wrong with it is reported.
func (d *diffRun) detectKind(s *diffSide) error {
	if d.form != input.Auto || !looksLikeJSON(s.text) {
		d.detectFrame(s)
		return nil
	}
	if int64(len(s.text)) > d.common.maxText {
		d.rejectInput(report.TextTooLarge("text", int(d.common.maxText), d.common.maxText), report.Place{File: s.name, Index: -1})
		return nil
	}
	s.doc = new(jsondoc.Doc)
	if fault := s.doc.Read(s.text); fault != nil {
		d.rejectText(syntax.Diagnostic(fault), s)
		return nil
	}
	if s.doc.Kind(0) == jsondoc.Null {
		return nil
	}
	if s.doc.Kind(0) == jsondoc.Array && s.doc.Count(0) == 0 {
		s.kind = emptySide
		return nil
	}
	if d.detectDocument(s) {
		return nil
	}
	kind := lint.Auto
	if result, err := lint.Lint(s.text, lint.Auto, nil, lint.Config{Max: 1}); err == nil {
		kind = result.Kind
	}
	switch kind {
	case lint.Template:
		s.kind = templateSide
	case lint.Registration:
		s.kind = registrationSide
	case lint.Grants:
		s.kind = grantsSide
	case lint.ScopeRecord:
		s.kind = scopeSide
	default:
		return notComparableError(s.name, kind)
	}
	return nil
}

// notComparableError is the error of a document that is of no kind, or of one that
// cannot be compared.
func notComparableError(name string, kind lint.Kind) error {
	what := "of no kind that can be compared"
	if kind != lint.Auto {
		what = "a " + string(kind) + ", which cannot be compared"
	}
	return usagef("%s: this is %s: templates, registrations, grants, scope records and frames can", name, what)
}

// resolveEmpty gives an empty array the kind of the other side, that of an array of
// grants beside none.
func resolveEmpty(s, other *diffSide) {
	if s.kind != emptySide {
		return
	}
	if s.kind = grantsSide; other.kind == templateSide {
		s.kind = templateSide
	}
}

// looksLikeJSON tells whether a text is meant to be a document: null, an
// object, an empty array, or an array of objects. Arrays of numbers are bytes.
// A byte order mark is told as a fault of the JSON behind it.
func looksLikeJSON(text []byte) bool {
	text = bytes.TrimSpace(bytes.TrimPrefix(text, []byte("\ufeff")))
	rest, object := bytes.CutPrefix(text, []byte("{"))
	if array, ok := bytes.CutPrefix(text, []byte("[")); ok {
		array = bytes.TrimLeft(array, " \t\r\n")
		if string(array) == "]" {
			return true
		}
		rest, object = bytes.CutPrefix(array, []byte("{"))
	}
	rest = bytes.TrimLeft(rest, " \t\r\n")
	return object && len(rest) > 0 && (rest[0] == '"' || rest[0] == '}') ||
		string(text) == "null"
}
