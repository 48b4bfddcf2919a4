package rule

import (
	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/syntax"
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/scope"
)

// Context is what a document does not contain and some rules need. Rules whose
// part is absent report nothing. A Context can be shared, and must not change
// while documents are linted with it.
type Context struct {
	scope.Context
	// DeclaredSecrets are the names that the registering agent's own template
	// declares; nil when they are not known.
	DeclaredSecrets []string
}

// secretsMember is the member of a context document for what
// spec/subc-scope.md 9.1 does not name.
const secretsMember = "declared_secrets"

// ReadContext reads a context document: an object in the shape of
// spec/subc-scope.md 9.1, and the member declared_secrets, an array of names.
// The error is a *[diag.Diagnostic].
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

// ReadSnapshot reads a document that holds the member snapshot of a context.
// The error is a *[diag.Diagnostic].
func ReadSnapshot(text []byte) (s *scope.Snapshot, err error) {
	err = readDocument(text, func(doc *jsondoc.Doc, report func(scope.Problem)) {
		s, _ = scope.ReadSnapshot((*canon.Doc)(doc), 0, report)
	})
	return s, err
}

// ReadOtherOwners reads a document that holds the member other_owners of a
// context. The error is a *[diag.Diagnostic].
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
		return nil, &scope.Problem{Node: node, Message: "an array of names is needed here, this is " + doc.Kind(node).String()}
	}
	for c, end := node+1, doc.Next(node); c < end; c = doc.Next(c) {
		if doc.Kind(c) != jsondoc.String {
			return nil, &scope.Problem{Node: c, Message: "a string is needed here, this is " + doc.Kind(c).String()}
		}
		names = append(names, doc.Value(c))
	}
	return names, nil
}

// readDocument reads a text and has read report its problems; the first that
// is no remark is the error.
func readDocument(text []byte, read func(doc *jsondoc.Doc, report func(scope.Problem))) error {
	var doc jsondoc.Doc
	if d := syntax.Read(&doc, text); d != nil {
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
