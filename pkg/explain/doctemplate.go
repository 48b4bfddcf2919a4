package explain

import (
	"fmt"
	"strings"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/scope"
)

// The depths at which the reference reads a template: alone, and among the
// dependencies of a registration.
const (
	depthAlone      = 1
	depthRegistered = 3
)

func (d *document) describeTemplate(e *Entry, node int) { d.describeTemplateAt(e, node, depthAlone) }

// describeTemplateAt says what a template is: its id, what it needs, what it is given
// and what it may do.
func (d *document) describeTemplateAt(e *Entry, node, depth int) {
	var h canon.Hasher
	if refusal := h.Check(&d.doc, node, depth); refusal != nil {
		e.Title = "a dependency tool template that the peer refuses"
		e.addFact("refused", refusal.Message+" ["+refusal.Code+"]")
		return
	}
	doc := &d.doc
	e.Title = d.templateTitle(node)
	id := h.ID(doc, node)
	e.addFact("id", string(id.AppendHex(nil)))
	if image := doc.Member(node, "image"); doc.Kind(image) == jsondoc.Object {
		e.addFact("image", d.stringMember(image, "digest"))
		e.addFact("fetched from", d.references(image))
	}
	for _, name := range []string{"memory", "disk"} {
		e.addFact(name, d.sizeText(doc.Member(node, name)))
	}
	e.addFact("arguments", d.valueText(doc.Member(node, "arguments")))
	e.addFact("secrets", strings.Join(d.strings(doc.Member(node, "secrets")), ", "))
	if t := d.mounts(node); len(t.Rows) > 0 && d.stringMember(node, "mode") == "transient" {
		e.Tables = append(e.Tables, t)
	}
	if t := d.grantTable("it may", doc.Member(node, "permissions")); len(t.Rows) > 0 {
		e.Tables = append(e.Tables, t)
	}
	if t := hashTable(doc, node, depth); len(t.Rows) > 0 {
		e.Tables = append(e.Tables, t)
	}
}

// templateTitle says what kind of tool it is.
func (d *document) templateTitle(node int) string {
	switch d.stringMember(node, "mode") {
	case "transient":
		return "a transient tool: deployed for one agent"
	case "service":
		return "a service of the scope " + d.stringMember(node, "scope") + ": agents share it, and its mounts do not count"
	}
	return "a dependency tool template"
}

func (d *document) references(image int) string {
	var list []string
	for _, n := range d.elements(d.doc.Member(image, "references")) {
		if d.doc.Kind(n) == jsondoc.Object {
			list = append(list, d.stringMember(n, "registry")+"/"+d.stringMember(n, "name"))
		}
	}
	if list == nil {
		return ""
	}
	return strings.Join(list, ", ") + " (not part of the id)"
}

// sizeText is a number of bytes, also in human units.
func (d *document) sizeText(node int) string {
	v, ok := d.doc.Uint(node)
	if !ok {
		return d.valueText(node)
	}
	if text := frames.AppendSize(nil, v); len(text) > 0 {
		return fmt.Sprintf("%s (%d bytes)", text, v)
	}
	return diag.Quantity(int(v), "byte")
}

// strings are the strings in an array.
func (d *document) strings(node int) (list []string) {
	for _, n := range d.elements(node) {
		if d.doc.Kind(n) == jsondoc.String {
			list = append(list, fmt.Sprintf("%q", d.doc.Value(n)))
		}
	}
	return list
}

// mounts lists what of the agent is shown to the tool.
func (d *document) mounts(node int) Table {
	t := Table{Title: "shown to the tool", Head: []string{"what", "of the agent", "in the tool"}}
	for _, m := range [...]struct{ member, what string }{{"fuse_file_mounts", "file"}, {"fuse_directory_mounts", "directory"}} {
		for _, n := range d.elements(d.doc.Member(node, m.member)) {
			if d.doc.Kind(n) != jsondoc.Object {
				continue
			}
			path := func(name string) string {
				var parts []string
				for _, p := range d.elements(d.doc.Member(n, name)) {
					parts = append(parts, d.valueText(p))
				}
				return "/" + strings.Join(parts, "/")
			}
			t.Rows = append(t.Rows, []string{m.what, path("agent_path"), "at " + path("tool_path")})
		}
	}
	return t
}

// grantTable says in plain English what grants allow.
func (d *document) grantTable(title string, list int) Table {
	return d.grantsTable(title, d.elements(list))
}

func (d *document) grantsTable(title string, list []int) Table {
	t := Table{Title: title, Head: []string{"grant"}}
	r := canon.Reader{Doc: &d.doc}
	for _, n := range list {
		if refusal := r.Read(n, &canon.GrantShape, 0); refusal != nil {
			t.Rows = append(t.Rows, []string{"refused: " + refusal.Message})
			continue
		}
		text := string(scope.AppendGrant(nil, &d.doc, n))
		t.Rows = append(t.Rows, []string{text})
	}
	return t
}

// hashTable is what the id does not see, or sees otherwise than it is written.
func hashTable(doc *jsondoc.Doc, node, depth int) Table {
	t := Table{Title: "what the id makes of the text", Head: []string{"effect", "where", "why"}}
	for _, x := range canon.Explain(doc, node, depth) {
		t.Rows = append(t.Rows, []string{x.Effect.String(), strings.TrimSpace(x.Path + "  " + x.Change), x.Reason})
	}
	return t
}

// describeGrants explains an array of grants.
func (d *document) describeGrants(e Entry) Entry {
	if d.doc.Kind(0) == jsondoc.Object {
		e.Tables = append(e.Tables, d.grantsTable("it says: the holder", []int{0}))
		return e
	}
	e.Tables = append(e.Tables, d.grantTable("they say: the holder", 0))
	return e
}

// describeRegistration explains the secrets of a run, and each of its tools.
func (d *document) describeRegistration(e Entry) []Entry {
	if d.doc.Kind(0) != jsondoc.Object {
		return []Entry{e}
	}
	e.addFact("run", d.stringMember(0, "id"))
	tools := d.elements(d.doc.Member(0, "dependencies"))
	e.addFact("dependencies", diag.Quantity(len(tools), "tool"))
	t := Table{Title: "secrets", Head: []string{"name", "how it is handed over"}}
	r := canon.Reader{Doc: &d.doc}
	if secrets := d.doc.Member(0, "secrets"); secrets >= 0 && d.doc.Kind(secrets) == jsondoc.Object {
		for k, end := secrets+1, d.doc.Next(secrets); k < end; k = d.doc.Next(k + 1) {
			how := "refused: no such mode"
			if r.Read(k+1, &canon.SecretModeShape, 0) == nil {
				how = d.valueText(k+1) + ": " + string(scope.AppendSecretMode(nil, &d.doc, k+1))
			}
			t.Rows = append(t.Rows, []string{d.doc.Value(k), how})
		}
	}
	if len(t.Rows) > 0 {
		e.Tables = append(e.Tables, t)
	}
	list := []Entry{e}
	for i, n := range tools {
		tool := Entry{Word: fmt.Sprintf("%s#/dependencies/%d", d.name, i), Class: "template"}
		d.describeTemplateAt(&tool, n, depthRegistered)
		list = append(list, tool)
	}
	return list
}
