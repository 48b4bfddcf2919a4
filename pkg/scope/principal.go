package scope

import (
	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/diag"
)

var kindForm = Form{Kind: WordForm, Words: principalKinds}

// principalTypes are the strict forms of a principal, by its kind.
var principalTypes = [...]object[Principal]{
	Reserved: {name: "a reserved principal", members: []member[Principal]{
		{"kind", "reserved, direct or unverified", required, kindForm, "who is meant", keepPrincipalKind},
		{"module_id", "a string", required, textForm, "the id that the module registers under", func(r *reader, n int, v *Principal) { r.text(n, &v.ModuleID) }},
	}},
	Direct:     {name: "a direct principal", members: []member[Principal]{{"kind", "reserved, direct or unverified", required, kindForm, "who is meant", keepPrincipalKind}}},
	Unverified: {name: "an unverified principal", members: []member[Principal]{{"kind", "reserved, direct or unverified", required, kindForm, "who is meant", keepPrincipalKind}}},
}

// anyPrincipal is what a principal is before its kind is known.
var anyPrincipal = object[Principal]{name: "a principal", members: []member[Principal]{{"kind", "reserved, direct or unverified", required, kindForm, "who is meant", nil}}}

// readPrincipal reads a principal. Where its kind is missing or bad nothing
// else in it can be judged.
func readPrincipal(r *reader, node int, dst *Principal) {
	if !isObject(r, node, &anyPrincipal) {
		return
	}
	kind := r.doc.Member(node, "kind")
	if kind < 0 {
		r.tell(Problem{
			Kind: MissingMember, Spot: diag.AtParent, Node: node, Member: "kind",
			Message: `a principal needs the member "kind": ` + anyPrincipal.members[0].what,
		})
		return
	}
	i, ok := r.word(kind, principalKinds, false)
	if !ok {
		return
	}
	dst.Kind = PrincipalKind(i)
	fill(r, node, &principalTypes[i], dst)
}

// keepPrincipalKind reads the member that readPrincipal has read before.
func keepPrincipalKind(*reader, int, *Principal) {}

// read reads node as a T; false when it does not decode.
func read[T any](doc *jsondoc.Doc, node int, o *object[T], report func(Problem)) (T, bool) {
	r := reader{doc: doc, report: report}
	var v T
	fill(&r, node, o, &v)
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
