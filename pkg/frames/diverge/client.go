package diverge

import (
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/frames"
)

// AgentsClientRequest is a request that the caller opens a channel with inside
// a scope of an agents run (7.3). In the confirmed revision daemon is probably
// gone, and what stands behind it has probably moved.
var AgentsClientRequest = &frames.Type{
	Name:    "diverge.agents.client-request",
	Meaning: "a channel request of an agents run, from the caller to the provider",
	Spec:    "diverge-frames.md 7.3",
	Trust:   frames.Old,
	Codec: &frames.Tagged{Table: []*frames.Message{
		runStop, runFiletree, runRead, runWrite, runTransfer, runPostgres, runSchema, runDaemon,
		{Tag: 8, Name: "enqueue", Meaning: "queue a message for the agent", Body: enqueue,
			Example: "087b226b6579223a226b31222c22636f6e74656e74223a5b7b2274797065223a2274657874222c2274657874223a226869227d5d7d"},
		{Tag: 9, Name: "dequeue", Meaning: "take a queued message back", Body: dequeue,
			Example: "097b226b6579223a226b31227d"},
	}},
}

// ToolsClientRequest is a request that the caller opens a channel with inside
// a scope of a tools run (7.3).
var ToolsClientRequest = &frames.Type{
	Name:    "diverge.tools.client-request",
	Meaning: "a channel request of a tools run, from the caller to the provider",
	Spec:    "diverge-frames.md 7.3",
	Trust:   frames.Old,
	Codec: &frames.Tagged{Table: []*frames.Message{
		runStop, runFiletree, runRead, runWrite, runTransfer, runPostgres, runSchema, runDaemon,
		{Tag: 8, Name: "mcp_list_tools", Meaning: "list the MCP tools", Body: mcpPage,
			Example: "086e756c6c"},
		{Tag: 9, Name: "mcp_list_resources", Meaning: "list the MCP resources", Body: mcpPage,
			Example: "097b22637572736f72223a227032227d"},
		{Tag: 10, Name: "mcp_call_tool", Meaning: "call an MCP tool", Body: mcpCall,
			Example: "0a7b226e616d65223a226563686f222c22617267756d656e7473223a7b2274657874223a226869227d7d"},
		{Tag: 11, Name: "mcp_read_resource", Meaning: "read an MCP resource", Body: mcpRead,
			Example: "0b7b22757269223a2266696c653a2f2f2f61227d"},
		{Tag: 12, Name: "mcp_notifications", Meaning: "subscribe to MCP notifications", Body: frames.Empty{},
			Example: "0c"},
	}},
}

// clientConnection is the id of a connection, which the provider minted.
var clientConnection = &frames.Layout{NoUpstream: true, ExactSize: true, Fields: []frames.Field{
	{Name: "connection_id", Kind: frames.U32, Meaning: "the id of the connection", Annotated: true},
}}

var (
	readPath = &frames.JSONBody{Shape: &canon.Shape{Kind: canon.Record, Name: "a read", Positional: true, Members: []canon.Member{
		{Name: "path", Shape: &canon.StringList, Required: true, Meaning: "the file"},
	}}}

	writePath = &frames.JSONBody{Shape: &canon.Shape{Kind: canon.Record, Name: "a write", Positional: true, Members: []canon.Member{
		{Name: "write_id", Shape: &canon.U32, Required: true, Meaning: "the id by which the content is asked for"},
		{Name: "path", Shape: &canon.StringList, Required: true, Meaning: "the file"},
	}}}

	transfer = &frames.JSONBody{Shape: &canon.Shape{Kind: canon.Record, Name: "a transfer", Positional: true, Members: []canon.Member{
		{Name: "path", Shape: &canon.StringList, Required: true, Meaning: "what to move"},
		{Name: "id", Shape: &canon.String, Required: true, Meaning: "where to"},
		{Name: "destination", Shape: &canon.StringList, Required: true, Meaning: "the path it is to have there"},
	}}}

	enqueue = &frames.JSONBody{Shape: &canon.Shape{Kind: canon.Record, Name: "a message to queue", Positional: true, Members: []canon.Member{
		{Name: "key", Shape: &canon.String, Required: true, Meaning: "the key by which it is taken back"},
		{Name: "content", Shape: contentBlocks, Required: true, Meaning: "its content blocks"},
	}}}

	dequeue = &frames.JSONBody{Shape: &canon.Shape{Kind: canon.Record, Name: "a message to take back", Positional: true, Members: []canon.Member{
		{Name: "key", Shape: &canon.String, Required: true, Meaning: "its key"},
	}}}

	// contentBlocks are MCP's, and kept as they stand.
	contentBlocks = &canon.Shape{Kind: canon.List, Name: "an array of content blocks", Elem: &canon.AnyValue}
)

// The requests of the callers of both kinds of run.
var (
	runStop = &frames.Message{Tag: 0, Name: "stop", Meaning: "stop the run; the scope finishes", Body: frames.Empty{},
		Example: "00"}
	runFiletree = &frames.Message{Tag: 1, Name: "filetree", Meaning: "follow the files of the container", Body: frames.Empty{},
		Example: "01"}
	runRead = &frames.Message{Tag: 2, Name: "read", Meaning: "read a file of the container", Body: readPath,
		Example: "027b2270617468223a5b22612e747874225d7d"}
	runWrite = &frames.Message{Tag: 3, Name: "write", Meaning: "write a file of the container", Body: writePath,
		Example: "037b2277726974655f6964223a372c2270617468223a5b22612e747874225d7d"}
	runTransfer = &frames.Message{Tag: 4, Name: "transfer", Meaning: "move a file to another container", Body: transfer,
		Example: "047b2270617468223a5b2261225d2c226964223a2272756e2d32222c2264657374696e6174696f6e223a5b2262225d7d"}
	runPostgres = &frames.Message{Tag: 5, Name: "postgres", Meaning: "connect to the database", Body: clientConnection,
		Example: "050000002a"}
	runSchema = &frames.Message{Tag: 6, Name: "schema", Meaning: "ask for the schema", Body: frames.Empty{},
		Example: "06"}
	runDaemon = &frames.Message{Tag: 7, Name: "daemon", Meaning: "connect to the daemon", Body: clientConnection,
		Example: "0700000009"}
)
