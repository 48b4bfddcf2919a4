package agentruntime

import (
	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/syntax"
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/diag"
)

// ParseDescriptor reads a text that is one tool descriptor. The nodes of the descriptor
// refer to the document. The error is a *[diag.Diagnostic] for the first problem that
// prevents decoding. Its code is the id of the lint rule, such as shape/missing.
func ParseDescriptor(text []byte) (*canon.Doc, Descriptor, error) {
	return parse(text, ReadDescriptor)
}

// ParseManifest reads a text that is one package manifest, as
// [ParseDescriptor] does.
func ParseManifest(text []byte) (*canon.Doc, Manifest, error) { return parse(text, ReadManifest) }

func parse[T any](text []byte, read func(doc *canon.Doc, node int, report func(Problem)) (T, bool)) (*canon.Doc, T, error) {
	var none T
	doc := new(canon.Doc)
	if d := syntax.Read((*jsondoc.Doc)(doc), text); d != nil {
		return nil, none, d
	}
	var first error
	v, _ := read(doc, 0, func(p Problem) {
		if first == nil && p.Kind != VariantForm {
			first = p.diagnostic(doc)
		}
	})
	if first != nil {
		return nil, none, first
	}
	return doc, v, nil
}

// problemCodes are the lint rules of the problems.
var problemCodes = [...]string{
	NotObject:       "shape/not-object",
	UnknownMember:   "shape/unknown",
	DuplicateMember: "shape/duplicate",
	MissingMember:   "shape/missing",
	WrongType:       "shape/type",
	WrongRange:      "shape/range",
	WrongWord:       "shape/variant",
	VariantForm:     "shape/variant-form",
}

func (p *Problem) diagnostic(doc *canon.Doc) *diag.Diagnostic {
	d := &diag.Diagnostic{Code: problemCodes[p.Kind], Path: doc.Pointer(p.Node), Message: p.Message, Hint: p.Hint}
	if p.Anchor == diag.AnchorParent {
		d.Path += "/" + p.Member
	}
	d.Offset, d.Length = syntax.Span((*jsondoc.Doc)(doc), p.Node, p.Anchor)
	return d
}
