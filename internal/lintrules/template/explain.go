package template

import (
	"fmt"
	"strings"

	"github.com/divtool/divtool/internal/frameio"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/explain/explanation"
)

// Nesting depths at which the reference reads a template: alone, and in the
// dependencies of a registration.
const (
	depthAlone      = 1
	depthRegistered = 3
)

// explainTemplates explains a template, or each of an array.
func explainTemplates(d *explanation.Document, first explanation.Entry) []explanation.Entry {
	return d.Each(first, func(e *explanation.Entry, node int) { describeTemplate(d, e, node, depthAlone) })
}

// describeTemplate explains a template: its id, image, resources, inputs and
// permissions.
func describeTemplate(d *explanation.Document, e *explanation.Entry, node, depth int) {
	var h canon.Hasher
	if refusal, refused := diag.From(h.Check(d.Doc, node, depth)); refused {
		e.Title = "a dependency tool template that the peer refuses"
		e.AddFact("refused", refusal.Message+" ["+refusal.Code+"]")
		return
	}
	e.Title = templateTitle(d, node)
	id := h.ID(d.Doc, node)
	e.AddFact("id", string(id.AppendHex(nil)))
	if image := d.Member(node, "image"); d.Kind(image) == canon.KindObject {
		e.AddFact("image", d.StringMember(image, "digest"))
		e.AddFact("fetched from", references(d, image))
	}
	for _, name := range []string{"memory", "disk"} {
		e.AddFact(name, sizeText(d, d.Member(node, name)))
	}
	e.AddFact("arguments", d.Value(d.Member(node, "arguments")))
	e.AddFact("secrets", strings.Join(d.Strings(d.Member(node, "secrets")), ", "))
	if t := mounts(d, node); len(t.Rows) > 0 && d.StringMember(node, "mode") == "transient" {
		e.Tables = append(e.Tables, t)
	}
	e.AddTable(grantTable(d, "permissions", d.Elements(d.Member(node, "permissions"))))
	e.AddTable(hashTable(d.Doc, node, depth))
}

func templateTitle(d *explanation.Document, node int) string {
	switch d.StringMember(node, "mode") {
	case "transient":
		return "a transient tool, deployed for one agent"
	case "service":
		return "a service of scope " + d.StringMember(node, "scope") + ", shared by agents; mounts have no effect"
	}
	return "a dependency tool template"
}

func references(d *explanation.Document, image int) string {
	var list []string
	for _, n := range d.Objects(d.Member(image, "references")) {
		list = append(list, d.StringMember(n, "registry")+"/"+d.StringMember(n, "name"))
	}
	if list == nil {
		return ""
	}
	return strings.Join(list, ", ") + " (not part of the id)"
}

// sizeText returns a number of bytes, with larger units if it is large.
func sizeText(d *explanation.Document, node int) string {
	v, ok := d.Uint(node)
	if !ok {
		return d.Value(node)
	}
	if text := frameio.AppendSize(nil, v); len(text) > 0 {
		return fmt.Sprintf("%s (%d bytes)", text, v)
	}
	return text.Count(int(v), "byte")
}

// mounts lists the files and directories of the agent that the tool sees.
func mounts(d *explanation.Document, node int) explanation.Table {
	t := explanation.Table{Title: "mounts: path of the agent, path in the tool", Head: []string{"what", "agent path", "tool path"}}
	for _, m := range [...]struct{ member, what string }{{"fuse_file_mounts", "file"}, {"fuse_directory_mounts", "directory"}} {
		for _, n := range d.Objects(d.Member(node, m.member)) {
			path := func(name string) string {
				var parts []string
				for _, p := range d.Elements(d.Member(n, name)) {
					parts = append(parts, d.Value(p))
				}
				return "/" + strings.Join(parts, "/")
			}
			t.Rows = append(t.Rows, []string{m.what, path("agent_path"), path("tool_path")})
		}
	}
	return t
}

// grantTable describes grants in plain English.
func grantTable(d *explanation.Document, title string, list []int) explanation.Table {
	t := explanation.Table{Title: title, Head: []string{"grant"}}
	r := canon.Reader{Doc: d.Doc}
	for _, n := range list {
		if refusal, refused := diag.From(r.Read(n, &canon.GrantShape, 0)); refused {
			t.Rows = append(t.Rows, []string{"refused: " + refusal.Message})
			continue
		}
		text := string(canon.AppendGrantText(nil, d.Doc, n))
		t.Rows = append(t.Rows, []string{text})
	}
	return t
}

// hashTable lists the parts of a template that are not hashed into the id, or not
// as written.
func hashTable(doc *canon.Doc, node, depth int) explanation.Table {
	t := explanation.Table{Title: "how the text differs from the hashed form", Head: []string{"effect", "where", "why"}}
	for _, x := range canon.Explain(doc, node, depth) {
		t.Rows = append(t.Rows, []string{x.Effect.String(), strings.TrimSpace(x.Path + "  " + x.Change), x.Reason})
	}
	return t
}

// explainGrants explains a grant, or an array of grants.
func explainGrants(document *explanation.Document, e explanation.Entry) []explanation.Entry {
	t := grantTable(document, "the holder of the grant", []int{0})
	if document.Kind(0) != canon.KindObject {
		t = grantTable(document, "the holder of the grants", document.Elements(0))
	}
	e.Tables = append(e.Tables, t)
	return []explanation.Entry{e}
}

// explainRegistration explains the secrets of a run and each of its tools.
func explainRegistration(d *explanation.Document, e explanation.Entry) []explanation.Entry {
	if d.Kind(0) != canon.KindObject {
		return []explanation.Entry{e}
	}
	e.AddFact("run", d.StringMember(0, "id"))
	tools := d.Elements(d.Member(0, "dependencies"))
	e.AddFact("dependencies", text.Count(len(tools), "tool"))
	t := explanation.Table{Title: "secrets", Head: []string{"name", "how it is provided"}}
	r := canon.Reader{Doc: d.Doc}
	if secrets := d.Member(0, "secrets"); secrets >= 0 {
		for name, mode := range d.Members(secrets) {
			how := "refused: unknown mode"
			if r.Read(mode, &canon.SecretModeShape, 0) == nil {
				how = d.Value(mode) + ": " + string(canon.AppendSecretModeText(nil, d.Doc, mode))
			}
			t.Rows = append(t.Rows, []string{name, how})
		}
	}
	e.AddTable(t)
	list := []explanation.Entry{e}
	for i, n := range tools {
		tool := explanation.Entry{Word: d.Word("dependencies", i), Class: "template"}
		describeTemplate(d, &tool, n, depthRegistered)
		list = append(list, tool)
	}
	return list
}
