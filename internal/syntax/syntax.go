// Package syntax turns a fault of package jsondoc into a diagnostic, for the
// packages that read JSON documents. It exists because pkg/diag itself prints
// with jsondoc.
package syntax

import (
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
