package laser

import (
	"strconv"

	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/cbor"
)

// queryCode is the code of what travels as a ForwardedQuery.
const queryCode = 1000200

// CommandOf returns the type of a forwarded request, and what it asks for; nil
// when the frame is none.
func CommandOf(frame []byte) (*frames.Type, Command) {
	top := cbor.RootMap(frame)
	if top.Has("query_envelope") && top.Has("client_id") {
		return ForwardedQuery, knownCommand(queryCode)
	}
	code, ok := top.Uint("command_code")
	if !ok || !top.Has("client_id") {
		return nil, Command{}
	}
	c := knownCommand(code)
	if positioned, ok := top.Get("positioned_reply"); ok && positioned.IsTrue() {
		c.ReplyType = nil // a ManagedReplyEnvelope, whose layout is not confirmed
	}
	return ForwardedCommand, c
}

// knownCommand is what is known of a code: its number, when nothing is.
func knownCommand(code uint64) Command {
	known := commandByCode(code)
	if known == nil {
		return Command{Code: uint32(code), Name: strconv.FormatUint(code, 10)}
	}
	c := known.describe()
	if known.request == nil && known.code != firstCode {
		c.ReplyType = nil // nor is the reply confirmed
	}
	return c
}

// IsReply tells whether a frame looks like a reply: a variant of an enum, of
// which requests have none.
func IsReply(frame []byte) bool {
	key, ok := cbor.RootMap(frame).VariantName()
	return ok && len(key) > 0 && key[0] >= 'A' && key[0] <= 'Z'
}

// MayMatch tells whether a frame may be of a type, by its keys alone. Of a reply
// the variant is enough: that it is cut, or has bytes behind it, is a fault of
// that reply.
func MayMatch(t *frames.Type, frame []byte) bool {
	c, ok := t.Codec.(*cbor.Codec)
	if !ok {
		return false
	}
	if _, matches := c.Match(&frames.Reader{Frame: frame}); matches {
		return true
	}
	key, ok := cbor.RootMap(frame).VariantName()
	return ok && c.HasVariant(key)
}
