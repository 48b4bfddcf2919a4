package scope

import (
	"math"
	"strconv"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/diag"
)

// Context is information that some rules need and a text does not contain (section
// 9.1).
type Context struct {
	// Owner is the module id of the sender; "" if unknown.
	Owner string
	// AuthorityOwners may set attributes; nil if unknown.
	AuthorityOwners []string
	// Now is the daemon's clock in milliseconds since 1970.
	Now Optional[uint64]
	// Snapshot is the owner's state before the call; nil if unknown.
	Snapshot *Snapshot
	// OtherOwners are the states of other owners, by module id. A module that is
	// not listed has not synced.
	OtherOwners map[string]*OtherOwner
}

// Snapshot is what the daemon holds for the owner.
type Snapshot struct {
	Synced bool
	// LastGeneration is not set if the sender takes over the authority.
	LastGeneration Optional[uint64]
	Live           []Record
	Tombstones     []Tombstone
}

// Cause is the reason for the end of a scope.
type Cause uint8

// The causes.
const (
	Ended Cause = iota
	Expired
)

var causes = [...]string{"ended", "expired"}

// Tombstone is a scope that the daemon remembers as ended.
type Tombstone struct {
	End   End
	Cause Cause
}

// OtherOwner is what the daemon holds for another owner.
type OtherOwner struct {
	Synced bool
	Live   []Record
}

var contextType = objectDecl[Context]{
	name: "a context",
	members: []memberDecl[Context]{
		{"owner", "a module id", `"core"`, optional, Form{}, "", func(r *reader, n int, v *Context) { r.text(n, &v.Owner) }},
		{"authority_owners", "an array of module ids", `["core"]`, optional, Form{}, "", func(r *reader, n int, v *Context) {
			list(r, n, math.MaxInt, &v.AuthorityOwners, (*reader).moduleID)
		}},
		{"now_ms", "an integer (milliseconds since 1970)", "1725000000000", optional, Form{}, "", func(r *reader, n int, v *Context) { r.optionalU64(n, &v.Now) }},
		{"snapshot", "an object", "", optional, Form{}, "", func(r *reader, n int, v *Context) {
			v.Snapshot = &Snapshot{Synced: true}
			readObject(r, n, &snapshotType, v.Snapshot)
		}},
		{"other_owners", otherOwnersText, otherOwnersExample, optional, Form{}, "", func(r *reader, n int, v *Context) { readOtherOwners(r, n, &v.OtherOwners) }},
	},
}

const (
	otherOwnersText    = "an object of module ids and states"
	otherOwnersExample = `{"core": {"synced": true}}`
)

var snapshotType = objectDecl[Snapshot]{
	name: "a snapshot", example: `{"live": [` + recordExample + `]}`,
	members: []memberDecl[Snapshot]{
		{"synced", "true or false", "", optional, Form{}, "", func(r *reader, n int, v *Snapshot) { r.boolean(n, &v.Synced) }},
		{"last_generation", u64Text, "1", optional, Form{}, "", func(r *reader, n int, v *Snapshot) { r.optionalU64(n, &v.LastGeneration) }},
		{"live", "an array of scope records", "[" + recordExample + "]", optional, Form{}, "", func(r *reader, n int, v *Snapshot) {
			var live []Record // v.Live has the records of an earlier live_fill
			list(r, n, math.MaxInt, &live, readRecord)
			v.Live = append(live, v.Live...)
		}},
		{"live_fill", "an object that generates many live records", "", optional, Form{}, "", expandLiveFill},
		{"tombstones", "an array of tombstones", "[" + tombstoneExample + "]", optional, Form{}, "", func(r *reader, n int, v *Snapshot) {
			list(r, n, math.MaxInt, &v.Tombstones, readTombstone)
		}},
	},
}

const tombstoneExample = `{"ref": "session-7", "scope_epoch": 1, "cause": "ended"}`

var tombstoneType = objectDecl[Tombstone]{
	name: "a tombstone", example: tombstoneExample,
	members: []memberDecl[Tombstone]{
		{"ref", "a string", `"session-7"`, required, Form{}, "", func(r *reader, n int, v *Tombstone) { r.text(n, &v.End.Ref) }},
		{"scope_epoch", u64Text, "1", required, Form{}, "", func(r *reader, n int, v *Tombstone) { r.u64(n, &v.End.Epoch) }},
		{"cause", `"ended" or "expired"`, "", required, Form{}, "", func(r *reader, n int, v *Tombstone) {
			i, _ := r.word(n, "a cause", causes[:], false)
			v.Cause = Cause(i)
		}},
	},
}

var otherOwnerType = objectDecl[OtherOwner]{
	name: "an owner's state", example: `{"synced": true}`,
	members: []memberDecl[OtherOwner]{
		{"synced", "true or false", "", optional, Form{}, "", func(r *reader, n int, v *OtherOwner) { r.boolean(n, &v.Synced) }},
		{"live", "an array of scope records", "[" + recordExample + "]", optional, Form{}, "", func(r *reader, n int, v *OtherOwner) {
			list(r, n, math.MaxInt, &v.Live, readRecord)
		}},
	},
}

func readTombstone(r *reader, node int, dst *Tombstone) { readObject(r, node, &tombstoneType, dst) }

// readOtherOwners reads an object of module ids and states. A listed owner is synced
// by default.
func readOtherOwners(r *reader, node int, dst *map[string]*OtherOwner) {
	doc := r.doc
	if doc.Kind(node) != jsondoc.Object {
		r.wrongType(node, withExample(otherOwnersText, otherOwnersExample), false)
		return
	}
	*dst = map[string]*OtherOwner{}
	for k, end := node+1, doc.Next(node); k < end; k = doc.Next(k + 1) {
		id := doc.Value(k)
		if (*dst)[id] != nil {
			r.add(Problem{Kind: DuplicateMember, Anchor: diag.AnchorName, Node: k + 1, Message: "duplicate owner " + text.Quote(id), Hint: "remove one"})
			continue
		}
		(*dst)[id] = &OtherOwner{Synced: true}
		readObject(r, k+1, &otherOwnerType, (*dst)[id])
	}
}

// ContextMember is a member of a context document that is not in section 9.1.
type ContextMember struct {
	Name    string
	Meaning string
	Read    func(value int) // the node of the value
}

// ReadContext reads a context document, which may have extra members.
func ReadContext(doc *canon.Doc, node int, extra []ContextMember, report func(Problem)) (Context, bool) {
	t := contextType
	for _, o := range extra {
		t.members = append(t.members[:len(t.members):len(t.members)],
			memberDecl[Context]{o.Name, o.Meaning, "", optional, Form{}, "", func(_ *reader, n int, _ *Context) { o.Read(n) }})
	}
	return read(doc, node, &t, report)
}

// ReadSnapshot reads a document that is the member snapshot of a context.
func ReadSnapshot(doc *canon.Doc, node int, report func(Problem)) (*Snapshot, bool) {
	r := reader{doc: (*jsondoc.Doc)(doc), report: report}
	s := &Snapshot{Synced: true}
	readObject(&r, node, &snapshotType, s)
	return s, !r.failed
}

// ReadOtherOwners reads a document that is the member other_owners of a context.
func ReadOtherOwners(doc *canon.Doc, node int, report func(Problem)) (map[string]*OtherOwner, bool) {
	r := reader{doc: (*jsondoc.Doc)(doc), report: report}
	var others map[string]*OtherOwner
	readOtherOwners(&r, node, &others)
	return others, !r.failed
}

// liveFill represents many live records that differ only in their ref (section 9.4).
// It keeps test snapshots with thousands of records short.
type liveFill struct {
	count  uint64
	prefix string // of the refs, before the index of the record
	record Record
}

var liveFillType = objectDecl[liveFill]{
	name: "a live_fill", example: `{"count": 1000, "prefix": "r", "scope_epoch": 1, "kind": "worker"}`,
	members: []memberDecl[liveFill]{
		{"count", "an integer from 0 to 10000", "1000", required, Form{}, "", func(r *reader, n int, v *liveFill) {
			if r.u64(n, &v.count); v.count > MaxScopes {
				r.add(Problem{Kind: WrongRange, Node: n, Message: text.Expected("at most "+text.Count(MaxScopes, "record"), strconv.FormatUint(v.count, 10))})
				v.count = 0
			}
		}},
		{"prefix", "a string", `"r"`, required, Form{}, "", func(r *reader, n int, v *liveFill) { r.text(n, &v.prefix) }},
		{"scope_epoch", u64Text, "1", required, Form{}, "", func(r *reader, n int, v *liveFill) { r.u64(n, &v.record.Epoch) }},
		{"kind", kindText, `"worker"`, required, Form{}, "", func(r *reader, n int, v *liveFill) { readRecordKind(r, n, &v.record) }},
	},
}

// expandLiveFill adds the records that a live_fill represents.
func expandLiveFill(r *reader, node int, s *Snapshot) {
	var f liveFill
	readObject(r, node, &liveFillType, &f)
	for i := range f.count {
		f.record.Ref = f.prefix + strconv.FormatUint(i, 10)
		s.Live = append(s.Live, f.record)
	}
}
