package scope

import (
	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/syntax"
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/diag"
)

// ParseRecord reads a text that is one ScopeRecord. The error is a
// *[diag.Diagnostic] for the first problem that is not a remark. Its code is the id
// of the lint rule, such as shape/missing.
func ParseRecord(text []byte) (Record, error) { return parse(text, &recordType) }

// ParseSelector reads a text that is one ScopeSelector, as [ParseRecord] does.
func ParseSelector(text []byte) (Selector, error) { return parse(text, &selectorType) }

// ParseSync reads a text that is the body of a scope.sync, as [ParseRecord]
// does.
func ParseSync(text []byte) (Sync, error) { return parse(text, &syncType) }

// ParseApply reads a text that is the body of a scope.apply, as [ParseRecord]
// does.
func ParseApply(text []byte) (Apply, error) { return parse(text, &applyType) }

func parse[T any](text []byte, o *objectDecl[T]) (v T, err error) {
	var doc canon.Doc
	if d := syntax.Read((*jsondoc.Doc)(&doc), text); d != nil {
		return v, d
	}
	read, ok := read(&doc, 0, o, func(p Problem) {
		if err == nil && !p.Kind.IsRemark() {
			err = p.diagnostic(&doc)
		}
	})
	if !ok {
		return v, err
	}
	return read, nil
}

// problemCodes are the lint rules of the problems that are not remarks.
var problemCodes = [...]string{
	WrongType:       "shape/type",
	NotObject:       "shape/not-object",
	MissingMember:   "shape/missing",
	UnknownMember:   "shape/unknown",
	DuplicateMember: "shape/duplicate",
	WrongRange:      "shape/range",
	WrongWord:       "shape/variant",
}

func (p *Problem) diagnostic(doc *canon.Doc) *diag.Diagnostic {
	d := &diag.Diagnostic{Code: problemCodes[p.Kind], Path: doc.Pointer(p.Node), Message: p.Message, Hint: p.Hint}
	if p.Anchor == diag.AnchorParent {
		d.Path += "/" + p.Member
	}
	d.Offset, d.Length = syntax.Span((*jsondoc.Doc)(doc), p.Node, p.Anchor)
	return d
}
