package diverge

import "github.com/divtool/divtool/pkg/frames"

// Fields that several of the requests have (3.7). Paths are one string with
// slashes, below the root of the mount.
var (
	mountID = frames.Field{Name: "id", Kind: frames.Text16, Meaning: "mount id", Noted: true, Error: "IdUtf8"}
	offset  = frames.Field{Name: "offset", Kind: frames.U64, Meaning: "where the piece begins in the file, in bytes"}
)

// path16 is a path that is followed by something, path one that ends the
// frame.
func path16(name, meaning string) frames.Field {
	return frames.Field{Name: name, Kind: frames.Text16, Meaning: meaning, Unit: frames.FilePath, Empty: "the mount itself", Error: "PathUtf8"}
}

func path(name, meaning string) frames.Field {
	f := path16(name, meaning)
	f.Kind = frames.Text
	return f
}

var (
	fuseRead = &frames.Layout{Error: "Fuse", Fields: []frames.Field{
		mountID,
		path16("path", "the file"),
		offset,
		{Name: "length", Kind: frames.U32, Meaning: "how many bytes to read", Unit: frames.ByteSize},
	}}

	fuseWrite = &frames.Layout{Error: "Fuse", Fields: []frames.Field{
		mountID,
		path16("path", "the file"),
		offset,
		{Name: "bytes", Kind: frames.Raw, Meaning: "the piece", Empty: "no bytes: at offset 0 this creates the file"},
	}}

	fuseTarget = &frames.Layout{Error: "Fuse", Fields: []frames.Field{
		mountID,
		path("path", "the entry"),
	}}

	fuseRename = &frames.Layout{Error: "Fuse", Fields: []frames.Field{
		mountID,
		path16("from", "the entry as it is called"),
		path("to", "what it is to be called"),
	}}

	// The size stands before the path.
	fuseTruncate = &frames.Layout{Error: "Fuse", Fields: []frames.Field{
		mountID,
		{Name: "size", Kind: frames.U64, Meaning: "the new size", Unit: frames.ByteSize},
		path("path", "the file"),
	}}

	// The attributes stand before the path. They are 37 bytes: upstream's
	// comments say 29, its code says 37.
	fuseSetattr = &frames.Layout{Error: "Fuse", Fields: []frames.Field{
		mountID,
		{Name: "attrs", Kind: frames.Options8, Meaning: "what to set", Fields: []frames.Field{
			{Name: "mode", Kind: frames.U32, Meaning: "permission bits", Unit: frames.FileMode},
			{Name: "uid", Kind: frames.U32, Meaning: "owner"},
			{Name: "gid", Kind: frames.U32, Meaning: "group"},
			{Name: "atime", Kind: frames.Time, Meaning: "time of the last access"},
			{Name: "mtime", Kind: frames.Time, Meaning: "time of the last change"},
		}},
		path("path", "the entry"),
	}}
)

var (
	writeID = &frames.Layout{Error: "Write", Exact: true, Fields: []frames.Field{
		{Name: "write_id", Kind: frames.U32, Meaning: "the id of the write that the caller chose", Noted: true},
	}}

	connectionID = &frames.Layout{Error: "Postgres", Exact: true, Fields: []frames.Field{
		{Name: "connection_id", Kind: frames.U32, Meaning: "the id of the connection", Noted: true},
	}}

	daemonID = &frames.Layout{Error: "DaemonError::", Exact: true, Fields: []frames.Field{
		{Name: "connection_id", Kind: frames.U32, Meaning: "the id of the connection", Noted: true},
	}}
)
