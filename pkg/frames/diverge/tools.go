package diverge

import (
	"github.com/divtool/divtool/pkg/frames"
)

// ToolsRequest is a request for which the provider opens a channel in a scope of a tools
// run, in the last revision that could be read (6.2). The confirmed revision also has a
// registration, and other tags.
var ToolsRequest = &frames.Type{
	Name:    toolsRequestName,
	Meaning: toolsRequestMeaning,
	Spec:    "diverge-frames.md 6.2",
	Trust:   frames.Old,
	Versions: []*frames.Type{
		{Name: toolsRequestName, Meaning: toolsRequestMeaning, Spec: specVersions, Trust: frames.Source, Version: version25, Table: table25, Codec: requests25},
		{Name: toolsRequestName, Meaning: toolsRequestMeaning, Spec: specVersions, Trust: frames.Source, Version: version27, Table: table27, Codec: requests27},
	},
	Codec: requests25,
}

// requests25 is the table of 25 tags of revision 1371081c, for tools.
var requests25 = &frames.Tagged{Table: []*frames.Message{
	{Tag: 0, Name: "oci_manifest", Meaning: "fetch the manifest of an image", Body: ociDigest,
		Answer: ociManifestResponse, Exchange: manifestOnce, Summary: "{digest}",
		Example: "007b22646967657374223a227368613235363a6162227d"},
	{Tag: 1, Name: "oci_blob", Meaning: "fetch a blob of an image", Body: ociDigest,
		Answer: ociBlobResponse, Exchange: blobChunks, Summary: "{digest}",
		Example: "017b22646967657374223a227368613235363a6364227d"},
	{Tag: 2, Name: "oci_has", Meaning: "check whether an image is available", Body: ociDigest,
		Answer: ociHasResponse, Exchange: once, Summary: "{digest}",
		Example: "027b22646967657374223a227368613235363a6162227d"},
	{Tag: 3, Name: "write", Meaning: "request the content of a write", Body: writeID,
		Answer: writeResponse, Exchange: contentChunks, Summary: "write_id {write_id}",
		Example: "0300000007"},
	{Tag: 4, Name: "postgres", Meaning: "connect to the database", Body: connectionID,
		Answer: postgresResponse, Exchange: offeredConnection, Summary: "connection_id {connection_id}",
		Example: "040000002a"},
	{Tag: 5, Name: "daemon", Meaning: "connect to the daemon", Body: daemonID,
		Answer: daemonResponse, Exchange: connection, Summary: "connection_id {connection_id}",
		Example: "0500000009"},
	{Tag: 6, Name: "vault_get", Meaning: "read a value from the vault", Body: vaultKey,
		Answer: vaultGetResponse, Summary: "{key}",
		Example: "06746f6b656e"},
	{Tag: 7, Name: "vault_set", Meaning: "set a value in the vault", Body: vaultSet,
		Answer: vaultSetResponse, Summary: "{key}",
		Example: "070005746f6b656e"},
	{Tag: 8, Name: "vault_delete", Meaning: "delete a value from the vault", Body: vaultKey,
		Answer: vaultDeleteResponse, Summary: "{key}",
		Example: "08746f6b656e"},
	{Tag: 9, Name: "vault_lock", Meaning: "lock a value in the vault", Body: vaultLock,
		Answer: vaultLockResponse, Summary: "{key}",
		Example: "090000001e746f6b656e"},
	{Tag: 10, Name: "vault_unlock", Meaning: "unlock a value in the vault", Body: vaultKey,
		Answer: vaultUnlockResponse, Summary: "{key}",
		Example: "0a746f6b656e"},
	{Tag: 11, Name: "mcp_list_tools", Meaning: "list the MCP tools", Body: mcpPage,
		Answer: mcpListToolsResponse, Exchange: once, Summary: "{cursor}",
		Example: "0b6e756c6c"},
	{Tag: 12, Name: "mcp_list_resources", Meaning: "list the MCP resources", Body: mcpPage,
		Answer: mcpListResourcesResponse, Exchange: once, Summary: "{cursor}",
		Example: "0c7b22637572736f72223a227032227d"},
	{Tag: 13, Name: "mcp_call_tool", Meaning: "call an MCP tool", Body: mcpCall,
		Answer: mcpCallToolResponse, Exchange: once, Summary: "{name}",
		Example: "0d7b226e616d65223a226563686f222c22617267756d656e7473223a7b2274657874223a226869227d7d"},
	{Tag: 14, Name: "mcp_read_resource", Meaning: "read an MCP resource", Body: mcpRead,
		Answer: mcpReadResourceResponse, Exchange: once, Summary: "{uri}",
		Example: "0e7b22757269223a2266696c653a2f2f2f61227d"},
	{Tag: 15, Name: "mcp_notifications", Meaning: "subscribe to MCP notifications", Body: frames.Empty,
		Answer: mcpNotificationsResponse, Exchange: untilError,
		Example: "0f"},
	{Tag: 16, Name: "fuse_read", Meaning: "read part of a live-mounted file", Body: fuseRead,
		Answer: fuseReadResponse, Exchange: servedOnce, Summary: readSummary,
		Example: "1000026d310003612f62000000000000100000000200"},
	{Tag: 17, Name: "fuse_write", Meaning: "write part of a live-mounted file", Body: fuseWrite,
		Answer: fuseWriteResponse, Exchange: servedOnce, Summary: writeSummary,
		Example: "1100026d310003612f6200000000000000056869"},
	{Tag: 18, Name: "fuse_list", Meaning: "list a directory in a live mount", Body: fuseTarget,
		Answer: fuseListResponse, Exchange: servedOnce, Summary: entrySummary,
		Example: "1200026d31"},
	{Tag: 19, Name: "fuse_remove", Meaning: "remove an entry in a live mount", Body: fuseTarget,
		Answer: fuseRemoveResponse, Exchange: servedOnce, Summary: entrySummary,
		Example: "1300026d316f6c64"},
	{Tag: 20, Name: "fuse_rename", Meaning: "rename an entry in a live mount", Body: fuseRename,
		Answer: fuseRenameResponse, Exchange: servedOnce, Summary: renameSummary,
		Example: "1400026d310003746d70612f62"},
	{Tag: 21, Name: "fuse_mkdir", Meaning: "create a directory in a live mount", Body: fuseTarget,
		Answer: fuseMkdirResponse, Exchange: servedOnce, Summary: entrySummary,
		Example: "1500026d31646972"},
	{Tag: 22, Name: "fuse_stat", Meaning: "get the attributes of an entry in a live mount", Body: fuseTarget,
		Answer: fuseStatResponse, Exchange: servedOnce, Summary: entrySummary,
		Example: "1600026d31612f62"},
	{Tag: 23, Name: "fuse_truncate", Meaning: "set the size of a live-mounted file", Body: fuseTruncate,
		Answer: fuseTruncateResponse, Exchange: servedOnce, Summary: truncateSummary,
		Example: "1700026d310000000000000400612f62"},
	{Tag: 24, Name: "fuse_setattr", Meaning: "set attributes of an entry in a live mount", Body: fuseSetattr,
		Answer: fuseSetattrResponse, Exchange: servedOnce, Summary: setattrSummary,
		Example: "1800026d3111000001a40000000000000000000000000000000000000000000000006553f1001dcd6500612f62"},
}}

// ToolsResponse is an answer to a request of a tools run.
var ToolsResponse = &frames.Type{
	Name:    toolsResponseName,
	Meaning: toolsResponseMeaning,
	Spec:    "diverge-frames.md 6.2",
	Trust:   frames.Old,
	Codec:   &frames.ResponseCodec{Requests: ToolsRequest},
	Versions: []*frames.Type{
		{Name: toolsResponseName, Meaning: toolsResponseMeaning, Spec: specVersions, Trust: frames.Source, Version: version25, Table: table25, Codec: &frames.ResponseCodec{Requests: agentsRequest25}},
		{Name: toolsResponseName, Meaning: toolsResponseMeaning, Spec: specVersions, Trust: frames.Source, Version: version27, Table: table27, Codec: &frames.ResponseCodec{Requests: agentsRequest27}},
	},
}

// Requests to the vault (6.2), whose keys and values are the owner's.
var (
	vaultKey = &frames.Layout{NoUpstream: true, Fields: []frames.Field{
		{Name: "key", Kind: frames.Text, Meaning: "key", EmptyMeaning: "no key", Plausible: plausibleKey},
	}}

	vaultSet = &frames.Layout{NoUpstream: true, Fields: []frames.Field{
		{Name: "key", Kind: frames.Text16, Meaning: "key", EmptyMeaning: "no key", Plausible: plausibleKey},
		{Name: "value", Kind: frames.Bytes, Meaning: "value", EmptyMeaning: "empty value", Secret: true},
	}}

	// The time comes before the key.
	vaultLock = &frames.Layout{NoUpstream: true, Fields: []frames.Field{
		{Name: "ttl", Kind: frames.U32, Meaning: "duration of the lock"},
		{Name: "key", Kind: frames.Text, Meaning: "key", EmptyMeaning: "no key", Plausible: plausibleKey},
	}}

	// vaultResponseBody is an answer of the vault, whose kinds are not confirmed.
	vaultResponseBody = &frames.Layout{
		Provisional: "the layout of vault responses is not confirmed; it is read as a kind byte and the rest",
		Value:       &frames.Field{Kind: frames.Raw8},
	}
)

// The answers to requests to the vault.
var (
	vaultGetResponse    = &frames.Message{Meaning: "value", Body: vaultResponseBody, Example: "00"}
	vaultSetResponse    = &frames.Message{Meaning: "whether the value was set", Body: vaultResponseBody, Example: "00"}
	vaultDeleteResponse = &frames.Message{Meaning: "whether the value was deleted", Body: vaultResponseBody, Example: "00"}
	vaultLockResponse   = &frames.Message{Meaning: "whether the value was locked", Body: vaultResponseBody, Example: "00"}
	vaultUnlockResponse = &frames.Message{Meaning: "whether the value was unlocked", Body: vaultResponseBody, Example: "00"}
)
