package scoperules

import (
	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/lintrules/engine"
	"github.com/divtool/divtool/internal/lintrules/shape"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint/rule"
	"github.com/divtool/divtool/pkg/scope"
)

// body is a document, or those parts of it that decode.
type body struct {
	kind       rule.Kind
	generation uint64
	records    []scope.Record // the records that the reader keeps
	listNode   int            // the node of their array, -1 for a single record
	listName   string
	ends       []scope.End
	endNode    int // the node of their array, -1 if absent
	selector   scope.Selector
	refused    []bool // by index of records; nil if none is refused
}

// entry is one record and its node.
type entry struct {
	*scope.Record
	node  int
	index int
}

// eachRecord visits all records, including those that the reader did not keep.
func (c *checker) eachRecord(visit func(e entry)) {
	b := &c.body
	if b.listName == "" {
		visit(entry{Record: &b.records[0]})
		return
	}
	if b.listNode < 0 || c.Doc.Kind(b.listNode) != jsondoc.Array {
		return
	}
	for i, n := range c.Doc.Elements(b.listNode) {
		if i < len(b.records) {
			visit(entry{&b.records[i], n, i})
			continue
		}
		r, _ := scope.ReadRecord(&canon.Reader{Doc: (*canon.Doc)(c.Doc)}, n)
		visit(entry{&r, n, i})
	}
}

func (c *checker) lookup(node int, names ...string) int {
	for _, name := range names {
		if node = c.Doc.Member(node, name); node < 0 {
			return -1
		}
	}
	return node
}

// sound reports whether there is a value at a node without a shape error in it.
func (c *checker) sound(node int) bool { return c.refused.Sound(c.Doc, node) }

// soundMember is sound for a member of an object that may be absent; then the object must
// be sound, since another name may be a misspelling of that of the member.
func (c *checker) soundMember(object int, names ...string) bool {
	for _, name := range names {
		n := c.Doc.Member(object, name)
		if n < 0 {
			return c.sound(object)
		}
		object = n
	}
	return c.sound(object)
}

// eachCarrier visits the carriers of a record that decode.
func (c *checker) eachCarrier(e entry, visit func(carrier *scope.Carrier, node int)) {
	if len(e.Carriers) == 0 {
		return
	}
	for i, n := range c.Doc.Elements(c.lookup(e.node, "carriers")) {
		if c.soundMember(n, "principal") && c.soundMember(n, "targets") {
			visit(&e.Carriers[i], n)
		}
	}
}

// eachChildOwner visits the child owners of a record that decode.
func (c *checker) eachChildOwner(e entry, visit func(p scope.Principal, node int)) {
	if len(e.ChildOwners) == 0 {
		return
	}
	for i, n := range c.Doc.Elements(c.lookup(e.node, "child_owners")) {
		if c.sound(n) {
			visit(e.ChildOwners[i], n)
		}
	}
}

// owner returns the principal of the sender, and false if it is unknown.
func (c *checker) owner() (scope.Principal, bool) {
	return scope.Module(c.Context.Owner), c.Context.Owner != ""
}

// recordRule checks one record.
type recordRule struct {
	rule.Rule
	// reads are the paths of the values without which the rule cannot judge a record.
	// Lists are not among them: their elements are judged one by one.
	reads [][]string
	check func(c *checker, r *rule.Rule, e entry)
}

// The paths that rules read.
var (
	readsRef         = [][]string{{"ref"}}
	readsExpiry      = [][]string{{"expires_at_ms"}}
	readsAttributes  = [][]string{{"attributes"}}
	readsAgentID     = [][]string{{"attributes", "agent_id"}}
	readsFlowID      = [][]string{{"attributes", "flow_id"}}
	readsRunID       = [][]string{{"attributes", "run_id"}}
	readsParentOwner = [][]string{{"parent", "owner"}}
	readsParent      = [][]string{{"ref"}, {"parent"}}
)

// run checks a record, unless it cannot be judged because of a shape error.
func (r *recordRule) run(c *checker, e entry) {
	if !c.decodes {
		for _, path := range r.reads {
			if !c.soundMember(e.node, path...) {
				return
			}
		}
	}
	r.check(c, &r.Rule, e)
}

func (r *recordRule) base() *rule.Rule { return &r.Rule }

// decode is the phase of types: it reads the document, reports all values that do not
// decode, and returns whether the document decodes. Else body has the parts that do.
func (c *checker) decode(kind rule.Kind) bool {
	b := &c.body
	*b = body{kind: kind, listNode: -1, endNode: -1}
	c.refused.Reset(false)
	r := canon.Reader{Doc: (*canon.Doc)(c.Doc), OnError: c.reportProblem, OnRemark: c.reportRemark}
	var ok bool
	switch kind {
	case rule.ScopeRecord:
		b.records = make([]scope.Record, 1)
		b.records[0], ok = scope.ReadRecord(&r, 0)
	case rule.ScopeSelector:
		b.selector, ok = scope.ReadSelector(&r, 0)
	case rule.ScopeSync:
		var s scope.Sync
		s, ok = scope.ReadSync(&r, 0)
		b.generation, b.records, b.listName = s.Generation, s.Scopes, "scopes"
	case rule.ScopeApply:
		var a scope.Apply
		a, ok = scope.ReadApply(&r, 0)
		b.generation, b.records, b.listName = a.Generation, a.Upsert, "upsert"
		b.ends = a.End
	}
	if b.listName != "" {
		b.listNode = c.lookup(0, b.listName)
		b.endNode = -1
		if kind == rule.ScopeApply {
			b.endNode = c.lookup(0, "end")
		}
	}
	return ok
}

// reportProblem reports a value that the daemon refuses, with its answer.
func (c *checker) reportProblem(p *canon.Problem) bool {
	c.refused.Add(p.Node)
	upstream := invalidBody
	switch {
	case c.hidesOp(p):
		upstream = unsupportedFrame
	case p.Decodes:
		upstream = "-"
	}
	c.ReportProblem(shape.RuleOf(p.Code, otherRules[:]), p, upstream)
	return true
}

// hidesOp reports whether a problem keeps the daemon from reading the op of a request,
// without which it reads nothing else.
func (c *checker) hidesOp(p *canon.Problem) bool {
	switch {
	case c.body.kind != rule.ScopeSync && c.body.kind != rule.ScopeApply:
		return false
	case p.Anchor == diag.AnchorParent:
		return p.Node == 0 && p.Member == "op"
	}
	return p.Path == "" || p.Path == "/op"
}

// reportRemark reports a value that the daemon accepts.
func (c *checker) reportRemark(r canon.Remark) {
	f := shape.RemarkFinding(c.Doc, r, otherRules[:])
	switch f.Rule {
	case nil: // the order of members
		return
	case &selectorEpochMissing: // checkSelector reports it
		return
	case &carrierTargetsNull:
		f.Message, f.Hint = "null targets allow any module", "remove the member or list the modules"
	case &unknownEnvelopeField:
		name := c.Doc.Value(r.Name)
		f.Anchor = diag.AnchorName
		f.Message, f.Hint = "the daemon ignores member "+text.Quote(name), "remove it"
		f.Fix = engine.RemoveMember(r.Name)
		if meant := text.Meant(name, r.Known()); meant != "" && engine.Lacks(c.Doc, r.Object, meant) {
			f.Message, f.Hint = text.UnknownMember(name, []string{meant}), "the daemon ignores it"
			f.Fix = engine.Rename(r.Name, meant)
		}
		if hint := scope.SyncShape.RenamedHint(name); hint != "" {
			f.Message, f.Hint, f.Fix = "unknown member "+text.Quote(name), hint, engine.Fix{}
		}
	}
	c.Report(f)
}

var unknownEnvelopeField = rule.Rule{
	ID:       "scope/unknown-envelope-field",
	Severity: diag.Warning,
	Title:    "the daemon ignores this member",
	Reason:   "The daemon reads only op and the members of the request. In particular, the owner is always the module that sends the request.",
	Fix: rule.Fix{
		Does:  "removes the member, or renames it if it plainly means an absent one",
		Fixed: `{"op":"scope.sync","generation":1,"scopes":[]}`,
	},
	Fails:  rule.Example{Kind: rule.ScopeSync, Text: `{"op":"scope.sync","generation":1,"scopes":[],"owner":"x"}`},
	Passes: rule.Example{Kind: rule.ScopeSync, Text: `{"op":"scope.sync","generation":1,"scopes":[]}`},
}
