package diverge

import "github.com/divtool/divtool/pkg/frames"

// What the MCP requests are answered with: a result or an error (5.7).
var (
	listToolsAnswer = &frames.Choice{Name: "kind", EmptyError: "Empty", UnknownError: "UnknownTag", Options: []frames.Option{
		{Word: "result", Value: &frames.JSONBody{Error: "Body", Shape: toolsPage}, ValueName: "result"},
		mcpFailed,
	}}

	listResourcesAnswer = &frames.Choice{Name: "kind", EmptyError: "Empty", UnknownError: "UnknownTag", Options: []frames.Option{
		{Word: "result", Value: &frames.JSONBody{Error: "Body", Shape: resourcesPage}, ValueName: "result"},
		mcpFailed,
	}}

	callToolAnswer = &frames.Choice{Name: "kind", EmptyError: "Empty", UnknownError: "UnknownTag", Options: []frames.Option{
		{Word: "result", Value: &frames.JSONBody{Error: "Body", Shape: toolResult}, ValueName: "result"},
		mcpFailed,
	}}

	readResourceAnswer = &frames.Choice{Name: "kind", EmptyError: "Empty", UnknownError: "UnknownTag", Options: []frames.Option{
		{Word: "result", Value: &frames.JSONBody{Error: "Body", Shape: resourceContents}, ValueName: "result"},
		mcpFailed,
	}}

	notificationsAnswer = &frames.Choice{Name: "kind", EmptyError: "Empty", UnknownError: "UnknownTag", Options: []frames.Option{
		{Word: "result", Value: &frames.JSONBody{Error: "Body", Shape: notification}, ValueName: "result"},
		mcpFailed,
	}}

	mcpFailed = frames.Option{Word: "error", Meaning: "the request failed", Value: mcpErrorBody, ValueName: "error"}

	mcpErrorBody = &frames.JSONBody{Error: "Body", Shape: mcpError}
)
