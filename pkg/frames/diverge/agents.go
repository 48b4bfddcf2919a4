// Package diverge declares the frames between a provider of containers and its caller
// (spec/diverge-frames.md).
//
// A table of messages is a [frames.Type]. Rows of several tables share the bodies that they
// name. [Endpoint] has the types of the messages in a scope, a row of a table how a request is
// answered.
//
// Goals: every table of the specification, each with its mark of trust. Non-goals: the
// state of a connection, which determines what a frame answers: see package conversation.
package diverge

import (
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/frames"
)

// AgentsRequest is a request for which the provider opens a channel in a scope of an
// agents run (section 3).
var AgentsRequest = &frames.Type{
	Name:     agentsRequestName,
	Meaning:  agentsRequestMeaning,
	Spec:     "diverge-frames.md 3",
	Trust:    frames.Pinned,
	Guessed:  true,
	Mark:     frames.Mark{Strength: frames.TagMark},
	Versions: []*frames.Type{agentsRequest26, agentsRequest25, agentsRequest27},
	Codec: &frames.Tagged{
		EmptyError:      "Empty",
		UnknownTagError: "UnknownTag",
		Table: []*frames.Message{
			{Tag: 0, Name: "oci_manifest", Meaning: "fetch the manifest of an image", Trust: frames.Source, Body: ociDigest,
				Answer: ociManifestResponse, Exchange: manifestOnce, Summary: "{digest}",
				Example: "007b22646967657374223a227368613235363a6162227d"},
			{Tag: 1, Name: "oci_blob", Meaning: "fetch a blob of an image", Trust: frames.Source, Body: ociDigest,
				Answer: ociBlobResponse, Exchange: blobChunks, Summary: "{digest}",
				Example: "017b22646967657374223a227368613235363a6364227d"},
			{Tag: 2, Name: "oci_has", Meaning: "check whether an image is available", Trust: frames.Source, Body: ociDigest,
				Answer: ociHasResponse, Exchange: once, Summary: "{digest}",
				Example: "027b22646967657374223a227368613235363a6162227d"},
			{Tag: 3, Name: "registration", Meaning: "register a run's dependencies and secrets", Body: registration,
				Answer: registrationResponse, Exchange: registrationOnce, Summary: "{#dependencies dependency}[, {+secrets secret}]",
				Example: "037b226964223a2272756e2d31222c2273656372657473223a7b226170695f6b6579223a226669786564222c22746f6b656e223a22726f746174696e67227d7d"},
			{Tag: 4, Name: "write", Meaning: "request the content of a write", Trust: frames.Source, Body: writeID,
				Answer: writeResponse, Exchange: contentChunks, Summary: "write_id {write_id}",
				Example: "0400000007"},
			{Tag: 5, Name: "postgres", Meaning: "connect to the database", Trust: frames.Source, Body: connectionID,
				Answer: postgresResponse, Exchange: offeredConnection, Summary: "connection_id {connection_id}",
				Example: "050000002a"},
			{Tag: 6, Name: "mcp_list_tools", Meaning: "list the MCP tools", Trust: frames.Source, Body: mcpPage,
				Answer: mcpListToolsResponse, Exchange: once, Summary: "{cursor}",
				Example: "066e756c6c"},
			{Tag: 7, Name: "mcp_list_resources", Meaning: "list the MCP resources", Trust: frames.Source, Body: mcpPage,
				Answer: mcpListResourcesResponse, Exchange: once, Summary: "{cursor}",
				Example: "077b22637572736f72223a227032227d"},
			{Tag: 8, Name: "mcp_call_tool", Meaning: "call an MCP tool", Trust: frames.Source, Body: mcpCall,
				Answer: mcpCallToolResponse, Exchange: once, Summary: "{name}",
				Example: "087b226e616d65223a226563686f222c22617267756d656e7473223a7b2274657874223a226869227d7d"},
			{Tag: 9, Name: "mcp_read_resource", Meaning: "read an MCP resource", Trust: frames.Source, Body: mcpRead,
				Answer: mcpReadResourceResponse, Exchange: once, Summary: "{uri}",
				Example: "097b22757269223a2266696c653a2f2f2f61227d"},
			{Tag: 10, Name: "mcp_notifications", Meaning: "subscribe to MCP notifications", Trust: frames.Source, Body: frames.Empty,
				Answer: mcpNotificationsResponse, Exchange: untilError,
				Example: "0a"},
			{Tag: 11, Name: "fuse_read", Meaning: "read part of a live-mounted file", Trust: frames.Source, Body: fuseRead,
				Answer: fuseReadResponse, Exchange: servedOnce, Summary: readSummary,
				Example: "0b00026d310003612f62000000000000100000000200"},
			{Tag: 12, Name: "fuse_write", Meaning: "write part of a live-mounted file", Trust: frames.Source, Body: fuseWrite,
				Answer: fuseWriteResponse, Exchange: servedOnce, Summary: writeSummary,
				Example: "0c00026d310003612f6200000000000000056869"},
			{Tag: 13, Name: "fuse_list", Meaning: "list a directory in a live mount", Trust: frames.Source, Body: fuseTarget,
				Answer: fuseListResponse, Exchange: servedOnce, Summary: entrySummary,
				Example: "0d00026d31"},
			{Tag: 14, Name: "fuse_remove", Meaning: "remove an entry in a live mount", Trust: frames.Source, Body: fuseTarget,
				Answer: fuseRemoveResponse, Exchange: servedOnce, Summary: entrySummary,
				Example: "0e00026d316f6c64"},
			{Tag: 15, Name: "fuse_rename", Meaning: "rename an entry in a live mount", Trust: frames.Source, Body: fuseRename,
				Answer: fuseRenameResponse, Exchange: servedOnce, Summary: renameSummary,
				Example: "0f00026d310003746d70612f62"},
			{Tag: 16, Name: "fuse_mkdir", Meaning: "create a directory in a live mount", Trust: frames.Source, Body: fuseTarget,
				Answer: fuseMkdirResponse, Exchange: servedOnce, Summary: entrySummary,
				Example: "1000026d31646972"},
			{Tag: 17, Name: "fuse_stat", Meaning: "get the attributes of an entry in a live mount", Trust: frames.Source, Body: fuseTarget,
				Answer: fuseStatResponse, Exchange: servedOnce, Summary: entrySummary,
				Example: "1100026d31612f62"},
			{Tag: 18, Name: "fuse_truncate", Meaning: "set the size of a live-mounted file", Trust: frames.Source, Body: fuseTruncate,
				Answer: fuseTruncateResponse, Exchange: servedOnce, Summary: truncateSummary,
				Example: "1200026d310000000000000400612f62"},
			{Tag: 19, Name: "fuse_setattr", Meaning: "set attributes of an entry in a live mount", Trust: frames.Source, Body: fuseSetattr,
				Answer: fuseSetattrResponse, Exchange: servedOnce, Summary: setattrSummary,
				Example: "1300026d3111000001a40000000000000000000000000000000000000000000000006553f1001dcd6500612f62"},
		},
	},
}

// AgentsResponse is an answer to a request of an agents run (section 5).
var AgentsResponse = &frames.Type{
	Name:    agentsResponseName,
	Meaning: agentsResponseMeaning,
	Spec:    "diverge-frames.md 5",
	Trust:   frames.Source,
	Codec:   &frames.ResponseCodec{Requests: AgentsRequest},
	Versions: []*frames.Type{
		{Name: agentsResponseName, Meaning: agentsResponseMeaning, Spec: specVersions, Trust: frames.Source, Version: version26, Table: table26, Endpoint: agentsRun, Codec: &frames.ResponseCodec{Requests: agentsRequest26}},
		{Name: agentsResponseName, Meaning: agentsResponseMeaning, Spec: specVersions, Trust: frames.Source, Version: version25, Table: table25, Endpoint: toolsRun, Codec: &frames.ResponseCodec{Requests: agentsRequest25}},
		{Name: agentsResponseName, Meaning: agentsResponseMeaning, Spec: specVersions, Trust: frames.Source, Version: version27, Table: table27, Codec: &frames.ResponseCodec{Requests: agentsRequest27}},
	},
}

var (
	ociManifestResponseBody = &frames.Layout{SizedErrors: true, Fields: []frames.Field{
		{Name: "media_type", Kind: frames.Text16, Meaning: "media type", EmptyMeaning: "no media type", Error: "MediaTypeUtf8"},
		{Name: "body", Kind: frames.Bytes, Meaning: "manifest, unchanged", EmptyMeaning: "empty manifest"},
	}}

	// rawLayout has no tag, and extends to the end of the frame.
	rawLayout = &frames.Layout{Fields: rawBytes}

	rawBytes = []frames.Field{
		{Name: "bytes", Kind: frames.Bytes, Meaning: "content", EmptyMeaning: "no bytes"},
	}

	ociHasResponseBody = &frames.Layout{EmptyError: "Empty", Value: &frames.Field{Kind: frames.Union8, CaseName: "held", Error: "Byte", Cases: []frames.Case{
		{Meaning: "the image is not available", Summary: "not held", TrailingError: "Trailing"},
		{Meaning: "the image is available", Summary: "held as {name}", Fields: []frames.Field{
			{Name: "name", Kind: frames.Text, Meaning: "repository of the image", NonEmpty: true, Error: "Name"},
		}},
	}}}

	// registrationResponseBody is an answer whose layout is not confirmed (5.4).
	registrationResponseBody = &frames.Layout{
		Provisional: "the layout of this response is not confirmed; it is read as a kind byte and the rest",
		Value: &frames.Field{Kind: frames.Raw8, Cases: []frames.Case{
			{Meaning: "success; the rest may contain secret values", Summary: "success"},
			{Meaning: "error of the caller", Summary: "error", IsError: true, Public: true},
		}},
	}

	writeResponseBody = &frames.Layout{EmptyError: "Empty", Value: &frames.Field{Kind: frames.Union8, Error: "UnknownTag", Code: "unknown-tag", Cases: []frames.Case{
		{Name: "body", Meaning: "chunk of the content", Fields: rawBytes, Summary: sizeSummary},
		{Name: "error", Meaning: "the content is not available", Fields: []frames.Field{anyError}, Summary: errorSummary, IsError: true},
	}}}

	anyError = frames.Field{Name: "error", Kind: frames.JSON, Error: "Error", Shape: &canon.AnyValue}
)

// The answers to requests of several kinds of run.
var (
	postgresResponse    = &frames.Message{Meaning: "bytes of the database connection", Body: rawLayout, Summary: sizeSummary, Example: "5300000004"}
	daemonResponse      = &frames.Message{Meaning: "complete frame of the daemon protocol", Body: rawLayout, Summary: sizeSummary, Example: "030000000100000000"}
	ociManifestResponse = &frames.Message{Meaning: "manifest of an image", Body: ociManifestResponseBody, Summary: "{media_type}",
		Example: "002a6170706c69636174696f6e2f766e642e6f63692e696d6167652e6d616e69666573742e76312b6a736f6e7b7d"}
	ociBlobResponse = &frames.Message{Meaning: "chunk of a blob", Body: rawLayout, Summary: sizeSummary, Example: "1f8b0800"}
	ociHasResponse  = &frames.Message{Meaning: "whether an image is available, and in which repository", Body: ociHasResponseBody, Example: "0161636d652f746f6f6c"}
	writeResponse   = &frames.Message{Meaning: "chunk of the content to write", Body: writeResponseBody, Example: "006869"}

	registrationResponse = &frames.Message{Meaning: "initial values of the declared secrets, or an error", Trust: frames.Old, Body: registrationResponseBody, Example: "016e756c6c"}
)

// The summaries of answers of several kinds.
const (
	sizeSummary  = "{#bytes byte}"
	errorSummary = "error  {error.message|error}"
)

// The exchanges of channel requests (5.1, 7.3).
var (
	noAnswer   = frames.Exchange{Responses: frames.NoResponse}
	once       = frames.Exchange{Responses: frames.OneResponse}
	chunks     = frames.Exchange{Responses: frames.ManyResponses}
	untilError = frames.Exchange{Responses: frames.ManyResponses, EndsWithError: true}

	manifestOnce     = frames.Exchange{Responses: frames.OneResponse, NoResponseMeaning: "no response: the image is not available"}
	blobChunks       = frames.Exchange{Responses: frames.ManyResponses, NoResponseMeaning: "no response: the blob is not available"}
	registrationOnce = frames.Exchange{Responses: frames.OneResponse, NoResponseMeaning: "no response; its meaning is not confirmed"}

	// A write and a connection are two channels, one of each side, that an id links
	// (1.4, 7.3). The caller asks for a write, and the provider for its content.
	writeOnce         = frames.Exchange{Responses: frames.OneResponse, Link: writeLink}
	contentChunks     = frames.Exchange{Responses: frames.ManyResponses, NoResponseMeaning: "no content", EndsWithError: true, Link: writeLink}
	connection        = frames.Exchange{Responses: frames.ManyResponses, Link: connectionLink}
	offeredConnection = frames.Exchange{Responses: frames.ManyResponses, NoResponseMeaning: "no response: the connection is declined", Link: connectionLink}

	writeLink      = &frames.Link{Member: "write_id", Owner: frames.Client}
	connectionLink = &frames.Link{Member: "connection_id", Owner: frames.Server}
)
