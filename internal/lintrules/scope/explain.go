package scoperules

import (
	"fmt"
	"strings"
	"time"

	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/explain/explanation"
	"github.com/divtool/divtool/pkg/scope"
)

// explainRecords explains a scope record, or each of an array.
func explainRecords(d *explanation.Document, first explanation.Entry) []explanation.Entry {
	return d.Each(first, func(e *explanation.Entry, node int) { describeRecord(d, e, node) })
}

// describeRecord explains a scope record.
func describeRecord(d *explanation.Document, e *explanation.Entry, node int) {
	var refused string
	r, ok := scope.ReadRecord(&canon.Reader{Doc: d.Doc, OnError: func(p *canon.Problem) bool {
		refused = p.Message
		return false
	}}, node)
	if !ok {
		e.Title = "a scope record that does not decode"
		e.AddFact("refused", refused)
		return
	}
	e.Title = fmt.Sprintf("scope %q of kind %s, at epoch %d", r.Ref, r.Kind, r.Epoch)
	e.AddFact("ref", r.Ref)
	e.AddFact("epoch", fmt.Sprintf("%d; a lower epoch is refused, a higher epoch replaces the scope and closes its routes", r.Epoch))
	e.AddFact("kind", r.Kind.String()+", fixed for the epoch")
	e.AddFact("deadline", deadlineText(r.ExpiresAt))
	if r.Parent.Set {
		p := r.Parent.Value
		e.AddFact("parent", fmt.Sprintf("%s of %s, at epoch %d", p.Ref, principalText(p.Owner), p.Epoch))
	}
	e.AddFact("child owners", principalsText(r.ChildOwners))
	addAttributes(e, &r.Attributes)
	t := explanation.Table{Title: "who may open routes under it, in addition to its owner", Head: []string{"who", "to"}}
	for _, c := range r.Carriers {
		to := "any module"
		if c.Limited {
			to = strings.Join(c.Targets, ", ")
		}
		t.Rows = append(t.Rows, []string{principalText(c.Principal), to})
	}
	e.AddTable(t)
}

// addAttributes adds the attributes, which only an authority owner may set.
func addAttributes(e *explanation.Entry, a *scope.Attributes) {
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
	e.AddFact("attributes", strings.Join(parts, "; ")+" (only an authority owner may set these)")
}

// deadlineText describes the time, in Unix milliseconds, at which a scope
// expires.
func deadlineText(ms scope.Optional[uint64]) string {
	if !ms.Set {
		return "none; the scope lives until it is ended"
	}
	const latest = 253402300799999 // the end of the year 9999
	if ms.Value > latest {
		return fmt.Sprintf("%d ms, after the year 9999, fixed for the epoch", ms.Value)
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

// explainSync explains a scope.sync.
func explainSync(d *explanation.Document, first explanation.Entry) []explanation.Entry {
	return explainCall(d, first, "scopes", "all scopes of the owner; other scopes of the owner end")
}

// explainApply explains a scope.apply.
func explainApply(d *explanation.Document, first explanation.Entry) []explanation.Entry {
	return explainCall(d, first, "upsert", "changes to single scopes; the others are kept")
}

// explainCall explains a call whose records are in a member: first the call, then each
// record.
func explainCall(d *explanation.Document, e explanation.Entry, member, meaning string) []explanation.Entry {
	if d.Kind(0) != canon.KindObject {
		return []explanation.Entry{e}
	}
	if n := d.Member(0, "generation"); n >= 0 {
		e.AddFact("generation", d.Value(n)+"; must increase with every call")
	}
	e.AddFact("meaning", meaning)
	records := d.Elements(d.Member(0, member))
	e.AddFact("records", text.Count(len(records), "scope"))
	t := explanation.Table{Title: "scopes to end", Head: []string{"ref", "epoch"}}
	for _, n := range d.Objects(d.Member(0, "end")) {
		epoch := ""
		if m := d.Member(n, "scope_epoch"); m >= 0 {
			epoch = "epoch " + d.Value(m)
		}
		t.Rows = append(t.Rows, []string{d.StringMember(n, "ref"), epoch})
	}
	e.AddTable(t)
	list := []explanation.Entry{e}
	for i, n := range records {
		r := explanation.Entry{Word: d.Word(member, i), Class: "scope-record"}
		describeRecord(d, &r, n)
		list = append(list, r)
	}
	return list
}
