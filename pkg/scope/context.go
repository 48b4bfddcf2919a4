package scope

import (
	"math"
	"strconv"

	"github.com/divtool/divtool/pkg/canon"
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

// The types of a context document. null is the same as absence everywhere.
var (
	contextMembers = []canon.Member{
		{Name: "owner", Shape: &canon.Shape{Kind: canon.Nullable, Name: "a module id or null", Elem: &moduleIDShape}, Presence: canon.Optional, Example: `"core"`},
		{Name: "authority_owners", Shape: &canon.Shape{Kind: canon.Nullable, Name: "module ids or null", Elem: &canon.Shape{
			Kind: canon.List, Name: "an array of module ids", Elem: &moduleIDShape,
		}}, Presence: canon.Optional, Example: `["core"]`},
		{Name: "now_ms", Shape: &optionalU64, Presence: canon.Optional, Unit: canon.Millis, Example: "1725000000000"},
		{Name: "snapshot", Shape: &canon.Shape{Kind: canon.Nullable, Name: "a snapshot or null", Elem: &snapshotShape}, Presence: canon.Optional},
		{Name: "other_owners", Shape: &canon.Shape{Kind: canon.Nullable, Name: "owners or null", Elem: &otherOwnersShape}, Presence: canon.Optional},
	}

	snapshotShape = canon.Shape{
		Kind: canon.Record, Name: "a snapshot", Closed: true, NamesOnly: true, Renamed: otherReleases, Example: `{"synced": true}`,
		Members: []canon.Member{
			{Name: "synced", Shape: &optionalBool, Presence: canon.Optional},
			{Name: "last_generation", Shape: &optionalU64, Presence: canon.Optional},
			{Name: "live", Shape: &liveShape, Presence: canon.Optional},
			{Name: "live_fill", Shape: &canon.Shape{Kind: canon.Nullable, Name: "a live_fill or null", Elem: &liveFillShape}, Presence: canon.Optional},
			{Name: "tombstones", Shape: &canon.Shape{Kind: canon.Nullable, Name: "tombstones or null", Elem: &canon.Shape{
				Kind: canon.List, Name: "an array of tombstones", Elem: &tombstoneShape,
			}}, Presence: canon.Optional},
		},
	}

	otherOwnersShape = canon.Shape{
		Kind: canon.Dictionary, Name: "an object of module ids and states", Distinct: true, Example: `{"core": {"synced": true}}`,
		Elem: &canon.Shape{
			Kind: canon.Record, Name: "an owner's state", Closed: true, NamesOnly: true, Renamed: otherReleases, Example: `{"synced": true}`,
			Members: []canon.Member{
				{Name: "synced", Shape: &optionalBool, Presence: canon.Optional},
				{Name: "live", Shape: &liveShape, Presence: canon.Optional},
			},
		},
	}

	optionalBool = canon.Shape{Kind: canon.Nullable, Name: "a boolean or null", Elem: &canon.Bool}
	liveShape    = canon.Shape{Kind: canon.Nullable, Name: "scope records or null", Elem: &canon.Shape{
		Kind: canon.List, Name: "an array of scope records", Elem: &RecordShape,
	}}

	tombstoneShape = canon.Shape{
		Kind: canon.Record, Name: "a tombstone", Closed: true, NamesOnly: true, Renamed: otherReleases,
		Members: []canon.Member{
			{Name: "ref", Shape: &textShape, Example: refExample},
			{Name: "scope_epoch", Shape: &u64Shape},
			{Name: "cause", Shape: &causeShape},
		},
	}
	causeShape = canon.Shape{Kind: canon.Word, Name: "a cause", Words: []string{"ended", "expired"}, Forms: canon.DecoderForm}
)

// ReadContext reads a context document, which may have extra members, as [ReadRecord]
// reads a record. A module that other_owners lists is synced by default.
func ReadContext(r *canon.Reader, node int, extra ...canon.Member) (Context, bool) {
	s := canon.Shape{
		Kind: canon.Record, Name: "a context", Closed: true, NamesOnly: true, Renamed: otherReleases, Example: "{}",
		Members: append(contextMembers[:len(contextMembers):len(contextMembers)], extra...),
	}
	return read(r, node, &s, decodeContext)
}

// ReadSnapshot reads a document that is the member snapshot of a context.
func ReadSnapshot(r *canon.Reader, node int) (*Snapshot, bool) {
	return read(r, node, &snapshotShape, decodeSnapshot)
}

// ReadOtherOwners reads a document that is the member other_owners of a context.
func ReadOtherOwners(r *canon.Reader, node int) (map[string]*OtherOwner, bool) {
	return read(r, node, &otherOwnersShape, decodeOtherOwners)
}

func decodeContext(d *decoder, node int) (c Context) {
	for name, n := range d.members(node) {
		switch string(name) {
		case "owner":
			c.Owner = d.text(n)
		case "authority_owners":
			c.AuthorityOwners = list(d, n, math.MaxInt, (*decoder).text)
		case "now_ms":
			c.Now = Some(d.u64(n))
		case "snapshot":
			c.Snapshot = decodeSnapshot(d, n)
		case "other_owners":
			c.OtherOwners = decodeOtherOwners(d, n)
		}
	}
	return c
}

func decodeSnapshot(d *decoder, node int) *Snapshot {
	s := &Snapshot{Synced: true}
	var fill []Record
	for name, n := range d.members(node) {
		switch string(name) {
		case "synced":
			s.Synced = d.boolean(n)
		case "last_generation":
			s.LastGeneration = Some(d.u64(n))
		case "live":
			s.Live = list(d, n, math.MaxInt, decodeRecord)
		case "live_fill":
			fill = decodeLiveFill(d, n)
		case "tombstones":
			s.Tombstones = list(d, n, math.MaxInt, decodeTombstone)
		}
	}
	s.Live = append(s.Live, fill...)
	return s
}

func decodeTombstone(d *decoder, node int) Tombstone {
	t := Tombstone{End: decodeEnd(d, node)}
	t.Cause = Cause(causeShape.WordIndex((*canon.Doc)(d.source), d.doc().Member(node, "cause")))
	return t
}

func decodeOtherOwners(d *decoder, node int) map[string]*OtherOwner {
	owners := map[string]*OtherOwner{}
	for id, state := range d.members(node) {
		o := &OtherOwner{Synced: true}
		for name, n := range d.members(state) {
			switch string(name) {
			case "synced":
				o.Synced = d.boolean(n)
			case "live":
				o.Live = list(d, n, math.MaxInt, decodeRecord)
			}
		}
		owners[string(id)] = o
	}
	return owners
}

// liveFillShape represents many live records that differ only in their ref (section
// 9.4). It keeps test snapshots with thousands of records short.
var liveFillShape = canon.Shape{
	Kind: canon.Record, Name: "a live_fill", Closed: true, NamesOnly: true, Renamed: otherReleases,
	Members: []canon.Member{
		{Name: "count", Shape: &canon.Shape{Kind: canon.Unsigned, Name: "an integer from 0 to 10000", Bits: 64, Max: MaxScopes, DigitsOnly: true}, Example: "1000"},
		{Name: "prefix", Shape: &textShape, Example: `"r"`, Meaning: "start of the refs, before the index of the record"},
		{Name: "scope_epoch", Shape: &u64Shape},
		{Name: "kind", Shape: &recordKindShape},
	},
}

// decodeLiveFill returns the records that a live_fill represents.
func decodeLiveFill(d *decoder, node int) []Record {
	doc := d.doc()
	record := Record{Epoch: d.u64(doc.Member(node, "scope_epoch")), Kind: decodeRecordKind(d, doc.Member(node, "kind"))}
	prefix := d.text(doc.Member(node, "prefix"))
	records := make([]Record, d.u64(doc.Member(node, "count")))
	for i := range records {
		record.Ref = prefix + strconv.Itoa(i)
		records[i] = record
	}
	return records
}
