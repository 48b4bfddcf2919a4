package scope

import (
	"math"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/diag"
)

// FormKind is the kind of value that a member has.
type FormKind uint8

// The kinds of a form.
const (
	TextForm      FormKind = iota // a string of at least Min bytes
	TokenForm                     // a string without a [TokenFault]
	U64Form                       // an integer from 0 to 2^64-1
	BoolForm                      // true or false
	WordForm                      // one of Words
	PrincipalForm                 // a [Principal]
	ModuleForm                    // a [Principal] that the daemon refuses unless it is [Reserved]
	ListForm                      // an array of Min to Max elements Elem; no limit for 0
	ObjectForm                    // an object of Type
)

// Form is the declaration of what a member holds.
type Form struct {
	Kind     FormKind
	Words    []string
	Elem     *Form
	Min, Max int
	Type     func() Type
}

// Forms without parameters.
var (
	textForm      = Form{Kind: TextForm}
	refForm       = Form{Kind: TextForm, Min: 1}
	tokenForm     = Form{Kind: TokenForm}
	u64Form       = Form{Kind: U64Form}
	boolForm      = Form{Kind: BoolForm}
	principalForm = Form{Kind: PrincipalForm}
	moduleForm    = Form{Kind: ModuleForm}
)

// Type describes an object of the wire, for schemas and documentation.
type Type struct {
	Name           string // with its article: "a ScopeRecord"
	IgnoresUnknown bool   // unknown members are ignored, not refused
	Members        []Member
}

// Member describes a member of a [Type].
type Member struct {
	Name     string
	Meaning  string // for humans
	Example  string // a value in JSON; may be empty
	Form     Form
	Required bool // its absence is refused
	Nullable bool // null is read as absence
}

// describe returns the declaration of a type without its read functions.
func describe[T any](o *objectDecl[T]) Type {
	t := Type{Name: o.name, IgnoresUnknown: o.ignoresUnknown}
	for i := range o.members {
		m := &o.members[i]
		t.Members = append(t.Members, Member{m.name, m.meaning, m.example, m.form, m.presence == required, m.presence == optional || m.presence == nullChecked})
	}
	return t
}

// RecordType describes a ScopeRecord.
func RecordType() Type { return describe(&recordType) }

// SelectorType describes a ScopeSelector.
func SelectorType() Type { return describe(&selectorType) }

// SyncType describes the body of a scope.sync.
func SyncType() Type { return describe(&syncType) }

// ApplyType describes the body of a scope.apply.
func ApplyType() Type { return describe(&applyType) }

// PrincipalTypes describes a principal, by its [PrincipalKind].
func PrincipalTypes() []Type {
	types := make([]Type, len(principalTypes))
	for k := range principalTypes {
		types[k] = describe(&principalTypes[k])
	}
	return types
}

// What messages call the types of members.
const (
	u64Text           = "an integer from 0 to 18446744073709551615"
	kindText          = `"head", "worker" or "ephemeral"`
	principalKindText = `"reserved", "direct" or "unverified"`
)

// Examples of values, for messages.
const (
	recordExample     = `{"ref": "session-7", "scope_epoch": 1, "kind": "head"}`
	principalExample  = `{"kind": "reserved", "module_id": "aft"}`
	parentExample     = `{"owner": ` + principalExample + `, "ref": "session-7", "scope_epoch": 1}`
	carrierExample    = `{"principal": ` + principalExample + `, "targets": ["plexus"]}`
	attributesExample = `{"agent_id": "agent-1"}`
	endExample        = `{"ref": "session-7", "scope_epoch": 1}`
)

// The types of section 4 and the bodies of section 5. Members are in the order in
// which they are written.

var recordType = objectDecl[Record]{
	name: "a ScopeRecord", example: recordExample,
	members: []memberDecl[Record]{
		{"ref", "a string", `"session-7"`, required, refForm,
			"name of the scope, unique for its owner; not empty, compared by its bytes",
			func(r *reader, n int, v *Record) { r.text(n, &v.Ref) },
		},
		{"scope_epoch", u64Text, "1", required, u64Form,
			"number of the session that uses the ref; a higher number replaces the scope",
			func(r *reader, n int, v *Record) { r.u64(n, &v.Epoch) },
		},
		{"kind", kindText, `"head"`, required, Form{Kind: WordForm, Words: recordKinds},
			"purpose of the scope",
			readRecordKind,
		},
		{"expires_at_ms", "an integer (milliseconds since 1970)", "1725000000000", optional, u64Form,
			"deadline on the daemon's clock, in milliseconds since 1970, at most one day ahead; fixed for an epoch",
			func(r *reader, n int, v *Record) { r.optionalU64(n, &v.ExpiresAt) },
		},
		{"parent", "an object (the parent scope)", parentExample, optional, Form{Kind: ObjectForm, Type: func() Type { return describe(&parentType) }},
			"the parent scope",
			readParent,
		},
		{"child_owners", "an array of principals", "[" + principalExample + "]", defaulted, Form{Kind: ListForm, Elem: &principalForm},
			"other modules whose scopes may be children of this scope",
			func(r *reader, n int, v *Record) {
				list(r, n, math.MaxInt, &v.ChildOwners, readPrincipal)
			},
		},
		{"carriers", "an array of carriers", "[" + carrierExample + "]", defaulted, Form{Kind: ListForm, Elem: &Form{Kind: ObjectForm, Type: func() Type { return describe(&carrierType) }}},
			"who may open routes under the scope in addition to its owner; entries for one principal are combined",
			func(r *reader, n int, v *Record) { list(r, n, math.MaxInt, &v.Carriers, readCarrier) },
		},
		{"attributes", "an object", attributesExample, defaulted, Form{Kind: ObjectForm, Type: func() Type { return describe(&attributesType) }},
			"settings that only an authority owner may set; at most 4096 bytes",
			func(r *reader, n int, v *Record) { readObject(r, n, &attributesType, &v.Attributes) },
		},
	},
}

var parentType = objectDecl[Parent]{
	name: "a ScopeParent", example: parentExample,
	members: []memberDecl[Parent]{
		{"owner", "a principal", principalExample, required, moduleForm,
			"the module that owns the parent",
			func(r *reader, n int, v *Parent) { readPrincipal(r, n, &v.Owner) },
		},
		{"ref", "a string", `"session-7"`, required, textForm,
			"the parent's ref",
			func(r *reader, n int, v *Parent) { r.text(n, &v.Ref) },
		},
		{"scope_epoch", u64Text, "1", required, u64Form,
			"the parent's epoch, which must be live",
			func(r *reader, n int, v *Parent) { r.u64(n, &v.Epoch) },
		},
	},
}

var carrierType = objectDecl[Carrier]{
	name: "a ScopeCarrier", example: carrierExample,
	members: []memberDecl[Carrier]{
		{"principal", "a principal", principalExample, required, principalForm,
			"who may open routes",
			func(r *reader, n int, v *Carrier) { readPrincipal(r, n, &v.Principal) },
		},
		{"targets", "an array of module ids", `["plexus"]`, nullChecked, Form{Kind: ListForm, Elem: &textForm, Min: 1, Max: MaxTargets},
			"modules that the principal may reach; any module if the member is absent",
			readTargets,
		},
	},
	nullProblem: func(node int) Problem {
		return Problem{Kind: NullTargets, Node: node, Message: "null targets allow any module", Hint: "remove the member or list the modules"}
	},
}

var attributesType = objectDecl[Attributes]{
	name: "ScopeAttributes", example: attributesExample,
	members: []memberDecl[Attributes]{
		{"agent_id", "a string", `"agent-1"`, optional, textForm,
			"agent for which the scope acts; a change closes all routes",
			func(r *reader, n int, v *Attributes) { r.optionalText(n, &v.AgentID) },
		},
		{"delegates", "true or false", "", defaulted, boolForm,
			"whether the agent's authority is delegated; requires agent_id; ending it closes all routes",
			func(r *reader, n int, v *Attributes) { r.boolean(n, &v.Delegates) },
		},
		{"flow_id", "a string", `"flow-1"`, optional, tokenForm,
			"flow that the scope belongs to; a change closes all routes",
			func(r *reader, n int, v *Attributes) { r.optionalText(n, &v.FlowID) },
		},
		{"run_id", "a string", `"run-1"`, optional, tokenForm,
			"run of the agent; requires agent_id, cannot be combined with flow_id or delegates",
			func(r *reader, n int, v *Attributes) { r.optionalText(n, &v.RunID) },
		},
	},
}

var endType = objectDecl[End]{
	name: "a ScopeEnd", example: endExample,
	members: []memberDecl[End]{
		{"ref", "a string", `"session-7"`, required, refForm,
			"the ref of the scope to end",
			func(r *reader, n int, v *End) { r.text(n, &v.Ref) },
		},
		{"scope_epoch", u64Text, "1", required, u64Form,
			"epoch of the scope; a scope at another epoch does not end",
			func(r *reader, n int, v *End) { r.u64(n, &v.Epoch) },
		},
	},
}

// The epoch of a selector may be absent on the wire. A lint rule reports an absent
// or null epoch, since the daemon refuses it later.
var selectorType = objectDecl[Selector]{
	name: "a ScopeSelector", example: parentExample,
	members: []memberDecl[Selector]{
		{"owner", "a principal", principalExample, required, moduleForm,
			"the module that owns the scope",
			func(r *reader, n int, v *Selector) { readPrincipal(r, n, &v.Owner) },
		},
		{"ref", "a string", `"session-7"`, required, refForm,
			"the ref of the scope",
			func(r *reader, n int, v *Selector) { r.text(n, &v.Ref) },
		},
		{"scope_epoch", u64Text, "1", nullChecked, u64Form,
			"epoch of the scope; the daemon refuses a route without it",
			func(r *reader, n int, v *Selector) { r.optionalU64(n, &v.Epoch) },
		},
	},
}

var syncType = objectDecl[Sync]{
	name:           "a scope.sync request",
	example:        `{"op": "scope.sync", "generation": 1, "scopes": []}`,
	ignoresUnknown: true, isRequest: true,
	members: []memberDecl[Sync]{
		{"op", `"scope.sync"`, "", required, Form{Kind: WordForm, Words: syncOp},
			"the name of the request",
			func(r *reader, n int, _ *Sync) { r.word(n, "a request of this kind", syncOp, true) },
		},
		{"generation", u64Text, "1", required, u64Form,
			"must be larger than in the last request of the connection",
			func(r *reader, n int, v *Sync) { r.u64(n, &v.Generation) },
		},
		{"scopes", "an array of scope records", "[" + recordExample + "]", required, Form{Kind: ListForm, Elem: &Form{Kind: ObjectForm, Type: func() Type { return describe(&recordType) }}, Max: MaxScopes},
			"all scopes of the owner; a scope that is not listed ends",
			func(r *reader, n int, v *Sync) { list(r, n, MaxScopes+1, &v.Scopes, readRecord) },
		},
	},
}

var applyType = objectDecl[Apply]{
	name:           "a scope.apply request",
	example:        `{"op": "scope.apply", "generation": 1, "upsert": [], "end": []}`,
	ignoresUnknown: true, isRequest: true,
	members: []memberDecl[Apply]{
		{"op", `"scope.apply"`, "", required, Form{Kind: WordForm, Words: applyOp},
			"the name of the request",
			func(r *reader, n int, _ *Apply) { r.word(n, "a request of this kind", applyOp, true) },
		},
		{"generation", u64Text, "1", required, u64Form,
			"must be larger than in the last request of the connection",
			func(r *reader, n int, v *Apply) { r.u64(n, &v.Generation) },
		},
		{"upsert", "an array of scope records", "[" + recordExample + "]", required, Form{Kind: ListForm, Elem: &Form{Kind: ObjectForm, Type: func() Type { return describe(&recordType) }}, Max: MaxScopes},
			"scopes to create or change",
			func(r *reader, n int, v *Apply) { list(r, n, MaxScopes+1, &v.Upsert, readRecord) },
		},
		{"end", "an array of scope ends", "[" + endExample + "]", required, Form{Kind: ListForm, Elem: &Form{Kind: ObjectForm, Type: func() Type { return describe(&endType) }}, Max: MaxScopes},
			"scopes to end",
			func(r *reader, n int, v *Apply) { list(r, n, math.MaxInt, &v.End, readEnd) },
		},
	},
}

var (
	syncOp  = []string{"scope.sync"}
	applyOp = []string{"scope.apply"}
)

func readRecord(r *reader, node int, dst *Record)   { readObject(r, node, &recordType, dst) }
func readCarrier(r *reader, node int, dst *Carrier) { readObject(r, node, &carrierType, dst) }
func readEnd(r *reader, node int, dst *End)         { readObject(r, node, &endType, dst) }

func readRecordKind(r *reader, node int, dst *Record) {
	i, _ := r.word(node, "a kind of scope", recordKinds, false)
	dst.Kind = RecordKind(i)
}

func readParent(r *reader, node int, dst *Record) {
	dst.Parent.Set = true
	readObject(r, node, &parentType, &dst.Parent.Value)
}

func readTargets(r *reader, node int, dst *Carrier) {
	dst.Limited = true
	list(r, node, math.MaxInt, &dst.Targets, (*reader).moduleID)
}

var principalKindForm = Form{Kind: WordForm, Words: principalKinds}

// principalTypes are the types of a principal, by its kind.
var principalTypes = [...]objectDecl[Principal]{
	Reserved: {name: "a reserved principal", members: []memberDecl[Principal]{
		{"kind", principalKindText, `"reserved"`, required, principalKindForm, "kind of the principal", skipPrincipalKind},
		{"module_id", "a string", `"aft"`, required, textForm, "id that the module registers under", func(r *reader, n int, v *Principal) { r.text(n, &v.ModuleID) }},
	}},
	Direct:     {name: "a direct principal", members: []memberDecl[Principal]{{"kind", principalKindText, `"reserved"`, required, principalKindForm, "kind of the principal", skipPrincipalKind}}},
	Unverified: {name: "an unverified principal", members: []memberDecl[Principal]{{"kind", principalKindText, `"reserved"`, required, principalKindForm, "kind of the principal", skipPrincipalKind}}},
}

// untaggedPrincipal is the type of a principal before its kind is known.
var untaggedPrincipal = objectDecl[Principal]{name: "a principal", example: principalExample, members: []memberDecl[Principal]{{"kind", principalKindText, `"reserved"`, required, principalKindForm, "kind of the principal", nil}}}

// readPrincipal reads a principal. If its kind is missing or wrong, nothing else in
// it is checked.
func readPrincipal(r *reader, node int, dst *Principal) {
	if !isObject(r, node, &untaggedPrincipal) {
		return
	}
	kind := r.doc.Member(node, "kind")
	if kind < 0 {
		r.add(Problem{
			Kind: MissingMember, Anchor: diag.AnchorParent, Node: node, Member: "kind",
			Message: text.MissingMember("kind", principalKindText),
		})
		return
	}
	i, ok := r.word(kind, "a kind of principal", principalKinds, false)
	if !ok {
		return
	}
	dst.Kind = PrincipalKind(i)
	readObject(r, node, &principalTypes[i], dst)
}

// skipPrincipalKind does nothing: readPrincipal has read the member.
func skipPrincipalKind(*reader, int, *Principal) {}

// read reads node as a T. It returns false if the node does not decode.
func read[T any](doc *canon.Doc, node int, o *objectDecl[T], report func(Problem)) (T, bool) {
	r := reader{doc: (*jsondoc.Doc)(doc), report: report}
	var v T
	readObject(&r, node, o, &v)
	return v, !r.failed
}

// ReadRecord reads one ScopeRecord and calls report, which may be nil, with all
// problems. It returns false if one of them is not a remark. The document must not
// contain text that JSON forbids.
func ReadRecord(doc *canon.Doc, node int, report func(Problem)) (Record, bool) {
	return read(doc, node, &recordType, report)
}

// ReadSelector reads one ScopeSelector, as [ReadRecord] does a record.
func ReadSelector(doc *canon.Doc, node int, report func(Problem)) (Selector, bool) {
	return read(doc, node, &selectorType, report)
}

// ReadSync reads the body of a scope.sync, as [ReadRecord] does a record.
func ReadSync(doc *canon.Doc, node int, report func(Problem)) (Sync, bool) {
	return read(doc, node, &syncType, report)
}

// ReadApply reads the body of a scope.apply, as [ReadRecord] does a record.
func ReadApply(doc *canon.Doc, node int, report func(Problem)) (Apply, bool) {
	return read(doc, node, &applyType, report)
}
