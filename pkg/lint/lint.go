// Package lint reports the parts of a document that a peer refuses, or silently drops,
// changes or ignores.
//
// Where to start:
//
//   - [Lint] lints one text; [New] and [Linter.Lint] lint many and reuse memory.
//     The kind of the document is given or, with [Auto], detected.
//   - A [Result] has the findings, each a [diag.Diagnostic] with the id of its
//     rule, a JSON Pointer and a byte range; [diag.Diagnostic.Position] returns
//     line and column.
//   - [Rules] describes all rules, [Kinds] all kinds of documents.
//   - [ReadContext] reads information that some rules need and a document does not
//     contain.
//
// Goals: the same findings, in the same order, for the same text; work and memory in
// proportion to the text. Non-goals: files, reports, and deciding which findings matter;
// these are up to the caller.
package lint

import (
	"fmt"
	"strconv"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/lintrules/engine"
	"github.com/divtool/divtool/internal/lintrules/shape"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint/rule"
)

// Config selects the findings that are reported, and their severity. The zero value
// reports all findings with the default severity.
type Config struct {
	// Disable has the ids of rules that do not report. Their verdicts still affect
	// other rules: a refused record stays refused.
	Disable []string
	// Enable has the ids of rules that report even if they are in Disable.
	Enable []string
	// Severity has the severity of rules that differ from the default, by id.
	Severity map[string]diag.Severity
	// Max is the number of findings of a document to keep, the first ones in the
	// text; 0 means 1048576.
	Max int
	// Fixes adds to findings the fix that corrects them, if there is one.
	Fixes bool
}

// level is the effect of a configuration on a rule.
type level struct {
	severity diag.Severity // if set
	set      bool
	off      bool
}

// levels compiles the configuration. The result has only rules that the configuration
// names.
func (c *Config) levels() (map[*Rule]level, error) {
	if c.Max < 0 {
		return nil, fmt.Errorf("invalid limit of findings: expected an integer of 0 or more, got %d", c.Max)
	}
	levels := map[*Rule]level{}
	set := func(id string, change func(l *level)) error {
		r := RuleByID(id)
		if r == nil {
			return fmt.Errorf("%s is not a rule", text.Quote(id))
		}
		l := levels[r]
		change(&l)
		levels[r] = l
		return nil
	}
	for _, id := range c.Disable {
		if err := set(id, func(l *level) { l.off = true }); err != nil {
			return nil, err
		}
	}
	for _, id := range c.Enable {
		if err := set(id, func(l *level) { l.off = false }); err != nil {
			return nil, err
		}
	}
	for id, severity := range c.Severity {
		if severity > diag.Info {
			return nil, fmt.Errorf("the rule %s has an invalid severity", text.Quote(id))
		}
		if err := set(id, func(l *level) { l.severity, l.set = severity, true }); err != nil {
			return nil, err
		}
	}
	return levels, nil
}

// Result has the findings of one document.
type Result struct {
	// Kind is the kind as which the document was linted. It is Auto if the kind was
	// not given and not detected: for a text that is not JSON, which has one finding
	// unless its rule is disabled, and for an unrecognized document, which was not
	// linted.
	Kind Kind
	// Findings are sorted by position, rule and path. Each pair of rule and path
	// occurs once. The code of a finding is the id of its rule; offsets are in bytes
	// of the text.
	Findings []diag.Diagnostic
	// Dropped is the number of findings that were not kept because of Config.Max or
	// the limit on the total size of pointers.
	Dropped int

	counts      [3]int // by severity, including dropped findings
	invalidJSON bool   // the text is not JSON
}

// HasErrors reports whether there is a finding with severity error.
func (r *Result) HasErrors() bool { return r.counts[diag.Error] > 0 }

// Count returns the number of findings with a severity, including dropped findings.
func (r *Result) Count(s diag.Severity) int { return r.counts[s] }

// Unrecognized reports whether the kind of the document was not recognized, so it was not
// linted.
func (r *Result) Unrecognized() bool { return r.Kind == Auto && !r.invalidJSON }

// Linter lints documents one after the other and reuses memory. It is not safe for
// concurrent use; give each worker its own.
type Linter struct {
	maxFindings  int
	fixes        bool
	levels       map[*Rule]level
	doc          jsondoc.Doc
	detector     detector
	checkers     [len(families)]engine.Checker
	emptyContext Context // the context of documents without one
}

// New returns a linter. It fails if the configuration is invalid, for example names an
// unknown rule.
func New(cfg Config) (*Linter, error) {
	levels, err := cfg.levels()
	if err != nil {
		return nil, err
	}
	l := &Linter{maxFindings: cfg.Max, levels: levels, fixes: cfg.Fixes}
	if l.maxFindings == 0 {
		l.maxFindings = defaultMaxFindings
	}
	return l, nil
}

// Level returns the severity of a rule under the configuration, and whether the rule
// reports.
func (l *Linter) Level(r *Rule) (severity diag.Severity, on bool) {
	c := collector{levels: l.levels}
	return c.Level(r, r.Severity)
}

// Lint lints one text. It fails if the configuration is invalid; see [Linter.Lint].
func Lint(text []byte, kind Kind, ctx *Context, cfg Config) (Result, error) {
	l, err := New(cfg)
	if err != nil {
		return Result{}, err
	}
	return l.Lint(text, kind, ctx), nil
}

// defaultMaxFindings is the number of findings to keep by default.
const defaultMaxFindings = 1 << 20

// maxReusedNodes is the size of the largest document whose memory is reused.
const maxReusedNodes = 1 << 20

// Lint lints one text as a document of the kind; [Auto] detects the kind from its
// members. ctx may be nil and must not change while the linter is in use. The result does
// not refer to the text.
func (l *Linter) Lint(text []byte, kind Kind, ctx *Context) Result {
	if ctx == nil {
		ctx = &l.emptyContext
	}
	c := collector{levels: l.levels, maxFindings: l.maxFindings}
	p := engine.Pass{Doc: &l.doc, Context: ctx, Sink: &c, Fixes: l.fixes}
	invalidJSON := false
	if i, f := familyOf(kind); i < 0 || !reportTooLarge(&p, f, text) {
		kind, invalidJSON = l.checkText(&p, text, kind)
	}
	result := c.result(&l.doc)
	result.Kind, result.invalidJSON = kind, invalidJSON
	if l.doc.Len() > maxReusedNodes {
		l.doc = jsondoc.Doc{}
	}
	return result
}

// checkText reads the text and runs the checker of its family. It returns the kind, and
// whether the text is not JSON.
func (l *Linter) checkText(p *engine.Pass, text []byte, kind Kind) (detected Kind, invalidJSON bool) {
	fault := l.doc.Read(text)
	if kind == Auto {
		kind = l.detector.detect(&l.doc)
	}
	i, f := familyOf(kind)
	switch {
	case i < 0 && fault != nil:
		shape.ReportSyntax(p, fault)
	case i < 0:
	case reportTooLarge(p, f, text):
	case fault != nil:
		l.checker(i).ReportSyntax(p, kind, fault)
	default:
		l.checker(i).Check(p, kind)
	}
	return kind, fault != nil
}

// checker returns the checker of a family, which is created on first use.
func (l *Linter) checker(i int) engine.Checker {
	if l.checkers[i] == nil {
		l.checkers[i] = families[i].New()
	}
	return l.checkers[i]
}

func reportTooLarge(p *engine.Pass, f *engine.Family, text []byte) bool {
	if f.MaxBytes == 0 || len(text) <= f.MaxBytes {
		return false
	}
	p.ReportDiagnostic(&shape.TooLarge, diag.Diagnostic{
		Length:  len(text),
		Message: "the text is " + strconv.Itoa(len(text)) + " bytes, the limit for a frame's body is " + strconv.Itoa(f.MaxBytes),
		Hint:    "split it into several requests",
		Need:    diag.Count(f.MaxBytes), Have: diag.Count(len(text)),
	})
	return true
}

// ReadContext reads a context document: an object as in spec/subc-scope.md 9.1 with the
// additional member declared_secrets, an array of names. The error is a
// *[diag.Diagnostic] with its position in the text.
func ReadContext(text []byte) (*Context, error) { return rule.ReadContext(text) }
