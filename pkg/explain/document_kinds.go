package explain

import (
	"fmt"
	"strings"
	"time"

	"github.com/divtool/divtool/internal/frameio"
	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/agentruntime"
	"github.com/divtool/divtool/pkg/agentruntime/schema"
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint"
	"github.com/divtool/divtool/pkg/scope"
)

// Nesting depths at which the reference reads a template: alone, and in the
// dependencies of a registration.
const (
	depthAlone      = 1
	depthRegistered = 3
)

func (d *document) canonDoc() *canon.Doc { return (*canon.Doc)(&d.doc) }

func (d *document) describeTemplate(e *Entry, node int) { d.describeTemplateAt(e, node, depthAlone) }

// describeTemplateAt explains a template: its id, image, resources, inputs and
// permissions.
func (d *document) describeTemplateAt(e *Entry, node, depth int) {
	var h canon.Hasher
	if refusal, refused := diag.From(h.Check(d.canonDoc(), node, depth)); refused {
		e.Title = "a dependency tool template that the peer refuses"
		e.addFact("refused", refusal.Message+" ["+refusal.Code+"]")
		return
	}
	doc := &d.doc
	e.Title = d.templateTitle(node)
	id := h.ID(d.canonDoc(), node)
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
	if t := d.grantTable("permissions", doc.Member(node, "permissions")); len(t.Rows) > 0 {
		e.Tables = append(e.Tables, t)
	}
	if t := hashTable(d.canonDoc(), node, depth); len(t.Rows) > 0 {
		e.Tables = append(e.Tables, t)
	}
}

func (d *document) templateTitle(node int) string {
	switch d.stringMember(node, "mode") {
	case "transient":
		return "a transient tool, deployed for one agent"
	case "service":
		return "a service of scope " + d.stringMember(node, "scope") + ", shared by agents; mounts have no effect"
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

// sizeText returns a number of bytes, with larger units if it is large.
func (d *document) sizeText(node int) string {
	v, ok := d.doc.Uint(node)
	if !ok {
		return d.valueText(node)
	}
	if text := frameio.AppendSize(nil, v); len(text) > 0 {
		return fmt.Sprintf("%s (%d bytes)", text, v)
	}
	return text.Count(int(v), "byte")
}

// strings returns the strings in an array, quoted.
func (d *document) strings(node int) (list []string) {
	for _, n := range d.elements(node) {
		if d.doc.Kind(n) == jsondoc.String {
			list = append(list, fmt.Sprintf("%q", d.doc.Value(n)))
		}
	}
	return list
}

// mounts lists the files and directories of the agent that the tool sees.
func (d *document) mounts(node int) Table {
	t := Table{Title: "mounts: path of the agent, path in the tool", Head: []string{"what", "agent path", "tool path"}}
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
			t.Rows = append(t.Rows, []string{m.what, path("agent_path"), path("tool_path")})
		}
	}
	return t
}

// grantTable describes the grants in an array in plain English.
func (d *document) grantTable(title string, list int) Table {
	return d.grantsTable(title, d.elements(list))
}

func (d *document) grantsTable(title string, list []int) Table {
	t := Table{Title: title, Head: []string{"grant"}}
	r := canon.Reader{Doc: d.canonDoc()}
	for _, n := range list {
		if refusal, refused := diag.From(r.Read(n, &canon.GrantShape, 0)); refused {
			t.Rows = append(t.Rows, []string{"refused: " + refusal.Message})
			continue
		}
		text := string(canon.AppendGrantText(nil, d.canonDoc(), n))
		t.Rows = append(t.Rows, []string{text})
	}
	return t
}

// hashTable lists the parts of a template that are not hashed into the id, or not
// as written.
func hashTable(doc *canon.Doc, node, depth int) Table {
	t := Table{Title: "how the text differs from the hashed form", Head: []string{"effect", "where", "why"}}
	for _, x := range canon.Explain(doc, node, depth) {
		t.Rows = append(t.Rows, []string{x.Effect.String(), strings.TrimSpace(x.Path + "  " + x.Change), x.Reason})
	}
	return t
}

// describeGrants explains a grant, or an array of grants.
func (d *document) describeGrants(e Entry) Entry {
	if d.doc.Kind(0) == jsondoc.Object {
		e.Tables = append(e.Tables, d.grantsTable("the holder of the grant", []int{0}))
		return e
	}
	e.Tables = append(e.Tables, d.grantTable("the holder of the grants", 0))
	return e
}

// describeRegistration explains the secrets of a run and each of its tools.
func (d *document) describeRegistration(e Entry) []Entry {
	if d.doc.Kind(0) != jsondoc.Object {
		return []Entry{e}
	}
	e.addFact("run", d.stringMember(0, "id"))
	tools := d.elements(d.doc.Member(0, "dependencies"))
	e.addFact("dependencies", text.Count(len(tools), "tool"))
	t := Table{Title: "secrets", Head: []string{"name", "how it is provided"}}
	r := canon.Reader{Doc: d.canonDoc()}
	if secrets := d.doc.Member(0, "secrets"); secrets >= 0 && d.doc.Kind(secrets) == jsondoc.Object {
		for k, end := secrets+1, d.doc.Next(secrets); k < end; k = d.doc.Next(k + 1) {
			how := "refused: unknown mode"
			if r.Read(k+1, &canon.SecretModeShape, 0) == nil {
				how = d.valueText(k+1) + ": " + string(canon.AppendSecretModeText(nil, d.canonDoc(), k+1))
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

// describeRecord explains a scope record.
func (d *document) describeRecord(e *Entry, node int) {
	var refused string
	r, ok := scope.ReadRecord(&canon.Reader{Doc: d.canonDoc(), OnError: func(p *canon.Problem) bool {
		refused = p.Message
		return false
	}}, node)
	if !ok {
		e.Title = "a scope record that does not decode"
		e.addFact("refused", refused)
		return
	}
	e.Title = fmt.Sprintf("scope %q of kind %s, at epoch %d", r.Ref, r.Kind, r.Epoch)
	e.addFact("ref", r.Ref)
	e.addFact("epoch", fmt.Sprintf("%d; a lower epoch is refused, a higher epoch replaces the scope and closes its routes", r.Epoch))
	e.addFact("kind", r.Kind.String()+", fixed for the epoch")
	e.addFact("deadline", deadlineText(r.ExpiresAt))
	if r.Parent.Set {
		p := r.Parent.Value
		e.addFact("parent", fmt.Sprintf("%s of %s, at epoch %d", p.Ref, principalText(p.Owner), p.Epoch))
	}
	e.addFact("child owners", principalsText(r.ChildOwners))
	e.addAttributes(&r.Attributes)
	t := Table{Title: "who may open routes under it, in addition to its owner", Head: []string{"who", "to"}}
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

// addAttributes adds the attributes, which only an authority owner may set.
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

// describeScopeCall explains a scope.sync or a scope.apply: first the call, then
// each record.
func (d *document) describeScopeCall(e Entry, kind lint.Kind) []Entry {
	doc := &d.doc
	if doc.Kind(0) != jsondoc.Object {
		return []Entry{e}
	}
	if n := doc.Member(0, "generation"); n >= 0 {
		e.addFact("generation", d.valueText(n)+"; must increase with every call")
	}
	member := "upsert"
	if kind == lint.ScopeSync {
		member = "scopes"
		e.addFact("meaning", "all scopes of the owner; other scopes of the owner end")
	} else {
		e.addFact("meaning", "changes to single scopes; the others are kept")
	}
	records := d.elements(doc.Member(0, member))
	e.addFact("records", text.Count(len(records), "scope"))
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

// describeTool explains a tool descriptor and suggests MCP annotations.
func (d *document) describeTool(e *Entry, node int) {
	t, ok := agentruntime.ReadDescriptor(&canon.Reader{Doc: d.canonDoc()}, node)
	if !ok {
		e.Title = "not a tool descriptor: expected an object"
		return
	}
	e.Title = "a tool that " + t.SideEffect.Info().Meaning
	if !t.EffectKnown() {
		e.Title = "a tool whose side effect does not decode"
	}
	e.addFact("name", d.memberText(t.Name))
	if t.Name.OK {
		e.addFact("name fits", nameFitText(d.doc.AppendString(nil, t.Name.Node)))
	}
	e.addFact("description", d.memberText(t.Description))
	if t.EffectKnown() {
		effect := t.SideEffect.String()
		if t.Effect.Absent() {
			effect += " (default, not declared)"
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

// memberText returns the text of a member, or "" if it is absent or invalid.
func (d *document) memberText(v agentruntime.Value) string {
	if v.Absent() || !v.OK {
		return ""
	}
	return d.valueText(v.Node)
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
func (d *document) addSchema(e *Entry, node int) {
	s, ok := new(schema.Checker).Describe(d.canonDoc(), node)
	if !ok {
		return
	}
	switch {
	case s.UnknownDialect:
		e.addFact("schema", "of an unknown dialect; not checked")
	case s.DialectDeclared:
		e.addFact("schema", "JSON Schema "+s.Dialect.String())
	default:
		e.addFact("schema", "JSON Schema "+s.Dialect.String()+" (default, not declared)")
	}
	takes := "a value of any type (not declared)"
	if len(s.Types) > 0 {
		takes = "a value of type " + strings.Join(s.Types, " or ")
	}
	if s.Closed {
		takes += ", with listed members only"
	}
	e.addFact("takes", takes)
	if table := d.arguments(s.Properties); len(table.Rows) > 0 {
		e.Tables = append(e.Tables, table)
	}
}

// arguments lists the properties of an input schema.
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

func (d *document) describeManifest(e *Entry, s *canon.Shape) {
	d.addMembers(e, 0, s)
	m, ok := agentruntime.ReadManifest(&canon.Reader{Doc: d.canonDoc()}, 0)
	if !ok {
		return
	}
	if m.Version.OK {
		e.addFact("version", versionText(d.doc.Value(m.Version.Node)))
	}
	if m.Digest.OK {
		algorithm, value := agentruntime.SplitDigest(d.doc.Value(m.Digest.Node))
		if algorithm == "" {
			algorithm = "without an algorithm"
		}
		e.addFact("digest", algorithm+", "+text.Count(len(value), "character")+"; what it covers is not documented")
	}
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

// describeLaserGrants describes LaserData grants in plain English.
func (d *document) describeLaserGrants(e Entry) Entry {
	t := Table{Title: "the caller (a deny overrides an allow)", Head: []string{"grant"}}
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

// resourceText describes the resources that a LaserData grant covers.
func (d *document) resourceText(resource int) string {
	if resource >= 0 {
		switch d.stringMember(resource, "kind") {
		case "literal":
			return " on exactly \"" + d.stringMember(resource, "value") + "\""
		case "prefix":
			return " on everything that starts with \"" + d.stringMember(resource, "value") + "\""
		}
	}
	return " on everything"
}
