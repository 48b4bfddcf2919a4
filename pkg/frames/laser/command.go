package laser

import (
	"slices"

	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/cbor"
)

// Command is what is known of a managed command code (section 8).
type Command struct {
	Code    uint32
	Name    string // "KV_SET"; its constant is AGDX_KV_SET_CODE
	Block   string // of codes: "key-value"
	Request string // the Rust type, or what is known of it; "" when nothing is
	Reply   string // the Rust type; "" when it is not known
	// RequestType and ReplyType are the frame types of those that are declared,
	// or nil.
	RequestType, ReplyType *frames.Type
	Permission             string // the grant, as feature:action; "" for none
	Mutates                bool   // must carry an operation id
	ServerOnly             bool   // answered by the server itself, never forwarded
	NeedsScope             bool   // needs a scope
	Retired                bool   // its code is never used again
	RetiredLater           bool   // not mentioned any more by later releases
	AsQuery                bool   // travels as a forwarded query
}

// Commands returns all commands in the order of their codes.
func Commands() []Command {
	list := make([]Command, len(commands))
	for i := range commands {
		list[i] = commands[i].describe()
	}
	return list
}

// CommandBlock is the name of the block of codes that a code is in, and
// whether it is in one.
func CommandBlock(code uint64) (string, bool) {
	block := (code - firstCode) / blockSize
	if code < firstCode || block >= uint64(len(blocks)) {
		return "", false
	}
	return blocks[block], true
}

// IsIggyCode tells whether a code is one of Apache Iggy, no managed command.
func IsIggyCode(code uint64) bool { return code >= 1 && code <= maxIggyCode }

func (c *command) describe() Command {
	d := Command{
		Code: c.code, Name: c.name, Block: blocks[(c.code-firstCode)/blockSize], Request: c.requestName(),
		RequestType: typeOf(c.request), Permission: c.permission,
		Mutates: c.flags&mutating != 0, ServerOnly: c.flags&serverOnly != 0, NeedsScope: c.flags&needsScope != 0,
		Retired: c.flags&retired != 0, RetiredLater: c.flags&retiredLater != 0, AsQuery: c.flags&asQuery != 0,
	}
	if r := replyType(c.code); r != nil {
		d.Reply, d.ReplyType = r.Name, typeOf(r)
	}
	return d
}

// typeOf is the frame type that a declaration is the root of, or nil.
func typeOf(root *cbor.Type) *frames.Type {
	i := slices.IndexFunc(Types, func(t *frames.Type) bool {
		c, ok := t.Codec.(*cbor.Codec)
		return ok && root != nil && c.Root == root
	})
	if i < 0 {
		return nil
	}
	return Types[i]
}

// replyType is the reply to a command: the surfaces have one each, by its name.
// nil where the specification names none.
func replyType(code uint32) *cbor.Type {
	for _, r := range [...]struct {
		first, last uint32
		reply       *cbor.Type
	}{
		{1000000, 1000000, helloReply},
		{1000003, 1000003, clientMetadataList},
		{1000020, 1000020, batchReply},
		{1000100, 1000107, authzReply},
		{1000200, 1000200, queryReply},
		{1000210, 1000223, browseReply},
		{1000300, 1000314, kvReply},
		{1000400, 1000404, forkReply},
		{1000600, 1000602, graphReply},
		{1000700, 1000703, agentReply},
	} {
		if code >= r.first && code <= r.last {
			return r.reply
		}
	}
	return nil
}
