package scope

import (
	"math"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/quote"
	"github.com/divtool/divtool/pkg/diag"
)

// Context is what a text does not say and some rules need (section 9.1).
type Context struct {
	// Owner is the module id of the sender; "" when it is not known.
	Owner string
	// AuthorityOwners may set attributes; nil when they are not known.
	AuthorityOwners []string
	// Now is the daemon's clock in milliseconds.
	Now Maybe[uint64]
	// Snapshot is the owner's state before the call; nil when not known.
	Snapshot *Snapshot
	// Others are the states of other owners, by module id. A module that is
	// not in it has not synced.
	Others map[string]*Other
}

// Snapshot is what the daemon holds for the owner.
type Snapshot struct {
	Synced bool
	// LastGeneration is not set when the sender takes authority.
	LastGeneration Maybe[uint64]
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

// Other is what the daemon holds for another owner.
type Other struct {
	Synced bool
	Live   []Record
}

var contextType = object[Context]{
	name: "a context",
	members: []member[Context]{
		{"owner", "a module id", optional, Form{}, "", func(r *reader, n int, v *Context) { r.text(n, &v.Owner) }},
		{"authority_owners", "an array of module ids", optional, Form{}, "", func(r *reader, n int, v *Context) {
			list(r, n, "of module ids", math.MaxInt, &v.AuthorityOwners, (*reader).text)
		}},
		{"now_ms", "milliseconds since 1970", optional, Form{}, "", func(r *reader, n int, v *Context) { r.maybeU64(n, &v.Now) }},
		{"snapshot", "an object", optional, Form{}, "", func(r *reader, n int, v *Context) {
			v.Snapshot = &Snapshot{Synced: true}
			fill(r, n, &snapshotType, v.Snapshot)
		}},
		{"other_owners", "an object of module ids and states", optional, Form{}, "", func(r *reader, n int, v *Context) { readOthers(r, n, &v.Others) }},
	},
}

var snapshotType = object[Snapshot]{
	name: "a snapshot",
	members: []member[Snapshot]{
		{"synced", "true or false", optional, Form{}, "", func(r *reader, n int, v *Snapshot) { r.boolean(n, &v.Synced) }},
		{"last_generation", "a whole number", optional, Form{}, "", func(r *reader, n int, v *Snapshot) { r.maybeU64(n, &v.LastGeneration) }},
		{"live", "an array of scope records", optional, Form{}, "", func(r *reader, n int, v *Snapshot) {
			var live []Record // live_fill may have come first
			list(r, n, "of scope records", math.MaxInt, &live, readRecord)
			v.Live = append(live, v.Live...)
		}},
		{"live_fill", "what stands for many live records", optional, Form{}, "", fillLive},
		{"tombstones", "an array of tombstones", optional, Form{}, "", func(r *reader, n int, v *Snapshot) {
			list(r, n, "of tombstones", math.MaxInt, &v.Tombstones, readTombstone)
		}},
	},
}

var tombstoneType = object[Tombstone]{
	name: "a tombstone",
	members: []member[Tombstone]{
		{"ref", "a string", required, Form{}, "", func(r *reader, n int, v *Tombstone) { r.text(n, &v.End.Ref) }},
		{"scope_epoch", "a whole number", required, Form{}, "", func(r *reader, n int, v *Tombstone) { r.u64(n, &v.End.Epoch) }},
		{"cause", "ended or expired", required, Form{}, "", func(r *reader, n int, v *Tombstone) {
			i, _ := r.word(n, causes[:], false)
			v.Cause = Cause(i)
		}},
	},
}

var otherType = object[Other]{
	name: "an owner's state",
	members: []member[Other]{
		{"synced", "true or false", optional, Form{}, "", func(r *reader, n int, v *Other) { r.boolean(n, &v.Synced) }},
		{"live", "an array of scope records", optional, Form{}, "", func(r *reader, n int, v *Other) {
			list(r, n, "of scope records", math.MaxInt, &v.Live, readRecord)
		}},
	},
}

func readTombstone(r *reader, node int, dst *Tombstone) { fill(r, node, &tombstoneType, dst) }

// readOthers reads an object of module ids and states. An owner that is
// listed counts as synced unless it says otherwise.
func readOthers(r *reader, node int, dst *map[string]*Other) {
	doc := r.doc
	if doc.Kind(node) != jsondoc.Object {
		r.wrongType(node, "an object", "of module ids and their states", false)
		return
	}
	*dst = map[string]*Other{}
	for k, end := node+1, doc.Next(node); k < end; k = doc.Next(k + 1) {
		id := doc.Value(k)
		if (*dst)[id] != nil {
			r.tell(Problem{Kind: DuplicateMember, Spot: diag.AtName, Node: k + 1, Message: "the owner " + quote.Text(id) + " is listed twice", Hint: "take one out"})
			continue
		}
		(*dst)[id] = &Other{Synced: true}
		fill(r, k+1, &otherType, (*dst)[id])
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
func ReadContext(doc *jsondoc.Doc, node int, other []ContextMember, report func(Problem)) (Context, bool) {
	t := contextType
	for _, o := range other {
		t.members = append(t.members[:len(t.members):len(t.members)],
			member[Context]{o.Name, o.Meaning, optional, Form{}, "", func(_ *reader, n int, _ *Context) { o.Read(n) }})
	}
	return read(doc, node, &t, report)
}

// ReadSnapshot reads the member snapshot of a context on its own.
func ReadSnapshot(doc *jsondoc.Doc, node int, report func(Problem)) (*Snapshot, bool) {
	r := reader{doc: doc, report: report}
	s := &Snapshot{Synced: true}
	fill(&r, node, &snapshotType, s)
	return s, !r.failed
}

// ReadOthers reads the member other_owners of a context on its own.
func ReadOthers(doc *jsondoc.Doc, node int, report func(Problem)) (map[string]*Other, bool) {
	r := reader{doc: doc, report: report}
	var others map[string]*Other
	readOthers(&r, node, &others)
	return others, !r.failed
}
