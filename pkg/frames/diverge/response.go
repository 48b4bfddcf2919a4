package diverge

import (
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/frames"
)

// AgentsResponse is an answer to a request of an agents run (section 5).
var AgentsResponse = &frames.Type{
	Name:    "diverge.agents.response",
	Meaning: "an answer to a channel request of an agents run, from the caller to the provider",
	Spec:    "diverge-frames.md 5",
	Trust:   frames.Source,
	Codec: &frames.Answers{Table: []*frames.Message{
		{Name: "oci_manifest", Meaning: "the manifest of an image", Body: ociManifest,
			Example: "002a6170706c69636174696f6e2f766e642e6f63692e696d6167652e6d616e69666573742e76312b6a736f6e7b7d"},
		{Name: "oci_blob", Meaning: "a piece of a blob", Body: rawBytes, Example: "1f8b0800"},
		{Name: "oci_has", Meaning: "whether an image is held, and where", Body: ociHas, Example: "0161636d652f746f6f6c"},
		{Name: "registration", Meaning: "the first values of the declared secrets, or an error", Trust: frames.Old, Body: registered, Example: "016e756c6c"},
		{Name: "write", Meaning: "a piece of what is to be written", Body: writeContent, Example: "006869"},
		{Name: "postgres", Meaning: "bytes of the database connection", Body: rawBytes, Example: "5300000004"},
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

var (
	ociManifest = &frames.Layout{Counted: true, Fields: []frames.Field{
		{Name: "media_type", Kind: frames.Text16, Meaning: "media type", Empty: "no media type", Error: "MediaTypeUtf8"},
		{Name: "body", Kind: frames.Raw, Meaning: "the manifest as it stands", Empty: "an empty manifest"},
	}}

	// rawBytes have no tag and end nowhere but at the finish.
	rawBytes = &frames.Layout{Fields: []frames.Field{
		{Name: "bytes", Kind: frames.Raw, Meaning: "the bytes", Empty: "no bytes"},
	}}

	ociHas = &frames.Choice{Name: "held", EmptyError: "Empty", UnknownError: "Byte", Options: []frames.Option{
		{Meaning: "the image is not held", TrailingError: "Trailing"},
		{Meaning: "the image is held", Layout: &frames.Layout{Fields: []frames.Field{
			{Name: "name", Kind: frames.Text, Meaning: "the repository that holds it", NonEmpty: true, Error: "Name"},
		}}},
	}}

	// registered is an answer whose layout is not confirmed (5.4).
	registered = &frames.Opaque{
		Why:   "the layout of this answer is not confirmed: it is shown as it stands",
		Open:  1,
		Kinds: []string{"success: the rest may hold secret values", "an error, in the caller's own words"},
	}

	writeContent = &frames.Choice{Name: "kind", EmptyError: "Empty", UnknownError: "UnknownTag", Options: []frames.Option{
		{Word: "body", Meaning: "a piece of the content", Layout: rawBytes},
		{Word: "error", Meaning: "the content cannot be had", Value: anyError, ValueName: "error"},
	}}

	anyError = &frames.JSONBody{Error: "Error", Shape: canon.AnyValue}
)
