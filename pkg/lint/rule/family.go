package rule

import (
	"slices"

	"github.com/divtool/divtool/internal/jsondoc"
)

// Family is the rules of some kinds of documents.
type Family struct {
	Kinds []KindInfo
	// Rules lists the rules, in any order.
	Rules func() []*Rule
	// New makes the value that checks documents. It may keep memory from one
	// to the next.
	New func() Checker
	// MaxBytes is the largest text in bytes that the peer can be sent; 0 for no
	// limit of the kinds' own.
	MaxBytes int
}

// List lists the rules of a table of a family, each once; what else the table
// holds of them, such as how they check, is the family's.
func List[T interface {
	comparable
	base() *Rule
}](table ...T) (rules []*Rule) {
	var zero T
	for _, r := range table {
		if r != zero && !slices.Contains(rules, r.base()) {
			rules = append(rules, r.base())
		}
	}
	return rules
}

// Checker checks documents of the kinds of its family.
type Checker interface {
	// Check reports what is wrong with a document that is JSON.
	Check(p *Pass, kind Kind)
	// ReportSyntax reports the fault of a text that is not JSON. The document of the
	// pass holds what could be read before it.
	ReportSyntax(p *Pass, kind Kind, f *jsondoc.Fault)
}
