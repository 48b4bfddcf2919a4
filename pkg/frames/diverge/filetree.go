package diverge

import "github.com/divtool/divtool/pkg/frames"

// filetree is a frame of the stream that follows the files of a container
// (7.4).
var filetree = &frames.Postcard{Root: &frames.PostType{Kind: frames.PostEnum, Variants: []frames.PostVariant{
	{Word: "snapshot", Meaning: "all entries as they are now", Fields: []frames.PostField{
		{Name: "children", Type: nodes, Meaning: "the entries at the top"},
	}},
	{Word: "inserted", Meaning: "an entry was added", Fields: []frames.PostField{
		{Name: "path", Type: postPath, Meaning: "where it stands"},
		{Name: "node", Type: node, Meaning: "the entry"},
	}},
	{Word: "modified", Meaning: "an entry was changed", Fields: []frames.PostField{
		{Name: "path", Type: postPath, Meaning: "where it stands"},
		{Name: "node", Type: node, Meaning: "the entry"},
	}},
	{Word: "removed", Meaning: "an entry was removed", Fields: []frames.PostField{
		{Name: "path", Type: postPath, Meaning: "where it stood"},
	}},
}}}

// node is a file, directory or symlink.
var node = &frames.PostType{Kind: frames.PostEnum, Variants: []frames.PostVariant{
	{Word: "file", Fields: []frames.PostField{
		nodeName,
		{Name: "size", Type: postU64, Optional: true, Meaning: "size", Unit: frames.ByteSize},
		createdAt,
		modifiedAt,
	}},
	{Word: "directory", Fields: []frames.PostField{
		nodeName,
		createdAt,
		modifiedAt,
		{Name: "changes", Type: postBool, Meaning: "changes"},
		{Name: "children", Type: nodes, Meaning: "what the directory holds"},
	}},
	{Word: "symlink", Fields: []frames.PostField{
		nodeName,
		{Name: "path", Type: postPath, Meaning: "where the link leads"},
		createdAt,
		modifiedAt,
	}},
}}

// Fields that all entries have. What the times count is not known.
var (
	nodeName   = frames.PostField{Name: "name", Type: postText, Meaning: "its name"}
	createdAt  = frames.PostField{Name: "created_at", Type: postU64, Optional: true, Meaning: "when it was created"}
	modifiedAt = frames.PostField{Name: "modified_at", Type: postU64, Optional: true, Meaning: "when it was changed last"}
)

// nodes are entries, which may hold entries. A declaration cannot name itself,
// not even in a roundabout way: init closes the circle.
var nodes = &frames.PostType{Kind: frames.PostList}

func init() { nodes.Elem = node }
