package diverge

import "github.com/divtool/divtool/pkg/frames"

// emptyPath is what no path means. Paths are one string with slashes, below
// the root of the mount (3.7); one that ends the frame has no length in front.
const emptyPath = "the mount itself"

// Fields of the requests: those to a served mount (7.3) have them too.
var (
	mountID    = frames.Field{Name: "id", Kind: frames.Text16, Meaning: "mount id", Annotated: true, Error: "IdUtf8"}
	filePath16 = frames.Field{Name: "path", Kind: frames.Text16, Meaning: "the file", Unit: frames.FilePath, EmptyMeaning: emptyPath, Error: "PathUtf8"}
	filePath   = frames.Field{Name: "path", Kind: frames.Text, Meaning: "the file", Unit: frames.FilePath, EmptyMeaning: emptyPath, Error: "PathUtf8"}
	entryPath  = frames.Field{Name: "path", Kind: frames.Text, Meaning: "the entry", Unit: frames.FilePath, EmptyMeaning: emptyPath, Error: "PathUtf8"}
	oldPath    = frames.Field{Name: "from", Kind: frames.Text16, Meaning: "the entry as it is called", Unit: frames.FilePath, EmptyMeaning: emptyPath, Error: "PathUtf8"}
	newPath    = frames.Field{Name: "to", Kind: frames.Text, Meaning: "what it is to be called", Unit: frames.FilePath, EmptyMeaning: emptyPath, Error: "PathUtf8"}
	offset     = frames.Field{Name: "offset", Kind: frames.U64, Meaning: "where the piece begins in the file, in bytes"}
	readLength = frames.Field{Name: "length", Kind: frames.U32, Meaning: "how many bytes to read", Unit: frames.ByteSize}
	piece      = frames.Field{Name: "bytes", Kind: frames.Bytes, Meaning: "the piece", EmptyMeaning: "no bytes: at offset 0 this creates the file"}
	fileSize   = frames.Field{Name: "size", Kind: frames.U64, Meaning: "the new size", Unit: frames.ByteSize}
	attrs      = frames.Field{Name: "attrs", Kind: frames.Optional8, Meaning: "what to set", Fields: attrFields}

	attrFields = []frames.Field{
		{Name: "mode", Kind: frames.U32, Meaning: "permission bits", Unit: frames.FileMode},
		{Name: "uid", Kind: frames.U32, Meaning: "owner"},
		{Name: "gid", Kind: frames.U32, Meaning: "group"},
		{Name: "atime", Kind: frames.Time, Meaning: "time of the last access"},
		{Name: "mtime", Kind: frames.Time, Meaning: "time of the last change"},
	}
)

var (
	fuseRead   = &frames.Layout{Error: "Fuse", Fields: []frames.Field{mountID, filePath16, offset, readLength}}
	fuseWrite  = &frames.Layout{Error: "Fuse", Fields: []frames.Field{mountID, filePath16, offset, piece}}
	fuseTarget = &frames.Layout{Error: "Fuse", Fields: []frames.Field{mountID, entryPath}}
	fuseRename = &frames.Layout{Error: "Fuse", Fields: []frames.Field{mountID, oldPath, newPath}}

	// The size stands before the path.
	fuseTruncate = &frames.Layout{Error: "Fuse", Fields: []frames.Field{mountID, fileSize, filePath}}

	// The attributes stand before the path. They are 37 bytes: upstream's
	// comments say 29, its code says 37.
	fuseSetattr = &frames.Layout{Error: "Fuse", Fields: []frames.Field{mountID, attrs, entryPath}}
)

var (
	writeID = &frames.Layout{Error: "Write", ExactSize: true, Fields: []frames.Field{
		{Name: "write_id", Kind: frames.U32, Meaning: "the id of the write that the caller chose", Annotated: true},
	}}

	connectionID = &frames.Layout{Error: "Postgres", ExactSize: true, Fields: []frames.Field{
		{Name: "connection_id", Kind: frames.U32, Meaning: "the id of the connection", Annotated: true},
	}}

	daemonID = &frames.Layout{Error: "DaemonError::", ExactSize: true, Fields: []frames.Field{
		{Name: "connection_id", Kind: frames.U32, Meaning: "the id of the connection", Annotated: true},
	}}
)
