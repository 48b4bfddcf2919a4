package tool

import (
	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/lintrules/engine"
	"github.com/divtool/divtool/internal/lintrules/shape"
	"github.com/divtool/divtool/pkg/agentruntime"
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint/rule"
)

// mcpRules are the rules of descriptors that fit the tools of MCP, which have neither a
// side effect nor capabilities.
var mcpRules = [...]*toolRule{&nameLength, &nameCharset, &nameOpenAI, &descriptionBlank}

// hasTools reports whether a document is a response to tools/list, with or without its
// JSON-RPC envelope.
func hasTools(m *rule.Members) bool {
	if m.InArray {
		return false
	}
	result, ok := m.Object("result")
	return m.IsArray("tools") || ok && result.IsArray("tools")
}

// checkToolList checks a response to tools/list, or an array of tools.
func (c *checker) checkToolList() {
	if c.Doc.Kind(0) == jsondoc.Array {
		c.reader.Read(0, &agentruntime.MCPToolsShape, 1)
		c.checkMCPTools(0)
		return
	}
	c.reader.Read(0, &agentruntime.MCPListShape, 1)
	if c.Doc.Kind(0) != jsondoc.Object {
		return // c.reader reports it
	}
	result := 0
	if n := c.Doc.Member(0, "result"); n >= 0 && c.Doc.Member(0, "tools") < 0 {
		result = n
	}
	tools := c.Doc.Member(result, "tools")
	switch {
	case tools >= 0:
		c.checkMCPTools(tools)
	case c.Doc.Kind(result) == jsondoc.Object:
		c.reportNoTools(result)
	}
}

// reportNoTools reports a result without tools.
func (c *checker) reportNoTools(result int) {
	f := engine.Finding{Rule: &shape.Missing, Node: result, Anchor: diag.AnchorParent, Member: "tools", Upstream: "-"}
	f.Message, f.Hint = `missing member "tools"; expected an array of MCP tools`, `give the response to tools/list, such as {"tools": [{"name": "read_file", …}]}`
	if c.Doc.Member(0, "error") >= 0 {
		f.Message, f.Hint = "the server answered tools/list with an error: the response has no tools", "correct the request, and give the response that has the tools"
	}
	c.Report(f)
}

// checkMCPTools checks the tools of a list.
func (c *checker) checkMCPTools(list int) {
	if c.Doc.Kind(list) != jsondoc.Array {
		return // c.reader reports it
	}
	var names nameIndex
	for i, n := range c.Doc.Elements(list) {
		t, ok := agentruntime.ReadMCPTool((*canon.Doc)(c.Doc), n)
		if !ok {
			continue
		}
		for _, r := range mcpRules {
			r.check(c, &r.Rule, &t.Descriptor)
		}
		for _, s := range [...]agentruntime.Value{t.InputSchema, t.OutputSchema} {
			if s.OK {
				c.schemaChecker.Check((*canon.Doc)(c.Doc), s.Node, c.schemaProblem)
			}
		}
		if t.Name.OK {
			names.add(c, i, &t.Descriptor)
		}
	}
}
