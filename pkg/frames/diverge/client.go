package diverge

import (
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/frames"
)

// AgentsClientRequest is a request for which the caller opens a channel in a scope of an
// agents run (7.3). In the confirmed revision daemon is probably gone, and the tags after
// it have probably moved.
var AgentsClientRequest = &frames.Type{
	Name:    "diverge.agents.client-request",
	Meaning: "channel request in an agents run, from the caller to the provider",
	Spec:    "diverge-frames.md 7.3",
	Trust:   frames.Old,
	Codec: &frames.Tagged{Table: []*frames.Message{
		runStop,
		{Tag: 1, Name: "filetree", Meaning: "watch the files of the container", Body: frames.Empty,
			Answer: agentFiletreeResponse, Exchange: chunks,
			Example: "01"},
		runRead, runWrite, runTransfer, runPostgres, runSchema, runDaemon,
		{Tag: 8, Name: "enqueue", Meaning: "queue a message for the agent", Body: enqueue,
			Answer: enqueueResponse, Exchange: once, Summary: "{key}",
			Example: "087b226b6579223a226b31222c22636f6e74656e74223a5b7b2274797065223a2274657874222c2274657874223a226869227d5d7d"},
		{Tag: 9, Name: "dequeue", Meaning: "remove a queued message", Body: dequeue,
			Answer: dequeueResponse, Exchange: once, Summary: "{key}",
			Example: "097b226b6579223a226b31227d"},
	}},
}

// ToolsClientRequest is a request for which the caller opens a channel in a scope of a
// tools run (7.3).
var ToolsClientRequest = &frames.Type{
	Name:    "diverge.tools.client-request",
	Meaning: "channel request in a tools run, from the caller to the provider",
	Spec:    "diverge-frames.md 7.3",
	Trust:   frames.Old,
	Codec: &frames.Tagged{Table: []*frames.Message{
		runStop,
		{Tag: 1, Name: "filetree", Meaning: "watch the files of the container", Body: frames.Empty,
			Answer: toolFiletreeResponse, Exchange: chunks,
			Example: "01"},
		runRead, runWrite, runTransfer, runPostgres, runSchema, runDaemon,
		{Tag: 8, Name: "mcp_list_tools", Meaning: "list the MCP tools", Body: mcpPage,
			Answer: mcpListToolsResponse, Exchange: once, Summary: "{cursor}",
			Example: "086e756c6c"},
		{Tag: 9, Name: "mcp_list_resources", Meaning: "list the MCP resources", Body: mcpPage,
			Answer: mcpListResourcesResponse, Exchange: once, Summary: "{cursor}",
			Example: "097b22637572736f72223a227032227d"},
		{Tag: 10, Name: "mcp_call_tool", Meaning: "call an MCP tool", Body: mcpCall,
			Answer: mcpCallToolResponse, Exchange: once, Summary: "{name}",
			Example: "0a7b226e616d65223a226563686f222c22617267756d656e7473223a7b2274657874223a226869227d7d"},
		{Tag: 11, Name: "mcp_read_resource", Meaning: "read an MCP resource", Body: mcpRead,
			Answer: mcpReadResourceResponse, Exchange: once, Summary: "{uri}",
			Example: "0b7b22757269223a2266696c653a2f2f2f61227d"},
		{Tag: 12, Name: "mcp_notifications", Meaning: "subscribe to MCP notifications", Body: frames.Empty,
			Answer: mcpNotificationsResponse, Exchange: untilError,
			Example: "0c"},
	}},
}

// clientConnection is the id of a connection, which the provider minted.
var clientConnection = &frames.Layout{NoUpstream: true, ExactSize: true, Fields: []frames.Field{
	{Name: "connection_id", Kind: frames.U32, Meaning: "connection id", Annotated: true},
}}

var (
	readPath = &frames.Layout{Value: &frames.Field{Kind: frames.JSON, Shape: &canon.Shape{Kind: canon.Record, Name: "a read request", Positional: true, Members: []canon.Member{
		{Name: "path", Shape: &canon.StringList, Meaning: "path of the file"},
	}}}}

	writePath = &frames.Layout{Value: &frames.Field{Kind: frames.JSON, Shape: &canon.Shape{Kind: canon.Record, Name: "a write request", Positional: true, Members: []canon.Member{
		{Name: "write_id", Shape: &canon.U32, Meaning: "id for requesting the content"},
		{Name: "path", Shape: &canon.StringList, Meaning: "path of the file"},
	}}}}

	transfer = &frames.Layout{Value: &frames.Field{Kind: frames.JSON, Shape: &canon.Shape{Kind: canon.Record, Name: "a transfer request", Positional: true, Members: []canon.Member{
		{Name: "path", Shape: &canon.StringList, Meaning: "path of the file to move"},
		{Name: "id", Shape: &canon.String, Meaning: "id of the target container"},
		{Name: "destination", Shape: &canon.StringList, Meaning: "path in the target container"},
	}}}}

	enqueue = &frames.Layout{Value: &frames.Field{Kind: frames.JSON, Shape: &canon.Shape{Kind: canon.Record, Name: "a message to queue", Positional: true, Members: []canon.Member{
		{Name: "key", Shape: &canon.String, Meaning: "key for removing it from the queue"},
		{Name: "content", Shape: contentBlocks, Meaning: "content blocks of the message"},
	}}}}

	dequeue = &frames.Layout{Value: &frames.Field{Kind: frames.JSON, Shape: &canon.Shape{Kind: canon.Record, Name: "a queued message to remove", Positional: true, Members: []canon.Member{
		{Name: "key", Shape: &canon.String, Meaning: "key of the message"},
	}}}}

	// contentBlocks are MCP's, and kept as they are.
	contentBlocks = &canon.Shape{Kind: canon.List, Name: "an array of content blocks", Elem: &canon.AnyValue}
)

// The requests of the callers of both kinds of run.
var (
	runStop = &frames.Message{Tag: 0, Name: "stop", Meaning: "stop the run; the scope ends", Body: frames.Empty,
		Exchange: noAnswer,
		Example:  "00"}
	runRead = &frames.Message{Tag: 2, Name: "read", Meaning: "read a file of the container", Body: readPath,
		Answer: runReadResponse, Exchange: chunks, Summary: "{/path}",
		Example: "027b2270617468223a5b22612e747874225d7d"}
	runWrite = &frames.Message{Tag: 3, Name: "write", Meaning: "write a file of the container", Body: writePath,
		Answer: runWriteResponse, Exchange: writeOnce, Summary: "write_id {write_id}  {/path}",
		Example: "037b2277726974655f6964223a372c2270617468223a5b22612e747874225d7d"}
	runTransfer = &frames.Message{Tag: 4, Name: "transfer", Meaning: "move a file to another container", Body: transfer,
		Answer: runTransferResponse, Exchange: once, Summary: "{/path} → {id}:{/destination}",
		Example: "047b2270617468223a5b2261225d2c226964223a2272756e2d32222c2264657374696e6174696f6e223a5b2262225d7d"}
	runPostgres = &frames.Message{Tag: 5, Name: "postgres", Meaning: "connect to the database", Body: clientConnection,
		Answer: postgresResponse, Exchange: connection, Summary: "connection_id {connection_id}",
		Example: "050000002a"}
	runSchema = &frames.Message{Tag: 6, Name: "schema", Meaning: "get the schema", Body: frames.Empty,
		Answer:  runSchemaResponse,
		Example: "06"}
	runDaemon = &frames.Message{Tag: 7, Name: "daemon", Meaning: "connect to the daemon", Body: clientConnection,
		Answer: runDaemonResponse, Exchange: connection, Summary: "connection_id {connection_id}",
		Example: "0700000009"}
)

// AgentsClientResponse is an answer to a request of the caller of an agents run (7.3).
// A stop has no answer.
var AgentsClientResponse = &frames.Type{
	Name:    "diverge.agents.client-response",
	Meaning: "response to a channel request in an agents run, from the provider to the caller",
	Spec:    "diverge-frames.md 7.3",
	Trust:   frames.Old,
	Codec:   &frames.ResponseCodec{Requests: AgentsClientRequest},
}

// ToolsClientResponse is an answer to a request of the caller of a tools run (7.3).
var ToolsClientResponse = &frames.Type{
	Name:    "diverge.tools.client-response",
	Meaning: "response to a channel request in a tools run, from the provider to the caller",
	Spec:    "diverge-frames.md 7.3",
	Trust:   frames.Old,
	Codec:   &frames.ResponseCodec{Requests: ToolsClientRequest},
}

var (
	filetreeResponseBody = &frames.Layout{Value: &frames.Field{Kind: frames.Union8, Cases: []frames.Case{
		{Name: "frame", Meaning: "the files, or a change to them", Fields: []frames.Field{filetree}},
		{Name: "error", Meaning: "the files cannot be watched", Fields: []frames.Field{anyJSONError}, Summary: errorSummary, IsError: true},
	}}}

	readResponseBody = &frames.Layout{Value: &frames.Field{Kind: frames.Union8, Cases: []frames.Case{
		{Name: "body", Meaning: "chunk of the content", Fields: rawBytes, Summary: sizeSummary},
		{Name: "error", Meaning: "the content is not available", Fields: []frames.Field{anyJSONError}, Summary: errorSummary, IsError: true},
	}}}

	doneResponseBody = &frames.Layout{Value: &frames.Field{Kind: frames.Union8, Cases: []frames.Case{
		{Name: "ok", Meaning: "success"},
		{Name: "error", Meaning: "failure", Fields: []frames.Field{anyJSONError}, Summary: errorSummary, IsError: true},
	}}}

	enqueueResponseBody = &frames.Layout{Value: &frames.Field{Kind: frames.Union8, Cases: []frames.Case{
		{Name: "delivered", Meaning: "the message was delivered"},
		{Name: "dequeued", Meaning: "the message was removed from the queue"},
		{Name: "error", Meaning: "the message could not be queued", Fields: []frames.Field{anyJSONError}, Summary: errorSummary, IsError: true},
	}}}

	dequeueResponseBody = &frames.Layout{Value: &frames.Field{Kind: frames.Union8, Cases: []frames.Case{
		{Name: "dequeued", Meaning: "the message was removed from the queue"},
		{Name: "missing", Meaning: "no message has this key"},
		{Name: "error", Meaning: "the message could not be removed from the queue", Fields: []frames.Field{anyJSONError}, Summary: errorSummary, IsError: true},
	}}}

	unconfirmedResponseBody = &frames.Layout{Fields: rawBytes, Provisional: "the layout of this response is not confirmed; its bytes are shown unchanged"}
)

// The answers to requests of the callers of both kinds of run.
var (
	runReadResponse     = &frames.Message{Meaning: "chunk of the file", Body: readResponseBody, Example: "006869"}
	runWriteResponse    = &frames.Message{Meaning: "whether the file was written", Body: doneResponseBody, Example: "00"}
	runTransferResponse = &frames.Message{Meaning: "whether the file was moved", Body: doneResponseBody, Example: "01226e6f22"}
	runSchemaResponse   = &frames.Message{Meaning: "schema", Body: unconfirmedResponseBody, Summary: sizeSummary, Example: "007b7d"}
	runDaemonResponse   = &frames.Message{Meaning: "complete frame of the daemon protocol", Body: rawLayout, Summary: sizeSummary, Example: "01000000010000000000"}

	agentFiletreeResponse = &frames.Message{Meaning: "files of the container and their changes", Body: filetreeResponseBody,
		Example: "00030203737263076d61696e2e7273"}
	toolFiletreeResponse = &frames.Message{Meaning: "files of the container and their changes", Body: filetreeResponseBody,
		Example: "00000100046d61696e01808040000180e0cfaa06"}
	enqueueResponse = &frames.Message{Meaning: "result for the queued message", Body: enqueueResponseBody, Example: "00"}
	dequeueResponse = &frames.Message{Meaning: "whether the message was removed from the queue", Body: dequeueResponseBody, Example: "01"}
)

// filetree is a frame of the stream that follows the files of a container (7.4).
var filetree = frames.Field{Name: "frame", Kind: frames.VarUnion, Cases: []frames.Case{
	{Name: "snapshot", Meaning: "all current entries", Fields: []frames.Field{
		{Name: "children", Kind: frames.VarList, Elem: entry, Meaning: "entries of the root directory"},
	}},
	{Name: "inserted", Meaning: "an entry was added", Fields: []frames.Field{
		{Name: "path", Kind: frames.VarList, Elem: pathSegment, Meaning: "path of the entry"},
		{Name: "node", Kind: frames.VarUnion, Cases: entryCases, Meaning: "the entry"},
	}},
	{Name: "modified", Meaning: "an entry was changed", Fields: []frames.Field{
		{Name: "path", Kind: frames.VarList, Elem: pathSegment, Meaning: "path of the entry"},
		{Name: "node", Kind: frames.VarUnion, Cases: entryCases, Meaning: "the entry"},
	}},
	{Name: "removed", Meaning: "an entry was removed", Fields: []frames.Field{
		{Name: "path", Kind: frames.VarList, Elem: pathSegment, Meaning: "former path of the entry"},
	}},
}}

// entryCases are the kinds of an entry.
var entryCases = []frames.Case{
	{Name: "file", Fields: []frames.Field{
		nodeName,
		{Name: "size", Kind: frames.Varint, Bits: 64, Optional: true, Meaning: "size", Unit: frames.ByteSize},
		createdAt,
		modifiedAt,
	}},
	{Name: "directory", Fields: []frames.Field{
		nodeName,
		createdAt,
		modifiedAt,
		{Name: "changes", Kind: frames.Bool, Meaning: "changes"},
		{Name: "children", Kind: frames.VarList, Elem: entry, Meaning: "entries of the directory"},
	}},
	{Name: "symlink", Fields: []frames.Field{
		nodeName,
		{Name: "path", Kind: frames.VarList, Elem: pathSegment, Meaning: "target of the link"},
		createdAt,
		modifiedAt,
	}},
}

// Fields of all entries. The unit of the times is not known.
var (
	nodeName   = frames.Field{Name: "name", Kind: frames.VarText, Meaning: "name"}
	createdAt  = frames.Field{Name: "created_at", Kind: frames.Varint, Bits: 64, Optional: true, Meaning: "creation time"}
	modifiedAt = frames.Field{Name: "modified_at", Kind: frames.Varint, Bits: 64, Optional: true, Meaning: "time of the last change"}
)

// entry is a file, directory or symlink. It may hold entries; a Go variable cannot refer to
// itself, not even indirectly, so init closes the cycle.
var entry = &frames.Field{Kind: frames.VarUnion}

func init() { entry.Cases = entryCases }
