package baseline

import (
	"fmt"
	"math"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint/rule"
)

// codeBaseline is the code of what is wrong with a baseline.
const codeBaseline = "baseline"

// Read reads a baseline. A refusal is a *[diag.Diagnostic] with its place: a
// text that is not JSON, one of another version, or one of another shape.
func Read(text []byte) (*Baseline, error) {
	var doc jsondoc.Doc
	f := doc.Read(text)
	if f == nil {
		f = rule.FirstFault(&doc, 0, math.MaxInt)
	}
	if f != nil {
		d := canon.SyntaxDiagnostic(f)
		d.Code = codeBaseline
		return nil, d
	}
	r := fileReader{doc: &doc, b: Baseline{index: map[Entry]int{}}}
	r.read()
	if r.err != nil {
		return nil, r.err
	}
	return &r.b, nil
}

// fileReader reads a baseline and stops at the first thing that is wrong.
type fileReader struct {
	doc *jsondoc.Doc
	b   Baseline
	err *diag.Diagnostic
}

func (r *fileReader) fail(n int, format string, args ...any) {
	if r.err != nil {
		return
	}
	start, end := r.doc.Span(n)
	r.err = &diag.Diagnostic{Code: codeBaseline, Offset: start, Length: end - start, Message: fmt.Sprintf(format, args...)}
}

func (r *fileReader) read() {
	if r.doc.Kind(0) != jsondoc.Object {
		r.fail(0, "a baseline is an object, this is %s", r.doc.Kind(0))
		return
	}
	// The version first: what another one holds is not for us to judge.
	version := r.doc.Member(0, "version")
	switch {
	case version < 0:
		r.fail(0, "this is no baseline: it has no version")
	case string(r.doc.Raw(version)) != fmt.Sprint(Version):
		r.fail(version, "this baseline is of version %s, and this program reads version %d", text.Excerpt(r.doc.Raw(version)), Version)
	}
	if r.err != nil {
		r.err.Hint = "write it anew with --write-baseline"
		return
	}
	for k, end := 1, r.doc.Next(0); k < end && r.err == nil; k = r.doc.Next(k + 1) {
		switch r.doc.Value(k) {
		case "version":
		case "findings":
			r.findings(k + 1)
		default:
			r.fail(k, "a baseline has no member %s", text.QuoteNode(r.doc, k))
		}
	}
}

func (r *fileReader) findings(array int) {
	if r.doc.Kind(array) != jsondoc.Array {
		r.fail(array, "the findings are an array, this is %s", r.doc.Kind(array))
		return
	}
	for _, n := range rule.Elements(r.doc, array) {
		r.entry(n)
	}
}

func (r *fileReader) entry(n int) {
	if r.doc.Kind(n) != jsondoc.Object {
		r.fail(n, "an entry is an object, this is %s", r.doc.Kind(n))
		return
	}
	var e fileEntry
	start, end := r.doc.Span(n)
	e.offset, e.length = start, end-start
	missing := map[string]*string{"file": &e.File, "rule": &e.Rule, "path": &e.Path, "value": &e.Value}
	for k, end := n+1, r.doc.Next(n); k < end; k = r.doc.Next(k + 1) {
		name := r.doc.Value(k)
		field, ok := missing[name]
		switch {
		case !ok:
			r.fail(k, "an entry has file, rule, path and value, each once, and no %s", text.QuoteNode(r.doc, k))
			return
		case r.doc.Kind(k+1) != jsondoc.String:
			r.fail(k+1, "a string is needed here, this is %s", r.doc.Kind(k+1))
			return
		}
		*field = r.doc.Value(k + 1)
		delete(missing, name)
	}
	if len(missing) > 0 {
		r.fail(n, "an entry has file, rule, path and value, each once")
		return
	}
	r.b.add(e)
}
