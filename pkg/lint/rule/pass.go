package rule

import (
	"iter"

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

// FirstFault returns the first value fault at or below a node (text that is
// not UTF-8, half a surrogate pair, a number out of range, or more levels
// than the peer reads) that starts before the given offset, or nil.
func FirstFault(doc *jsondoc.Doc, node, before int) *jsondoc.Fault {
	if node >= doc.Len() {
		return nil
	}
	first := doc.ValueFault(node)
	if deep := doc.FirstTooDeep(node, 1); deep >= 0 {
		if start, _ := doc.Span(deep); first == nil || start < first.Offset {
			first = &jsondoc.Fault{Reason: jsondoc.Depth, Offset: start}
		}
	}
	if first == nil || first.Offset >= before {
		return nil
	}
	return first
}

// Elements goes over the elements of an array: index and node.
func Elements(doc *jsondoc.Doc, array int) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		i := 0
		for n, end := array+1, doc.Next(array); n < end; n = doc.Next(n) {
			if !yield(i, n) {
				return
			}
			i++
		}
	}
}

// maxPairwise is up to how many strings are compared pair by pair.
const maxPairwise = 16

// DuplicateStrings goes over the elements of an array of strings that have stood in it
// before: the node, and the index of the first equal one. Other elements are
// passed over.
func DuplicateStrings(doc *jsondoc.Doc, array int) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		var nodes [maxPairwise]int
		var first map[string]int
		for i, n := range Elements(doc, array) {
			if doc.Kind(n) != jsondoc.String {
				continue
			}
			if first == nil && i < maxPairwise {
				nodes[i] = n
				if k := indexEqual(doc, nodes[:i], n); k >= 0 && !yield(n, k) {
					return
				}
				continue
			}
			if first == nil {
				first = firstIndexes(doc, nodes[:])
			}
			s := doc.Value(n)
			if k, exists := first[s]; !exists {
				first[s] = i
			} else if !yield(n, k) {
				return
			}
		}
	}
}

// indexEqual returns the index of the first of the strings that equals string
// node n, or -1.
func indexEqual(doc *jsondoc.Doc, strings []int, n int) int {
	for i, s := range strings {
		if s > 0 && doc.CompareStrings(s, n) == 0 {
			return i
		}
	}
	return -1
}

func firstIndexes(doc *jsondoc.Doc, strings []int) map[string]int {
	first := make(map[string]int, 2*len(strings))
	for i, n := range strings {
		if n == 0 {
			continue
		}
		s := doc.Value(n)
		if _, exists := first[s]; !exists {
			first[s] = i
		}
	}
	return first
}
