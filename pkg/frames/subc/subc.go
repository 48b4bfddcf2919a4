// Package subc declares the frames between a module and its daemon (spec/subc-frame.md).
//
// Goals: the checks of sections 4 and 5, in their order and with their names. Non-goals:
// the meaning of bodies (package scope reads scope calls), and the handshake before the
// first frame.
//
// An importer begins with [Frame], or with [ParseHeader] to split a stream.
package subc

import (
	"slices"

	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/scope"
)

// Frame is the only type: a header of 21 bytes and a body.
var Frame = &frames.Type{
	Name:    "subc.frame",
	Meaning: "frame between a module or client and the daemon: a header and a body",
	Spec:    "subc-frame.md 1 to 5",
	Trust:   frames.Pinned,
	Guessed: true,
	Mark:    frames.Mark{Strength: frames.HeaderMark, Damaged: damaged},
	Codec:   &codec{},
}

// The types of frame, as in [Header].Type (section 2).
const (
	Request byte = iota
	Response
	Push
	StreamData
	StreamEnd
	Error
	Cancel
	Ping
	Pong
	Hello
	HelloAck
	Goodbye
)

// frameType is a type of frame (section 2).
type frameType struct {
	frames.Message
	// noBody is set for frames without a body.
	noBody bool
	// sheddable is set for frames that may be dropped under load.
	sheddable bool
}

// controlSummary shows the members of a control body that the specification names.
const controlSummary = "[{manifest.module_id}  ][generation {generation}  ][{#scopes scope}  ][{#upsert} upsert  ][{#end} end  ]" +
	"[{#results result}  ][{method}  ][channel {route_channel}  ][→ {target.module_id}]"

var frameTypes = [...]frameType{
	Request: {Message: frames.Message{Tag: Request, Name: "REQUEST", Meaning: "request; the response has the same corr", Summary: controlSummary,
		Example: "2e0000000200000000000000000500000000000000" + "7b226f70223a2273636f70652e73796e63222c2267656e65726174696f6e223a312c2273636f706573223a5b5d7d"}},
	Response: {Message: frames.Message{Tag: Response, Name: "RESPONSE", Meaning: "response to the request with the same corr", Summary: controlSummary,
		Example: "2f0000000201000000000000000500000000000000" + "7b226f70223a2273636f70652e73796e63222c2267656e65726174696f6e223a312c22726573756c7473223a5b5d7d"}},
	Push: {sheddable: true, Message: frames.Message{Tag: Push, Name: "PUSH", Meaning: "message that was not requested", Summary: controlSummary,
		Example: "020000000202242a0007000000000000000000000000ff"}},
	StreamData: {sheddable: true, Message: frames.Message{Tag: StreamData, Name: "STREAM_DATA", Meaning: "chunk of a stream", Summary: controlSummary,
		Example: "08000000" + "02031d010201000000cdab896745230100" + "000102037f80feff"}},
	StreamEnd: {Message: frames.Message{Tag: StreamEnd, Name: "STREAM_END", Meaning: "end of a stream", Summary: controlSummary,
		Example: "0000000002040b0100010000000900000000000000"}},
	Error: {Message: frames.Message{Tag: Error, Name: "ERROR", Meaning: "the request with the same corr failed", Summary: "{code}", IsError: true,
		Example: "2a0000000205402a00070000004d00000000000000" + "7b22636f6465223a227374616c655f726f7574655f65706f6368222c226d657373616765223a2278227d"}},
	Cancel: {noBody: true, Message: frames.Message{Tag: Cancel, Name: "CANCEL", Meaning: "cancels the request with the same corr",
		Example: "000000000206000700010000006300000000000000"}},
	Ping: {noBody: true, Message: frames.Message{Tag: Ping, Name: "PING", Meaning: "checks that the other side is alive",
		Example: "000000000207000000000000000100000000000000"}},
	Pong: {noBody: true, Message: frames.Message{Tag: Pong, Name: "PONG", Meaning: "reply to a PING, with its flags and corr",
		Example: "000000000208000000000000000100000000000000"}},
	Hello: {Message: frames.Message{Tag: Hello, Name: "HELLO", Meaning: "registers a module with the daemon", Summary: controlSummary,
		Example: "26000000" + "0209000000000000000100000000000000" + "7b226d616e6966657374223a7b7d2c2270726f746f636f6c5f766572223a322c2278223a307d"}},
	HelloAck: {Message: frames.Message{Tag: HelloAck, Name: "HELLO_ACK", Meaning: "the daemon accepts the module", Summary: controlSummary,
		Example: "14000000" + "020a000000000000000100000000000000" + "7b226e65676f7469617465645f766572223a327d"}},
	Goodbye: {noBody: true, Message: frames.Message{Tag: Goodbye, Name: "GOODBYE", Meaning: "ends the session, or the route on a route channel",
		Example: "00000000020b002a00070000000000000000000000"}},
}

// The bits of the flags (section 3).
const (
	BinaryFlag       = 0x01
	priorityShift    = 1
	lastFlag         = 0x08
	admissionShift   = 4
	daemonOriginFlag = 0x40
	SubscriptionFlag = 0x80
)

// The values of the two fields of two bits; 3 is reserved in both.
var (
	priorities = []string{"passive", "interactive", "background"}
	admissions = []string{"normal", "expedite", "sheddable"}
)

// sheddable is the admission that only some types may have.
const sheddable = 2

// flag is one member of the flags in a document, in its order.
type flag struct {
	name    string
	bit     byte     // of a boolean flag
	shift   int      // of a field of two bits
	names   []string // of the values; nil for a boolean flag
	meaning string   // the note when it is set
}

// valueKind returns the JSON kind of the member.
func (f *flag) valueKind() string {
	if f.names != nil {
		return "string"
	}
	return "boolean"
}

var flags = []flag{
	{name: "binary", bit: BinaryFlag, meaning: "the body is bytes"},
	{name: "priority", shift: priorityShift, names: priorities},
	{name: "last", bit: lastFlag, meaning: "last frame of the message"},
	{name: "admission", shift: admissionShift, names: admissions},
	{name: "daemon_origin", bit: daemonOriginFlag, meaning: "written by the daemon"},
	{name: "subscription", bit: SubscriptionFlag, meaning: "subscription: the request stays open"},
}

// Term is a word in the body of a frame, with its meaning.
type Term struct{ Name, Meaning string }

// ops are the known ops of control bodies.
var ops = [...]Term{
	{"scope.sync", "complete list of the owner's scopes; all others end"},
	{"scope.apply", "changes to individual scopes of the owner"},
	{"scope.describe", "requests the state of one scope"},
	{"route.bind", "the daemon binds a route to the module"},
	{"route.open", "a client opens a route"},
	{"route.status", "the module reports the status of a route"},
	{"route.closing", "a route is about to close"},
	{"route.closed", "a route has closed"},
	{"catalog.update", "the module changes its catalog"},
}

// errorCodes are the codes of error bodies that the specification explains, except for
// the refusals of scope calls.
var errorCodes = [...]Term{
	{"unknown_channel", "the route no longer exists"},
	{"stale_route_epoch", "the route no longer exists"},
	{"unknown_subscription", "no open subscription has this corr"},
}

// Ops returns the known values of op in a control body.
func Ops() []Term { return slices.Clone(ops[:]) }

// ErrorCodes returns the known codes of error bodies, except for those of scope calls.
func ErrorCodes() []Term { return slices.Clone(errorCodes[:]) }

func meaningOf(words []Term, name string) string {
	for i := range words {
		if words[i].Name == name {
			return words[i].Meaning
		}
	}
	return ""
}

// meaningOfOp returns the meaning of the op of a control body, "" when it is unknown.
func meaningOfOp(op string) string { return meaningOf(ops[:], op) }

// meaningOfCode returns what the code of an error body means for the caller, "" when the
// specification does not explain it.
func meaningOfCode(code string) string {
	if text := meaningOf(errorCodes[:], code); text != "" {
		return text
	}
	c, _ := scope.CodeByName(code)
	return c.Meaning
}
