package explain

import (
	"strings"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/agentruntime"
	"github.com/divtool/divtool/pkg/agentruntime/schema"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint"
)

// describeTool says what a tool descriptor declares, and which MCP annotations suit
// it.
func (d *document) describeTool(e *Entry, node int) {
	t, ok := agentruntime.ReadDescriptor(&d.doc, node, ignoreProblem)
	if !ok {
		e.Title = "no tool descriptor: it is no object"
		return
	}
	e.Title = "a tool that " + t.SideEffect.Info().Meaning
	if !t.EffectKnown() {
		e.Title = "a tool whose side effect does not decode"
	}
	e.addFact("name", d.memberText(t.Name))
	if t.Name.OK {
		e.addFact("fits", nameFitText(d.doc.AppendString(nil, t.Name.Node)))
	}
	e.addFact("description", d.memberText(t.Description))
	if t.EffectKnown() {
		effect := t.SideEffect.String()
		if t.Effect.Absent() {
			effect += ", the default: the descriptor does not say"
		}
		e.addFact("side effect", effect)
	}
	e.addFact("needs", strings.Join(d.strings(t.Capabilities.Node), ", "))
	if !t.InputSchema.Absent() {
		d.addSchema(e, t.InputSchema.Node)
	}
	if t.EffectKnown() {
		info := t.SideEffect.Info()
		e.Tables = append(e.Tables, annotationTable(&info))
		e.See = append(e.See, info.Word)
	}
}

// ignoreProblem is told of what does not decode, which the rules find too.
func ignoreProblem(agentruntime.Problem) {}

// memberText is the text of a member, "" when it has none.
func (d *document) memberText(v agentruntime.Value) string {
	if v.Absent() || !v.OK {
		return ""
	}
	return d.valueText(v.Node)
}

// nameFitText says where a tool of that name can be offered.
func nameFitText(name []byte) string {
	switch agentruntime.ClassifyName(name) {
	case agentruntime.NameEverywhere:
		return "MCP and OpenAI functions"
	case agentruntime.NameNotOpenAI:
		return "MCP, not OpenAI functions"
	case agentruntime.NameNotMCP:
		return "neither MCP nor OpenAI functions"
	}
	return "nothing: the kernel refuses it"
}

// addSchema says what the schema of a tool's input declares.
func (d *document) addSchema(e *Entry, node int) {
	s, ok := new(schema.Checker).Describe(&d.doc, node)
	if !ok {
		return
	}
	switch {
	case s.UnknownDialect:
		e.addFact("schema", "of a dialect that is not known: it is not checked")
	case s.DialectDeclared:
		e.addFact("schema", "JSON Schema "+s.Dialect.String())
	default:
		e.addFact("schema", "JSON Schema "+s.Dialect.String()+", the default: it does not say")
	}
	takes := "a value of any type: the schema does not say"
	if len(s.Types) > 0 {
		takes = "a value of type " + strings.Join(s.Types, " or ")
	}
	if s.Closed {
		takes += ", without members that are not listed"
	}
	e.addFact("takes", takes)
	if table := d.arguments(s.Properties); len(table.Rows) > 0 {
		e.Tables = append(e.Tables, table)
	}
}

// arguments lists the properties that the schema of a tool's input declares.
func (d *document) arguments(properties []schema.Property) Table {
	t := Table{Title: "arguments", Head: []string{"name", "type", "meaning"}}
	for _, p := range properties {
		kind, meaning := strings.Join(p.Types, " or "), d.stringMember(p.Node, "description")
		if ref := d.stringMember(p.Node, "$ref"); kind == "" && ref != "" {
			kind = "see " + ref
		}
		if !p.Required {
			meaning = strings.TrimSpace("(optional) " + meaning)
		}
		t.Rows = append(t.Rows, []string{p.Name, kind, meaning})
	}
	return t
}

// describeManifest says what a package manifest declares.
func (d *document) describeManifest(e *Entry) {
	d.addMembers(e, 0, memberTable(lint.PackageManifest))
	m, ok := agentruntime.ReadManifest(&d.doc, 0, ignoreProblem)
	if !ok {
		return
	}
	if m.Version.OK {
		e.addFact("version", versionText(d.doc.Value(m.Version.Node)))
	}
	if m.Digest.OK {
		algorithm, value := agentruntime.SplitDigest(d.doc.Value(m.Digest.Node))
		if algorithm == "" {
			algorithm = "no algorithm"
		}
		e.addFact("digest", algorithm+", "+diag.Quantity(len(value), "character")+"; what it covers is not known")
	}
}

// versionText are the parts of a version of Semantic Versioning.
func versionText(version string) string {
	v, ok := agentruntime.ParseSemVer(version)
	if !ok {
		return "not of Semantic Versioning"
	}
	parts := "major " + v.Major + ", minor " + v.Minor + ", patch " + v.Patch
	if v.Prerelease != "" {
		parts += ", pre-release " + v.Prerelease
	}
	if v.Build != "" {
		parts += ", build " + v.Build
	}
	return parts
}

// describeLaserGrants says in plain English what LaserData grants allow.
func (d *document) describeLaserGrants(e Entry) Entry {
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
		if d.stringMember(n, "effect") == "deny" {
			text = "may not "
		}
		text += d.stringMember(n, "action") + " " + d.stringMember(n, "feature")
		t.Rows = append(t.Rows, []string{text + d.resourceText(d.doc.Member(n, "resource"))})
	}
	if len(t.Rows) > 0 {
		e.Tables = append(e.Tables, t)
	}
	return e
}

// resourceText says which resources a LaserData grant is about.
func (d *document) resourceText(resource int) string {
	if resource >= 0 {
		switch d.stringMember(resource, "kind") {
		case "literal":
			return " on exactly \"" + d.stringMember(resource, "value") + "\""
		case "prefix":
			return " on what begins with \"" + d.stringMember(resource, "value") + "\""
		}
	}
	return " on everything"
}
