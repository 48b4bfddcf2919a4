package diverge

import "github.com/divtool/divtool/pkg/frames"

// Requests about volumes, in postcard (7.1).

var (
	postcardText = &frames.PostcardType{Kind: frames.PostcardText}
	postcardPath = &frames.PostcardType{Kind: frames.PostcardList, Elem: postcardText}
	postcardU64  = &frames.PostcardType{Kind: frames.PostcardUint, Bits: 64}
	postcardBool = &frames.PostcardType{Kind: frames.PostcardBool}
	postcardMode = &frames.PostcardType{Kind: frames.PostcardEnum, Variants: []frames.PostcardVariant{
		{Name: "persistent"}, {Name: "ephemeral"}, {Name: "read_only"},
	}}
)

var (
	volumeName = &frames.Postcard{Root: &frames.PostcardType{Kind: frames.PostcardStruct, Fields: []frames.PostcardField{
		{Name: "name", Type: postcardText, Meaning: "the volume"},
	}}}

	volumePath = &frames.Postcard{Root: &frames.PostcardType{Kind: frames.PostcardStruct, Fields: []frames.PostcardField{
		{Name: "name", Type: postcardText, Meaning: "the volume"},
		{Name: "path", Type: postcardPath, Meaning: "path in the volume"},
	}}}

	volumeServe = &frames.Postcard{Root: &frames.PostcardType{Kind: frames.PostcardStruct, Fields: []frames.PostcardField{
		{Name: "name", Type: postcardText, Meaning: "the volume"},
		{Name: "mode", Type: postcardMode, Meaning: "what becomes of what is written"},
		{Name: "overlay_disk", Type: postcardU64, Meaning: "what may be written over the volume"},
	}}}

	volumeCreate = &frames.Postcard{Root: &frames.PostcardType{Kind: frames.PostcardStruct, Fields: []frames.PostcardField{
		{Name: "name", Type: postcardText, Meaning: "the volume"},
		{Name: "bytes", Type: postcardU64, Meaning: "its size", Unit: frames.ByteSize},
		{Name: "mode", Type: postcardMode, Meaning: "what becomes of what is written"},
	}}}

	volumeEdit = &frames.Postcard{Root: &frames.PostcardType{Kind: frames.PostcardStruct, Fields: []frames.PostcardField{
		{Name: "name", Type: postcardText, Meaning: "the volume"},
		{Name: "change", Type: volumeChange, Meaning: "what to change"},
	}}}

	volumeChange = &frames.PostcardType{Kind: frames.PostcardEnum, Variants: []frames.PostcardVariant{
		{Name: "bytes", Meaning: "another size", Fields: []frames.PostcardField{newSize}},
		{Name: "mode", Meaning: "another mode", Fields: []frames.PostcardField{newMode}},
		{Name: "both", Meaning: "another size and mode", Fields: []frames.PostcardField{newSize, newMode}},
	}}

	newSize = frames.PostcardField{Name: "bytes", Type: postcardU64, Meaning: "the new size", Unit: frames.ByteSize}
	newMode = frames.PostcardField{Name: "mode", Type: postcardMode, Meaning: "the new mode"}
)
