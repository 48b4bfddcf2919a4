package diverge

import (
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/frames"
)

// ociDigest is the body of the three requests about images (3.2).
var ociDigest = &frames.Layout{Value: &frames.Field{Kind: frames.JSON, Error: "Oci", Shape: &canon.Shape{
	Kind:       canon.Record,
	Name:       "an OCI request",
	Positional: true,
	Members: []canon.Member{
		{Name: "digest", Shape: &canon.String, Required: true, Meaning: "digest as algorithm:hex"},
	},
}}}

var registration = &frames.Layout{Value: &frames.Field{Kind: frames.JSON, Error: "Registration", Shape: &canon.RegistrationShape, Describe: describeRegistration}}

// describeRegistration describes grants and secrets.
func describeRegistration(dst []byte, doc *canon.Doc, node int, s *canon.Shape) []byte {
	switch s {
	case &canon.GrantShape:
		return canon.AppendGrantText(dst, (*canon.Doc)(doc), node)
	case &canon.SecretModeShape:
		return canon.AppendSecretModeText(dst, (*canon.Doc)(doc), node)
	}
	return dst
}

// The params of MCP requests (3.6).
var (
	optionalString = &canon.Shape{Kind: canon.Nullable, Name: "a string or null", Elem: &canon.String}
	optionalObject = &canon.Shape{Kind: canon.Nullable, Name: "an object or null", Elem: &canon.Object}

	meta         = canon.Member{Name: "_meta", Shape: optionalObject, Default: true, Meaning: "metadata, passed through"}
	requestState = canon.Member{Name: "requestState", Shape: optionalString, Meaning: "state from the server, returned unchanged"}

	inputResponses = canon.Member{Name: "inputResponses", Meaning: "responses to the input requests of the server", Shape: optionalSorted}

	optionalSorted = &canon.Shape{Kind: canon.Nullable, Name: "an object or null",
		Elem: &canon.Shape{Kind: canon.Dictionary, Name: "an object", Elem: &canon.AnyValue, Sorted: true}}
)

var (
	mcpPage = &frames.Layout{Value: &frames.Field{Kind: frames.JSON, Error: "McpParams", Shape: &canon.Shape{Kind: canon.Nullable, Name: "an object or null",
		Elem: &canon.Shape{
			Kind:       canon.Record,
			Name:       "an object of page parameters",
			Positional: true,
			Members: []canon.Member{
				meta,
				{Name: "cursor", Shape: optionalString, Meaning: "cursor of the page"},
			},
		}}}}

	mcpCall = &frames.Layout{Value: &frames.Field{Kind: frames.JSON, Error: "McpParams", Shape: &canon.Shape{
		Kind:       canon.Record,
		Name:       "an object of tool call parameters",
		Positional: true,
		Members: []canon.Member{
			meta,
			{Name: "name", Shape: &canon.String, Required: true, Meaning: "name of the tool"},
			{Name: "arguments", Shape: optionalObject, Meaning: "arguments of the tool"},
			inputResponses,
			requestState,
		},
	}}}

	mcpRead = &frames.Layout{Value: &frames.Field{Kind: frames.JSON, Error: "McpParams", Shape: &canon.Shape{
		Kind:       canon.Record,
		Name:       "an object of resource parameters",
		Positional: true,
		Members: []canon.Member{
			meta,
			{Name: "uri", Shape: &canon.String, Required: true, Meaning: "URI of the resource"},
			inputResponses,
			requestState,
		},
	}}}
)

// The answers to MCP requests (5.7). What the declarations do not name is MCP's, and kept
// as it is.

// The records are literals: none of them is hashed, and work at start costs every run of
// the program.

var mcpError = &canon.Shape{
	Kind:       canon.Record,
	Name:       "an MCP error",
	Positional: true,
	Members: []canon.Member{
		{Name: "code", Shape: &canon.I32, Required: true, Meaning: "error code"},
		{Name: "message", Shape: &canon.String, Required: true, Meaning: "error message"},
		{Name: "data", Shape: &canon.Shape{Kind: canon.Nullable, Name: "any value", Elem: &canon.AnyValue}, Meaning: "additional data"},
	},
}

// Members that several results have.
var (
	resultType = canon.Member{Name: "resultType", Shape: optionalString, Meaning: "type of the result, such as complete"}
	nextCursor = canon.Member{Name: "nextCursor", Shape: optionalString, Meaning: "cursor of the next page"}
	ttlMs      = canon.Member{Name: "ttlMs", Shape: optionalI64, Meaning: "how long the result may be cached, in milliseconds"}
	cacheScope = canon.Member{Name: "cacheScope", Shape: optionalCacheScope, Meaning: "who may cache the result"}

	optionalI64        = &canon.Shape{Kind: canon.Nullable, Name: "an integer or null", Elem: &canon.I64}
	optionalBool       = &canon.Shape{Kind: canon.Nullable, Name: "true, false or null", Elem: &canon.Bool}
	optionalCacheScope = &canon.Shape{Kind: canon.Nullable, Name: "public, private or null",
		Elem: &canon.Shape{Kind: canon.Word, Name: "public or private", Words: []string{"public", "private"}}}
	optionalComplete = &canon.Shape{Kind: canon.Nullable, Name: "complete or null",
		Elem: &canon.Shape{Kind: canon.Word, Name: "complete", Words: []string{"complete"}}}

	anyList = &canon.Shape{Kind: canon.List, Name: "an array", Elem: &canon.AnyValue}
)

var tool = &canon.Shape{Kind: canon.Record, Name: "a tool", Loose: true, Members: []canon.Member{
	{Name: "name", Shape: &canon.String, Required: true, Meaning: "name"},
	{Name: "inputSchema", Shape: &canon.Object, Required: true, Meaning: "JSON Schema of the arguments"},
}}

var (
	toolsPage = &canon.Shape{Kind: canon.Record, Name: "a page of tools", Loose: true, Members: []canon.Member{
		{Name: "tools", Shape: &canon.Shape{Kind: canon.List, Name: "an array of tools", Elem: tool}, Required: true, Meaning: "tools"},
		resultType, meta, nextCursor, ttlMs, cacheScope,
	}}

	resourcesPage = &canon.Shape{Kind: canon.Record, Name: "a page of resources", Loose: true, Members: []canon.Member{
		{Name: "resources", Shape: anyList, Required: true, Meaning: "resources"},
		resultType, meta, nextCursor, ttlMs, cacheScope,
	}}

	resourceContents = &canon.Shape{Kind: canon.Record, Name: "the contents of a resource", Loose: true, Members: []canon.Member{
		{Name: "contents", Shape: anyList, Required: true, Meaning: "contents"},
		resultType, ttlMs, cacheScope, meta,
	}}

	toolResult = &canon.Shape{
		Kind: canon.Record, Name: "the result of a tool", Loose: true,
		AnyOf: []string{"content", "structuredContent", "isError", "_meta"},
		Members: []canon.Member{
			{Name: "content", Shape: anyList, Meaning: "content blocks"},
			{Name: "structuredContent", Shape: &canon.AnyValue, Meaning: "structured result"},
			{Name: "isError", Shape: optionalBool, Meaning: "whether the tool failed"},
			meta,
			{Name: "resultType", Shape: optionalComplete, Meaning: "type of the result, such as complete"},
		},
	}

	notification = &canon.Shape{Kind: canon.Record, Name: "a notification", Loose: true, Members: []canon.Member{
		{Name: "method", Shape: &canon.String, Required: true, Meaning: "method of the notification"},
		{Name: "params", Shape: &canon.AnyValue, Meaning: "parameters"},
	}}
)

// The answers to MCP requests: a result or an error (5.7).
var (
	listToolsResponseBody = &frames.Layout{EmptyError: "Empty", Value: &frames.Field{Kind: frames.Union8, Error: "UnknownTag", Code: "unknown-tag", Cases: []frames.Case{
		{Name: "result", Fields: []frames.Field{{Name: "result", Kind: frames.JSON, Error: "Body", Shape: toolsPage}}},
		{Name: "error", Meaning: "the request failed", Fields: []frames.Field{mcpErrorField}},
	}}}

	listResourcesResponseBody = &frames.Layout{EmptyError: "Empty", Value: &frames.Field{Kind: frames.Union8, Error: "UnknownTag", Code: "unknown-tag", Cases: []frames.Case{
		{Name: "result", Fields: []frames.Field{{Name: "result", Kind: frames.JSON, Error: "Body", Shape: resourcesPage}}},
		{Name: "error", Meaning: "the request failed", Fields: []frames.Field{mcpErrorField}},
	}}}

	callToolResponseBody = &frames.Layout{EmptyError: "Empty", Value: &frames.Field{Kind: frames.Union8, Error: "UnknownTag", Code: "unknown-tag", Cases: []frames.Case{
		{Name: "result", Fields: []frames.Field{{Name: "result", Kind: frames.JSON, Error: "Body", Shape: toolResult}}},
		{Name: "error", Meaning: "the request failed", Fields: []frames.Field{mcpErrorField}},
	}}}

	readResourceResponseBody = &frames.Layout{EmptyError: "Empty", Value: &frames.Field{Kind: frames.Union8, Error: "UnknownTag", Code: "unknown-tag", Cases: []frames.Case{
		{Name: "result", Fields: []frames.Field{{Name: "result", Kind: frames.JSON, Error: "Body", Shape: resourceContents}}},
		{Name: "error", Meaning: "the request failed", Fields: []frames.Field{mcpErrorField}},
	}}}

	notificationsResponseBody = &frames.Layout{EmptyError: "Empty", Value: &frames.Field{Kind: frames.Union8, Error: "UnknownTag", Code: "unknown-tag", Cases: []frames.Case{
		{Name: "result", Fields: []frames.Field{{Name: "result", Kind: frames.JSON, Error: "Body", Shape: notification}}},
		{Name: "error", Meaning: "the request failed", Fields: []frames.Field{mcpErrorField}},
	}}}

	mcpErrorField = frames.Field{Name: "error", Kind: frames.JSON, Error: "Body", Shape: mcpError}
)

// The answers to MCP requests.
var (
	mcpListToolsResponse = &frames.Message{Name: "mcp_list_tools", Meaning: "MCP tools", Body: listToolsResponseBody,
		Example: "007b22746f6f6c73223a5b7b226e616d65223a226563686f222c22696e707574536368656d61223a7b7d7d5d7d"}
	mcpListResourcesResponse = &frames.Message{Name: "mcp_list_resources", Meaning: "MCP resources", Body: listResourcesResponseBody,
		Example: "007b227265736f7572636573223a5b5d7d"}
	mcpCallToolResponse = &frames.Message{Name: "mcp_call_tool", Meaning: "result of the MCP tool", Body: callToolResponseBody,
		Example: "007b22636f6e74656e74223a5b7b2274797065223a2274657874222c2274657874223a226869227d5d7d"}
	mcpReadResourceResponse = &frames.Message{Name: "mcp_read_resource", Meaning: "MCP resource", Body: readResourceResponseBody,
		Example: "007b22636f6e74656e7473223a5b5d7d"}
	mcpNotificationsResponse = &frames.Message{Name: "mcp_notifications", Meaning: "MCP notification", Body: notificationsResponseBody,
		Example: "007b226d6574686f64223a226e6f74696669636174696f6e732f746f6f6c732f6c6973745f6368616e676564227d"}
)
