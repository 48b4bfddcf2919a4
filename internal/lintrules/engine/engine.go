// Package engine is the base of the families of lint rules: the pass over a document
// through which rules report, the checker that runs them, and the family that lists
// them. pkg/lint combines the families.
//
// A rule is a value of pkg/lint/rule and a function of its family that checks one part
// of a document. Rules do not print and do not read files, and families do not depend on
// each other.
package engine

import (
	"slices"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint/rule"
)

// Family is a set of rules for some kinds of documents.
type Family struct {
	Kinds []rule.KindInfo
	// Rules returns the rules, in any order.
	Rules func() []*rule.Rule
	// New returns a checker, which may reuse memory between documents.
	New func() Checker
	// MaxBytes is the size in bytes of the largest text that can be sent to the
	// peer; 0 for no limit.
	MaxBytes int
}

// List returns the rules of a family's table, each once. Zero rows are skipped. ruleOf
// returns the rule of a row.
func List[T comparable](ruleOf func(row T) *rule.Rule, table ...T) (rules []*rule.Rule) {
	var zero T
	for _, row := range table {
		if row == zero {
			continue
		}
		if r := ruleOf(row); !slices.Contains(rules, r) {
			rules = append(rules, r)
		}
	}
	return rules
}

// Checker checks documents of the kinds of its family.
type Checker interface {
	// Check reports the findings of a document that is JSON.
	Check(p *Pass, kind rule.Kind)
	// ReportSyntax reports the fault of a text that is not JSON. The document of the
	// pass has the values before the fault.
	ReportSyntax(p *Pass, kind rule.Kind, f *jsondoc.Fault)
}

// Pass is the run of the rules over one document.
type Pass struct {
	Doc     *jsondoc.Doc
	Context *rule.Context // never nil
	Sink    Sink
	Fixes   bool // findings get their fixes

	errors int
}

// Sink collects findings.
type Sink interface {
	// Add returns the diagnostic to fill for a finding of a rule at an offset of the
	// text, with code and severity set, or nil if the finding is not wanted. severity is
	// that of a finding whose rule is not configured. If absolute is set, the path must be the JSON Pointer from the root, else relative
	// to the value or the member that starts at the offset.
	Add(r *rule.Rule, severity diag.Severity, offset int, absolute bool) *diag.Diagnostic
	// Level returns the severity of the findings of a rule under the configuration,
	// given the default, and whether they are reported.
	Level(r *rule.Rule, severity diag.Severity) (diag.Severity, bool)
}

// Finding is a rule's finding about one value. The node determines its pointer and
// position.
type Finding struct {
	Rule     *rule.Rule
	Node     int         // the value; the object with AnchorParent
	Anchor   diag.Anchor // the bytes to mark
	Member   string      // the missing member, with AnchorParent
	Message  string      // what is wrong; "" for the rule's title
	Hint     string      // what to write instead; may be empty
	Upstream string      // replaces Rule.Upstream; "-" for none
	IsError  bool        // the finding is an error although its rule is not
	Fix      Fix         // what corrects it, if the rule declares a fix
}

func (f *Finding) severity() diag.Severity {
	if f.IsError {
		return diag.Error
	}
	return f.Rule.Severity
}

// Errors returns the number of findings so far by rules with the default severity error,
// regardless of the configuration.
func (p *Pass) Errors() int { return p.errors }

func (p *Pass) Report(f Finding) {
	if f.severity() == diag.Error {
		p.errors++
	}
	node := f.Node
	if f.Anchor == diag.AnchorName {
		node-- // a name precedes its value
	}
	start, end := p.Doc.Span(node)
	d := p.Sink.Add(f.Rule, f.severity(), start, false)
	if d == nil {
		return
	}
	if f.Anchor == diag.AnchorParent {
		d.Path = string(jsondoc.AppendPointerToken([]byte{'/'}, f.Member))
	}
	d.Offset, d.Length = start, end-start
	d.Message, d.Hint = f.Message, f.Hint
	d.Fix = p.MakeFix(f.Rule, f.Fix)
	if f.Message == "" {
		d.Message = f.Rule.Title
	}
	switch f.Upstream {
	case "":
		d.Upstream = f.Rule.Upstream
	case "-":
	default:
		d.Upstream = f.Upstream
	}
}

// ReportProblem reports a value that the reference refuses. upstream is the peer's name
// of the refusal; "-" for none.
func (p *Pass) ReportProblem(r *rule.Rule, problem *canon.Problem, upstream string) {
	var fix Fix
	if p.Fixes {
		fix = ProblemFix(p.Doc, problem)
	}
	p.Report(Finding{
		Rule: r, Node: problem.Node, Anchor: problem.Anchor, Member: problem.Member,
		Message: problem.Message, Hint: problem.Hint, Upstream: upstream, Fix: fix,
	})
}

// ReportDiagnostic reports a diagnostic that has a position and an absolute
// path.
func (p *Pass) ReportDiagnostic(r *rule.Rule, d diag.Diagnostic) {
	if r.Severity == diag.Error {
		p.errors++
	}
	slot := p.Sink.Add(r, r.Severity, d.Offset, true)
	if slot == nil {
		return
	}
	d.Code, d.Severity = slot.Code, slot.Severity
	if d.Upstream == "" {
		d.Upstream = r.Upstream
	}
	*slot = d
}
