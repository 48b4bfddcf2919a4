package rule

import (
	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/syntax"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/scope"
)

// Context is information that some rules need and a document does not contain. Rules
// report nothing if their part is absent. A Context can be shared and must not change
// while it is in use.
type Context struct {
	scope.Context
	// DeclaredSecrets are the names of the secrets that the registering agent's own
	// template declares; nil if unknown.
	DeclaredSecrets []string
}

// secretsMember is the member of a context document that spec/subc-scope.md 9.1 does not
// have.
const secretsMember = "declared_secrets"

// ReadContext reads a context document: an object as in spec/subc-scope.md 9.1 with the
// additional member declared_secrets, an array of names. The error is a
// *[diag.Diagnostic].
func ReadContext(text []byte) (*Context, error) {
	c := new(Context)
	return c, readDocument(text, func(doc *jsondoc.Doc, report func(scope.Problem)) {
		var problem *scope.Problem
		secrets := scope.ContextMember{Name: secretsMember, Meaning: "an array of names", Read: func(value int) {
			if c.DeclaredSecrets, problem = readNames(doc, value); problem != nil {
				report(*problem)
			}
		}}
		c.Context, _ = scope.ReadContext((*canon.Doc)(doc), 0, []scope.ContextMember{secrets}, report)
	})
}

// ReadSnapshot reads a document that is the member snapshot of a context. The error is a
// *[diag.Diagnostic].
func ReadSnapshot(text []byte) (s *scope.Snapshot, err error) {
	err = readDocument(text, func(doc *jsondoc.Doc, report func(scope.Problem)) {
		s, _ = scope.ReadSnapshot((*canon.Doc)(doc), 0, report)
	})
	return s, err
}

// ReadOtherOwners reads a document that is the member other_owners of a context. The
// error is a *[diag.Diagnostic].
func ReadOtherOwners(text []byte) (others map[string]*scope.OtherOwner, err error) {
	err = readDocument(text, func(doc *jsondoc.Doc, report func(scope.Problem)) {
		others, _ = scope.ReadOtherOwners((*canon.Doc)(doc), 0, report)
	})
	return others, err
}

// readNames reads an array of strings.
func readNames(doc *jsondoc.Doc, node int) ([]string, *scope.Problem) {
	names := []string{}
	if doc.Kind(node) != jsondoc.Array {
		return nil, &scope.Problem{Node: node, Message: text.Expected(`an array of names such as ["api-key"]`, doc.Kind(node).String())}
	}
	for c, end := node+1, doc.Next(node); c < end; c = doc.Next(c) {
		if doc.Kind(c) != jsondoc.String {
			return nil, &scope.Problem{Node: c, Message: text.Expected(`a string such as "api-key"`, doc.Kind(c).String())}
		}
		names = append(names, doc.Value(c))
	}
	return names, nil
}

// readDocument reads a text with read. The error is the first problem that is not a
// remark.
func readDocument(src []byte, read func(doc *jsondoc.Doc, report func(scope.Problem))) error {
	var doc jsondoc.Doc
	if d := syntax.Read(&doc, src); d != nil {
		d.Code = "context"
		return d
	}
	var first *diag.Diagnostic
	read(&doc, func(p scope.Problem) {
		if first != nil || p.Kind.IsRemark() {
			return
		}
		first = &diag.Diagnostic{Code: "context", Message: p.Message, Hint: p.Hint}
		first.Offset, first.Length = syntax.Span(&doc, p.Node, p.Anchor)
	})
	return first.Err()
}
