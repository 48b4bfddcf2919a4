package scope

import "math"

// The types of section 4 and the bodies of section 5, member by member in the
// order in which a writer writes them.

var recordType = object[Record]{
	name: "a ScopeRecord",
	members: []member[Record]{
		{"ref", "a string", required, func(r *reader, n int, v *Record) { r.text(n, &v.Ref) }},
		{"scope_epoch", "a whole number", required, func(r *reader, n int, v *Record) { r.u64(n, &v.Epoch) }},
		{"kind", "head, worker or ephemeral", required, readRecordKind},
		{"expires_at_ms", "milliseconds since 1970", optional, func(r *reader, n int, v *Record) { r.maybeU64(n, &v.ExpiresAt) }},
		{"parent", "the scope it stands under", optional, readParent},
		{"child_owners", "an array of principals", defaulted, func(r *reader, n int, v *Record) {
			list(r, n, "of principals", math.MaxInt, &v.ChildOwners, readPrincipal)
		}},
		{"carriers", "an array of carriers", defaulted, func(r *reader, n int, v *Record) { list(r, n, "of carriers", math.MaxInt, &v.Carriers, readCarrier) }},
		{"attributes", "an object", defaulted, func(r *reader, n int, v *Record) { fill(r, n, &attributesType, &v.Attributes) }},
	},
}

var parentType = object[Parent]{
	name: "a ScopeParent",
	members: []member[Parent]{
		{"owner", "a principal", required, func(r *reader, n int, v *Parent) { readPrincipal(r, n, &v.Owner) }},
		{"ref", "a string", required, func(r *reader, n int, v *Parent) { r.text(n, &v.Ref) }},
		{"scope_epoch", "a whole number", required, func(r *reader, n int, v *Parent) { r.u64(n, &v.Epoch) }},
	},
}

var carrierType = object[Carrier]{
	name: "a ScopeCarrier",
	members: []member[Carrier]{
		{"principal", "a principal", required, func(r *reader, n int, v *Carrier) { readPrincipal(r, n, &v.Principal) }},
		{"targets", "an array of module ids", marked, readTargets},
	},
	null: func(node int) Problem {
		return Problem{Kind: NullTargets, Node: node, Message: "null as targets means that any module may be reached", Hint: "take the member out, or list the modules"}
	},
}

var attributesType = object[Attributes]{
	name: "ScopeAttributes",
	members: []member[Attributes]{
		{"agent_id", "a string", optional, func(r *reader, n int, v *Attributes) { r.maybeText(n, &v.AgentID) }},
		{"delegates", "true or false", defaulted, func(r *reader, n int, v *Attributes) { r.boolean(n, &v.Delegates) }},
		{"flow_id", "a string", optional, func(r *reader, n int, v *Attributes) { r.maybeText(n, &v.FlowID) }},
		{"run_id", "a string", optional, func(r *reader, n int, v *Attributes) { r.maybeText(n, &v.RunID) }},
	},
}

var endType = object[End]{
	name: "a ScopeEnd",
	members: []member[End]{
		{"ref", "a string", required, func(r *reader, n int, v *End) { r.text(n, &v.Ref) }},
		{"scope_epoch", "a whole number", required, func(r *reader, n int, v *End) { r.u64(n, &v.Epoch) }},
	},
}

// The epoch of a selector may be absent on the wire; that it is refused all
// the same is a rule, which null is judged by too.
var selectorType = object[Selector]{
	name: "a ScopeSelector",
	members: []member[Selector]{
		{"owner", "a principal", required, func(r *reader, n int, v *Selector) { readPrincipal(r, n, &v.Owner) }},
		{"ref", "a string", required, func(r *reader, n int, v *Selector) { r.text(n, &v.Ref) }},
		{"scope_epoch", "a whole number", marked, func(r *reader, n int, v *Selector) { r.maybeU64(n, &v.Epoch) }},
	},
}

var syncType = object[Sync]{
	name:    "a scope.sync request",
	lenient: true, request: true,
	members: []member[Sync]{
		{"op", "the name of the request", required, func(r *reader, n int, _ *Sync) { r.word(n, syncOp[:], true) }},
		{"generation", "a whole number", required, func(r *reader, n int, v *Sync) { r.u64(n, &v.Generation) }},
		{"scopes", "an array of scope records", required, func(r *reader, n int, v *Sync) { list(r, n, "of scope records", MaxScopes+1, &v.Scopes, readRecord) }},
	},
}

var applyType = object[Apply]{
	name:    "a scope.apply request",
	lenient: true, request: true,
	members: []member[Apply]{
		{"op", "the name of the request", required, func(r *reader, n int, _ *Apply) { r.word(n, applyOp[:], true) }},
		{"generation", "a whole number", required, func(r *reader, n int, v *Apply) { r.u64(n, &v.Generation) }},
		{"upsert", "an array of scope records", required, func(r *reader, n int, v *Apply) { list(r, n, "of scope records", MaxScopes+1, &v.Upsert, readRecord) }},
		{"end", "an array of scope ends", required, func(r *reader, n int, v *Apply) { list(r, n, "of scope ends", math.MaxInt, &v.End, readEnd) }},
	},
}

var (
	syncOp  = [...]string{"scope.sync"}
	applyOp = [...]string{"scope.apply"}
)

func readRecord(r *reader, node int, dst *Record)   { fill(r, node, &recordType, dst) }
func readCarrier(r *reader, node int, dst *Carrier) { fill(r, node, &carrierType, dst) }
func readEnd(r *reader, node int, dst *End)         { fill(r, node, &endType, dst) }

func readRecordKind(r *reader, node int, dst *Record) {
	i, _ := r.word(node, recordKinds[:], false)
	dst.Kind = RecordKind(i)
}

func readParent(r *reader, node int, dst *Record) {
	dst.Parent.Set = true
	fill(r, node, &parentType, &dst.Parent.Value)
}

func readTargets(r *reader, node int, dst *Carrier) {
	dst.Limited = true
	list(r, node, "of module ids", math.MaxInt, &dst.Targets, (*reader).text)
}
