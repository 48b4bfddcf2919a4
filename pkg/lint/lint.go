// Package lint reports what a peer will refuse in a document, and what it would
// silently drop, change or ignore.
//
// Where to begin:
//
//   - [Lint] lints one text; [New] and [Linter.Lint] lint many and reuse memory.
//     The kind of the document is given or, with [Auto], detected.
//   - A [Result] has the findings, each a [diag.Diagnostic] with the id of its
//     rule, a JSON Pointer and a byte range; [diag.Diagnostic.Position] returns
//     line and column.
//   - [Rules] describes all rules, [Kinds] all kinds of documents.
//   - [ReadContext] reads what a document does not contain and some rules need.
//
// Goals: the same findings, in the same order, for the same text; work and
// memory in proportion to the text. Non-goals: files, reports, and deciding
// which findings matter, which are up to the caller.
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

// Config describes which findings are reported, and as what. The zero value
// reports all of them as their rules say.
type Config struct {
	// Disable names rules that do not report. What they find still counts
	// where other rules build on it: a record that is refused stays refused.
	Disable []string
	// Enable names rules that report although they are disabled.
	Enable []string
	// Severity gives rules another severity, by their id.
	Severity map[string]diag.Severity
	// Max is how many findings of a document are kept, those that come first
	// in the text; 0 keeps the first 1048576.
	Max int
}

// level is what a configuration makes of a rule.
type level struct {
	severity diag.Severity
	off      bool
}

// levels compiles the configuration; rules that it does not name are not in
// the result.
func (c *Config) levels() (map[*Rule]level, error) {
	if c.Max < 0 {
		return nil, fmt.Errorf("the limit of findings is %d: it must be 0 or more", c.Max)
	}
	levels := map[*Rule]level{}
	set := func(id string, change func(l *level)) error {
		r := RuleByID(id)
		if r == nil {
			return fmt.Errorf("there is no rule %s", text.Quote(id))
		}
		l, ok := levels[r]
		if !ok {
			l.severity = r.Severity
		}
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
			return nil, fmt.Errorf("the severity of %s is none", text.Quote(id))
		}
		if err := set(id, func(l *level) { l.severity = severity }); err != nil {
			return nil, err
		}
	}
	return levels, nil
}

// Result is what was found in one document.
type Result struct {
	// Kind is what the document was linted as. It is Auto for a text whose
	// kind was not given and could not be told: a text that is not JSON, which
	// has one finding if its rule is not disabled, or a document of no kind,
	// which has none and was not linted.
	Kind Kind
	// Findings are sorted by position, rule and path, each pair of rule and
	// path once. Their code is the rule's id; their offsets are bytes of the
	// text.
	Findings []diag.Diagnostic
	// Dropped counts the findings that were not kept for the limit of the
	// configuration, or because the pointers of all would not fit in memory.
	Dropped int

	counts      [3]int // by severity, also of those not kept
	invalidJSON bool   // the text is not JSON
}

// HasErrors reports whether there is a finding whose severity is error.
func (r *Result) HasErrors() bool { return r.counts[diag.Error] > 0 }

// Count is how many findings there are of a severity, also of those that were
// not kept.
func (r *Result) Count(s diag.Severity) int { return r.counts[s] }

// Unrecognized reports that the document is of no kind and was not linted.
func (r *Result) Unrecognized() bool { return r.Kind == Auto && !r.invalidJSON }

// Linter lints documents one after the other and keeps its memory in between.
// It is not safe for concurrent use; give each worker its own.
type Linter struct {
	maxFindings  int
	levels       map[*Rule]level
	doc          jsondoc.Doc
	checkers     [len(families)]engine.Checker
	emptyContext Context // the context of documents without one
}

// New makes a linter. It fails when the configuration names a rule that does
// not exist.
func New(cfg Config) (*Linter, error) {
	levels, err := cfg.levels()
	if err != nil {
		return nil, err
	}
	l := &Linter{maxFindings: cfg.Max, levels: levels}
	if l.maxFindings == 0 {
		l.maxFindings = defaultMaxFindings
	}
	return l, nil
}

// Level returns what the configuration makes of a rule: its severity, and
// whether it reports at all.
func (l *Linter) Level(r *Rule) (severity diag.Severity, on bool) {
	if level, ok := l.levels[r]; ok {
		return level.severity, !level.off
	}
	return r.Severity, true
}

// Lint lints one text. It fails when the configuration does; see
// [Linter.Lint].
func Lint(text []byte, kind Kind, ctx *Context, cfg Config) (Result, error) {
	l, err := New(cfg)
	if err != nil {
		return Result{}, err
	}
	return l.Lint(text, kind, ctx), nil
}

// defaultMaxFindings is how many findings are kept when no limit is given.
const defaultMaxFindings = 1 << 20

// maxReusedNodes is the size of a document up to which its memory is kept.
const maxReusedNodes = 1 << 20

// Lint lints one text as a document of the given kind, or of the kind that
// its members tell when that is [Auto]. ctx may be nil; it must not be changed
// as long as the linter uses it. The result does not refer to the text.
func (l *Linter) Lint(text []byte, kind Kind, ctx *Context) Result {
	if ctx == nil {
		ctx = &l.emptyContext
	}
	c := collector{levels: l.levels, maxFindings: l.maxFindings}
	p := engine.Pass{Doc: &l.doc, Context: ctx, Sink: &c}
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

// checkText reads the text and has the family of its kind look at it. It returns
// the kind, and whether the text is not JSON.
func (l *Linter) checkText(p *engine.Pass, text []byte, kind Kind) (detected Kind, invalidJSON bool) {
	fault := l.doc.Read(text)
	if kind == Auto {
		kind = detect(&l.doc)
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

// checker returns the checker of a family, made when it is first needed.
func (l *Linter) checker(i int) engine.Checker {
	if l.checkers[i] == nil {
		l.checkers[i] = families[i].New()
	}
	return l.checkers[i]
}

// reportTooLarge reports a text that cannot be sent.
func reportTooLarge(p *engine.Pass, f *engine.Family, text []byte) bool {
	if f.MaxBytes == 0 || len(text) <= f.MaxBytes {
		return false
	}
	p.ReportDiagnostic(&shape.TooLarge, diag.Diagnostic{
		Length:  len(text),
		Message: "the text has " + strconv.Itoa(len(text)) + " bytes, a frame's body has at most " + strconv.Itoa(f.MaxBytes),
		Hint:    "it cannot be framed; send less in one request",
		Need:    diag.Count(f.MaxBytes), Have: diag.Count(len(text)),
	})
	return true
}

// ReadContext reads a context document: an object in the shape of
// spec/subc-scope.md 9.1, and the member declared_secrets, an array of names.
// The error is a *[diag.Diagnostic] with its place in the text.
func ReadContext(text []byte) (*Context, error) { return rule.ReadContext(text) }
