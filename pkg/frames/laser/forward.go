package laser

import (
	"strconv"

	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/cbor"
)

// ForwardedQuery is a query that the server forwards for a client (section 4).
var ForwardedQuery = &frames.Type{
	Name: "laser.forwarded-query", Meaning: meaningQuery, Spec: "laser-forward.md 4", Trust: frames.Pinned, Guessed: true,
	Codec: &cbor.Codec{
		Root: forwardedQuery, Own: "query_envelope", Rival: "command_code",
		Meaning: meaningQuery, Example: exampleQuery,
	},
}

// ForwardedCommand is a command that the server forwards (section 5).
var ForwardedCommand = &frames.Type{
	Name: "laser.forwarded-command", Meaning: meaningCommand, Spec: "laser-forward.md 5", Trust: frames.Pinned, Guessed: true,
	Codec: &cbor.Codec{
		Root: forwardedCommand, Own: "command_code", Rival: "query_envelope",
		Meaning: meaningCommand, Example: exampleCommand,
	},
}

const (
	meaningQuery   = "a query that the server forwards to its backend for a client"
	meaningCommand = "a command that the server forwards to its backend"
)

var forwardedQuery = &cbor.Type{Name: "ForwardedQuery", Fields: fields{
	said(need("user_id", u32, "the authenticated user"), sayQueryUser),
	said(need("client_id", u128, "the client connection"), sayQueryClient),
	null("correlation", text, "conversation id for the audit log, a claim of the client"),
	holding(need("query_envelope", bytes, "the query"), func(cbor.Map) *cbor.Type { return queryEnvelope }),
	list("grants", grants, "grants in force for the caller"),
	omit("tenancy", untyped, "", "tenancy of the server's authorization state"),
	opt("scope", forwardedScope, "the stream that owns the queried index"),
}}

var forwardedCommand = &cbor.Type{Name: "ForwardedCommand", Check: checkCommand, Fields: fields{
	old(said(opt("user_id", u32, "the authenticated user, in the older shape"), sayOldUser)),
	opt("caller", caller, "the requesting client"),
	ident(need("client_id", u128, "the client connection, for logs alone")),
	null("correlation", text, "conversation id for the audit log, a claim of the client"),
	ident(opt("operation_id", u128, "identity of the mutation, made once by the SDK")),
	def("read_all", boolean, cbor.False, "without effect"),
	opt("scope", forwardedScope, "the stream"),
	coded(said(need("command_code", u32, "what to do"), sayCode)),
	holding(need("payload", bytes, "the request of the SDK"), payloadType),
	list("grants", grants, "grants in force for the caller"),
	noted(flag("read_barrier", "the answer waits until the fold is at the head of the mutation log")),
	opt("min_position", mutationPosition, "the answer waits until the fold is past this position"),
	noted(flag("positioned_reply", "the reply has to be a ManagedReplyEnvelope")),
	list("min_sessions", cbor.List(untyped), "positions that must be folded before a session is read"),
	omit("tenancy", untyped, "", "tenancy of the server's authorization state"),
}}

// old marks the user at the top of a command: before there was a caller.
func old(f cbor.Field) cbor.Field {
	f.Old = "the older shape of a command, with the user at the top; the peer ignores the user and takes the command for one of the server itself"
	return f
}

// caller is who asks (section 3.1). Its agent and end user are claims that
// nobody has verified.
var caller = &cbor.Type{Name: "Caller", Say: sayCaller, Fields: fields{
	need("user_id", u32, "the authenticated user"),
	opt("agent", agent, "agent name, a claim of the client"),
	opt("on_behalf_of", text, "end user behind an intermediary, a claim of the client"),
}}

// sayQueryUser says who asks. A client never has id 0: that is the server
// itself.
func sayQueryUser(dst []byte, v cbor.Item, in cbor.Map) []byte {
	id, ok := v.Uint()
	if !ok {
		return dst
	}
	if client, ok := in.Uint("client_id"); ok && client == 0 {
		return appendUser(append(dst, "asked by the server itself (client 0), as "...), id)
	}
	return appendUser(append(dst, "asked by "...), id)
}

func sayOldUser(dst []byte, v cbor.Item, _ cbor.Map) []byte {
	id, ok := v.Uint()
	if !ok {
		return dst
	}
	return append(appendUser(append(dst, "asked by "...), id), ", in the older shape of a command"...)
}

// appendUser names a user: 0 is root.
func appendUser(dst []byte, id uint64) []byte {
	if id == 0 {
		return append(dst, "root (user 0)"...)
	}
	return strconv.AppendUint(append(dst, "user "...), id, 10)
}

// sayQueryClient tells the requests of the server itself from those of its
// clients.
func sayQueryClient(dst []byte, v cbor.Item, _ cbor.Map) []byte {
	if id, ok := v.Uint(); ok && id == 0 {
		return append(dst, "client 0: a request of the server itself"...)
	}
	return cbor.AppendHexID(dst, v)
}

func sayCaller(dst []byte, m cbor.Map) []byte {
	id, ok := m.Uint("user_id")
	if !ok {
		return dst
	}
	dst = appendUser(append(dst, "asked by "...), id)
	claims := false
	if name, ok := m.Text("agent"); ok {
		dst = appendQuoted(append(dst, ", through agent "...), name)
		claims = true
	}
	if user, ok := m.Text("on_behalf_of"); ok {
		dst = appendQuoted(append(dst, ", on behalf of "...), user)
		claims = true
	}
	if claims {
		dst = append(dst, " (claims of the client, not verified)"...)
	}
	return dst
}

// forwardedScope is the identity of a stream (section 3.3).
var forwardedScope = &cbor.Type{Name: "ForwardedScope", Say: sayScope, Fields: fields{
	need("stream_id", u32, "numeric id of the stream"),
	need("stream", text, "name of the stream"),
	micros(need("stream_created_at_micros", u64, "when the stream was created")),
}}

func sayScope(dst []byte, m cbor.Map) []byte {
	name, ok := m.Text("stream")
	if !ok {
		return dst
	}
	return appendQuoted(append(dst, "stream "...), name)
}

// mutationPosition is a position in the log of mutations (section 3.6).
var mutationPosition = &cbor.Type{Name: "MutationPosition", Fields: fields{
	ident(need("topic_generation", u64, "identity of the mutation topic's life; only positions of one generation compare")),
	need("partition", u32, "partition"),
	need("offset", u64, "offset of the applied mutation"),
}}
