package diverge

import "github.com/divtool/divtool/pkg/frames"

// errorText is the message of a FUSE error.
var errorText = &frames.Layout{Fields: []frames.Field{
	{Name: "message", Kind: frames.Text, Meaning: "what went wrong", EmptyMeaning: "no message", Error: "MessageUtf8"},
}}

// Answers with data (5.6).
var (
	fuseReadResponseBody = &frames.Union{Name: "kind", EmptyError: "Empty", UnknownError: "UnknownKind", Cases: []frames.Case{
		{Name: "present", Meaning: "it is there", Layout: fusePiece},
		fuseMissing,
		fuseError,
	}}

	fuseListResponseBody = &frames.Union{Name: "kind", EmptyError: "Empty", UnknownError: "UnknownKind", Cases: []frames.Case{
		{Name: "present", Meaning: "it is there", Layout: fuseEntries},
		fuseMissing,
		fuseError,
	}}

	fuseStatResponseBody = &frames.Union{Name: "kind", EmptyError: "Empty", UnknownError: "UnknownKind", Cases: []frames.Case{
		{Name: "present", Meaning: "it is there", Layout: fuseAttributes},
		fuseMissing,
		fuseError,
	}}

	// fuseAckBody numbers its kinds otherwise than the answers with data.
	fuseAckBody = &frames.Union{Name: "kind", EmptyError: "Empty", UnknownError: "UnknownKind", Cases: []frames.Case{
		{Name: "ok", Meaning: "it was done"},
		{Name: "error", Meaning: "it could not be done", Layout: errorText},
		{Name: "read_only", Meaning: "the mount is read-only"},
	}}
)

// The data of FUSE answers.
var (
	fusePiece = &frames.Layout{Fields: []frames.Field{
		{Name: "bytes", Kind: frames.Bytes, Meaning: "the piece", EmptyMeaning: "no bytes: the end of the file"},
	}}

	fuseEntries = &frames.Layout{Fields: []frames.Field{
		{Name: "entries", Kind: frames.List32, Meaning: "entries", Fields: []frames.Field{
			{Name: "kind", Kind: frames.Enum8, Names: []string{"file", "directory"}, Meaning: "what the entry is", Code: "unknown-kind", Error: "UnknownKind"},
			{Name: "name", Kind: frames.Text16, Meaning: "its name", Error: "NameUtf8"},
		}},
	}}

	fuseAttributes = &frames.Layout{Fields: []frames.Field{
		{Name: "entry", Kind: frames.Enum8, Names: []string{"file", "directory"}, Meaning: "what the entry is", Code: "unknown-kind", Error: "UnknownKind"},
		{Name: "size", Kind: frames.U64, Meaning: "size", Unit: frames.ByteSize},
		{Name: "mode", Kind: frames.U32, Meaning: "permission bits", Unit: frames.FileMode},
		{Name: "uid", Kind: frames.U32, Meaning: "owner"},
		{Name: "gid", Kind: frames.U32, Meaning: "group"},
		{Name: "atime", Kind: frames.Time, Meaning: "time of the last access"},
		{Name: "mtime", Kind: frames.Time, Meaning: "time of the last change"},
		{Name: "ctime", Kind: frames.Time, Meaning: "time of the last change of attributes"},
	}}
)

// The answers when there are none.
var (
	fuseMissing = frames.Case{Name: "missing", Meaning: "there is no such entry"}
	fuseError   = frames.Case{Name: "error", Meaning: "it could not be had", Layout: errorText}
)

// The answers to FUSE requests.
var (
	fuseReadResponse  = &frames.Message{Name: "fuse_read", Meaning: "the piece of the file", Body: fuseReadResponseBody, Example: "0068656c6c6f"}
	fuseWriteResponse = &frames.Message{Name: "fuse_write", Meaning: "whether the piece was written", Body: fuseAckBody, Example: "00"}
	fuseListResponse  = &frames.Message{Name: "fuse_list", Meaning: "the entries of the directory", Body: fuseListResponseBody,
		Example: "0000000002000005612e747874010003737562"}
	fuseRemoveResponse = &frames.Message{Name: "fuse_remove", Meaning: "whether the entry was removed", Body: fuseAckBody, Example: "00"}
	fuseRenameResponse = &frames.Message{Name: "fuse_rename", Meaning: "whether the entry was renamed", Body: fuseAckBody, Example: "016e6f"}
	fuseMkdirResponse  = &frames.Message{Name: "fuse_mkdir", Meaning: "whether the directory was made", Body: fuseAckBody, Example: "02"}
	fuseStatResponse   = &frames.Message{Name: "fuse_stat", Meaning: "the attributes of the entry", Body: fuseStatResponseBody,
		Example: "0000000000000000000b000001a4000003e8000003e8000000006553f10000000000000000006553f10000000000000000006553f10000000001"}
	fuseTruncateResponse = &frames.Message{Name: "fuse_truncate", Meaning: "whether the size was set", Body: fuseAckBody, Example: "00"}
	fuseSetattrResponse  = &frames.Message{Name: "fuse_setattr", Meaning: "whether the attributes were set", Body: fuseAckBody, Example: "00"}
)
