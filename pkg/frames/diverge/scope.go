package diverge

import (
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/frames"
)

// ScopeRequest opens a scope (7.1). Its tag selects the endpoint: [EndpointByTag].
var ScopeRequest = &frames.Type{
	Name:    "diverge.scope.request",
	Meaning: "request that opens a scope, from the caller to the provider",
	Spec:    "diverge-frames.md 7.1",
	Trust:   frames.Old,
	Codec: &frames.Tagged{
		EmptyError:  "Empty",
		RefusalHint: "the peer keeps the request and ends its scope without a response",
		Table: []*frames.Message{
			{Tag: 0, Name: "agents_run", Meaning: "run an agent's container", Body: container,
				Summary: "{image.digest}",
				Example: "007b22696d616765223a7b22646967657374223a227368613235363a6162227d2c226d656d6f7279223a3236383433353435362c226469736b223a313037333734313832342c22617267756d656e7473223a7b7d7d"},
			{Tag: 1, Name: "tools_run", Meaning: "run a tool's container", Body: container,
				Summary: "{image.digest}",
				Example: "017b22696d616765223a7b22646967657374223a227368613235363a6162227d2c226d656d6f7279223a313034383537362c226469736b223a302c22667573655f66696c655f6d6f756e7473223a5b7b22636f6e7461696e65725f70617468223a5b22696e222c22612e747874225d2c226964223a226d31227d5d2c22617267756d656e7473223a6e756c6c7d"},
			{Tag: 2, Name: "serve", Meaning: "serve a path as a mount", Body: servePath,
				Example: "027b226964223a2272756e2d31222c2270617468223a5b22686f6d65225d7d"},
			{Tag: 3, Name: "volumes_list", Meaning: "list the volumes", Body: frames.Empty,
				Example: "03"},
			{Tag: 4, Name: "volumes_stat", Meaning: "get the attributes of a volume", Body: volumeName,
				Example: "0403766f6c"},
			{Tag: 5, Name: "volumes_read", Meaning: "read a file of a volume", Body: volumePath,
				Example: "0503766f6c02037372630161"},
			{Tag: 6, Name: "volumes_write", Meaning: "write a file of a volume", Body: volumePath,
				Example: "0603766f6c010161"},
			{Tag: 7, Name: "volumes_filetree", Meaning: "watch the files of a volume", Body: unconfirmedRequestBody,
				Example: "0703766f6c"},
			{Tag: 8, Name: "volumes_serve", Meaning: "serve a volume as a mount", Body: volumeServe,
				Example: "0803766f6c02808040"},
			{Tag: 9, Name: "volumes_create_capacity", Meaning: "get the largest size of a new volume", Body: frames.Empty,
				Example: "09"},
			{Tag: 10, Name: "volumes_create", Meaning: "create a volume", Body: volumeCreate,
				Example: "0a03766f6c80804001"},
			{Tag: 11, Name: "volumes_edit_capacity", Meaning: "get the largest size of an existing volume", Body: unconfirmedRequestBody,
				Example: "0b03766f6c"},
			{Tag: 12, Name: "volumes_edit", Meaning: "change a volume", Body: volumeEdit,
				Example: "0c03766f6c0280804000"},
			{Tag: 13, Name: "volumes_delete", Meaning: "delete a volume", Body: unconfirmedRequestBody,
				Example: "0d03766f6c"},
			{Tag: 14, Name: "images_check", Meaning: "check an image", Body: image,
				Example: "0e7b22646967657374223a227368613235363a6162227d"},
			{Tag: 15, Name: "version", Meaning: "get the version", Body: frames.Empty,
				Example: "0f"},
			{Tag: 16, Name: "daemons_accept", Meaning: "accept daemons", Body: frames.Empty,
				Example: "10"},
			{Tag: 17, Name: "daemons_connect", Meaning: "connect to a daemon", Body: daemonConnect,
				Example: "117b7d"},
		},
	},
}

var (
	container = &frames.Layout{Value: &frames.Field{Kind: frames.JSON, Error: "Body", Shape: containerShape}}
	image     = &frames.Layout{Value: &frames.Field{Kind: frames.JSON, Error: "Body", Shape: &canon.ImageShape}}
	servePath = &frames.Layout{Value: &frames.Field{Kind: frames.JSON, Error: "Body", Shape: servePathShape}}

	// unconfirmedRequestBody is a postcard body whose fields are not confirmed.
	unconfirmedRequestBody = &frames.Layout{Fields: rawBytes, Provisional: "the fields of this request are not confirmed; its bytes are shown unchanged"}

	// daemonConnect is a JSON body whose members are not confirmed.
	daemonConnect = &frames.Layout{
		Value:       &frames.Field{Kind: frames.JSON, Error: "Body", Shape: &canon.AnyValue},
		Provisional: "the members of this request are not confirmed; they are shown unchanged and not checked",
	}
)

// AgentsScopeResponse is an answer in the scope of an agents run (7.2).
var AgentsScopeResponse = &frames.Type{
	Name:    "diverge.agents.scope-response",
	Meaning: "response in the scope of an agents run, from the provider to the caller",
	Spec:    "diverge-frames.md 7.2",
	Trust:   frames.Old,
	Codec: &frames.Tagged{
		EmptyError:      "Empty",
		UnknownTagError: "UnknownTag",
		Table: []*frames.Message{
			scopeID, scopeVolumeHeld, scopeVolumeMode, scopeError,
			{Tag: 4, Name: "chunk", Meaning: "chunk of the conversation", Body: anyJSON,
				Summary: "[{type}  ]{text}",
				Example: "047b2274797065223a2274657874222c2274657874223a226869227d"},
			{Tag: 5, Name: "active", Meaning: "the agent is active", Body: frames.Empty,
				Example: "05"},
			{Tag: 6, Name: "inactive", Meaning: "the agent is inactive", Body: inactive,
				Example: "06"},
		},
	},
}

// ToolsScopeResponse is an answer in the scope of a tools run (7.2).
var ToolsScopeResponse = &frames.Type{
	Name:    "diverge.tools.scope-response",
	Meaning: "response in the scope of a tools run, from the provider to the caller",
	Spec:    "diverge-frames.md 7.2",
	Trust:   frames.Old,
	Codec: &frames.Tagged{
		EmptyError:      "Empty",
		UnknownTagError: "UnknownTag",
		Table: []*frames.Message{
			scopeID, scopeVolumeHeld, scopeVolumeMode, scopeError,
		},
	},
}

var (
	runID      = &frames.Layout{Value: &frames.Field{Kind: frames.JSON, Shape: runIDShape}}
	volumeHeld = &frames.Layout{Value: &frames.Field{Kind: frames.JSON, Shape: volumeHeldShape}}
	volumeMode = &frames.Layout{Value: &frames.Field{Kind: frames.JSON, Shape: volumeModeShape}}
	anyJSON    = &frames.Layout{Value: &frames.Field{Kind: frames.JSON, Shape: &canon.AnyValue}}

	anyJSONError = frames.Field{Name: "error", Kind: frames.JSON, Shape: &canon.AnyValue}

	// inactive had no body; the confirmed revision returns secrets with it.
	inactive = &frames.Layout{
		Fields: []frames.Field{
			{Name: "bytes", Kind: frames.Bytes, Meaning: "returned secrets", EmptyMeaning: "no returned secrets", Secret: true},
		},
		Provisional: "the body of this message is not confirmed; its bytes are kept unchanged",
	}
)

// The answers in the scopes of both kinds of run.
var (
	scopeID = &frames.Message{Tag: 0, Name: "id", Meaning: "id of the run", Body: runID,
		Summary: "{id}",
		Example: "007b226964223a2272756e2d31227d"}
	scopeVolumeHeld = &frames.Message{Tag: 1, Name: "volume_held", Meaning: "the volume is in use", Body: volumeHeld,
		Summary: "{name}",
		Example: "017b226e616d65223a22766f6c227d"}
	scopeVolumeMode = &frames.Message{Tag: 2, Name: "volume_mode", Meaning: "the volume has another mode", Body: volumeMode,
		Summary: "{name} {mode}",
		Example: "027b226e616d65223a22766f6c222c226d6f6465223a22726561645f6f6e6c79227d"}
	scopeError = &frames.Message{Tag: 3, Name: "error", Meaning: "the run failed", Body: anyJSON,
		Summary: "{}", IsError: true,
		Example: "03226e6f22"}
)

// JSON of requests that open a scope, and of answers in one (7.1, 7.2).

var modeShape = &canon.Shape{Kind: canon.Word, Name: "a volume's mode", Words: volumeModes}

var containerShape = &canon.Shape{
	Kind: canon.Record, Name: "a container", Positional: true,
	Members: []canon.Member{
		{Name: "image", Shape: &canon.ImageShape, Meaning: "image of the container"},
		{Name: "memory", Shape: &canon.U64, Unit: canon.ByteSize, Meaning: "memory limit"},
		{Name: "disk", Shape: &canon.U64, Unit: canon.ByteSize, Meaning: "disk limit"},
		{Name: "volume_mounts", Shape: volumeMounts, Presence: canon.Optional, Meaning: "volumes mounted in the container"},
		{Name: "fuse_file_mounts", Shape: fuseMounts, Presence: canon.Optional, Meaning: "live-mounted files"},
		{Name: "fuse_directory_mounts", Shape: fuseMounts, Presence: canon.Optional, Meaning: "live-mounted directories"},
		{Name: "arguments", Shape: &canon.AnyValue, Meaning: "passed to the container unchanged"},
	},
}

var volumeMounts = &canon.Shape{Kind: canon.List, Name: "an array of volume mounts", Elem: &canon.Shape{
	Kind: canon.Record, Name: "a volume mount", Positional: true,
	Members: []canon.Member{
		{Name: "volume_name", Shape: &canon.String, Meaning: "name of the volume"},
		{Name: "volume_relative_path", Shape: &canon.StringList, Meaning: "path in the volume"},
		{Name: "mode", Shape: modeShape, Meaning: "what happens to written data"},
		{Name: "container_path", Shape: &canon.StringList, Meaning: "path in the container"},
	},
}}

var fuseMounts = &canon.Shape{Kind: canon.List, Name: "an array of live mounts", Elem: &canon.Shape{
	Kind: canon.Record, Name: "a live mount", Positional: true,
	Members: []canon.Member{
		{Name: "container_path", Shape: &canon.StringList, Meaning: "path in the container"},
		{Name: "id", Shape: &canon.String, Meaning: "mount id"},
	},
}}

var servePathShape = &canon.Shape{
	Kind: canon.Record, Name: "an object with the path to serve", Positional: true,
	Members: []canon.Member{
		{Name: "id", Shape: &canon.String, Meaning: "id of the container or volume"},
		{Name: "path", Shape: &canon.StringList, Meaning: "path to serve"},
	},
}

var (
	runIDShape = &canon.Shape{Kind: canon.Record, Name: "an object with the id of a run", Positional: true, Members: []canon.Member{
		{Name: "id", Shape: &canon.String, Meaning: "id of the run"},
	}}

	volumeHeldShape = &canon.Shape{Kind: canon.Record, Name: "an object that names a volume in use", Positional: true, Closed: true, Members: []canon.Member{
		{Name: "name", Shape: &canon.String, Meaning: "name of the volume"},
	}}

	volumeModeShape = &canon.Shape{Kind: canon.Record, Name: "an object that names a volume and its mode", Positional: true, Closed: true, Members: []canon.Member{
		{Name: "name", Shape: &canon.String, Meaning: "name of the volume"},
		{Name: "mode", Shape: modeShape, Meaning: "mode of the volume"},
	}}
)

// Requests about volumes, in postcard (7.1).

var (
	pathSegment = &frames.Field{Kind: frames.VarText}
	volumeModes = []string{"persistent", "ephemeral", "read_only"}

	volumeName = &frames.Layout{Value: &frames.Field{Kind: frames.Record, Fields: []frames.Field{
		{Name: "name", Kind: frames.VarText, Meaning: "name of the volume"},
	}}}

	volumePath = &frames.Layout{Value: &frames.Field{Kind: frames.Record, Fields: []frames.Field{
		{Name: "name", Kind: frames.VarText, Meaning: "name of the volume"},
		{Name: "path", Kind: frames.VarList, Elem: pathSegment, Meaning: "path in the volume"},
	}}}

	volumeServe = &frames.Layout{Value: &frames.Field{Kind: frames.Record, Fields: []frames.Field{
		{Name: "name", Kind: frames.VarText, Meaning: "name of the volume"},
		{Name: "mode", Kind: frames.VarEnum, Names: volumeModes, Meaning: "what happens to written data"},
		{Name: "overlay_disk", Kind: frames.Varint, Bits: 64, Meaning: "largest amount of data written on top of the volume, in bytes"},
	}}}

	volumeCreate = &frames.Layout{Value: &frames.Field{Kind: frames.Record, Fields: []frames.Field{
		{Name: "name", Kind: frames.VarText, Meaning: "name of the volume"},
		{Name: "bytes", Kind: frames.Varint, Bits: 64, Meaning: "size of the volume", Unit: frames.ByteSize},
		{Name: "mode", Kind: frames.VarEnum, Names: volumeModes, Meaning: "what happens to written data"},
	}}}

	volumeEdit = &frames.Layout{Value: &frames.Field{Kind: frames.Record, Fields: []frames.Field{
		{Name: "name", Kind: frames.VarText, Meaning: "name of the volume"},
		{Name: "change", Kind: frames.VarUnion, Cases: volumeChanges, Meaning: "what to change"},
	}}}

	volumeChanges = []frames.Case{
		{Name: "bytes", Meaning: "new size", Fields: []frames.Field{newSize}},
		{Name: "mode", Meaning: "new mode", Fields: []frames.Field{newMode}},
		{Name: "both", Meaning: "new size and mode", Fields: []frames.Field{newSize, newMode}},
	}

	newSize = frames.Field{Name: "bytes", Kind: frames.Varint, Bits: 64, Meaning: "new size", Unit: frames.ByteSize}
	newMode = frames.Field{Name: "mode", Kind: frames.VarEnum, Names: volumeModes, Meaning: "new mode"}
)
