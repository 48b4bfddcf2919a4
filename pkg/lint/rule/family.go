package rule

import "github.com/divtool/divtool/internal/jsondoc"

// Family is the rules of some kinds of documents.
type Family struct {
	Kinds []KindInfo
	Rules []*Rule
	// New makes the value that checks documents. It may keep memory from one
	// to the next.
	New func() Checker
	// MaxText is the largest text in bytes that the peer can be sent; 0 for no
	// limit of the kinds' own.
	MaxText int
}

// Checker checks documents of the kinds of its family.
type Checker interface {
	// Check reports what is wrong with a document that is JSON.
	Check(p *Pass, kind Kind)
	// Broken reports the fault of a text that is not JSON. The document of the
	// pass holds what could be read before it.
	Broken(p *Pass, kind Kind, f *jsondoc.Fault)
}
