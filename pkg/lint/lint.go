package lint

import (
	"strconv"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/lintrules/shape"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint/rule"
)

// Linter lints documents one after the other and keeps its memory in between.
// It is not safe for concurrent use; give each worker its own.
type Linter struct {
	maxFindings  int
	levels       map[*Rule]level
	doc          jsondoc.Doc
	checkers     [len(families)]rule.Checker
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
	p := rule.Pass{Doc: &l.doc, Context: ctx, Sink: &c}
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
func (l *Linter) checkText(p *rule.Pass, text []byte, kind Kind) (detected Kind, invalidJSON bool) {
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
func (l *Linter) checker(i int) rule.Checker {
	if l.checkers[i] == nil {
		l.checkers[i] = families[i].New()
	}
	return l.checkers[i]
}

// reportTooLarge reports a text that cannot be sent.
func reportTooLarge(p *rule.Pass, f *rule.Family, text []byte) bool {
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
// A refusal is a *[diag.Diagnostic] with its place in the text.
func ReadContext(text []byte) (*Context, error) { return rule.ReadContext(text) }
