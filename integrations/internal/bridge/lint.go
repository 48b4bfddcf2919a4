package bridge

import (
	"errors"
	"os"

	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint"
)

// autoKind is the kind of a document that is detected.
const autoKind = "auto"

// never is the severity that no finding has.
const never = "never"

// Lint declares the processor divtool_lint.
func Lint() *Component {
	return &Component{
		Name:    "divtool_lint",
		Summary: "Lints the JSON document of a message, as `divtool lint` does, and leaves it as it is.",
		Description: `The metadata divtool_findings has a JSON array of the findings: objects with code (the id of the rule), message,
severity (absent for an error), path, offset, line, column and upstream. The first finding that is at least as
severe as fail_on is the error of the message, with the metadata of divtool_decode.`,
		Fields: []Field{
			{Name: "kind", Default: autoKind, Words: append([]string{autoKind}, lint.KindNames()...), Description: "What the documents are."},
			{Name: "fail_on", Default: diag.Error.String(), Words: []string{diag.Error.String(), diag.Warning.String(), diag.Info.String(), never}, Description: "The lowest severity of a finding that is an error of its message."},
			{Name: "disable", Default: []string{}, Description: "The ids of rules that do not report."},
			{Name: "enable", Default: []string{}, Description: "The ids of rules that report even if they are disabled."},
			{Name: "context", Default: "", Description: "A file with what some rules need and documents lack, in the format of `divtool lint --context`."},
			{Name: "max_findings", Default: 100, Description: "The most findings in divtool_findings; the others count for fail_on."},
		},
	}
}

// NewLinter returns the processor divtool_lint.
func NewLinter(v Values) (*Processor, error) {
	var ctx *lint.Context
	if file := v.text("context"); file != "" {
		content, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		if ctx, err = lint.ReadContext(content); err != nil {
			return nil, errors.New(file + ": " + err.Error())
		}
	}
	return NewProcessor(func() (Worker, error) { return newLinter(v, ctx) })
}

type linter struct {
	*lint.Linter
	kind     lint.Kind
	context  *lint.Context
	severity diag.Severity // the lowest that fails
	never    bool
	max      int // of the findings in the metadata
}

func newLinter(v Values, ctx *lint.Context) (*linter, error) {
	l := &linter{context: ctx, never: v.text("fail_on") == never, max: v.int("max_findings")}
	if kind := v.text("kind"); kind != autoKind {
		l.kind = lint.Kind(kind)
	}
	for l.severity = diag.Error; l.severity < diag.Info && l.severity.String() != v.text("fail_on"); {
		l.severity++
	}
	var err error
	l.Linter, err = lint.New(lint.Config{Disable: v.list("disable"), Enable: v.list("enable")})
	return l, err
}

// Process implements Worker.
func (l *linter) Process(m Message, document []byte) {
	result := l.Lint(document, l.kind, l.context)
	m.MetaSetMut(MetaFindings, string(appendList(nil, result.Findings[:min(len(result.Findings), l.max)], document)))
	if result.Unrecognized() {
		fail(m, &diag.Diagnostic{Code: "no-type", Message: "the document is of an unrecognized kind", Hint: "set `kind`"}, 0)
		return
	}
	if l.never {
		return
	}
	for i := range result.Findings {
		if d := &result.Findings[i]; d.Severity <= l.severity {
			fail(m, d, 0)
			return
		}
	}
}

// TemplateIDName is the name of the method that returns the id of a template.
const TemplateIDName = "divtool_template_id"

// TemplateIDMeaning describes the method.
const TemplateIDMeaning = "Returns the id of the template that a text holds, as `divtool template-id` prints it: 64 hex digits. It takes " +
	"text or bytes and no parsed value, whose numbers and order are no longer those of the text: use `content()`."

// TemplateID returns the id of the template that v, text or bytes, holds.
func TemplateID(v any) (any, error) {
	var template []byte
	switch v := v.(type) {
	case string:
		template = []byte(v)
	case []byte:
		template = v
	default:
		return nil, errors.New(text.Expected("the text of a template, such as content()", "a parsed value"))
	}
	id, err := canon.TemplateID(template)
	if d, ok := diag.From(err); ok {
		return nil, &Fault{Diagnostic: d}
	}
	if err != nil {
		return nil, err
	}
	return id.String(), nil
}
