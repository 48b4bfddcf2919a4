package explain

import (
	"strings"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/agentruntime"
)

// tool says what a tool descriptor declares, and which MCP annotations suit
// it.
func (d *document) tool(e *Entry, node int) {
	t, ok := agentruntime.ReadDescriptor(&d.doc, node, ignore)
	if !ok {
		e.fact("refused", "it is no object")
		return
	}
	e.Title = "a tool that " + t.SideEffect.Info().Meaning
	if !t.EffectKnown() {
		e.Title = "a tool whose side effect does not decode"
	}
	e.fact("name", d.textOf(t.Name))
	e.fact("description", d.textOf(t.Description))
	if t.EffectKnown() {
		effect := t.SideEffect.String()
		if t.Effect.Absent() {
			effect += ", the default: the descriptor does not say"
		}
		e.fact("side effect", effect)
	}
	e.fact("needs", strings.Join(d.strings(t.Capabilities.Node), ", "))
	if !t.InputSchema.Absent() {
		if table := d.arguments(t.InputSchema.Node); len(table.Rows) > 0 {
			e.Tables = append(e.Tables, table)
		}
	}
	if t.EffectKnown() {
		info := t.SideEffect.Info()
		e.Tables = append(e.Tables, annotationTable(&info))
		e.See = append(e.See, info.Word)
	}
}

// ignore is told of what does not decode, which the rules find too.
func ignore(agentruntime.Problem) {}

// textOf is the text of a member, "" when it has none.
func (d *document) textOf(v agentruntime.Value) string {
	if v.Absent() || !v.OK {
		return ""
	}
	return d.spelled(v.Node)
}

// arguments lists the properties that the schema of a tool's input declares.
func (d *document) arguments(schema int) Table {
	t := Table{Title: "arguments", Head: []string{"name", "type", "meaning"}}
	doc := &d.doc
	if doc.Kind(schema) != jsondoc.Object {
		return t
	}
	properties := doc.Member(schema, "properties")
	if properties < 0 || doc.Kind(properties) != jsondoc.Object {
		return t
	}
	required := map[string]bool{}
	for _, n := range d.elements(doc.Member(schema, "required")) {
		if doc.Kind(n) == jsondoc.String {
			required[doc.Value(n)] = true
		}
	}
	for k, end := properties+1, doc.Next(properties); k < end; k = doc.Next(k + 1) {
		name, kind, meaning := doc.Value(k), d.text(k+1, "type"), d.text(k+1, "description")
		if !required[name] {
			meaning = strings.TrimSpace("(optional) " + meaning)
		}
		t.Rows = append(t.Rows, []string{name, kind, meaning})
	}
	return t
}

// laserGrants says in plain English what LaserData grants allow.
func (d *document) laserGrants(e Entry) Entry {
	t := Table{Title: "they say: the caller (a deny wins over an allow)", Head: []string{"grant"}}
	list := 0
	if d.doc.Kind(0) == jsondoc.Object {
		list = d.doc.Member(0, "grants")
	}
	for _, n := range d.elements(list) {
		if d.doc.Kind(n) != jsondoc.Object {
			continue
		}
		text := "may "
		if d.text(n, "effect") == "deny" {
			text = "may not "
		}
		text += d.text(n, "action") + " " + d.text(n, "feature")
		t.Rows = append(t.Rows, []string{text + d.pattern(d.doc.Member(n, "resource"))})
	}
	if len(t.Rows) > 0 {
		e.Tables = append(e.Tables, t)
	}
	return e
}

// pattern says which resources a LaserData grant is about.
func (d *document) pattern(resource int) string {
	if resource >= 0 {
		switch d.text(resource, "kind") {
		case "literal":
			return " on exactly \"" + d.text(resource, "value") + "\""
		case "prefix":
			return " on what begins with \"" + d.text(resource, "value") + "\""
		}
	}
	return " on everything"
}
