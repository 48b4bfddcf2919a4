package scope

import (
	"fmt"
	"strconv"
)

// liveFill stands for many live records that differ in their ref alone
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

// expandLiveFill adds the records that a live_fill stands for.
func expandLiveFill(r *reader, node int, s *Snapshot) {
	var f liveFill
	readObject(r, node, &liveFillType, &f)
	for i := range f.count {
		f.record.Ref = f.prefix + strconv.FormatUint(i, 10)
		s.Live = append(s.Live, f.record)
	}
}
