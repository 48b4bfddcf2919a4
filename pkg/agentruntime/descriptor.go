package agentruntime

import (
	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/text"
)

// Descriptor is a tool descriptor (spec section 3) as it stands in a document.
type Descriptor struct {
	Node         int // of its object
	Name         Value
	Description  Value
	InputSchema  Value
	Capabilities Value // OK only when all elements are strings
	Effect       Value
	// SideEffect is the side effect that applies: the default where the
	// descriptor does not say. It means nothing where EffectKnown is false.
	SideEffect SideEffect
}

// EffectKnown tells whether the descriptor has a side effect, its own or the
// default.
func (d *Descriptor) EffectKnown() bool { return d.Effect.Absent() || d.Effect.OK }

// CapabilitiesKnown tells whether the descriptor has capabilities, its own or
// the default.
func (d *Descriptor) CapabilitiesKnown() bool { return d.Capabilities.Absent() || d.Capabilities.OK }

var descriptorObject = objectDecl{name: "a tool descriptor", members: descriptorMembers, renamedMember: renamedToolMembers}

// ReadDescriptor reads a tool descriptor and reports all that is wrong with
// its shape, none of which keeps the other members from being read. It returns
// false when the node is no object. The text of the document must be sound
// (spec section 2).
func ReadDescriptor(doc *jsondoc.Doc, node int, report func(Problem)) (Descriptor, bool) {
	r := reader{doc, report}
	d := Descriptor{Node: node}
	values := [...]*Value{
		memberName:                 &d.Name,
		memberDescription:          &d.Description,
		memberInputSchema:          &d.InputSchema,
		memberRequiredCapabilities: &d.Capabilities,
		memberSideEffect:           &d.Effect,
	}
	if !r.read(node, &descriptorObject, values[:]) {
		return d, false
	}
	r.readText(&d.Name)
	r.readText(&d.Description)
	d.InputSchema.OK = !d.InputSchema.Absent()
	r.readTexts(&d.Capabilities)
	r.readSideEffect(&d)
	return d, true
}

// readTexts reads an array of strings, where there is a value.
func (r *reader) readTexts(v *Value) {
	if v.Absent() {
		return
	}
	if r.doc.Kind(v.Node) != jsondoc.Array {
		r.reportWrongType(v.Node, "an array of strings", "")
		return
	}
	v.OK = true
	for n, end := v.Node+1, r.doc.Next(v.Node); n < end; n = r.doc.Next(n) {
		if r.doc.Kind(n) != jsondoc.String {
			v.OK = false
			r.reportWrongType(n, "a string", "")
		}
	}
}

// readSideEffect reads the side effect, where there is one.
func (r *reader) readSideEffect(d *Descriptor) {
	n := d.Effect.Node
	switch {
	case d.Effect.Absent():
	case r.doc.Kind(n) == jsondoc.String:
		d.SideEffect, d.Effect.OK = r.sideEffect(n)
		if !d.Effect.OK {
			r.reportWrongWord(n)
		}
	case r.isUnitWord(n):
		d.SideEffect, d.Effect.OK = r.sideEffect(n + 1)
		r.report(Problem{
			Kind: VariantForm, Node: n, Message: "a side effect spelled as an object: only the reference decoder reads it",
			Hint: `write "` + d.SideEffect.String() + `"`,
		})
	default:
		hint := ""
		if r.doc.Kind(n) == jsondoc.Null {
			hint = "null is not the default; write " + descriptorMembers[memberSideEffect].Default + ", or take the member out"
		}
		r.reportWrongType(n, "one of "+sideEffectWords(), hint)
	}
}

// isUnitWord tells whether a value is a side effect as the only member of an
// object, with the value null.
func (r *reader) isUnitWord(n int) bool {
	if r.doc.Kind(n) != jsondoc.Object || r.doc.Next(n) != n+3 || r.doc.Kind(n+2) != jsondoc.Null {
		return false
	}
	_, ok := r.sideEffect(n + 1)
	return ok
}

// sideEffect returns the side effect that string n names.
func (r *reader) sideEffect(n int) (SideEffect, bool) {
	for i := range sideEffects {
		if r.doc.StringIs(n, sideEffects[i].Word) {
			return sideEffects[i].Effect, true
		}
	}
	return 0, false
}

func (r *reader) reportWrongWord(n int) {
	p := Problem{Kind: WrongWord, Node: n, Message: "there is no side effect " + text.QuoteNode(r.doc, n), Hint: "one of " + sideEffectWords() + " is needed"}
	if near, ok := NearestSideEffect(r.doc.Value(n)); ok {
		p.Hint = `write "` + near.String() + `"`
	}
	r.report(p)
}
