// Package syntax reads JSON texts for the packages that report with pkg/diag:
// it turns faults and nodes of package jsondoc into diagnostics. pkg/diag
// cannot do so itself, and jsondoc does not know diagnostics.
package syntax

import (
	"math"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/diag"
)

// Diagnostic returns the diagnostic of a text that is not JSON. Its code is
// shape/syntax or shape/depth.
func Diagnostic(f *jsondoc.Fault) *diag.Diagnostic {
	code := "shape/syntax"
	if f.Reason == jsondoc.Depth {
		code = "shape/depth"
	}
	length := 1
	if f.AtEnd() {
		length = 0
	}
	return &diag.Diagnostic{Code: code, Offset: f.Offset, Length: length, Message: f.Error()}
}

// Read reads text, which must be JSON that holds no value fault and no more
// levels than the reference reads.
func Read(doc *jsondoc.Doc, text []byte) *diag.Diagnostic {
	f := doc.Read(text)
	if f == nil {
		f = doc.FirstFault(0, math.MaxInt)
	}
	if f != nil {
		return Diagnostic(f)
	}
	return nil
}

// Span returns the bytes at fault of a finding about a node: those of the
// value, or of its name.
func Span(doc *jsondoc.Doc, node int, anchor diag.Anchor) (offset, length int) {
	if anchor == diag.AnchorName {
		node-- // a name precedes its value
	}
	start, end := doc.Span(node)
	return start, end - start
}
