package lint

import "github.com/divtool/divtool/pkg/diag"

// Result is what was found in one document.
type Result struct {
	// Kind is what the document was linted as. It is Auto for a text whose
	// kind was not given and could not be told: a text that is not JSON, which
	// has one finding if its rule is not disabled, or a document of no kind,
	// which has none and was not linted.
	Kind Kind
	// Findings are sorted by position, rule and path, each pair of rule and
	// path once. Their code is the rule's id; their offsets are bytes of the
	// text; Lines gives lines and columns.
	Findings []diag.Diagnostic
	// Dropped counts the findings that were not kept for the limit of the
	// configuration, or because the pointers of all would not fit in memory.
	Dropped int

	counts      [3]int // by severity, also of those not kept
	invalidJSON bool   // the text is not JSON
}

// HasErrors tells whether there is a finding whose severity is error.
func (r *Result) HasErrors() bool { return r.counts[diag.Error] > 0 }

// Count is how many findings there are of a severity, also of those that were
// not kept.
func (r *Result) Count(s diag.Severity) int { return r.counts[s] }

// Unrecognized tells that the document is of no kind and was not linted.
func (r *Result) Unrecognized() bool { return r.Kind == Auto && !r.invalidJSON }
