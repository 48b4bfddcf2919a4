package explain

import (
	"fmt"
	"strings"
	"time"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint"
	"github.com/divtool/divtool/pkg/scope"
)

// describeRecord says what a scope record registers.
func (d *document) describeRecord(e *Entry, node int) {
	var first string
	r, ok := scope.ReadRecord(&d.doc, node, func(p scope.Problem) {
		if first == "" && !p.Kind.IsRemark() {
			first = p.Message
		}
	})
	if !ok {
		e.Title = "a scope record that does not decode"
		e.addFact("refused", first)
		return
	}
	e.Title = fmt.Sprintf("the scope %q of kind %s, at epoch %d", r.Ref, r.Kind, r.Epoch)
	e.addFact("ref", r.Ref)
	e.addFact("epoch", fmt.Sprintf("%d: a lower one is refused, a higher one replaces the scope and closes its routes", r.Epoch))
	e.addFact("kind", r.Kind.String()+", fixed for the epoch")
	e.addFact("deadline", deadlineText(r.ExpiresAt))
	if r.Parent.Set {
		p := r.Parent.Value
		e.addFact("parent", fmt.Sprintf("%s of %s, at epoch %d", p.Ref, principalText(p.Owner), p.Epoch))
	}
	e.addFact("child owners", principalsText(r.ChildOwners))
	e.addAttributes(&r.Attributes)
	t := Table{Title: "who may open routes under it, beside its owner", Head: []string{"who", "to"}}
	for _, c := range r.Carriers {
		to := "any module"
		if c.Limited {
			to = strings.Join(c.Targets, ", ")
		}
		t.Rows = append(t.Rows, []string{principalText(c.Principal), to})
	}
	if len(t.Rows) > 0 {
		e.Tables = append(e.Tables, t)
	}
}

// addAttributes says what only an authority owner may set.
func (e *Entry) addAttributes(a *scope.Attributes) {
	if a.Empty() {
		return
	}
	var parts []string
	for _, m := range [...]struct {
		name  string
		value scope.Optional[string]
	}{{"agent", a.AgentID}, {"flow", a.FlowID}, {"run", a.RunID}} {
		if m.value.Set {
			parts = append(parts, m.name+" "+m.value.Value)
		}
	}
	if a.Delegates {
		parts = append(parts, "delegates")
	}
	e.addFact("attributes", strings.Join(parts, "; ")+" (only an authority owner may set these)")
}

// deadlineText says when a scope ends by itself.
func deadlineText(ms scope.Optional[uint64]) string {
	if !ms.Set {
		return "none: it lives until it is ended"
	}
	const latest = 253402300799999 // the end of the year 9999
	if ms.Value > latest {
		return fmt.Sprintf("%d ms, beyond the year 9999; fixed for the epoch", ms.Value)
	}
	at := time.UnixMilli(int64(ms.Value)).UTC().Format("2006-01-02 15:04:05.999 UTC")
	return fmt.Sprintf("%s (%d ms), fixed for the epoch", at, ms.Value)
}

func principalText(p scope.Principal) string {
	if p.Kind == scope.Reserved {
		return "module " + p.ModuleID
	}
	return p.Kind.String()
}

func principalsText(list []scope.Principal) string {
	names := make([]string, len(list))
	for i, p := range list {
		names[i] = principalText(p)
	}
	return strings.Join(names, ", ")
}

// describeScopeCall explains a scope.sync or a scope.apply: the call, then each record.
func (d *document) describeScopeCall(e Entry, kind lint.Kind) []Entry {
	doc := &d.doc
	if doc.Kind(0) != jsondoc.Object {
		return []Entry{e}
	}
	if n := doc.Member(0, "generation"); n >= 0 {
		e.addFact("generation", d.valueText(n)+": it must grow from call to call")
	}
	member := "upsert"
	if kind == lint.ScopeSync {
		member = "scopes"
		e.addFact("meaning", "the owner's whole set: scopes that are not in it end")
	} else {
		e.addFact("meaning", "changes to single scopes: the others stay")
	}
	records := d.elements(doc.Member(0, member))
	e.addFact("records", diag.Quantity(len(records), "scope"))
	t := Table{Title: "scopes to end", Head: []string{"ref", "epoch"}}
	for _, n := range d.elements(doc.Member(0, "end")) {
		if doc.Kind(n) != jsondoc.Object {
			continue
		}
		epoch := ""
		if m := doc.Member(n, "scope_epoch"); m >= 0 {
			epoch = "epoch " + d.valueText(m)
		}
		t.Rows = append(t.Rows, []string{d.stringMember(n, "ref"), epoch})
	}
	if len(t.Rows) > 0 {
		e.Tables = append(e.Tables, t)
	}
	list := []Entry{e}
	for i, n := range records {
		r := Entry{Word: fmt.Sprintf("%s#/%s/%d", d.name, member, i), Class: "scope-record"}
		d.describeRecord(&r, n)
		list = append(list, r)
	}
	return list
}
