// Package canon holds JSON as the reference reads and writes it (serde_json
// without float_roundtrip and arbitrary_precision): its numbers, its strings,
// its canonical text, and the types whose canonical text is hashed into an
// id, above all dependency tool templates.
//
// The rules are those of spec/diverge-templates.md. Goals: exactly the bytes
// the reference hashes, and a refusal where the reference refuses. Not a
// goal: RFC 8785, which differs in numbers and in the order of names.
package canon

import (
	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/diag"
)

// Doc is a JSON text that has been read, by its Read, with every member in order
// and the place of every value: what the readers of these packages take. A value
// is named by its node; that of the whole text is 0.
type Doc = jsondoc.Doc

// Append appends the canonical text of the one JSON value that text holds:
// compact, members sorted by the bytes of their names, the last of repeated
// members, numbers and strings as serde_json prints them. A refusal is a
// *[diag.Diagnostic] whose code is shape/syntax or shape/depth (a magic key
// can also give shape/type and shape/unknown).
func Append(dst, text []byte) ([]byte, error) {
	var doc jsondoc.Doc
	if f := doc.Read(text); f != nil {
		return dst, SyntaxDiagnostic(f)
	}
	r := Reader{Doc: &doc}
	if d := r.Read(0, &AnyValue, 1); d != nil {
		return dst, d
	}
	p := printer{doc: &doc}
	return p.appendAny(dst, 0), nil
}

// SyntaxDiagnostic makes the diagnostic of a text that is not JSON.
func SyntaxDiagnostic(f *jsondoc.Fault) *diag.Diagnostic {
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
