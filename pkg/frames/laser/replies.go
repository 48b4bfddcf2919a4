package laser

import (
	"strconv"

	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/cbor"
)

// Command is what a request asks for, as far as a conversation needs it.
type Command struct {
	Code uint32
	Name string // KV_SET, or the number where the code is not known
	// Reply is the type of the reply; nil when it is not confirmed.
	Reply *frames.Type
}

// queryCode is the code of what travels as a ForwardedQuery.
const queryCode = 1000200

// CommandOf returns the type of a forwarded request, and what it asks for; nil
// when the frame is none.
func CommandOf(frame []byte) (*frames.Type, Command) {
	top := cbor.Top(frame)
	if top.Has("query_envelope") && top.Has("client_id") {
		return ForwardedQuery, commandFor(queryCode)
	}
	code, ok := top.Uint("command_code")
	if !ok || !top.Has("client_id") {
		return nil, Command{}
	}
	c := commandFor(code)
	if positioned, ok := top.Get("positioned_reply"); ok && positioned.IsTrue() {
		c.Reply = nil // a ManagedReplyEnvelope, whose layout is not confirmed
	}
	return ForwardedCommand, c
}

func commandFor(code uint64) Command {
	c := Command{Code: uint32(code), Name: strconv.FormatUint(code, 10)}
	known := commandOf(code)
	if known == nil {
		return c
	}
	c.Name = known.name
	if known.request != nil || known.code == firstCode {
		c.Reply = Types.ByName(replyName(known.code))
	}
	return c
}

// replyName is the type of the reply to a command whose request is declared.
func replyName(code uint32) string {
	switch code {
	case 1000000:
		return "laser.hello-reply"
	case 1000003:
		return "laser.client-metadata-list"
	case 1000020:
		return "laser.batch-reply"
	}
	switch block := (code - firstCode) / 10; {
	case block/10 == 1:
		return "laser.authz-reply"
	case block == 20:
		return "laser.query-reply"
	case block/10 == 2:
		return "laser.browse-reply"
	case block/10 == 3:
		return "laser.kv-reply"
	case block/10 == 4:
		return "laser.fork-reply"
	case block/10 == 6:
		return "laser.graph-reply"
	case block == 70:
		return "laser.agent-reply"
	}
	return ""
}

// IsReply tells whether a frame looks like a reply: a variant of an enum, of
// which requests have none.
func IsReply(frame []byte) bool {
	key, ok := cbor.Top(frame).Key()
	return ok && len(key) > 0 && key[0] >= 'A' && key[0] <= 'Z'
}

// MayBe tells whether a frame may be of a type, by its keys alone.
func MayBe(t *frames.Type, frame []byte) bool {
	c, ok := t.Codec.(*cbor.Codec)
	if !ok {
		return false
	}
	_, may := c.Sift(&frames.Reader{Frame: frame})
	return may
}
