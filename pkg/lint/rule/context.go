package rule

import (
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

// declaredSecrets is the member of a context document that spec/subc-scope.md 9.1 does
// not have.
var declaredSecrets = canon.Member{Name: "declared_secrets", Presence: canon.Optional, Example: `["api-key"]`, Shape: &canon.Shape{
	Kind: canon.Nullable, Name: "names or null", Elem: &canon.Shape{
		Kind: canon.List, Name: "an array of names", Elem: &canon.Shape{Kind: canon.Text, Name: "a string", Example: `"api-key"`},
	},
}}

// ReadContext reads a context document: an object as in spec/subc-scope.md 9.1 with the
// additional member declared_secrets, an array of names. The error is a
// *[diag.Diagnostic].
func ReadContext(text []byte) (*Context, error) {
	return parse(text, func(r *canon.Reader, node int) (*Context, bool) {
		c := new(Context)
		var ok bool
		if c.Context, ok = scope.ReadContext(r, node, declaredSecrets); !ok {
			return nil, false
		}
		if n, ok := r.Doc.Member(node, declaredSecrets.Name); ok && r.Doc.Kind(n) == canon.KindArray {
			c.DeclaredSecrets = make([]string, r.Doc.Len(n))
			for i, name := range r.Doc.Elements(n) {
				c.DeclaredSecrets[i] = r.Doc.Text(name)
			}
		}
		return c, true
	})
}

// ReadSnapshot reads a document that is the member snapshot of a context. The error is a
// *[diag.Diagnostic].
func ReadSnapshot(text []byte) (*scope.Snapshot, error) { return parse(text, scope.ReadSnapshot) }

// ReadOtherOwners reads a document that is the member other_owners of a context. The
// error is a *[diag.Diagnostic].
func ReadOtherOwners(text []byte) (map[string]*scope.OtherOwner, error) {
	return parse(text, scope.ReadOtherOwners)
}

func parse[T any](text []byte, read func(r *canon.Reader, node int) (T, bool)) (T, error) {
	_, v, err := canon.Parse(text, read)
	if d, refused := diag.From(err); refused {
		d.Code, d.Path = "context", ""
	}
	return v, err
}
