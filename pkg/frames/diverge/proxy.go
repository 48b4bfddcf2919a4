package diverge

import "github.com/divtool/divtool/pkg/frames"

// The protocol between a provider and the proxy in a container (7.5): the same
// outer frame, other tags.

// ProxyScopeRequest opens a scope of the proxy.
var ProxyScopeRequest = &frames.Type{
	Name:    "diverge.proxy.scope-request",
	Meaning: "what opens a scope of a container's proxy",
	Spec:    "diverge-frames.md 7.5",
	Trust:   frames.Old,
	Codec: &frames.Tagged{Table: []*frames.Message{
		{Tag: 0, Name: "agents_begin", Meaning: "begin an agent", Body: proxyBody, Example: "007b7d"},
		{Tag: 1, Name: "tools_begin", Meaning: "begin a tool", Body: proxyBody, Example: "017b7d"},
		{Tag: 2, Name: "fuse_mount", Meaning: "make a live mount", Body: proxyBody, Example: "027b7d"},
		{Tag: 3, Name: "filesystem_tree", Meaning: "follow the files of the container", Body: proxyBody, Example: "037b7d"},
		{Tag: 4, Name: "filesystem_read", Meaning: "read a file of the container", Body: proxyBody, Example: "047b7d"},
		{Tag: 5, Name: "filesystem_write", Meaning: "write a file of the container", Body: proxyBody, Example: "057b7d"},
		{Tag: 6, Name: "filesystem_serve", Meaning: "serve a path of the container", Body: proxyBody, Example: "067b7d"},
	}},
}

// proxyBody is JSON whose members are not known.
var proxyBody = &frames.Unconfirmed{
	Body: anyBody,
	Why:  "the members of this request are not known: they are shown as they stand, and nothing is checked",
}

// ProxyAgentsRequest is a request that the proxy opens a channel with after an
// agent has begun.
var ProxyAgentsRequest = &frames.Type{
	Name:    "diverge.proxy.agents-request",
	Meaning: "a channel request of an agent, from its container's proxy to the provider",
	Spec:    "diverge-frames.md 7.5",
	Trust:   frames.Old,
	Codec: &frames.Tagged{Table: []*frames.Message{
		{Tag: 0, Name: "postgres", Meaning: "connect to the database", Body: connectionID,
			Example: "000000002a"},
		{Tag: 1, Name: "daemon", Meaning: "connect to the daemon", Body: daemonID,
			Example: "0100000009"},
		{Tag: 2, Name: "vault_get", Meaning: "read a value of the vault", Body: vaultKey,
			Example: "02746f6b656e"},
		{Tag: 3, Name: "vault_set", Meaning: "set a value of the vault", Body: vaultSet,
			Example: "030005746f6b656e"},
		{Tag: 4, Name: "vault_delete", Meaning: "delete a value of the vault", Body: vaultKey,
			Example: "04746f6b656e"},
		{Tag: 5, Name: "vault_lock", Meaning: "lock a value of the vault", Body: vaultLock,
			Example: "050000001e746f6b656e"},
		{Tag: 6, Name: "vault_unlock", Meaning: "unlock a value of the vault", Body: vaultKey,
			Example: "06746f6b656e"},
		{Tag: 7, Name: "mcp_list_tools", Meaning: "list the MCP tools", Body: mcpPage,
			Example: "076e756c6c"},
		{Tag: 8, Name: "mcp_list_resources", Meaning: "list the MCP resources", Body: mcpPage,
			Example: "087b22637572736f72223a227032227d"},
		{Tag: 9, Name: "mcp_call_tool", Meaning: "call an MCP tool", Body: mcpCall,
			Example: "097b226e616d65223a226563686f222c22617267756d656e7473223a7b2274657874223a226869227d7d"},
		{Tag: 10, Name: "mcp_read_resource", Meaning: "read an MCP resource", Body: mcpRead,
			Example: "0a7b22757269223a2266696c653a2f2f2f61227d"},
		{Tag: 11, Name: "mcp_notifications", Meaning: "subscribe to MCP notifications", Body: frames.Nothing{},
			Example: "0b"},
	}},
}

// ProxyAgentsResponse is an answer to a request of the proxy of an agent.
var ProxyAgentsResponse = &frames.Type{
	Name:    "diverge.proxy.agents-response",
	Meaning: "an answer to a channel request of an agent, from the provider to its container's proxy",
	Spec:    "diverge-frames.md 7.5",
	Trust:   frames.Old,
	Codec: &frames.Answers{Table: []*frames.Message{
		{Name: "postgres", Meaning: "bytes of the database connection", Body: rawBytes, Example: "5300000004"},
		{Name: "daemon", Meaning: "a whole frame of the daemon protocol", Body: rawBytes, Example: "030000000100000000"},
		{Name: "vault_get", Meaning: "the value", Body: vaultAnswer, Example: "00"},
		{Name: "vault_set", Meaning: "whether the value was set", Body: vaultAnswer, Example: "00"},
		{Name: "vault_delete", Meaning: "whether the value was deleted", Body: vaultAnswer, Example: "00"},
		{Name: "vault_lock", Meaning: "whether the value was locked", Body: vaultAnswer, Example: "00"},
		{Name: "vault_unlock", Meaning: "whether the value was unlocked", Body: vaultAnswer, Example: "00"},
		{Name: "mcp_list_tools", Meaning: "the MCP tools", Body: listToolsAnswer,
			Example: "007b22746f6f6c73223a5b7b226e616d65223a226563686f222c22696e707574536368656d61223a7b7d7d5d7d"},
		{Name: "mcp_list_resources", Meaning: "the MCP resources", Body: listResourcesAnswer,
			Example: "007b227265736f7572636573223a5b5d7d"},
		{Name: "mcp_call_tool", Meaning: "what the MCP tool gave", Body: callToolAnswer,
			Example: "007b22636f6e74656e74223a5b7b2274797065223a2274657874222c2274657874223a226869227d5d7d"},
		{Name: "mcp_read_resource", Meaning: "the MCP resource", Body: readResourceAnswer,
			Example: "007b22636f6e74656e7473223a5b5d7d"},
		{Name: "mcp_notifications", Meaning: "an MCP notification", Body: notificationsAnswer,
			Example: "007b226d6574686f64223a226e6f74696669636174696f6e732f746f6f6c732f6c6973745f6368616e676564227d"},
	}},
}

// ProxyFuseRequest is a request that the proxy opens a channel with in the
// scope of a live mount. The asks are those of a served mount.
var ProxyFuseRequest = &frames.Type{
	Name:    "diverge.proxy.fuse-request",
	Meaning: "a channel request of a live mount, from a container's proxy to the provider",
	Spec:    "diverge-frames.md 7.5",
	Trust:   frames.Old,
	Codec: &frames.Tagged{Table: []*frames.Message{
		{Tag: 0, Name: "fuse_read", Meaning: "read a piece of a file", Body: serveRead,
			Example: "000003612f62000000000000100000000200"},
		{Tag: 1, Name: "fuse_write", Meaning: "write a piece of a file", Body: serveWrite,
			Example: "010003612f6200000000000000056869"},
		{Tag: 2, Name: "fuse_list", Meaning: "list a directory", Body: serveTarget,
			Example: "02737263"},
		{Tag: 3, Name: "fuse_remove", Meaning: "remove an entry", Body: serveTarget,
			Example: "036f6c64"},
		{Tag: 4, Name: "fuse_rename", Meaning: "rename an entry", Body: serveRename,
			Example: "040003746d70612f62"},
		{Tag: 5, Name: "fuse_mkdir", Meaning: "make a directory", Body: serveTarget,
			Example: "05646972"},
		{Tag: 6, Name: "fuse_stat", Meaning: "ask for the attributes of an entry", Body: serveTarget,
			Example: "06612f62"},
		{Tag: 7, Name: "fuse_truncate", Meaning: "set the size of a file", Body: serveTruncate,
			Example: "070000000000000400612f62"},
		{Tag: 8, Name: "fuse_setattr", Meaning: "set attributes of an entry", Body: serveSetattr,
			Example: "0811000001a40000000000000000000000000000000000000000000000006553f1001dcd6500612f62"},
	}},
}

// ProxyFuseResponse is an answer to a request of a live mount.
var ProxyFuseResponse = &frames.Type{
	Name:    "diverge.proxy.fuse-response",
	Meaning: "an answer to a channel request of a live mount, from the provider to a container's proxy",
	Spec:    "diverge-frames.md 7.5",
	Trust:   frames.Old,
	Codec: &frames.Answers{Table: []*frames.Message{
		{Name: "fuse_read", Meaning: "the piece of the file", Body: fuseReadAnswer, Example: "0068656c6c6f"},
		{Name: "fuse_write", Meaning: "whether the piece was written", Body: fuseAck, Example: "00"},
		{Name: "fuse_list", Meaning: "the entries of the directory", Body: fuseListAnswer,
			Example: "0000000002000005612e747874010003737562"},
		{Name: "fuse_remove", Meaning: "whether the entry was removed", Body: fuseAck, Example: "00"},
		{Name: "fuse_rename", Meaning: "whether the entry was renamed", Body: fuseAck, Example: "016e6f"},
		{Name: "fuse_mkdir", Meaning: "whether the directory was made", Body: fuseAck, Example: "02"},
		{Name: "fuse_stat", Meaning: "the attributes of the entry", Body: fuseStatAnswer,
			Example: "0000000000000000000b000001a4000003e8000003e8000000006553f10000000000000000006553f10000000000000000006553f10000000001"},
		{Name: "fuse_truncate", Meaning: "whether the size was set", Body: fuseAck, Example: "00"},
		{Name: "fuse_setattr", Meaning: "whether the attributes were set", Body: fuseAck, Example: "00"},
	}},
}
