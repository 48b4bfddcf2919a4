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
		{Name: "digest", Shape: &canon.String, Meaning: "digest as algorithm:hex"},
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

	meta         = canon.Member{Name: "_meta", Shape: optionalObject, Presence: canon.Defaulted, Meaning: "metadata, passed through"}
	requestState = canon.Member{Name: "requestState", Shape: optionalString, Presence: canon.Optional, Meaning: "state from the server, returned unchanged"}

	inputResponses = canon.Member{Name: "inputResponses", Shape: optionalSorted, Presence: canon.Optional, Meaning: "responses to the input requests of the server"}

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
				{Name: "cursor", Shape: optionalString, Presence: canon.Optional, Meaning: "cursor of the page"},
			},
		}}}}

	mcpCall = &frames.Layout{Value: &frames.Field{Kind: frames.JSON, Error: "McpParams", Shape: &canon.Shape{
		Kind:       canon.Record,
		Name:       "an object of tool call parameters",
		Positional: true,
		Members: []canon.Member{
			meta,
			{Name: "name", Shape: &canon.String, Meaning: "name of the tool"},
			{Name: "arguments", Shape: optionalObject, Presence: canon.Optional, Meaning: "arguments of the tool"},
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
			{Name: "uri", Shape: &canon.String, Meaning: "URI of the resource"},
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
		{Name: "code", Shape: &canon.I32, Meaning: "error code"},
		{Name: "message", Shape: &canon.String, Meaning: "error message"},
		{Name: "data", Shape: &canon.Shape{Kind: canon.Nullable, Name: "any value", Elem: &canon.AnyValue}, Presence: canon.Optional, Meaning: "additional data"},
	},
}

// Members that several results have.
var (
	resultType = canon.Member{Name: "resultType", Shape: optionalString, Presence: canon.Optional, Meaning: "type of the result, such as complete"}
	nextCursor = canon.Member{Name: "nextCursor", Shape: optionalString, Presence: canon.Optional, Meaning: "cursor of the next page"}
	ttlMs      = canon.Member{Name: "ttlMs", Shape: optionalI64, Presence: canon.Optional, Meaning: "how long the result may be cached, in milliseconds"}
	cacheScope = canon.Member{Name: "cacheScope", Shape: optionalCacheScope, Presence: canon.Optional, Meaning: "who may cache the result"}

	optionalI64        = &canon.Shape{Kind: canon.Nullable, Name: "an integer or null", Elem: &canon.I64}
	optionalBool       = &canon.Shape{Kind: canon.Nullable, Name: "true, false or null", Elem: &canon.Bool}
	optionalCacheScope = &canon.Shape{Kind: canon.Nullable, Name: "public, private or null",
		Elem: &canon.Shape{Kind: canon.Word, Name: "public or private", Words: []string{"public", "private"}}}
	optionalComplete = &canon.Shape{Kind: canon.Nullable, Name: "complete or null",
		Elem: &canon.Shape{Kind: canon.Word, Name: "complete", Words: []string{"complete"}}}

	anyList = &canon.Shape{Kind: canon.List, Name: "an array", Elem: &canon.AnyValue}
)

var tool = &canon.Shape{Kind: canon.Record, Name: "a tool", Loose: true, Members: []canon.Member{
	{Name: "name", Shape: &canon.String, Meaning: "name"},
	{Name: "inputSchema", Shape: &canon.Object, Meaning: "JSON Schema of the arguments"},
}}

var (
	toolsPage = &canon.Shape{Kind: canon.Record, Name: "a page of tools", Loose: true, Members: []canon.Member{
		{Name: "tools", Shape: &canon.Shape{Kind: canon.List, Name: "an array of tools", Elem: tool}, Meaning: "tools"},
		resultType, meta, nextCursor, ttlMs, cacheScope,
	}}

	resourcesPage = &canon.Shape{Kind: canon.Record, Name: "a page of resources", Loose: true, Members: []canon.Member{
		{Name: "resources", Shape: anyList, Meaning: "resources"},
		resultType, meta, nextCursor, ttlMs, cacheScope,
	}}

	resourceContents = &canon.Shape{Kind: canon.Record, Name: "the contents of a resource", Loose: true, Members: []canon.Member{
		{Name: "contents", Shape: anyList, Meaning: "contents"},
		resultType, ttlMs, cacheScope, meta,
	}}

	toolResult = &canon.Shape{
		Kind: canon.Record, Name: "the result of a tool", Loose: true,
		AnyOf: []string{"content", "structuredContent", "isError", "_meta"},
		Members: []canon.Member{
			{Name: "content", Shape: anyList, Presence: canon.Optional, Meaning: "content blocks"},
			{Name: "structuredContent", Shape: &canon.AnyValue, Presence: canon.Optional, Meaning: "structured result"},
			{Name: "isError", Shape: optionalBool, Presence: canon.Optional, Meaning: "whether the tool failed"},
			meta,
			{Name: "resultType", Shape: optionalComplete, Presence: canon.Optional, Meaning: "type of the result, such as complete"},
		},
	}

	notification = &canon.Shape{Kind: canon.Record, Name: "a notification", Loose: true, Members: []canon.Member{
		{Name: "method", Shape: &canon.String, Meaning: "method of the notification"},
		{Name: "params", Shape: &canon.AnyValue, Presence: canon.Optional, Meaning: "parameters"},
	}}
)

// The answers to MCP requests: a result or an error (5.7).
var (
	listToolsResponseBody = &frames.Layout{EmptyError: "Empty", Value: &frames.Field{Kind: frames.Union8, Error: "UnknownTag", Code: "unknown-tag", Cases: []frames.Case{
		{Name: "result", Fields: []frames.Field{{Name: "result", Kind: frames.JSON, Error: "Body", Shape: toolsPage}}, Summary: "result  {#result.tools tool}"},
		{Name: "error", Meaning: "the request failed", Fields: []frames.Field{mcpErrorField}, Summary: errorSummary, IsError: true},
	}}}

	listResourcesResponseBody = &frames.Layout{EmptyError: "Empty", Value: &frames.Field{Kind: frames.Union8, Error: "UnknownTag", Code: "unknown-tag", Cases: []frames.Case{
		{Name: "result", Fields: []frames.Field{{Name: "result", Kind: frames.JSON, Error: "Body", Shape: resourcesPage}}, Summary: "result  {#result.resources resource}"},
		{Name: "error", Meaning: "the request failed", Fields: []frames.Field{mcpErrorField}, Summary: errorSummary, IsError: true},
	}}}

	callToolResponseBody = &frames.Layout{EmptyError: "Empty", Value: &frames.Field{Kind: frames.Union8, Error: "UnknownTag", Code: "unknown-tag", Cases: []frames.Case{
		{Name: "result", Fields: []frames.Field{{Name: "result", Kind: frames.JSON, Error: "Body", Shape: toolResult}}, Summary: "result  [{#result.content} content]"},
		{Name: "error", Meaning: "the request failed", Fields: []frames.Field{mcpErrorField}, Summary: errorSummary, IsError: true},
	}}}

	readResourceResponseBody = &frames.Layout{EmptyError: "Empty", Value: &frames.Field{Kind: frames.Union8, Error: "UnknownTag", Code: "unknown-tag", Cases: []frames.Case{
		{Name: "result", Fields: []frames.Field{{Name: "result", Kind: frames.JSON, Error: "Body", Shape: resourceContents}}, Summary: "result  {#result.contents content}"},
		{Name: "error", Meaning: "the request failed", Fields: []frames.Field{mcpErrorField}, Summary: errorSummary, IsError: true},
	}}}

	notificationsResponseBody = &frames.Layout{EmptyError: "Empty", Value: &frames.Field{Kind: frames.Union8, Error: "UnknownTag", Code: "unknown-tag", Cases: []frames.Case{
		{Name: "result", Fields: []frames.Field{{Name: "result", Kind: frames.JSON, Error: "Body", Shape: notification}}, Summary: "{result.method}"},
		{Name: "error", Meaning: "the request failed", Fields: []frames.Field{mcpErrorField}, Summary: errorSummary, IsError: true},
	}}}

	mcpErrorField = frames.Field{Name: "error", Kind: frames.JSON, Error: "Body", Shape: mcpError}
)

// The answers to MCP requests.
var (
	mcpListToolsResponse = &frames.Message{Meaning: "MCP tools", Body: listToolsResponseBody,
		Example: "007b22746f6f6c73223a5b7b226e616d65223a226563686f222c22696e707574536368656d61223a7b7d7d5d7d"}
	mcpListResourcesResponse = &frames.Message{Meaning: "MCP resources", Body: listResourcesResponseBody,
		Example: "007b227265736f7572636573223a5b5d7d"}
	mcpCallToolResponse = &frames.Message{Meaning: "result of the MCP tool", Body: callToolResponseBody,
		Example: "007b22636f6e74656e74223a5b7b2274797065223a2274657874222c2274657874223a226869227d5d7d"}
	mcpReadResourceResponse = &frames.Message{Meaning: "MCP resource", Body: readResourceResponseBody,
		Example: "007b22636f6e74656e7473223a5b5d7d"}
	mcpNotificationsResponse = &frames.Message{Meaning: "MCP notification", Body: notificationsResponseBody,
		Example: "007b226d6574686f64223a226e6f74696669636174696f6e732f746f6f6c732f6c6973745f6368616e676564227d"}
)
