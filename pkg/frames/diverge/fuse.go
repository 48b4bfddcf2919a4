package diverge

import (
	"github.com/divtool/divtool/pkg/frames"
)

// emptyPath is the meaning of an empty path. A path is one string with slashes, relative to
// the root of the mount (3.7); at the end of the frame it has no length.
const emptyPath = "root of the mount"

// What peers write in requests (drift.md 3.3). Frames of older tag tables and damaged
// frames often have other values in these fields.
var (
	plainID     = &frames.Plausible{MaxSize: 255, NotFirst: `"{ `}
	plainText   = &frames.Plausible{}
	fileOffset  = &frames.Plausible{Max: 1<<53 - 1}
	permissions = &frames.Plausible{Max: 0o7777}
	subsecond   = &frames.Plausible{Max: 1e9 - 1}
)

// Fields of the requests, including the requests to a served mount (7.3).
var (
	mountID    = frames.Field{Name: "id", Kind: frames.Text16, Meaning: "mount id", Annotated: true, Error: "IdUtf8", Plausible: plainID}
	filePath16 = frames.Field{Name: "path", Kind: frames.Text16, Meaning: "path of the file", Unit: frames.FilePath, EmptyMeaning: emptyPath, Error: "PathUtf8", Plausible: plainText}
	filePath   = frames.Field{Name: "path", Kind: frames.Text, Meaning: "path of the file", Unit: frames.FilePath, EmptyMeaning: emptyPath, Error: "PathUtf8", Plausible: plainText}
	entryPath  = frames.Field{Name: "path", Kind: frames.Text, Meaning: "the entry", Unit: frames.FilePath, EmptyMeaning: emptyPath, Error: "PathUtf8", Plausible: plainText}
	oldPath    = frames.Field{Name: "from", Kind: frames.Text16, Meaning: "current path of the entry", Unit: frames.FilePath, EmptyMeaning: emptyPath, Error: "PathUtf8", Plausible: plainText}
	newPath    = frames.Field{Name: "to", Kind: frames.Text, Meaning: "new path of the entry", Unit: frames.FilePath, EmptyMeaning: emptyPath, Error: "PathUtf8", Plausible: plainText}
	offset     = frames.Field{Name: "offset", Kind: frames.U64, Meaning: "offset in the file, in bytes", Plausible: fileOffset}
	readLength = frames.Field{Name: "length", Kind: frames.U32, Meaning: "number of bytes to read", Unit: frames.ByteSize}
	piece      = frames.Field{Name: "bytes", Kind: frames.Bytes, Meaning: "content", EmptyMeaning: "no bytes; at offset 0 this creates the file"}
	fileSize   = frames.Field{Name: "size", Kind: frames.U64, Meaning: "new size", Unit: frames.ByteSize, Plausible: fileOffset}
	attrs      = frames.Field{Name: "attrs", Kind: frames.Optional8, Meaning: "attributes to set", Fields: attrFields}

	attrFields = []frames.Field{
		{Name: "mode", Kind: frames.U32, Meaning: "permission bits", Unit: frames.FileMode, Plausible: permissions},
		{Name: "uid", Kind: frames.U32, Meaning: "owner"},
		{Name: "gid", Kind: frames.U32, Meaning: "group"},
		{Name: "atime", Kind: frames.Time, Meaning: "last access time", Plausible: subsecond},
		{Name: "mtime", Kind: frames.Time, Meaning: "time of the last change", Plausible: subsecond},
	}
)

var (
	fuseRead   = &frames.Layout{Error: "Fuse", Fields: []frames.Field{mountID, filePath16, offset, readLength}}
	fuseWrite  = &frames.Layout{Error: "Fuse", Fields: []frames.Field{mountID, filePath16, offset, piece}}
	fuseTarget = &frames.Layout{Error: "Fuse", Fields: []frames.Field{mountID, entryPath}}
	fuseRename = &frames.Layout{Error: "Fuse", Fields: []frames.Field{mountID, oldPath, newPath}}

	// The size comes before the path.
	fuseTruncate = &frames.Layout{Error: "Fuse", Fields: []frames.Field{mountID, fileSize, filePath}}

	// The attributes come before the path. They are 37 bytes: upstream's comments
	// state 29, its code has 37.
	fuseSetattr = &frames.Layout{Error: "Fuse", Fields: []frames.Field{mountID, attrs, entryPath}}
)

var (
	writeID = &frames.Layout{Error: "Write", ExactSize: true, Fields: []frames.Field{
		{Name: "write_id", Kind: frames.U32, Meaning: "write id, chosen by the caller", Annotated: true},
	}}

	connectionID = &frames.Layout{Error: "Postgres", ExactSize: true, Fields: []frames.Field{
		{Name: "connection_id", Kind: frames.U32, Meaning: "connection id", Annotated: true},
	}}

	daemonID = &frames.Layout{Error: "DaemonError::", ExactSize: true, Fields: []frames.Field{
		{Name: "connection_id", Kind: frames.U32, Meaning: "connection id", Annotated: true},
	}}
)

// errorText is the message of a FUSE error.
var errorText = []frames.Field{
	{Name: "message", Kind: frames.Text, Meaning: "error message", EmptyMeaning: "no message", Error: "MessageUtf8"},
}

// Answers with data (5.6).
var (
	fuseReadResponseBody = &frames.Layout{EmptyError: "Empty", Value: &frames.Field{Kind: frames.Union8, Error: "UnknownKind", Cases: []frames.Case{
		{Name: "present", Meaning: "present", Fields: fusePiece, Summary: sizeSummary},
		fuseMissing,
		fuseError,
	}}}

	fuseListResponseBody = &frames.Layout{EmptyError: "Empty", Value: &frames.Field{Kind: frames.Union8, Error: "UnknownKind", Cases: []frames.Case{
		{Name: "present", Meaning: "present", Fields: fuseEntries, Summary: "{#entries entry}"},
		fuseMissing,
		fuseError,
	}}}

	fuseStatResponseBody = &frames.Layout{EmptyError: "Empty", Value: &frames.Field{Kind: frames.Union8, Error: "UnknownKind", Cases: []frames.Case{
		{Name: "present", Meaning: "present", Fields: fuseAttributes, Summary: "{entry}  {size} bytes"},
		fuseMissing,
		fuseError,
	}}}

	// fuseAckBody numbers its kinds differently from the answers with data.
	fuseAckBody = &frames.Layout{EmptyError: "Empty", Value: &frames.Field{Kind: frames.Union8, Error: "UnknownKind", Cases: []frames.Case{
		{Name: "ok", Meaning: "success"},
		{Name: "error", Meaning: "failure", Fields: errorText, Summary: "error  {message}", IsError: true},
		{Name: "read_only", Meaning: "the mount is read-only"},
	}}}
)

// The data of FUSE answers.
var (
	fusePiece = []frames.Field{
		{Name: "bytes", Kind: frames.Bytes, Meaning: "content", EmptyMeaning: "no bytes; end of the file"},
	}

	fuseEntries = []frames.Field{
		{Name: "entries", Kind: frames.List32, Meaning: "entries", Elem: &frames.Field{Kind: frames.Record, Fields: []frames.Field{
			{Name: "kind", Kind: frames.Enum8, Names: []string{"file", "directory"}, Meaning: "type of the entry", Code: "unknown-kind", Error: "UnknownKind"},
			{Name: "name", Kind: frames.Text16, Meaning: "name", Error: "NameUtf8"},
		}}},
	}

	fuseAttributes = []frames.Field{
		{Name: "entry", Kind: frames.Enum8, Names: []string{"file", "directory"}, Meaning: "type of the entry", Code: "unknown-kind", Error: "UnknownKind"},
		{Name: "size", Kind: frames.U64, Meaning: "size", Unit: frames.ByteSize},
		{Name: "mode", Kind: frames.U32, Meaning: "permission bits", Unit: frames.FileMode},
		{Name: "uid", Kind: frames.U32, Meaning: "owner"},
		{Name: "gid", Kind: frames.U32, Meaning: "group"},
		{Name: "atime", Kind: frames.Time, Meaning: "last access time"},
		{Name: "mtime", Kind: frames.Time, Meaning: "time of the last change"},
		{Name: "ctime", Kind: frames.Time, Meaning: "time of the last attribute change"},
	}
)

// The answers of an empty result.
var (
	fuseMissing = frames.Case{Name: "missing", Meaning: "the entry does not exist"}
	fuseError   = frames.Case{Name: "error", Meaning: "error", Fields: errorText, Summary: "error  {message}", IsError: true}
)

// The summaries of requests to a live mount.
const (
	readSummary     = "{id}:/{path}  {offset}+{length}"
	writeSummary    = "{id}:/{path}  {offset}+{#bytes}"
	entrySummary    = "{id}:/{path}"
	renameSummary   = "{id}:/{from} → /{to}"
	truncateSummary = "{id}:/{path}  to {size}"
	setattrSummary  = "{id}:/{path}  {,attrs}"
)

// servedOnce is the exchange of a request to a mount.
var servedOnce = frames.Exchange{
	Responses: frames.OneResponse, NoResponseMeaning: "no response: the request was not served, and is not repeated",
}

// The answers to FUSE requests.
var (
	fuseReadResponse  = &frames.Message{Meaning: "content of the file", Body: fuseReadResponseBody, Example: "0068656c6c6f"}
	fuseWriteResponse = &frames.Message{Meaning: "whether the content was written", Body: fuseAckBody, Example: "00"}
	fuseListResponse  = &frames.Message{Meaning: "entries of the directory", Body: fuseListResponseBody,
		Example: "0000000002000005612e747874010003737562"}
	fuseRemoveResponse = &frames.Message{Meaning: "whether the entry was removed", Body: fuseAckBody, Example: "00"}
	fuseRenameResponse = &frames.Message{Meaning: "whether the entry was renamed", Body: fuseAckBody, Example: "016e6f"}
	fuseMkdirResponse  = &frames.Message{Meaning: "whether the directory was created", Body: fuseAckBody, Example: "02"}
	fuseStatResponse   = &frames.Message{Meaning: "attributes of the entry", Body: fuseStatResponseBody,
		Example: "0000000000000000000b000001a4000003e8000003e8000000006553f10000000000000000006553f10000000000000000006553f10000000001"}
	fuseTruncateResponse = &frames.Message{Meaning: "whether the size was set", Body: fuseAckBody, Example: "00"}
	fuseSetattrResponse  = &frames.Message{Meaning: "whether the attributes were set", Body: fuseAckBody, Example: "00"}

	mountFiletreeResponse = &frames.Message{Meaning: "files of the mount and their changes", Body: unconfirmedResponseBody, Summary: sizeSummary, Example: "000000"}
)

// ServeRequest is a request for which the caller opens a channel in a scope that serves a
// mount (7.3): the FUSE requests without the id of the mount, which the scope determines.
var ServeRequest = &frames.Type{
	Name:    "diverge.serve.request",
	Meaning: "channel request to a served mount, from the caller to the provider",
	Spec:    "diverge-frames.md 7.3",
	Trust:   frames.Old,
	Codec: &frames.Tagged{Table: []*frames.Message{
		mountRead, mountWrite, mountList, mountRemove, mountRename, mountMkdir, mountStat, mountTruncate,
		mountSetattr,
		{Tag: 9, Name: "stop", Meaning: "stop serving", Body: frames.Empty,
			Exchange: noAnswer,
			Example:  "09"},
		{Tag: 10, Name: "filetree", Meaning: "watch the files of the mount", Body: frames.Empty,
			Answer: mountFiletreeResponse, Exchange: chunks,
			Example: "0a"},
	}},
}

// ServeResponse is an answer to a request to a served mount (7.3). A stop has no answer.
var ServeResponse = &frames.Type{
	Name:    "diverge.serve.response",
	Meaning: "response to a channel request to a served mount, from the provider to the caller",
	Spec:    "diverge-frames.md 7.3",
	Trust:   frames.Old,
	Codec:   &frames.ResponseCodec{Requests: ServeRequest},
}

// Only the first of these was seen. That the others have the layouts of section 3.7 is not
// confirmed.
var (
	serveRead     = &frames.Layout{Fields: []frames.Field{filePath16, offset, readLength}}
	serveWrite    = &frames.Layout{Fields: []frames.Field{filePath16, offset, piece}, Provisional: serveUnconfirmed}
	serveTarget   = &frames.Layout{Fields: []frames.Field{entryPath}, Provisional: serveUnconfirmed}
	serveRename   = &frames.Layout{Fields: []frames.Field{oldPath, newPath}, Provisional: serveUnconfirmed}
	serveTruncate = &frames.Layout{Fields: []frames.Field{fileSize, filePath}, Provisional: serveUnconfirmed}
	serveSetattr  = &frames.Layout{Fields: []frames.Field{attrs, entryPath}, Provisional: serveUnconfirmed}
)

const serveUnconfirmed = "the layout of this request is not confirmed; it is read like a request to a live mount, without the mount id"

// The requests to a mount whose id the scope determines.
var (
	mountRead = &frames.Message{Tag: 0, Name: "fuse_read", Meaning: "read part of a file", Body: serveRead,
		Answer: fuseReadResponse, Exchange: servedOnce, Summary: "/{path}  {offset}+{length}",
		Example: "000003612f62000000000000100000000200"}
	mountWrite = &frames.Message{Tag: 1, Name: "fuse_write", Meaning: "write part of a file", Body: serveWrite,
		Answer: fuseWriteResponse, Exchange: servedOnce, Summary: "/{path}  {offset}+{#bytes}",
		Example: "010003612f6200000000000000056869"}
	mountList = &frames.Message{Tag: 2, Name: "fuse_list", Meaning: "list a directory", Body: serveTarget,
		Answer: fuseListResponse, Exchange: servedOnce, Summary: "/{path}",
		Example: "02737263"}
	mountRemove = &frames.Message{Tag: 3, Name: "fuse_remove", Meaning: "remove an entry", Body: serveTarget,
		Answer: fuseRemoveResponse, Exchange: servedOnce, Summary: "/{path}",
		Example: "036f6c64"}
	mountRename = &frames.Message{Tag: 4, Name: "fuse_rename", Meaning: "rename an entry", Body: serveRename,
		Answer: fuseRenameResponse, Exchange: servedOnce, Summary: ":/{from} → /{to}",
		Example: "040003746d70612f62"}
	mountMkdir = &frames.Message{Tag: 5, Name: "fuse_mkdir", Meaning: "create a directory", Body: serveTarget,
		Answer: fuseMkdirResponse, Exchange: servedOnce, Summary: "/{path}",
		Example: "05646972"}
	mountStat = &frames.Message{Tag: 6, Name: "fuse_stat", Meaning: "get the attributes of an entry", Body: serveTarget,
		Answer: fuseStatResponse, Exchange: servedOnce, Summary: "/{path}",
		Example: "06612f62"}
	mountTruncate = &frames.Message{Tag: 7, Name: "fuse_truncate", Meaning: "set the size of a file", Body: serveTruncate,
		Answer: fuseTruncateResponse, Exchange: servedOnce, Summary: "/{path}  to {size}",
		Example: "070000000000000400612f62"}
	mountSetattr = &frames.Message{Tag: 8, Name: "fuse_setattr", Meaning: "set attributes of an entry", Body: serveSetattr,
		Answer: fuseSetattrResponse, Exchange: servedOnce, Summary: "/{path}  {,attrs}",
		Example: "0811000001a40000000000000000000000000000000000000000000000006553f1001dcd6500612f62"}
)
