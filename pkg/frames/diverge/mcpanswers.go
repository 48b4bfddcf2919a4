package diverge

import "github.com/divtool/divtool/pkg/frames"

// What the MCP requests are answered with: a result or an error (5.7).
var (
	listToolsResponseBody = &frames.Union{Name: "kind", EmptyError: "Empty", UnknownError: "UnknownTag", Cases: []frames.Case{
		{Name: "result", Value: &frames.JSONBody{Error: "Body", Shape: toolsPage}, ValueName: "result"},
		{Name: "error", Meaning: "the request failed", Value: mcpErrorBody, ValueName: "error"},
	}}

	listResourcesResponseBody = &frames.Union{Name: "kind", EmptyError: "Empty", UnknownError: "UnknownTag", Cases: []frames.Case{
		{Name: "result", Value: &frames.JSONBody{Error: "Body", Shape: resourcesPage}, ValueName: "result"},
		{Name: "error", Meaning: "the request failed", Value: mcpErrorBody, ValueName: "error"},
	}}

	callToolResponseBody = &frames.Union{Name: "kind", EmptyError: "Empty", UnknownError: "UnknownTag", Cases: []frames.Case{
		{Name: "result", Value: &frames.JSONBody{Error: "Body", Shape: toolResult}, ValueName: "result"},
		{Name: "error", Meaning: "the request failed", Value: mcpErrorBody, ValueName: "error"},
	}}

	readResourceResponseBody = &frames.Union{Name: "kind", EmptyError: "Empty", UnknownError: "UnknownTag", Cases: []frames.Case{
		{Name: "result", Value: &frames.JSONBody{Error: "Body", Shape: resourceContents}, ValueName: "result"},
		{Name: "error", Meaning: "the request failed", Value: mcpErrorBody, ValueName: "error"},
	}}

	notificationsResponseBody = &frames.Union{Name: "kind", EmptyError: "Empty", UnknownError: "UnknownTag", Cases: []frames.Case{
		{Name: "result", Value: &frames.JSONBody{Error: "Body", Shape: notification}, ValueName: "result"},
		{Name: "error", Meaning: "the request failed", Value: mcpErrorBody, ValueName: "error"},
	}}

	mcpErrorBody = &frames.JSONBody{Error: "Body", Shape: mcpError}
)

// The answers to MCP requests.
var (
	mcpListToolsResponse = &frames.Message{Name: "mcp_list_tools", Meaning: "the MCP tools", Body: listToolsResponseBody,
		Example: "007b22746f6f6c73223a5b7b226e616d65223a226563686f222c22696e707574536368656d61223a7b7d7d5d7d"}
	mcpListResourcesResponse = &frames.Message{Name: "mcp_list_resources", Meaning: "the MCP resources", Body: listResourcesResponseBody,
		Example: "007b227265736f7572636573223a5b5d7d"}
	mcpCallToolResponse = &frames.Message{Name: "mcp_call_tool", Meaning: "what the MCP tool gave", Body: callToolResponseBody,
		Example: "007b22636f6e74656e74223a5b7b2274797065223a2274657874222c2274657874223a226869227d5d7d"}
	mcpReadResourceResponse = &frames.Message{Name: "mcp_read_resource", Meaning: "the MCP resource", Body: readResourceResponseBody,
		Example: "007b22636f6e74656e7473223a5b5d7d"}
	mcpNotificationsResponse = &frames.Message{Name: "mcp_notifications", Meaning: "an MCP notification", Body: notificationsResponseBody,
		Example: "007b226d6574686f64223a226e6f74696669636174696f6e732f746f6f6c732f6c6973745f6368616e676564227d"}
)
