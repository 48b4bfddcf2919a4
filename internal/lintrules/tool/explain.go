package tool

import (
	"strings"

	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/agentruntime"
	"github.com/divtool/divtool/pkg/agentruntime/schema"
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/explain/explanation"
)

// explainTools explains a tool descriptor, or each of a catalogue.
func explainTools(d *explanation.Document, first explanation.Entry) []explanation.Entry {
	return d.Each(first, func(e *explanation.Entry, node int) { describeTool(d, e, node) })
}

// describeTool explains a tool descriptor and suggests MCP annotations.
func describeTool(d *explanation.Document, e *explanation.Entry, node int) {
	t, ok := agentruntime.ReadDescriptor(&canon.Reader{Doc: d.Doc}, node)
	if !ok {
		e.Title = "not a tool descriptor: expected an object"
		return
	}
	e.Title = "a tool that " + t.SideEffect.Info().Meaning
	if !t.EffectKnown() {
		e.Title = "a tool whose side effect does not decode"
	}
	e.AddFact("name", memberText(d, t.Name))
	if t.Name.OK {
		e.AddFact("name fits", nameFitText([]byte(d.Text(t.Name.Node))))
	}
	e.AddFact("description", memberText(d, t.Description))
	if t.EffectKnown() {
		effect := t.SideEffect.String()
		if t.Effect.Absent() {
			effect += " (default, not declared)"
		}
		e.AddFact("side effect", effect)
	}
	e.AddFact("needs", strings.Join(d.Strings(t.Capabilities.Node), ", "))
	if !t.InputSchema.Absent() {
		addSchema(d, e, t.InputSchema.Node)
	}
	if t.EffectKnown() {
		info := t.SideEffect.Info()
		e.Tables = append(e.Tables, info.AnnotationTable())
		e.See = append(e.See, info.Word)
	}
}

// memberText returns the text of a member, or "" if it is absent or invalid.
func memberText(d *explanation.Document, v agentruntime.Value) string {
	if v.Absent() || !v.OK {
		return ""
	}
	return d.Value(v.Node)
}

// nameFitText returns which interfaces accept a tool of that name.
func nameFitText(name []byte) string {
	switch agentruntime.ClassifyName(name) {
	case agentruntime.NameEverywhere:
		return "MCP and OpenAI functions"
	case agentruntime.NameNotOpenAI:
		return "MCP, not OpenAI functions"
	case agentruntime.NameNotMCP:
		return "neither MCP nor OpenAI functions"
	}
	return "nothing; the kernel refuses it"
}

// addSchema explains the input schema of a tool.
func addSchema(d *explanation.Document, e *explanation.Entry, node int) {
	s, ok := new(schema.Checker).Describe(d.Doc, node)
	if !ok {
		return
	}
	switch {
	case s.UnknownDialect:
		e.AddFact("schema", "of an unknown dialect; not checked")
	case s.DialectDeclared:
		e.AddFact("schema", "JSON Schema "+s.Dialect.String())
	default:
		e.AddFact("schema", "JSON Schema "+s.Dialect.String()+" (default, not declared)")
	}
	takes := "a value of any type (not declared)"
	if len(s.Types) > 0 {
		takes = "a value of type " + strings.Join(s.Types, " or ")
	}
	if s.Closed {
		takes += ", with listed members only"
	}
	e.AddFact("takes", takes)
	e.AddTable(arguments(d, s.Properties))
}

// arguments lists the properties of an input schema.
func arguments(d *explanation.Document, properties []schema.Property) explanation.Table {
	t := explanation.Table{Title: "arguments", Head: []string{"name", "type", "meaning"}}
	for _, p := range properties {
		kind, meaning := strings.Join(p.Types, " or "), d.StringMember(p.Node, "description")
		if ref := d.StringMember(p.Node, "$ref"); kind == "" && ref != "" {
			kind = "see " + ref
		}
		if !p.Required {
			meaning = strings.TrimSpace("(optional) " + meaning)
		}
		t.Rows = append(t.Rows, []string{p.Name, kind, meaning})
	}
	return t
}

// explainManifest explains the version and the digest, besides the members.
func explainManifest(d *explanation.Document, e explanation.Entry) []explanation.Entry {
	d.AddMembers(&e, 0, &agentruntime.ManifestShape)
	m, ok := agentruntime.ReadManifest(&canon.Reader{Doc: d.Doc}, 0)
	if !ok {
		return []explanation.Entry{e}
	}
	if m.Version.OK {
		e.AddFact("version", versionText(d.Text(m.Version.Node)))
	}
	if m.Digest.OK {
		algorithm, value := agentruntime.SplitDigest(d.Text(m.Digest.Node))
		if algorithm == "" {
			algorithm = "without an algorithm"
		}
		e.AddFact("digest", algorithm+", "+text.Count(len(value), "character")+"; what it covers is not documented")
	}
	return []explanation.Entry{e}
}

// versionText returns the parts of a semantic version.
func versionText(version string) string {
	v, ok := agentruntime.ParseSemVer(version)
	if !ok {
		return "not a semantic version"
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
