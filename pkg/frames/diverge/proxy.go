package diverge

import (
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/frames"
)

// The protocol between a provider and the proxy in a container (7.5): the same outer frame,
// other tags.

// ProxyScopeRequest opens a scope of the proxy.
var ProxyScopeRequest = &frames.Type{
	Name:    "diverge.proxy.scope-request",
	Meaning: "request that opens a scope of a container's proxy",
	Spec:    "diverge-frames.md 7.5",
	Trust:   frames.Old,
	Codec: &frames.Tagged{Table: []*frames.Message{
		{Tag: 0, Name: "agents_begin", Meaning: "start an agent", Body: proxyBody, Example: "007b7d"},
		{Tag: 1, Name: "tools_begin", Meaning: "start a tool", Body: proxyBody, Example: "017b7d"},
		{Tag: 2, Name: "fuse_mount", Meaning: "create a live mount", Body: proxyBody, Example: "027b7d"},
		{Tag: 3, Name: "filesystem_tree", Meaning: "watch the files of the container", Body: proxyBody, Example: "037b7d"},
		{Tag: 4, Name: "filesystem_read", Meaning: "read a file of the container", Body: proxyBody, Example: "047b7d"},
		{Tag: 5, Name: "filesystem_write", Meaning: "write a file of the container", Body: proxyBody, Example: "057b7d"},
		{Tag: 6, Name: "filesystem_serve", Meaning: "serve a path of the container", Body: proxyBody, Example: "067b7d"},
	}},
}

// proxyBody is JSON whose members are not known.
var proxyBody = &frames.Layout{
	Value:       &frames.Field{Kind: frames.JSON, Shape: &canon.AnyValue},
	Provisional: "the members of this request are not known; they are shown unchanged and not checked",
}

// ProxyAgentsRequest is a request for which the proxy opens a channel after an agent has
// begun.
var ProxyAgentsRequest = &frames.Type{
	Name:    "diverge.proxy.agents-request",
	Meaning: "channel request of an agent, from its container's proxy to the provider",
	Spec:    "diverge-frames.md 7.5",
	Trust:   frames.Old,
	Codec: &frames.Tagged{Table: []*frames.Message{
		{Tag: 0, Name: "postgres", Meaning: "connect to the database", Body: connectionID,
			Answer: postgresResponse, Exchange: offeredConnection, Summary: "connection_id {connection_id}",
			Example: "000000002a"},
		{Tag: 1, Name: "daemon", Meaning: "connect to the daemon", Body: daemonID,
			Answer: daemonResponse, Exchange: connection, Summary: "connection_id {connection_id}",
			Example: "0100000009"},
		{Tag: 2, Name: "vault_get", Meaning: "read a value from the vault", Body: vaultKey,
			Answer: vaultGetResponse, Summary: "{key}",
			Example: "02746f6b656e"},
		{Tag: 3, Name: "vault_set", Meaning: "set a value in the vault", Body: vaultSet,
			Answer: vaultSetResponse, Summary: "{key}",
			Example: "030005746f6b656e"},
		{Tag: 4, Name: "vault_delete", Meaning: "delete a value from the vault", Body: vaultKey,
			Answer: vaultDeleteResponse, Summary: "{key}",
			Example: "04746f6b656e"},
		{Tag: 5, Name: "vault_lock", Meaning: "lock a value in the vault", Body: vaultLock,
			Answer: vaultLockResponse, Summary: "{key}",
			Example: "050000001e746f6b656e"},
		{Tag: 6, Name: "vault_unlock", Meaning: "unlock a value in the vault", Body: vaultKey,
			Answer: vaultUnlockResponse, Summary: "{key}",
			Example: "06746f6b656e"},
		{Tag: 7, Name: "mcp_list_tools", Meaning: "list the MCP tools", Body: mcpPage,
			Answer: mcpListToolsResponse, Exchange: once, Summary: "{cursor}",
			Example: "076e756c6c"},
		{Tag: 8, Name: "mcp_list_resources", Meaning: "list the MCP resources", Body: mcpPage,
			Answer: mcpListResourcesResponse, Exchange: once, Summary: "{cursor}",
			Example: "087b22637572736f72223a227032227d"},
		{Tag: 9, Name: "mcp_call_tool", Meaning: "call an MCP tool", Body: mcpCall,
			Answer: mcpCallToolResponse, Exchange: once, Summary: "{name}",
			Example: "097b226e616d65223a226563686f222c22617267756d656e7473223a7b2274657874223a226869227d7d"},
		{Tag: 10, Name: "mcp_read_resource", Meaning: "read an MCP resource", Body: mcpRead,
			Answer: mcpReadResourceResponse, Exchange: once, Summary: "{uri}",
			Example: "0a7b22757269223a2266696c653a2f2f2f61227d"},
		{Tag: 11, Name: "mcp_notifications", Meaning: "subscribe to MCP notifications", Body: frames.Empty,
			Answer: mcpNotificationsResponse, Exchange: untilError,
			Example: "0b"},
	}},
}

// ProxyAgentsResponse is an answer to a request of the proxy of an agent.
var ProxyAgentsResponse = &frames.Type{
	Name:    "diverge.proxy.agents-response",
	Meaning: "response to a channel request of an agent, from the provider to its container's proxy",
	Spec:    "diverge-frames.md 7.5",
	Trust:   frames.Old,
	Codec:   &frames.ResponseCodec{Requests: ProxyAgentsRequest},
}

// ProxyFuseRequest is a request for which the proxy opens a channel in the scope of a live
// mount. The requests are the ones of a served mount.
var ProxyFuseRequest = &frames.Type{
	Name:    "diverge.proxy.fuse-request",
	Meaning: "channel request of a live mount, from a container's proxy to the provider",
	Spec:    "diverge-frames.md 7.5",
	Trust:   frames.Old,
	Codec: &frames.Tagged{Table: []*frames.Message{
		mountRead, mountWrite, mountList, mountRemove, mountRename, mountMkdir, mountStat, mountTruncate,
		mountSetattr,
	}},
}

// ProxyFuseResponse is an answer to a request of a live mount.
var ProxyFuseResponse = &frames.Type{
	Name:    "diverge.proxy.fuse-response",
	Meaning: "response to a channel request of a live mount, from the provider to a container's proxy",
	Spec:    "diverge-frames.md 7.5",
	Trust:   frames.Old,
	Codec:   &frames.ResponseCodec{Requests: ProxyFuseRequest},
}
