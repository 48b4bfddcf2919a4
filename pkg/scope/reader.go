package scope

import (
	"iter"
	"math"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/canon"
)

// ParseRecord reads a text that is one ScopeRecord. The error is a
// *[diag.Diagnostic] for the first problem. Its code is the id of the lint rule, such
// as shape/missing.
func ParseRecord(text []byte) (Record, error) { return parse(text, ReadRecord) }

// ParseSelector reads a text that is one ScopeSelector, as [ParseRecord] does.
func ParseSelector(text []byte) (Selector, error) { return parse(text, ReadSelector) }

// ParseSync reads a text that is the body of a scope.sync, as [ParseRecord]
// does.
func ParseSync(text []byte) (Sync, error) { return parse(text, ReadSync) }

// ParseApply reads a text that is the body of a scope.apply, as [ParseRecord]
// does.
func ParseApply(text []byte) (Apply, error) { return parse(text, ReadApply) }

func parse[T any](text []byte, read func(r *canon.Reader, node int) (T, bool)) (T, error) {
	_, v, err := canon.Parse(text, read)
	return v, err
}

// ReadRecord reads one ScopeRecord with the document and the callbacks of r. It
// returns false if the daemon refuses the value; the record has the parts that decode
// then. The text of the document must be valid.
func ReadRecord(r *canon.Reader, node int) (Record, bool) {
	return readParts(r, node, &RecordShape, decodeRecord)
}

// ReadSelector reads one ScopeSelector, as [ReadRecord] does a record.
func ReadSelector(r *canon.Reader, node int) (Selector, bool) {
	return readParts(r, node, &SelectorShape, decodeSelector)
}

// ReadSync reads the body of a scope.sync, as [ReadRecord] does a record.
func ReadSync(r *canon.Reader, node int) (Sync, bool) {
	return readParts(r, node, &SyncShape, decodeSync)
}

// ReadApply reads the body of a scope.apply, as [ReadRecord] does a record.
func ReadApply(r *canon.Reader, node int) (Apply, bool) {
	return readParts(r, node, &ApplyShape, decodeApply)
}

func read[T any](r *canon.Reader, node int, s *canon.Shape, decode func(d *decoder, node int) T) (v T, ok bool) {
	r.Read(node, s, 1) // r reports the error
	if !r.Accepted() {
		return v, false
	}
	return decode(&decoder{source: (*jsondoc.Doc)(r.Doc)}, node), true
}

// readParts is read for a value of which those parts count that decode.
func readParts[T any](r *canon.Reader, node int, s *canon.Shape, decode func(d *decoder, node int) T) (v T, ok bool) {
	r.Read(node, s, 1) // r reports the error
	d := decoder{source: (*jsondoc.Doc)(r.Doc), partial: !r.Accepted()}
	return decode(&d, node), !d.partial
}

// decoder makes Go values of the values of a document.
type decoder struct {
	source *jsondoc.Doc
	// partial decoding is that of a document which a shape refuses: values of another
	// type are zero, and the first of repeated members counts.
	partial bool
}

func (d *decoder) doc() *jsondoc.Doc { return d.source }

// maxPartialMembers is the number of members up to which an object is decoded partially.
const maxPartialMembers = 64

// members visits the names and values of the members of an object. null is the same as
// absence.
func (d *decoder) members(object int) iter.Seq2[[]byte, int] {
	return func(yield func([]byte, int) bool) {
		doc := d.doc()
		if d.partial && (doc.Kind(object) != jsondoc.Object || doc.Count(object) > maxPartialMembers) {
			return
		}
		for k, end := object+1, doc.Next(object); k < end; k = doc.Next(k + 1) {
			if doc.Kind(k+1) == jsondoc.Null || d.partial && doc.Member(object, doc.Value(k)) != k+1 {
				continue
			}
			if !yield(doc.Bytes(k), k+1) {
				return
			}
		}
	}
}

func (d *decoder) text(n int) string {
	if d.partial && d.doc().Kind(n) != jsondoc.String {
		return ""
	}
	return d.doc().Value(n)
}

func (d *decoder) u64(n int) uint64 {
	v, _ := d.doc().Uint(n)
	return v
}

func (d *decoder) boolean(n int) bool { return d.doc().Kind(n) == jsondoc.True }

// list returns the first maxKept elements of an array.
func list[T any](d *decoder, array, maxKept int, decode func(d *decoder, node int) T) []T {
	if d.partial && d.doc().Kind(array) != jsondoc.Array {
		return nil
	}
	elements := make([]T, 0, min(d.doc().Count(array), maxKept))
	for i, n := range d.doc().Elements(array) {
		if i == maxKept {
			break
		}
		elements = append(elements, decode(d, n))
	}
	return elements
}

func decodeRecord(d *decoder, node int) (r Record) {
	for name, n := range d.members(node) {
		switch string(name) {
		case "ref":
			r.Ref = d.text(n)
		case "scope_epoch":
			r.Epoch = d.u64(n)
		case "kind":
			r.Kind = decodeRecordKind(d, n)
		case "expires_at_ms":
			r.ExpiresAt = Some(d.u64(n))
		case "parent":
			r.Parent = Some(decodeParent(d, n))
		case "child_owners":
			r.ChildOwners = list(d, n, math.MaxInt, decodePrincipal)
		case "carriers":
			r.Carriers = list(d, n, math.MaxInt, decodeCarrier)
		case "attributes":
			r.Attributes = decodeAttributes(d, n)
		}
	}
	return r
}

func decodeRecordKind(d *decoder, node int) RecordKind {
	return RecordKind(recordKindShape.WordIndex((*canon.Doc)(d.source), node))
}

func decodeParent(d *decoder, node int) (p Parent) {
	for name, n := range d.members(node) {
		switch string(name) {
		case "owner":
			p.Owner = decodePrincipal(d, n)
		case "ref":
			p.Ref = d.text(n)
		case "scope_epoch":
			p.Epoch = d.u64(n)
		}
	}
	return p
}

func decodePrincipal(d *decoder, node int) (p Principal) {
	for name, n := range d.members(node) {
		switch string(name) {
		case "kind":
			p.Kind = PrincipalKind(principalMembers[0].Shape.WordIndex((*canon.Doc)(d.source), n))
		case "module_id":
			p.ModuleID = d.text(n)
		}
	}
	return p
}

func decodeCarrier(d *decoder, node int) (c Carrier) {
	for name, n := range d.members(node) {
		switch string(name) {
		case "principal":
			c.Principal = decodePrincipal(d, n)
		case "targets":
			c.Limited = true
			c.Targets = list(d, n, math.MaxInt, (*decoder).text)
		}
	}
	return c
}

func decodeAttributes(d *decoder, node int) (a Attributes) {
	for name, n := range d.members(node) {
		switch string(name) {
		case "agent_id":
			a.AgentID = Some(d.text(n))
		case "delegates":
			a.Delegates = d.boolean(n)
		case "flow_id":
			a.FlowID = Some(d.text(n))
		case "run_id":
			a.RunID = Some(d.text(n))
		}
	}
	return a
}

func decodeEnd(d *decoder, node int) (e End) {
	for name, n := range d.members(node) {
		switch string(name) {
		case "ref":
			e.Ref = d.text(n)
		case "scope_epoch":
			e.Epoch = d.u64(n)
		}
	}
	return e
}

func decodeSelector(d *decoder, node int) (s Selector) {
	for name, n := range d.members(node) {
		switch string(name) {
		case "owner":
			s.Owner = decodePrincipal(d, n)
		case "ref":
			s.Ref = d.text(n)
		case "scope_epoch":
			s.Epoch = Some(d.u64(n))
		}
	}
	return s
}

func decodeSync(d *decoder, node int) (s Sync) {
	for name, n := range d.members(node) {
		switch string(name) {
		case "generation":
			s.Generation = d.u64(n)
		case "scopes":
			s.Scopes = list(d, n, MaxScopes+1, decodeRecord)
		}
	}
	return s
}

func decodeApply(d *decoder, node int) (a Apply) {
	for name, n := range d.members(node) {
		switch string(name) {
		case "generation":
			a.Generation = d.u64(n)
		case "upsert":
			a.Upsert = list(d, n, MaxScopes+1, decodeRecord)
		case "end":
			a.End = list(d, n, math.MaxInt, decodeEnd)
		}
	}
	return a
}
