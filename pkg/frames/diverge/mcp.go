package diverge

import "github.com/divtool/divtool/pkg/canon"

// What MCP requests are answered with (5.7). What the declarations do not name
// is MCP's, and kept as it stands.

// The records are literals, since nothing of them is hashed: what is worked out
// when the program starts is paid for by every run.

var mcpError = &canon.Shape{
	Kind:       canon.Record,
	Name:       "an MCP error",
	Positional: true,
	Members: []canon.Member{
		{Name: "code", Shape: &canon.I32, Required: true, Meaning: "the number of the error"},
		{Name: "message", Shape: &canon.String, Required: true, Meaning: "what went wrong"},
		{Name: "data", Shape: &canon.Shape{Kind: canon.Nullable, Name: "any value", Elem: &canon.AnyValue}, Meaning: "more about it"},
	},
}

// Members that several results have.
var (
	resultType = canon.Member{Name: "resultType", Shape: optionalString, Meaning: "whether the result is whole"}
	nextCursor = canon.Member{Name: "nextCursor", Shape: optionalString, Meaning: "where the next page begins"}
	ttlMs      = canon.Member{Name: "ttlMs", Shape: optionalI64, Meaning: "how long the result may be kept, in milliseconds"}
	cacheScope = canon.Member{Name: "cacheScope", Shape: optionalCacheScope, Meaning: "who may keep the result"}

	optionalI64        = &canon.Shape{Kind: canon.Nullable, Name: "a whole number or null", Elem: &canon.I64}
	optionalBool       = &canon.Shape{Kind: canon.Nullable, Name: "true, false or null", Elem: &canon.Bool}
	optionalCacheScope = &canon.Shape{Kind: canon.Nullable, Name: "public, private or null",
		Elem: &canon.Shape{Kind: canon.Word, Name: "public or private", Words: []string{"public", "private"}}}
	optionalComplete = &canon.Shape{Kind: canon.Nullable, Name: "complete or null",
		Elem: &canon.Shape{Kind: canon.Word, Name: "complete", Words: []string{"complete"}}}

	anyList = &canon.Shape{Kind: canon.List, Name: "an array", Elem: &canon.AnyValue}
)

var tool = &canon.Shape{Kind: canon.Record, Name: "a tool", Loose: true, Members: []canon.Member{
	{Name: "name", Shape: &canon.String, Required: true, Meaning: "its name"},
	{Name: "inputSchema", Shape: &canon.Object, Required: true, Meaning: "the JSON Schema of its arguments"},
}}

var (
	toolsPage = &canon.Shape{Kind: canon.Record, Name: "a page of tools", Loose: true, Members: []canon.Member{
		{Name: "tools", Shape: &canon.Shape{Kind: canon.List, Name: "an array of tools", Elem: tool}, Required: true, Meaning: "the tools"},
		resultType, meta, nextCursor, ttlMs, cacheScope,
	}}

	resourcesPage = &canon.Shape{Kind: canon.Record, Name: "a page of resources", Loose: true, Members: []canon.Member{
		{Name: "resources", Shape: anyList, Required: true, Meaning: "the resources"},
		resultType, meta, nextCursor, ttlMs, cacheScope,
	}}

	resourceContents = &canon.Shape{Kind: canon.Record, Name: "the contents of a resource", Loose: true, Members: []canon.Member{
		{Name: "contents", Shape: anyList, Required: true, Meaning: "the contents"},
		resultType, ttlMs, cacheScope, meta,
	}}

	toolResult = &canon.Shape{
		Kind: canon.Record, Name: "the result of a tool", Loose: true,
		AnyOf: []string{"content", "structuredContent", "isError", "_meta"},
		Members: []canon.Member{
			{Name: "content", Shape: anyList, Meaning: "what the tool says"},
			{Name: "structuredContent", Shape: &canon.AnyValue, Meaning: "what the tool gives"},
			{Name: "isError", Shape: optionalBool, Meaning: "whether the tool failed"},
			meta,
			{Name: "resultType", Shape: optionalComplete, Meaning: "whether the result is whole"},
		},
	}

	notification = &canon.Shape{Kind: canon.Record, Name: "a notification", Loose: true, Members: []canon.Member{
		{Name: "method", Shape: &canon.String, Required: true, Meaning: "what it is about"},
		{Name: "params", Shape: &canon.AnyValue, Meaning: "its parameters"},
	}}
)
