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

// record says what a scope record registers.
func (d *document) record(e *Entry, node int) {
	var first string
	r, ok := scope.ReadRecord(&d.doc, node, func(p scope.Problem) {
		if first == "" && !p.Kind.Remark() {
			first = p.Message
		}
	})
	if !ok {
		e.Title = "a scope record that does not decode"
		e.fact("refused", first)
		return
	}
	e.Title = fmt.Sprintf("the scope %q of kind %s, at epoch %d", r.Ref, r.Kind, r.Epoch)
	e.fact("ref", r.Ref)
	e.fact("epoch", fmt.Sprintf("%d: a lower one is refused, a higher one replaces the scope and closes its routes", r.Epoch))
	e.fact("kind", r.Kind.String()+", fixed for the epoch")
	e.fact("deadline", deadline(r.ExpiresAt))
	if r.Parent.Set {
		p := r.Parent.Value
		e.fact("parent", fmt.Sprintf("%s of %s, at epoch %d", p.Ref, principal(p.Owner), p.Epoch))
	}
	e.fact("child owners", principals(r.ChildOwners))
	e.attributes(&r.Attributes)
	t := Table{Title: "who may open routes under it, beside its owner", Head: []string{"who", "to"}}
	for _, c := range r.Carriers {
		to := "any module"
		if c.Limited {
			to = strings.Join(c.Targets, ", ")
		}
		t.Rows = append(t.Rows, []string{principal(c.Principal), to})
	}
	if len(t.Rows) > 0 {
		e.Tables = append(e.Tables, t)
	}
}

// attributes says what only an authority owner may set.
func (e *Entry) attributes(a *scope.Attributes) {
	if a.Empty() {
		return
	}
	var parts []string
	for _, m := range [...]struct {
		name  string
		value scope.Maybe[string]
	}{{"agent", a.AgentID}, {"flow", a.FlowID}, {"run", a.RunID}} {
		if m.value.Set {
			parts = append(parts, m.name+" "+m.value.Value)
		}
	}
	if a.Delegates {
		parts = append(parts, "delegates")
	}
	e.fact("attributes", strings.Join(parts, "; ")+" (only an authority owner may set these)")
}

// deadline says when a scope ends by itself.
func deadline(ms scope.Maybe[uint64]) string {
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

func principal(p scope.Principal) string {
	if p.Kind == scope.Reserved {
		return "module " + p.ModuleID
	}
	return p.Kind.String()
}

func principals(list []scope.Principal) string {
	names := make([]string, len(list))
	for i, p := range list {
		names[i] = principal(p)
	}
	return strings.Join(names, ", ")
}

// scopeCall explains a scope.sync or a scope.apply: the call, then each record.
func (d *document) scopeCall(e Entry, kind lint.Kind) []Entry {
	doc := &d.doc
	if doc.Kind(0) != jsondoc.Object {
		return []Entry{e}
	}
	if n := doc.Member(0, "generation"); n >= 0 {
		e.fact("generation", d.spelled(n)+": it must grow from call to call")
	}
	member := "upsert"
	if kind == lint.ScopeSync {
		member = "scopes"
		e.fact("meaning", "the owner's whole set: scopes that are not in it end")
	} else {
		e.fact("meaning", "changes to single scopes: the others stay")
	}
	records := d.elements(doc.Member(0, member))
	e.fact("records", diag.Things(len(records), "scope"))
	t := Table{Title: "scopes to end", Head: []string{"ref", "epoch"}}
	for _, n := range d.elements(doc.Member(0, "end")) {
		if doc.Kind(n) != jsondoc.Object {
			continue
		}
		epoch := ""
		if m := doc.Member(n, "scope_epoch"); m >= 0 {
			epoch = "epoch " + d.spelled(m)
		}
		t.Rows = append(t.Rows, []string{d.text(n, "ref"), epoch})
	}
	if len(t.Rows) > 0 {
		e.Tables = append(e.Tables, t)
	}
	list := []Entry{e}
	for i, n := range records {
		r := Entry{Word: fmt.Sprintf("%s#/%s/%d", d.name, member, i), Class: "scope-record"}
		d.record(&r, n)
		list = append(list, r)
	}
	return list
}
