package agentruntime

import "github.com/divtool/divtool/pkg/canon"

// MCPToolsShape is the list of tools in a response to tools/list of MCP.
var MCPToolsShape = canon.Shape{Kind: canon.List, Name: "an array of MCP tools", Elem: &mcpToolShape}

// MCPListShape is a response to tools/list: the result itself, or the JSON-RPC response
// that has it.
var MCPListShape = canon.Shape{
	Kind: canon.Record, Name: "a list of MCP tools", Loose: true, Document: true,
	Members: []canon.Member{
		{Name: "tools", Shape: &MCPToolsShape, Presence: canon.Optional, Meaning: "the tools; required in the result"},
		{Name: "nextCursor", Shape: &canon.String, Presence: canon.Optional, Meaning: "where the next page of the list begins"},
		{Name: "_meta", Shape: &metaShape, Presence: canon.Optional, Meaning: "data for clients and extensions"},
		{Name: "jsonrpc", Shape: &canon.String, Presence: canon.Optional, Meaning: "version of JSON-RPC, if this is the whole response"},
		{Name: "id", Shape: &canon.Shape{Kind: canon.Any, Name: "any value"}, Presence: canon.Optional, Meaning: "id of the request"},
		{Name: "result", Shape: &mcpResultShape, Presence: canon.Optional, Meaning: "the result, in a JSON-RPC response"},
	},
}

// mcpResultShape is the result in a JSON-RPC response.
var mcpResultShape = canon.Shape{
	Kind: canon.Record, Name: "a tool list result", Loose: true, Document: true,
	Members: []canon.Member{
		{Name: "tools", Shape: &MCPToolsShape, Presence: canon.Optional, Meaning: "the tools"},
		{Name: "nextCursor", Shape: &canon.String, Presence: canon.Optional, Meaning: "where the next page of the list begins"},
		{Name: "_meta", Shape: &metaShape, Presence: canon.Optional, Meaning: "data for clients and extensions"},
	},
}

// mcpToolShape is a tool of MCP. Clients ignore members that they do not know.
var mcpToolShape = canon.Shape{
	Kind: canon.Record, Name: "an MCP tool", Loose: true, Document: true,
	Members: []canon.Member{
		{Name: "name", Shape: &canon.Shape{Kind: canon.Text, Name: "a string", MinLength: 1, MaxLength: MaxNameBytes}, Example: `"read_file"`, Meaning: "name by which the model calls the tool"},
		{Name: "title", Shape: &canon.String, Presence: canon.Optional, Meaning: "name for humans"},
		{Name: "description", Shape: &canon.String, Presence: canon.Optional, Example: `"Read one file."`, Meaning: "what the tool does, for the model"},
		{Name: "inputSchema", Shape: &InputSchemaShape, Example: `{"type": "object"}`, Meaning: "JSON Schema of the arguments, with the type object"},
		{Name: "outputSchema", Shape: &InputSchemaShape, Presence: canon.Optional, Meaning: "JSON Schema of the structured result, with the type object"},
		{Name: "annotations", Shape: &annotationsShape, Presence: canon.Optional, Meaning: "hints on what the tool does"},
		{Name: "icons", Shape: &iconsShape, Presence: canon.Optional, Meaning: "icons for humans"},
		{Name: "execution", Shape: &executionShape, Presence: canon.Optional, Meaning: "how the tool may be run"},
		{Name: "_meta", Shape: &metaShape, Presence: canon.Optional, Meaning: "data for clients and extensions"},
	},
}

var (
	metaShape = canon.Shape{Kind: canon.Dictionary, Name: "an object", Elem: &canon.Shape{Kind: canon.Any, Name: "any value"}}

	annotationsShape = canon.Shape{
		Kind: canon.Record, Name: "annotations of a tool", Loose: true, Document: true, Example: `{"readOnlyHint": true}`,
		Members: []canon.Member{
			{Name: "title", Shape: &canon.String, Presence: canon.Optional, Meaning: "name for humans"},
			{Name: "readOnlyHint", Shape: &canon.Bool, Presence: canon.Optional, Meaning: "whether the tool changes nothing"},
			{Name: "destructiveHint", Shape: &canon.Bool, Presence: canon.Optional, Meaning: "whether the tool may destroy what exists"},
			{Name: "idempotentHint", Shape: &canon.Bool, Presence: canon.Optional, Meaning: "whether a repeated call has no further effect"},
			{Name: "openWorldHint", Shape: &canon.Bool, Presence: canon.Optional, Meaning: "whether the tool interacts with the outside"},
		},
	}

	iconsShape = canon.Shape{Kind: canon.List, Name: "an array of icons", Elem: &canon.Shape{
		Kind: canon.Record, Name: "an icon", Loose: true, Document: true, Example: `{"src": "https://example.com/icon.png"}`,
		Members: []canon.Member{
			{Name: "src", Shape: &canon.String, Example: `"https://example.com/icon.png"`, Meaning: "address of the icon"},
			{Name: "mimeType", Shape: &canon.String, Presence: canon.Optional, Meaning: "type of the image"},
			{Name: "sizes", Shape: &canon.Shape{Kind: canon.List, Name: "an array of strings", Elem: &canon.String}, Presence: canon.Optional, Meaning: "sizes at which the icon may be used"},
			{Name: "theme", Shape: &canon.String, Presence: canon.Optional, Meaning: "light or dark"},
		},
	}}

	executionShape = canon.Shape{
		Kind: canon.Record, Name: "an object", Loose: true, Document: true,
		Members: []canon.Member{
			{Name: "taskSupport", Shape: &canon.Shape{Kind: canon.Word, Name: "a level of support for tasks", Words: []string{"forbidden", "optional", "required"}, Forms: canon.StringForm},
				Presence: canon.Optional, Meaning: "whether the tool may be run as a task"},
		},
	}
)

// MCPTool is a tool of MCP in a document.
type MCPTool struct {
	// Descriptor has the members that a tool descriptor has too. Those that MCP does
	// not have are absent.
	Descriptor
	OutputSchema Value
}

// ReadMCPTool finds the members of a tool of MCP that rules check. It returns false if the
// node is not an object. [MCPListShape] and [MCPToolsShape] report what is wrong.
func ReadMCPTool(doc *canon.Doc, node int) (MCPTool, bool) {
	t := MCPTool{Descriptor: Descriptor{Node: node}}
	if doc.Kind(node) != canon.KindObject {
		return t, false
	}
	for i := range mcpToolShape.Members {
		m := &mcpToolShape.Members[i]
		n, ok := doc.Member(node, m.Name)
		if !ok {
			continue
		}
		v := Value{Node: n, OK: m.Shape.Accepts(doc, n)}
		switch m.Name {
		case "name":
			t.Name = v
		case "description":
			t.Description = v
		case "inputSchema":
			t.InputSchema = v
		case "outputSchema":
			t.OutputSchema = v
		}
	}
	return t, true
}
