package diverge

import "github.com/divtool/divtool/pkg/canon"

// JSON of requests that open a scope, and of answers in one (7.1, 7.2).

var modeShape = &canon.Shape{Kind: canon.Word, Name: "a volume's mode", Words: []string{"persistent", "ephemeral", "read_only"}}

var containerShape = &canon.Shape{
	Kind: canon.Record, Name: "a container", Positional: true,
	Members: []canon.Member{
		{Name: "image", Shape: &canon.ImageShape, Required: true, Meaning: "where the container's bytes come from"},
		{Name: "memory", Shape: &canon.U64, Required: true, Unit: canon.Bytes, Meaning: "memory limit"},
		{Name: "disk", Shape: &canon.U64, Required: true, Unit: canon.Bytes, Meaning: "what the container may write"},
		{Name: "volume_mounts", Shape: volumeMounts, Meaning: "volumes shown to the container"},
		{Name: "fuse_file_mounts", Shape: fuseMounts, Meaning: "live-mounted files"},
		{Name: "fuse_directory_mounts", Shape: fuseMounts, Meaning: "live-mounted directories"},
		{Name: "arguments", Shape: &canon.AnyValue, Required: true, Meaning: "passed to the container as it stands"},
	},
}

var volumeMounts = &canon.Shape{Kind: canon.List, Name: "an array of volume mounts", Elem: &canon.Shape{
	Kind: canon.Record, Name: "a volume mount", Positional: true,
	Members: []canon.Member{
		{Name: "volume_name", Shape: &canon.String, Required: true, Meaning: "the volume"},
		{Name: "volume_relative_path", Shape: &canon.StringList, Required: true, Meaning: "path in the volume"},
		{Name: "mode", Shape: modeShape, Required: true, Meaning: "what becomes of what is written"},
		{Name: "container_path", Shape: &canon.StringList, Required: true, Meaning: "path in the container"},
	},
}}

var fuseMounts = &canon.Shape{Kind: canon.List, Name: "an array of live mounts", Elem: &canon.Shape{
	Kind: canon.Record, Name: "a live mount", Positional: true,
	Members: []canon.Member{
		{Name: "container_path", Shape: &canon.StringList, Required: true, Meaning: "path in the container"},
		{Name: "id", Shape: &canon.String, Required: true, Meaning: "mount id"},
	},
}}

var servePathShape = &canon.Shape{
	Kind: canon.Record, Name: "what to serve", Positional: true,
	Members: []canon.Member{
		{Name: "id", Shape: &canon.String, Required: true, Meaning: "the id of what holds it"},
		{Name: "path", Shape: &canon.StringList, Required: true, Meaning: "the path that is served"},
	},
}

var (
	runIDShape = &canon.Shape{Kind: canon.Record, Name: "a run's id", Positional: true, Members: []canon.Member{
		{Name: "id", Shape: &canon.String, Required: true, Meaning: "the id"},
	}}

	volumeHeldShape = &canon.Shape{Kind: canon.Record, Name: "a held volume", Positional: true, Closed: true, Members: []canon.Member{
		{Name: "name", Shape: &canon.String, Required: true, Meaning: "the volume"},
	}}

	volumeModeShape = &canon.Shape{Kind: canon.Record, Name: "a volume of another mode", Positional: true, Closed: true, Members: []canon.Member{
		{Name: "name", Shape: &canon.String, Required: true, Meaning: "the volume"},
		{Name: "mode", Shape: modeShape, Required: true, Meaning: "its mode"},
	}}
)
