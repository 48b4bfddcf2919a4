package diverge

import "github.com/divtool/divtool/pkg/frames"

// filetree is a frame of the stream that follows the files of a container
// (7.4).
var filetree = &frames.Postcard{Root: &frames.PostcardType{Kind: frames.PostcardEnum, Variants: []frames.PostcardVariant{
	{Name: "snapshot", Meaning: "all entries as they are now", Fields: []frames.PostcardField{
		{Name: "children", Type: nodes, Meaning: "the entries at the top"},
	}},
	{Name: "inserted", Meaning: "an entry was added", Fields: []frames.PostcardField{
		{Name: "path", Type: postcardPath, Meaning: "where it stands"},
		{Name: "node", Type: node, Meaning: "the entry"},
	}},
	{Name: "modified", Meaning: "an entry was changed", Fields: []frames.PostcardField{
		{Name: "path", Type: postcardPath, Meaning: "where it stands"},
		{Name: "node", Type: node, Meaning: "the entry"},
	}},
	{Name: "removed", Meaning: "an entry was removed", Fields: []frames.PostcardField{
		{Name: "path", Type: postcardPath, Meaning: "where it stood"},
	}},
}}}

// node is a file, directory or symlink.
var node = &frames.PostcardType{Kind: frames.PostcardEnum, Variants: []frames.PostcardVariant{
	{Name: "file", Fields: []frames.PostcardField{
		nodeName,
		{Name: "size", Type: postcardU64, Optional: true, Meaning: "size", Unit: frames.ByteSize},
		createdAt,
		modifiedAt,
	}},
	{Name: "directory", Fields: []frames.PostcardField{
		nodeName,
		createdAt,
		modifiedAt,
		{Name: "changes", Type: postcardBool, Meaning: "changes"},
		{Name: "children", Type: nodes, Meaning: "what the directory holds"},
	}},
	{Name: "symlink", Fields: []frames.PostcardField{
		nodeName,
		{Name: "path", Type: postcardPath, Meaning: "where the link leads"},
		createdAt,
		modifiedAt,
	}},
}}

// Fields that all entries have. What the times count is not known.
var (
	nodeName   = frames.PostcardField{Name: "name", Type: postcardText, Meaning: "its name"}
	createdAt  = frames.PostcardField{Name: "created_at", Type: postcardU64, Optional: true, Meaning: "when it was created"}
	modifiedAt = frames.PostcardField{Name: "modified_at", Type: postcardU64, Optional: true, Meaning: "when it was changed last"}
)

// nodes are entries, which may hold entries. A declaration cannot name itself,
// not even in a roundabout way: init closes the circle.
var nodes = &frames.PostcardType{Kind: frames.PostcardList}

func init() { nodes.Elem = node }
