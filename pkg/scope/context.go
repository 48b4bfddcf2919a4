package scope

import (
	"fmt"
	"math"
	"strconv"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/diag"
)

// Context is what a text does not contain and some rules need (section 9.1).
type Context struct {
	// Owner is the module id of the sender; "" when it is not known.
	Owner string
	// AuthorityOwners may set attributes; nil when they are not known.
	AuthorityOwners []string
	// Now is the daemon's clock in milliseconds.
	Now Optional[uint64]
	// Snapshot is the owner's state before the call; nil when not known.
	Snapshot *Snapshot
	// OtherOwners are the states of other owners, by module id. A module that is
	// not in it has not synced.
	OtherOwners map[string]*OtherOwner
}

// Snapshot is what the daemon holds for the owner.
type Snapshot struct {
	Synced bool
	// LastGeneration is not set when the sender takes authority.
	LastGeneration Optional[uint64]
	Live           []Record
	Tombstones     []Tombstone
}

// Cause is why a scope ended.
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
		{"owner", "a module id", optional, Form{}, "", func(r *reader, n int, v *Context) { r.text(n, &v.Owner) }},
		{"authority_owners", "an array of module ids", optional, Form{}, "", func(r *reader, n int, v *Context) {
			list(r, n, "of module ids", math.MaxInt, &v.AuthorityOwners, (*reader).text)
		}},
		{"now_ms", "milliseconds since 1970", optional, Form{}, "", func(r *reader, n int, v *Context) { r.optionalU64(n, &v.Now) }},
		{"snapshot", "an object", optional, Form{}, "", func(r *reader, n int, v *Context) {
			v.Snapshot = &Snapshot{Synced: true}
			readObject(r, n, &snapshotType, v.Snapshot)
		}},
		{"other_owners", "an object of module ids and states", optional, Form{}, "", func(r *reader, n int, v *Context) { readOtherOwners(r, n, &v.OtherOwners) }},
	},
}

var snapshotType = objectDecl[Snapshot]{
	name: "a snapshot",
	members: []memberDecl[Snapshot]{
		{"synced", "true or false", optional, Form{}, "", func(r *reader, n int, v *Snapshot) { r.boolean(n, &v.Synced) }},
		{"last_generation", "a whole number", optional, Form{}, "", func(r *reader, n int, v *Snapshot) { r.optionalU64(n, &v.LastGeneration) }},
		{"live", "an array of scope records", optional, Form{}, "", func(r *reader, n int, v *Snapshot) {
			var live []Record // live_fill may have come first
			list(r, n, "of scope records", math.MaxInt, &live, readRecord)
			v.Live = append(live, v.Live...)
		}},
		{"live_fill", "what stands for many live records", optional, Form{}, "", expandLiveFill},
		{"tombstones", "an array of tombstones", optional, Form{}, "", func(r *reader, n int, v *Snapshot) {
			list(r, n, "of tombstones", math.MaxInt, &v.Tombstones, readTombstone)
		}},
	},
}

var tombstoneType = objectDecl[Tombstone]{
	name: "a tombstone",
	members: []memberDecl[Tombstone]{
		{"ref", "a string", required, Form{}, "", func(r *reader, n int, v *Tombstone) { r.text(n, &v.End.Ref) }},
		{"scope_epoch", "a whole number", required, Form{}, "", func(r *reader, n int, v *Tombstone) { r.u64(n, &v.End.Epoch) }},
		{"cause", "ended or expired", required, Form{}, "", func(r *reader, n int, v *Tombstone) {
			i, _ := r.word(n, causes[:], false)
			v.Cause = Cause(i)
		}},
	},
}

var otherOwnerType = objectDecl[OtherOwner]{
	name: "an owner's state",
	members: []memberDecl[OtherOwner]{
		{"synced", "true or false", optional, Form{}, "", func(r *reader, n int, v *OtherOwner) { r.boolean(n, &v.Synced) }},
		{"live", "an array of scope records", optional, Form{}, "", func(r *reader, n int, v *OtherOwner) {
			list(r, n, "of scope records", math.MaxInt, &v.Live, readRecord)
		}},
	},
}

func readTombstone(r *reader, node int, dst *Tombstone) { readObject(r, node, &tombstoneType, dst) }

// readOtherOwners reads an object of module ids and states. An owner that is
// listed counts as synced by default.
func readOtherOwners(r *reader, node int, dst *map[string]*OtherOwner) {
	doc := r.doc
	if doc.Kind(node) != jsondoc.Object {
		r.wrongType(node, "an object", "of module ids and their states", false)
		return
	}
	*dst = map[string]*OtherOwner{}
	for k, end := node+1, doc.Next(node); k < end; k = doc.Next(k + 1) {
		id := doc.Value(k)
		if (*dst)[id] != nil {
			r.add(Problem{Kind: DuplicateMember, Anchor: diag.AnchorName, Node: k + 1, Message: "the owner " + text.Quote(id) + " is listed twice", Hint: "take one out"})
			continue
		}
		(*dst)[id] = &OtherOwner{Synced: true}
		readObject(r, k+1, &otherOwnerType, (*dst)[id])
	}
}

// ContextMember is a member of a context document that section 9.1 does not
// name.
type ContextMember struct {
	Name    string
	Meaning string
	Read    func(value int) // of a node
}

// ReadContext reads a context document, which may have other members too.
func ReadContext(doc *canon.Doc, node int, extra []ContextMember, report func(Problem)) (Context, bool) {
	t := contextType
	for _, o := range extra {
		t.members = append(t.members[:len(t.members):len(t.members)],
			memberDecl[Context]{o.Name, o.Meaning, optional, Form{}, "", func(_ *reader, n int, _ *Context) { o.Read(n) }})
	}
	return read(doc, node, &t, report)
}

// ReadSnapshot reads the member snapshot of a context on its own.
func ReadSnapshot(doc *canon.Doc, node int, report func(Problem)) (*Snapshot, bool) {
	r := reader{doc: (*jsondoc.Doc)(doc), report: report}
	s := &Snapshot{Synced: true}
	readObject(&r, node, &snapshotType, s)
	return s, !r.failed
}

// ReadOtherOwners reads the member other_owners of a context on its own.
func ReadOtherOwners(doc *canon.Doc, node int, report func(Problem)) (map[string]*OtherOwner, bool) {
	r := reader{doc: (*jsondoc.Doc)(doc), report: report}
	var others map[string]*OtherOwner
	readOtherOwners(&r, node, &others)
	return others, !r.failed
}

// liveFill represents many live records that differ in their ref alone
// (section 9.4): snapshots of thousands are not written out by hand.
type liveFill struct {
	count  uint64
	prefix string // of the refs, before the number of the record from 0
	record Record
}

var liveFillType = objectDecl[liveFill]{
	name: "a live_fill",
	members: []memberDecl[liveFill]{
		{"count", "a whole number", required, Form{}, "", func(r *reader, n int, v *liveFill) {
			if r.u64(n, &v.count); v.count > MaxScopes {
				r.add(Problem{Kind: WrongRange, Node: n, Message: fmt.Sprintf("%d records are more than an owner has, %d at most", v.count, MaxScopes)})
				v.count = 0
			}
		}},
		{"prefix", "a string", required, Form{}, "", func(r *reader, n int, v *liveFill) { r.text(n, &v.prefix) }},
		{"scope_epoch", "a whole number", required, Form{}, "", func(r *reader, n int, v *liveFill) { r.u64(n, &v.record.Epoch) }},
		{"kind", "head, worker or ephemeral", required, Form{}, "", func(r *reader, n int, v *liveFill) { readRecordKind(r, n, &v.record) }},
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
