package diff

import (
	"bytes"

	"github.com/divtool/divtool/internal/input"
	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/report"
	"github.com/divtool/divtool/internal/syntax"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/lint"
)

// sideKind is what a side is.
type sideKind uint8

const (
	nullSide sideKind = iota
	templateSide
	registrationSide
	grantsSide
	scopeSide
	frameSide
	emptySide // an empty array, whose kind depends on the other side
)

var sideKinds = [...]struct{ name, article, description string }{
	nullSide:         {"null", "", "null"},
	templateSide:     {"template", "a ", "template"},
	registrationSide: {"registration", "a ", "registration"},
	grantsSide:       {"grants", "an ", "array of grants"},
	scopeSide:        {"scope-record", "a ", "scope record"},
	frameSide:        {"frame", "a ", "frame"},
	emptySide:        {"grants", "an ", "empty array"},
}

// Side is one of the two inputs.
type Side struct {
	name      string
	text      []byte
	kind      sideKind
	doc       *jsondoc.Doc // nil for a frame until it is compared
	frame     *input.Input // nil for a document
	frameType *frames.Type
	guess     frames.Guess
	tree      frames.Tree // of the frame as the type that was guessed
}

func (s *Side) describe() string {
	if s.isTemplateArray() {
		return "array of templates"
	}
	return sideKinds[s.kind].description
}

func (s *Side) article() string {
	if s.isTemplateArray() {
		return "an " + s.describe()
	}
	return sideKinds[s.kind].article + s.describe()
}

func (s *Side) isTemplateArray() bool {
	return s.kind == templateSide && s.doc.Kind(0) == jsondoc.Array
}

// Detect finds out what an input is. Errors in the input are reported, and the
// returned side is not to be compared then. The error is an [*Error] for a document of
// a kind that cannot be compared.
func (d *Differ) Detect(name string, text []byte) (*Side, error) {
	s := &Side{name: name, text: text}
	if d.opts.Form != input.Auto || !looksLikeJSON(text) {
		d.detectFrame(s)
		return s, nil
	}
	if int64(len(text)) > d.opts.MaxText {
		d.reject(report.TextTooLarge("text", int(d.opts.MaxText), d.opts.MaxText), report.Place{File: name, Index: -1})
		return s, nil
	}
	s.doc = new(jsondoc.Doc)
	if fault := s.doc.Read(text); fault != nil {
		d.rejectText(syntax.Diagnostic(fault), s)
		return s, nil
	}
	switch {
	case s.doc.Kind(0) == jsondoc.Null:
		return s, nil
	case s.doc.Kind(0) == jsondoc.Array && s.doc.Count(0) == 0:
		s.kind = emptySide
		return s, nil
	case d.detectDecoded(s):
		return s, nil
	}
	return s, s.detectLintKind()
}

// detectLintKind sets the kind of a document by the rules of lint.
func (s *Side) detectLintKind() error {
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
		what := "the document is of no known kind"
		if kind != lint.Auto {
			what = "a " + string(kind) + " cannot be compared"
		}
		return errorf("%s: %s; diff compares templates, registrations, grants, scope records and frames", s.name, what)
	}
	return nil
}

// reject reports an error of an input. The run has failed: this is not a
// difference.
func (d *Differ) reject(fault *diag.Diagnostic, at report.Place) {
	d.report.Fail(fault, at)
	d.report.Record(report.Failed)
}

// rejectText is reject for an error of a document.
func (d *Differ) rejectText(fault *diag.Diagnostic, s *Side) {
	d.report.FailText(fault, s.name, s.text)
	d.report.Record(report.Failed)
}

// resolveEmpty decides what an empty array is: templates beside templates, else
// grants.
func resolveEmpty(s, other *Side) {
	if s.kind != emptySide {
		return
	}
	if s.kind = grantsSide; other.kind == templateSide {
		s.kind = templateSide
	}
}

// looksLikeJSON reports whether a text is meant as a document: null, an object, an
// empty array, or an array of objects. An array of numbers is the bytes of a frame.
// A byte order mark is skipped here, so that the JSON reader reports it.
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
