package diverge

import "github.com/divtool/divtool/pkg/canon"

// What MCP requests are answered with (5.7). What the declarations do not name
// is MCP's, and kept as it stands.

var mcpError = canon.NewRecord(canon.Shape{
	Name:       "an MCP error",
	Positional: true,
	Members: []canon.Member{
		{Name: "code", Shape: canon.I32, Required: true, Meaning: "the number of the error"},
		{Name: "message", Shape: canon.String, Required: true, Meaning: "what went wrong"},
		{Name: "data", Shape: &canon.Shape{Kind: canon.Nullable, Name: "any value", Elem: canon.AnyValue}, Default: true, Meaning: "more about it"},
	},
})

// loose is a record that keeps what it does not name.
func loose(name string, members ...canon.Member) *canon.Shape {
	return canon.NewRecord(canon.Shape{Name: name, Loose: true, Members: members})
}

func nullable(elem *canon.Shape) *canon.Shape {
	return &canon.Shape{Kind: canon.Nullable, Name: elem.Name + " or null", Elem: elem}
}

func listOf(name string, elem *canon.Shape) *canon.Shape {
	return &canon.Shape{Kind: canon.List, Name: name, Elem: elem}
}

var (
	resultType = canon.Member{Name: "resultType", Shape: optionalString, Meaning: "whether the result is whole"}
	nextCursor = canon.Member{Name: "nextCursor", Shape: optionalString, Meaning: "where the next page begins"}
	ttlMs      = canon.Member{Name: "ttlMs", Shape: nullable(canon.I64), Meaning: "how long the result may be kept, in milliseconds"}
	cacheScope = canon.Member{Name: "cacheScope", Meaning: "who may keep the result",
		Shape: nullable(&canon.Shape{Kind: canon.Word, Name: "public or private", Words: []string{"public", "private"}})}
)

var tool = loose("a tool",
	canon.Member{Name: "name", Shape: canon.String, Required: true, Meaning: "its name"},
	canon.Member{Name: "inputSchema", Shape: canon.Object, Required: true, Meaning: "the JSON Schema of its arguments"},
)

var (
	toolsPage = loose("a page of tools",
		canon.Member{Name: "tools", Shape: listOf("an array of tools", tool), Required: true, Meaning: "the tools"},
		resultType, meta, nextCursor, ttlMs, cacheScope)

	resourcesPage = loose("a page of resources",
		canon.Member{Name: "resources", Shape: listOf("an array", canon.AnyValue), Required: true, Meaning: "the resources"},
		resultType, meta, nextCursor, ttlMs, cacheScope)

	resourceContents = loose("the contents of a resource",
		canon.Member{Name: "contents", Shape: listOf("an array", canon.AnyValue), Required: true, Meaning: "the contents"},
		resultType, ttlMs, cacheScope, meta)

	toolResult = canon.NewRecord(canon.Shape{
		Name: "the result of a tool", Loose: true,
		AnyOf: []string{"content", "structuredContent", "isError", "_meta"},
		Members: []canon.Member{
			{Name: "content", Shape: listOf("an array", canon.AnyValue), Meaning: "what the tool says"},
			{Name: "structuredContent", Shape: canon.AnyValue, Meaning: "what the tool gives"},
			{Name: "isError", Shape: nullable(canon.Bool), Meaning: "whether the tool failed"},
			meta,
			{Name: "resultType", Shape: nullable(&canon.Shape{Kind: canon.Word, Name: "complete", Words: []string{"complete"}}), Meaning: "whether the result is whole"},
		},
	})

	notification = loose("a notification",
		canon.Member{Name: "method", Shape: canon.String, Required: true, Meaning: "what it is about"},
		canon.Member{Name: "params", Shape: canon.AnyValue, Meaning: "its parameters"})
)
