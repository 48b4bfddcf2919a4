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
	// MaxText is the largest text in bytes that the peer can be sent; 0 for no
	// limit of the kinds' own.
	MaxText int
}

// Of lists the rules of a table of a family, each once; what else the table
// holds of them, such as how they check, is the family's.
func Of[T interface {
	comparable
	declared() *Rule
}](table ...T) (rules []*Rule) {
	var none T
	for _, r := range table {
		if r != none && !slices.Contains(rules, r.declared()) {
			rules = append(rules, r.declared())
		}
	}
	return rules
}

// Checker checks documents of the kinds of its family.
type Checker interface {
	// Check reports what is wrong with a document that is JSON.
	Check(p *Pass, kind Kind)
	// Broken reports the fault of a text that is not JSON. The document of the
	// pass holds what could be read before it.
	Broken(p *Pass, kind Kind, f *jsondoc.Fault)
}
