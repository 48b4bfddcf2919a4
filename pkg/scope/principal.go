package scope

import (
	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/diag"
)

var principalKindForm = Form{Kind: WordForm, Words: principalKinds}

// principalTypes are the strict forms of a principal, by its kind.
var principalTypes = [...]objectDecl[Principal]{
	Reserved: {name: "a reserved principal", members: []memberDecl[Principal]{
		{"kind", "reserved, direct or unverified", required, principalKindForm, "who is meant", skipPrincipalKind},
		{"module_id", "a string", required, textForm, "the id that the module registers under", func(r *reader, n int, v *Principal) { r.text(n, &v.ModuleID) }},
	}},
	Direct:     {name: "a direct principal", members: []memberDecl[Principal]{{"kind", "reserved, direct or unverified", required, principalKindForm, "who is meant", skipPrincipalKind}}},
	Unverified: {name: "an unverified principal", members: []memberDecl[Principal]{{"kind", "reserved, direct or unverified", required, principalKindForm, "who is meant", skipPrincipalKind}}},
}

// untaggedPrincipal is what a principal is before its kind is known.
var untaggedPrincipal = objectDecl[Principal]{name: "a principal", members: []memberDecl[Principal]{{"kind", "reserved, direct or unverified", required, principalKindForm, "who is meant", nil}}}

// readPrincipal reads a principal. Where its kind is missing or bad nothing
// else in it can be judged.
func readPrincipal(r *reader, node int, dst *Principal) {
	if !isObject(r, node, &untaggedPrincipal) {
		return
	}
	kind := r.doc.Member(node, "kind")
	if kind < 0 {
		r.add(Problem{
			Kind: MissingMember, Anchor: diag.AnchorParent, Node: node, Member: "kind",
			Message: `a principal needs the member "kind": ` + untaggedPrincipal.members[0].typeText,
		})
		return
	}
	i, ok := r.word(kind, principalKinds, false)
	if !ok {
		return
	}
	dst.Kind = PrincipalKind(i)
	readObject(r, node, &principalTypes[i], dst)
}

// skipPrincipalKind reads the member that readPrincipal has read before.
func skipPrincipalKind(*reader, int, *Principal) {}

// read reads node as a T; false when it does not decode.
func read[T any](doc *jsondoc.Doc, node int, o *objectDecl[T], report func(Problem)) (T, bool) {
	r := reader{doc: doc, report: report}
	var v T
	readObject(&r, node, o, &v)
	return v, !r.failed
}

// ReadRecord reads one ScopeRecord. All problems are reported, to a report
// that may be nil; it returns false when there is one that is no remark. The
// document must not hold text that JSON forbids (jsondoc.Unsound).
func ReadRecord(doc *jsondoc.Doc, node int, report func(Problem)) (Record, bool) {
	return read(doc, node, &recordType, report)
}

// ReadSelector reads one ScopeSelector, as [ReadRecord] does a record.
func ReadSelector(doc *jsondoc.Doc, node int, report func(Problem)) (Selector, bool) {
	return read(doc, node, &selectorType, report)
}

// ReadSync reads the body of a scope.sync, as [ReadRecord] does a record.
func ReadSync(doc *jsondoc.Doc, node int, report func(Problem)) (Sync, bool) {
	return read(doc, node, &syncType, report)
}

// ReadApply reads the body of a scope.apply, as [ReadRecord] does a record.
func ReadApply(doc *jsondoc.Doc, node int, report func(Problem)) (Apply, bool) {
	return read(doc, node, &applyType, report)
}
