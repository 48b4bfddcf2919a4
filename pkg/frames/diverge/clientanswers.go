package diverge

import "github.com/divtool/divtool/pkg/frames"

// AgentsClientResponse is an answer to a request of the caller of an agents
// run (7.3). A stop has none.
var AgentsClientResponse = &frames.Type{
	Name:    "diverge.agents.client-response",
	Meaning: "an answer to a channel request of an agents run, from the provider to its caller",
	Spec:    "diverge-frames.md 7.3",
	Trust:   frames.Old,
	Codec: &frames.Answers{Table: []*frames.Message{
		{Name: "filetree", Meaning: "the files of the container, and what becomes of them", Body: filetreeAnswer,
			Example: "00030203737263076d61696e2e7273"},
		answersRunRead, answersRunWrite, answersRunTransfer, answersPostgres, answersRunSchema,
		answersRunDaemon,
		{Name: "enqueue", Meaning: "what became of the queued message", Body: enqueueAnswer, Example: "00"},
		{Name: "dequeue", Meaning: "whether the message was taken back", Body: dequeueAnswer, Example: "01"},
	}},
}

// ToolsClientResponse is an answer to a request of the caller of a tools run
// (7.3).
var ToolsClientResponse = &frames.Type{
	Name:    "diverge.tools.client-response",
	Meaning: "an answer to a channel request of a tools run, from the provider to its caller",
	Spec:    "diverge-frames.md 7.3",
	Trust:   frames.Old,
	Codec: &frames.Answers{Table: []*frames.Message{
		{Name: "filetree", Meaning: "the files of the container, and what becomes of them", Body: filetreeAnswer,
			Example: "00000100046d61696e01808040000180e0cfaa06"},
		answersRunRead, answersRunWrite, answersRunTransfer, answersPostgres, answersRunSchema,
		answersRunDaemon, answersMCPListTools, answersMCPListResources, answersMCPCallTool,
		answersMCPReadResource, answersMCPNotifications,
	}},
}

var (
	filetreeAnswer = &frames.Choice{Name: "kind", Options: []frames.Option{
		{Word: "frame", Meaning: "the files, or a change among them", Value: filetree, ValueName: "frame"},
		{Word: "error", Meaning: "the files cannot be followed", Value: anyBody, ValueName: "error"},
	}}

	readAnswer = &frames.Choice{Name: "kind", Options: []frames.Option{
		{Word: "body", Meaning: "a piece of the content", Layout: rawBytes},
		{Word: "error", Meaning: "the content cannot be had", Value: anyBody, ValueName: "error"},
	}}

	doneAnswer = &frames.Choice{Name: "kind", Options: []frames.Option{
		{Word: "ok", Meaning: "it was done"},
		{Word: "error", Meaning: "it could not be done", Value: anyBody, ValueName: "error"},
	}}

	enqueueAnswer = &frames.Choice{Name: "kind", Options: []frames.Option{
		{Word: "delivered", Meaning: "the message was delivered"},
		{Word: "dequeued", Meaning: "the message was taken back"},
		{Word: "error", Meaning: "the message could not be queued", Value: anyBody, ValueName: "error"},
	}}

	dequeueAnswer = &frames.Choice{Name: "kind", Options: []frames.Option{
		{Word: "dequeued", Meaning: "the message was taken back"},
		{Word: "missing", Meaning: "there was no such message"},
		{Word: "error", Meaning: "the message could not be taken back", Value: anyBody, ValueName: "error"},
	}}

	unreadAnswer = &frames.Unconfirmed{Body: rawBytes, Why: "the layout of this answer is not confirmed: its bytes are shown as they stand"}
)

// The answers to requests of the callers of both kinds of run.
var (
	answersRunRead     = &frames.Message{Name: "read", Meaning: "a piece of the file", Body: readAnswer, Example: "006869"}
	answersRunWrite    = &frames.Message{Name: "write", Meaning: "whether the file was written", Body: doneAnswer, Example: "00"}
	answersRunTransfer = &frames.Message{Name: "transfer", Meaning: "whether the file was moved", Body: doneAnswer, Example: "01226e6f22"}
	answersRunSchema   = &frames.Message{Name: "schema", Meaning: "the schema", Body: unreadAnswer, Example: "007b7d"}
	answersRunDaemon   = &frames.Message{Name: "daemon", Meaning: "a whole frame of the daemon protocol", Body: rawBytes, Example: "01000000010000000000"}
)
