// Package syntax reads JSON texts for packages that report with pkg/diag: it converts
// faults and nodes of package jsondoc to diagnostics. It is separate because jsondoc does
// not depend on pkg/diag.
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
	return &diag.Diagnostic{Code: code, Offset: f.Offset, Length: f.Length(), Message: f.Error()}
}

// Read reads text, which must be JSON without value faults and with no more levels than
// the reference reads.
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
