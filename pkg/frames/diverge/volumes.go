package diverge

import "github.com/divtool/divtool/pkg/frames"

// Requests about volumes, in postcard (7.1).

var (
	postText  = &frames.PostType{Kind: frames.PostText}
	postPath  = &frames.PostType{Kind: frames.PostList, Elem: postText}
	postU64   = &frames.PostType{Kind: frames.PostUint, Bits: 64}
	postBool  = &frames.PostType{Kind: frames.PostBool}
	postModes = &frames.PostType{Kind: frames.PostEnum, Variants: []frames.PostVariant{
		{Word: "persistent"}, {Word: "ephemeral"}, {Word: "read_only"},
	}}
)

var (
	volumeName = &frames.Postcard{Root: &frames.PostType{Kind: frames.PostStruct, Fields: []frames.PostField{
		{Name: "name", Type: postText, Meaning: "the volume"},
	}}}

	volumePath = &frames.Postcard{Root: &frames.PostType{Kind: frames.PostStruct, Fields: []frames.PostField{
		{Name: "name", Type: postText, Meaning: "the volume"},
		{Name: "path", Type: postPath, Meaning: "path in the volume"},
	}}}

	volumeServe = &frames.Postcard{Root: &frames.PostType{Kind: frames.PostStruct, Fields: []frames.PostField{
		{Name: "name", Type: postText, Meaning: "the volume"},
		{Name: "mode", Type: postModes, Meaning: "what becomes of what is written"},
		{Name: "overlay_disk", Type: postU64, Meaning: "what may be written over the volume"},
	}}}

	volumeCreate = &frames.Postcard{Root: &frames.PostType{Kind: frames.PostStruct, Fields: []frames.PostField{
		{Name: "name", Type: postText, Meaning: "the volume"},
		{Name: "bytes", Type: postU64, Meaning: "its size", Unit: frames.ByteSize},
		{Name: "mode", Type: postModes, Meaning: "what becomes of what is written"},
	}}}

	volumeEdit = &frames.Postcard{Root: &frames.PostType{Kind: frames.PostStruct, Fields: []frames.PostField{
		{Name: "name", Type: postText, Meaning: "the volume"},
		{Name: "change", Type: volumeChange, Meaning: "what to change"},
	}}}

	volumeChange = &frames.PostType{Kind: frames.PostEnum, Variants: []frames.PostVariant{
		{Word: "bytes", Meaning: "another size", Fields: []frames.PostField{newSize}},
		{Word: "mode", Meaning: "another mode", Fields: []frames.PostField{newMode}},
		{Word: "both", Meaning: "another size and mode", Fields: []frames.PostField{newSize, newMode}},
	}}

	newSize = frames.PostField{Name: "bytes", Type: postU64, Meaning: "the new size", Unit: frames.ByteSize}
	newMode = frames.PostField{Name: "mode", Type: postModes, Meaning: "the new mode"}
)
