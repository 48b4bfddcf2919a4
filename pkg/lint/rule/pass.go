package rule

import (
	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/diag"
)

// Pass is the look at one document.
type Pass struct {
	Doc     *jsondoc.Doc
	Context *Context // never nil
	Sink    Sink

	errors int
}

// Sink takes findings.
type Sink interface {
	// Add returns where the next finding of a rule, at an offset of the text,
	// is to be written; its code and its severity are there already. It returns
	// nil when the finding is not wanted. The path is the JSON Pointer from the
	// root when it is whole; else it is what follows the pointer of the value,
	// or of the member, that starts at the offset.
	Add(r *Rule, offset int, absolute bool) *diag.Diagnostic
}

// Finding is what a rule says of one value. Its pointer and its position come
// from the node.
type Finding struct {
	Rule     *Rule
	Node     int         // the value; the object for AtParent
	Anchor   diag.Anchor // which bytes of it, or beside it
	Member   string      // the missing one, for AtParent
	Message  string      // what is wrong; "" for the rule's title
	Hint     string      // what to write instead; may be empty
	Upstream string      // in place of the rule's; "-" for none
}

// Errors counts the findings so far whose rule says that the peer refuses,
// whatever a configuration makes of it.
func (p *Pass) Errors() int { return p.errors }

// Report reports a finding.
func (p *Pass) Report(f Finding) {
	if f.Rule.Severity == diag.Error {
		p.errors++
	}
	node := f.Node
	if f.Anchor == diag.AnchorName {
		node-- // a name stands before its value
	}
	start, end := p.Doc.Span(node)
	d := p.Sink.Add(f.Rule, start, false)
	if d == nil {
		return
	}
	if f.Anchor == diag.AnchorParent {
		d.Path = string(jsondoc.AppendPointerToken([]byte{'/'}, f.Member))
	}
	d.Offset, d.Length = start, end-start
	d.Message, d.Hint = f.Message, f.Hint
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

// ReportDiagnostic reports a diagnostic that has its place already. Its path is whole.
func (p *Pass) ReportDiagnostic(r *Rule, d diag.Diagnostic) {
	if r.Severity == diag.Error {
		p.errors++
	}
	slot := p.Sink.Add(r, d.Offset, true)
	if slot == nil {
		return
	}
	d.Code, d.Severity = slot.Code, slot.Severity
	if d.Upstream == "" {
		d.Upstream = r.Upstream
	}
	*slot = d
}
