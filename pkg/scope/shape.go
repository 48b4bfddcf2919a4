package scope

import (
	"math"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/diag"
)

// FormKind is the kind of value that a member has.
type FormKind uint8

// The kinds of a form.
const (
	TextForm      FormKind = iota // a string of at least Min bytes
	TokenForm                     // a string that has no [TokenFault]
	U64Form                       // a plain whole number
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
	Form     Form
	Required bool // its absence is refused
	Nullable bool // null is read as absence
}

// describe is the declaration of a type without how it is read.
func describe[T any](o *objectDecl[T]) Type {
	t := Type{Name: o.name, IgnoresUnknown: o.ignoresUnknown}
	for i := range o.members {
		m := &o.members[i]
		t.Members = append(t.Members, Member{m.name, m.meaning, m.form, m.presence == required, m.presence == optional || m.presence == nullChecked})
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

// PrincipalTypes describe a principal, by its [PrincipalKind].
func PrincipalTypes() []Type {
	types := make([]Type, len(principalTypes))
	for k := range principalTypes {
		types[k] = describe(&principalTypes[k])
	}
	return types
}

// The types of section 4 and the bodies of section 5, member by member in the
// order in which a writer writes them.

var recordType = objectDecl[Record]{
	name: "a ScopeRecord",
	members: []memberDecl[Record]{
		{"ref", "a string", required, refForm,
			"names the scope among those of its owner; any text but the empty one, compared by its bytes",
			func(r *reader, n int, v *Record) { r.text(n, &v.Ref) },
		},
		{"scope_epoch", "a whole number", required, u64Form,
			"numbers the sessions that reuse the ref; a higher one replaces the scope",
			func(r *reader, n int, v *Record) { r.u64(n, &v.Epoch) },
		},
		{"kind", "head, worker or ephemeral", required, Form{Kind: WordForm, Words: recordKinds},
			"what the scope is for",
			readRecordKind,
		},
		{"expires_at_ms", "milliseconds since 1970", optional, u64Form,
			"deadline on the daemon's clock, milliseconds since 1970, a day ahead at most; it never changes within an epoch",
			func(r *reader, n int, v *Record) { r.optionalU64(n, &v.ExpiresAt) },
		},
		{"parent", "the scope it stands under", optional, Form{Kind: ObjectForm, Type: func() Type { return describe(&parentType) }},
			"the scope that this one stands under",
			readParent,
		},
		{"child_owners", "an array of principals", defaulted, Form{Kind: ListForm, Elem: &principalForm},
			"the other modules whose scopes may stand under this one",
			func(r *reader, n int, v *Record) {
				list(r, n, "of principals", math.MaxInt, &v.ChildOwners, readPrincipal)
			},
		},
		{"carriers", "an array of carriers", defaulted, Form{Kind: ListForm, Elem: &Form{Kind: ObjectForm, Type: func() Type { return describe(&carrierType) }}},
			"who may open routes under the scope, beside its owner; entries of one principal add up",
			func(r *reader, n int, v *Record) { list(r, n, "of carriers", math.MaxInt, &v.Carriers, readCarrier) },
		},
		{"attributes", "an object", defaulted, Form{Kind: ObjectForm, Type: func() Type { return describe(&attributesType) }},
			"what only an authority owner may set; 4096 bytes at most",
			func(r *reader, n int, v *Record) { readObject(r, n, &attributesType, &v.Attributes) },
		},
	},
}

var parentType = objectDecl[Parent]{
	name: "a ScopeParent",
	members: []memberDecl[Parent]{
		{"owner", "a principal", required, moduleForm,
			"the module that owns the parent",
			func(r *reader, n int, v *Parent) { readPrincipal(r, n, &v.Owner) },
		},
		{"ref", "a string", required, textForm,
			"the parent's ref",
			func(r *reader, n int, v *Parent) { r.text(n, &v.Ref) },
		},
		{"scope_epoch", "a whole number", required, u64Form,
			"the parent's epoch, which must be the live one",
			func(r *reader, n int, v *Parent) { r.u64(n, &v.Epoch) },
		},
	},
}

var carrierType = objectDecl[Carrier]{
	name: "a ScopeCarrier",
	members: []memberDecl[Carrier]{
		{"principal", "a principal", required, principalForm,
			"who may open routes",
			func(r *reader, n int, v *Carrier) { readPrincipal(r, n, &v.Principal) },
		},
		{"targets", "an array of module ids", nullChecked, Form{Kind: ListForm, Elem: &textForm, Min: 1, Max: MaxTargets},
			"the modules that it may reach; any module when the member is absent",
			readTargets,
		},
	},
	nullProblem: func(node int) Problem {
		return Problem{Kind: NullTargets, Node: node, Message: "null as targets means that any module may be reached", Hint: "take the member out, or list the modules"}
	},
}

var attributesType = objectDecl[Attributes]{
	name: "ScopeAttributes",
	members: []memberDecl[Attributes]{
		{"agent_id", "a string", optional, textForm,
			"the agent on whose behalf the scope acts; to change it closes all routes",
			func(r *reader, n int, v *Attributes) { r.optionalText(n, &v.AgentID) },
		},
		{"delegates", "true or false", defaulted, boolForm,
			"whether the agent's authority is delegated; needs agent_id, and to end it closes all routes",
			func(r *reader, n int, v *Attributes) { r.boolean(n, &v.Delegates) },
		},
		{"flow_id", "a string", optional, tokenForm,
			"the flow that the scope belongs to; to change it closes all routes",
			func(r *reader, n int, v *Attributes) { r.optionalText(n, &v.FlowID) },
		},
		{"run_id", "a string", optional, tokenForm,
			"the one run of the agent; needs agent_id, and excludes flow_id and delegates",
			func(r *reader, n int, v *Attributes) { r.optionalText(n, &v.RunID) },
		},
	},
}

var endType = objectDecl[End]{
	name: "a ScopeEnd",
	members: []memberDecl[End]{
		{"ref", "a string", required, refForm,
			"the ref of the scope to end",
			func(r *reader, n int, v *End) { r.text(n, &v.Ref) },
		},
		{"scope_epoch", "a whole number", required, u64Form,
			"its epoch; at another one nothing ends",
			func(r *reader, n int, v *End) { r.u64(n, &v.Epoch) },
		},
	},
}

// The epoch of a selector may be absent on the wire; that it is refused all
// the same is a rule, which null is checked by too.
var selectorType = objectDecl[Selector]{
	name: "a ScopeSelector",
	members: []memberDecl[Selector]{
		{"owner", "a principal", required, moduleForm,
			"the module that owns the scope",
			func(r *reader, n int, v *Selector) { readPrincipal(r, n, &v.Owner) },
		},
		{"ref", "a string", required, refForm,
			"the ref of the scope",
			func(r *reader, n int, v *Selector) { r.text(n, &v.Ref) },
		},
		{"scope_epoch", "a whole number", nullChecked, u64Form,
			"its epoch; the daemon refuses a route without it",
			func(r *reader, n int, v *Selector) { r.optionalU64(n, &v.Epoch) },
		},
	},
}

var syncType = objectDecl[Sync]{
	name:           "a scope.sync request",
	ignoresUnknown: true, isRequest: true,
	members: []memberDecl[Sync]{
		{"op", "the name of the request", required, Form{Kind: WordForm, Words: syncOp},
			"the name of the request",
			func(r *reader, n int, _ *Sync) { r.word(n, syncOp, true) },
		},
		{"generation", "a whole number", required, u64Form,
			"larger than in the last request of the connection",
			func(r *reader, n int, v *Sync) { r.u64(n, &v.Generation) },
		},
		{"scopes", "an array of scope records", required, Form{Kind: ListForm, Elem: &Form{Kind: ObjectForm, Type: func() Type { return describe(&recordType) }}, Max: MaxScopes},
			"the owner's whole set: a scope that is missing ends",
			func(r *reader, n int, v *Sync) { list(r, n, "of scope records", MaxScopes+1, &v.Scopes, readRecord) },
		},
	},
}

var applyType = objectDecl[Apply]{
	name:           "a scope.apply request",
	ignoresUnknown: true, isRequest: true,
	members: []memberDecl[Apply]{
		{"op", "the name of the request", required, Form{Kind: WordForm, Words: applyOp},
			"the name of the request",
			func(r *reader, n int, _ *Apply) { r.word(n, applyOp, true) },
		},
		{"generation", "a whole number", required, u64Form,
			"larger than in the last request of the connection",
			func(r *reader, n int, v *Apply) { r.u64(n, &v.Generation) },
		},
		{"upsert", "an array of scope records", required, Form{Kind: ListForm, Elem: &Form{Kind: ObjectForm, Type: func() Type { return describe(&recordType) }}, Max: MaxScopes},
			"the scopes to make or change",
			func(r *reader, n int, v *Apply) { list(r, n, "of scope records", MaxScopes+1, &v.Upsert, readRecord) },
		},
		{"end", "an array of scope ends", required, Form{Kind: ListForm, Elem: &Form{Kind: ObjectForm, Type: func() Type { return describe(&endType) }}, Max: MaxScopes},
			"the scopes to end",
			func(r *reader, n int, v *Apply) { list(r, n, "of scope ends", math.MaxInt, &v.End, readEnd) },
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
	i, _ := r.word(node, recordKinds, false)
	dst.Kind = RecordKind(i)
}

func readParent(r *reader, node int, dst *Record) {
	dst.Parent.Set = true
	readObject(r, node, &parentType, &dst.Parent.Value)
}

func readTargets(r *reader, node int, dst *Carrier) {
	dst.Limited = true
	list(r, node, "of module ids", math.MaxInt, &dst.Targets, (*reader).text)
}

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
// else in it can be checked.
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
func read[T any](doc *canon.Doc, node int, o *objectDecl[T], report func(Problem)) (T, bool) {
	r := reader{doc: (*jsondoc.Doc)(doc), report: report}
	var v T
	readObject(&r, node, o, &v)
	return v, !r.failed
}

// ReadRecord reads one ScopeRecord. All problems are reported, to a report
// that may be nil; it returns false when there is one that is no remark. The
// document must not hold text that JSON forbids.
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
