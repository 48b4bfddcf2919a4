package scoperules

import (
	"github.com/divtool/divtool/pkg/lint/rule"
	"github.com/divtool/divtool/pkg/scope"
)

// body is a document that decodes: the records and what stands beside them.
type body struct {
	kind       rule.Kind
	generation uint64
	records    []scope.Record // no more than the reader keeps
	listNode   int            // the node of their array, -1 for a record alone
	listName   string
	ends       []scope.End
	endNode    int // the node of their array, -1 when there is none
	selector   scope.Selector
	refused    []bool // by index of records; nil when none is
}

// entry is one record and its node.
type entry struct {
	*scope.Record
	node  int
	index int
}

// eachRecord goes over all records, also those that the reader did not keep.
func (c *checker) eachRecord(visit func(e entry)) {
	b := &c.body
	if b.listNode < 0 {
		visit(entry{Record: &b.records[0]})
		return
	}
	for i, n := range rule.Elements(c.Doc, b.listNode) {
		if i < len(b.records) {
			visit(entry{&b.records[i], n, i})
			continue
		}
		r, _ := scope.ReadRecord(c.Doc, n, nil)
		visit(entry{&r, n, i})
	}
}

// lookup returns the node of the value that the names lead to from a node, or -1.
func (c *checker) lookup(node int, names ...string) int {
	for _, name := range names {
		if node = c.Doc.Member(node, name); node < 0 {
			return -1
		}
	}
	return node
}

// eachCarrier goes over the carriers of a record that have been read.
func (c *checker) eachCarrier(e entry, visit func(carrier *scope.Carrier, node int)) {
	if len(e.Carriers) == 0 {
		return
	}
	for i, n := range rule.Elements(c.Doc, c.lookup(e.node, "carriers")) {
		visit(&e.Carriers[i], n)
	}
}

// eachChildOwner goes over the child owners of a record.
func (c *checker) eachChildOwner(e entry, visit func(p scope.Principal, node int)) {
	if len(e.ChildOwners) == 0 {
		return
	}
	for i, n := range rule.Elements(c.Doc, c.lookup(e.node, "child_owners")) {
		visit(e.ChildOwners[i], n)
	}
}

// owner is the principal of the sender, when it is known.
func (c *checker) owner() (scope.Principal, bool) {
	return scope.Module(c.Context.Owner), c.Context.Owner != ""
}

// recordRule looks at one record.
type recordRule struct {
	rule.Rule
	check func(c *checker, r *rule.Rule, e entry)
}
