package diverge

import "github.com/divtool/divtool/pkg/frames"

// ServeRequest is a request that the caller opens a channel with inside a
// scope that serves a mount (7.3): the FUSE requests without the id of the
// mount, which the scope settles.
var ServeRequest = &frames.Type{
	Name:    "diverge.serve.request",
	Meaning: "a channel request to a served mount, from the caller to the provider",
	Spec:    "diverge-frames.md 7.3",
	Trust:   frames.Old,
	Codec: &frames.Tagged{Table: []*frames.Message{
		mountRead, mountWrite, mountList, mountRemove, mountRename, mountMkdir, mountStat, mountTruncate,
		mountSetattr,
		{Tag: 9, Name: "stop", Meaning: "stop serving", Body: frames.Empty{},
			Example: "09"},
		{Tag: 10, Name: "filetree", Meaning: "follow the files of the mount", Body: frames.Empty{},
			Example: "0a"},
	}},
}

// ServeResponse is an answer to a request to a served mount (7.3). A stop has
// none.
var ServeResponse = &frames.Type{
	Name:    "diverge.serve.response",
	Meaning: "an answer to a channel request to a served mount, from the provider to its caller",
	Spec:    "diverge-frames.md 7.3",
	Trust:   frames.Old,
	Codec: &frames.ResponseCodec{Table: []*frames.Message{
		fuseReadResponse, fuseWriteResponse, fuseListResponse, fuseRemoveResponse, fuseRenameResponse,
		fuseMkdirResponse, fuseStatResponse, fuseTruncateResponse, fuseSetattrResponse,
		{Name: "filetree", Meaning: "the files of the mount, and what becomes of them", Body: unconfirmedResponseBody, Example: "000000"},
	}},
}

// Only the first of these was read; that the others are laid out like those of
// section 3.7 is not confirmed.
var (
	serveRead     = &frames.Layout{Fields: []frames.Field{filePath16, offset, readLength}}
	serveWrite    = &frames.Unconfirmed{Body: &frames.Layout{Fields: []frames.Field{filePath16, offset, piece}}, Reason: serveUnconfirmed}
	serveTarget   = &frames.Unconfirmed{Body: &frames.Layout{Fields: []frames.Field{entryPath}}, Reason: serveUnconfirmed}
	serveRename   = &frames.Unconfirmed{Body: &frames.Layout{Fields: []frames.Field{oldPath, newPath}}, Reason: serveUnconfirmed}
	serveTruncate = &frames.Unconfirmed{Body: &frames.Layout{Fields: []frames.Field{fileSize, filePath}}, Reason: serveUnconfirmed}
	serveSetattr  = &frames.Unconfirmed{Body: &frames.Layout{Fields: []frames.Field{attrs, entryPath}}, Reason: serveUnconfirmed}
)

const serveUnconfirmed = "the layout of this request is not confirmed: it is read like that of a live mount, without the mount id"

// The requests to a mount, whose id the scope settles.
var (
	mountRead = &frames.Message{Tag: 0, Name: "fuse_read", Meaning: "read a piece of a file", Body: serveRead,
		Example: "000003612f62000000000000100000000200"}
	mountWrite = &frames.Message{Tag: 1, Name: "fuse_write", Meaning: "write a piece of a file", Body: serveWrite,
		Example: "010003612f6200000000000000056869"}
	mountList = &frames.Message{Tag: 2, Name: "fuse_list", Meaning: "list a directory", Body: serveTarget,
		Example: "02737263"}
	mountRemove = &frames.Message{Tag: 3, Name: "fuse_remove", Meaning: "remove an entry", Body: serveTarget,
		Example: "036f6c64"}
	mountRename = &frames.Message{Tag: 4, Name: "fuse_rename", Meaning: "rename an entry", Body: serveRename,
		Example: "040003746d70612f62"}
	mountMkdir = &frames.Message{Tag: 5, Name: "fuse_mkdir", Meaning: "make a directory", Body: serveTarget,
		Example: "05646972"}
	mountStat = &frames.Message{Tag: 6, Name: "fuse_stat", Meaning: "ask for the attributes of an entry", Body: serveTarget,
		Example: "06612f62"}
	mountTruncate = &frames.Message{Tag: 7, Name: "fuse_truncate", Meaning: "set the size of a file", Body: serveTruncate,
		Example: "070000000000000400612f62"}
	mountSetattr = &frames.Message{Tag: 8, Name: "fuse_setattr", Meaning: "set attributes of an entry", Body: serveSetattr,
		Example: "0811000001a40000000000000000000000000000000000000000000000006553f1001dcd6500612f62"}
)
