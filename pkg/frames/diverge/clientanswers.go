package diverge

import "github.com/divtool/divtool/pkg/frames"

// AgentsClientResponse is an answer to a request of the caller of an agents
// run (7.3). A stop has none.
var AgentsClientResponse = &frames.Type{
	Name:    "diverge.agents.client-response",
	Meaning: "an answer to a channel request of an agents run, from the provider to its caller",
	Spec:    "diverge-frames.md 7.3",
	Trust:   frames.Old,
	Codec: &frames.ResponseCodec{Table: []*frames.Message{
		{Name: "filetree", Meaning: "the files of the container, and what becomes of them", Body: filetreeResponseBody,
			Example: "00030203737263076d61696e2e7273"},
		runReadResponse, runWriteResponse, runTransferResponse, postgresResponse, runSchemaResponse,
		runDaemonResponse,
		{Name: "enqueue", Meaning: "what became of the queued message", Body: enqueueResponseBody, Example: "00"},
		{Name: "dequeue", Meaning: "whether the message was taken back", Body: dequeueResponseBody, Example: "01"},
	}},
}

// ToolsClientResponse is an answer to a request of the caller of a tools run
// (7.3).
var ToolsClientResponse = &frames.Type{
	Name:    "diverge.tools.client-response",
	Meaning: "an answer to a channel request of a tools run, from the provider to its caller",
	Spec:    "diverge-frames.md 7.3",
	Trust:   frames.Old,
	Codec: &frames.ResponseCodec{Table: []*frames.Message{
		{Name: "filetree", Meaning: "the files of the container, and what becomes of them", Body: filetreeResponseBody,
			Example: "00000100046d61696e01808040000180e0cfaa06"},
		runReadResponse, runWriteResponse, runTransferResponse, postgresResponse, runSchemaResponse,
		runDaemonResponse, mcpListToolsResponse, mcpListResourcesResponse, mcpCallToolResponse,
		mcpReadResourceResponse, mcpNotificationsResponse,
	}},
}

var (
	filetreeResponseBody = &frames.Union{Name: "kind", Cases: []frames.Case{
		{Name: "frame", Meaning: "the files, or a change among them", Value: filetree, ValueName: "frame"},
		{Name: "error", Meaning: "the files cannot be followed", Value: anyJSON, ValueName: "error"},
	}}

	readResponseBody = &frames.Union{Name: "kind", Cases: []frames.Case{
		{Name: "body", Meaning: "a piece of the content", Layout: rawLayout},
		{Name: "error", Meaning: "the content cannot be had", Value: anyJSON, ValueName: "error"},
	}}

	doneResponseBody = &frames.Union{Name: "kind", Cases: []frames.Case{
		{Name: "ok", Meaning: "it was done"},
		{Name: "error", Meaning: "it could not be done", Value: anyJSON, ValueName: "error"},
	}}

	enqueueResponseBody = &frames.Union{Name: "kind", Cases: []frames.Case{
		{Name: "delivered", Meaning: "the message was delivered"},
		{Name: "dequeued", Meaning: "the message was taken back"},
		{Name: "error", Meaning: "the message could not be queued", Value: anyJSON, ValueName: "error"},
	}}

	dequeueResponseBody = &frames.Union{Name: "kind", Cases: []frames.Case{
		{Name: "dequeued", Meaning: "the message was taken back"},
		{Name: "missing", Meaning: "there was no such message"},
		{Name: "error", Meaning: "the message could not be taken back", Value: anyJSON, ValueName: "error"},
	}}

	unconfirmedResponseBody = &frames.Unconfirmed{Body: rawLayout, Reason: "the layout of this answer is not confirmed: its bytes are shown as they stand"}
)

// The answers to requests of the callers of both kinds of run.
var (
	runReadResponse     = &frames.Message{Name: "read", Meaning: "a piece of the file", Body: readResponseBody, Example: "006869"}
	runWriteResponse    = &frames.Message{Name: "write", Meaning: "whether the file was written", Body: doneResponseBody, Example: "00"}
	runTransferResponse = &frames.Message{Name: "transfer", Meaning: "whether the file was moved", Body: doneResponseBody, Example: "01226e6f22"}
	runSchemaResponse   = &frames.Message{Name: "schema", Meaning: "the schema", Body: unconfirmedResponseBody, Example: "007b7d"}
	runDaemonResponse   = &frames.Message{Name: "daemon", Meaning: "a whole frame of the daemon protocol", Body: rawLayout, Example: "01000000010000000000"}
)
