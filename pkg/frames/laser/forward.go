package laser

import (
	"strconv"

	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/cbor"
)

// ForwardedQuery is a query that the server forwards for a client (section 4).
var ForwardedQuery = &frames.Type{
	Name: "laser.forwarded-query", Meaning: "a query that the server forwards to its backend for a client", Spec: "laser-forward.md 4", Trust: frames.Pinned, Guessed: true,
	Codec: &cbor.Codec{
		Root: forwardedQuery, Discriminator: "query_envelope", ConflictsWith: "command_code", Example: exampleQuery,
	},
}

// ForwardedCommand is a command that the server forwards (section 5).
var ForwardedCommand = &frames.Type{
	Name: "laser.forwarded-command", Meaning: "a command that the server forwards to its backend", Spec: "laser-forward.md 5", Trust: frames.Pinned, Guessed: true,
	Codec: &cbor.Codec{
		Root: forwardedCommand, Discriminator: "command_code", ConflictsWith: "query_envelope", Example: exampleCommand,
	},
}

var forwardedQuery = &cbor.Type{Name: "ForwardedQuery", Fields: fields{
	{Name: "user_id", Type: u32, Meaning: "the authenticated user", Describe: describeQueryUser},
	{Name: "client_id", Type: u128, Meaning: "the client connection", Describe: describeQueryClient},
	{Name: "correlation", Type: str, Presence: cbor.Nullable, Meaning: "conversation id for the audit log, a claim of the client"},
	{Name: "query_envelope", Type: bytes, Meaning: "the query", Embedded: func(cbor.Map) *cbor.Type { return queryEnvelope }},
	{Name: "grants", Type: grants, Presence: cbor.Omitted, Default: cbor.EmptyList, Meaning: "grants in force for the caller"},
	{Name: "tenancy", Type: untyped, Presence: cbor.Omitted, Meaning: "tenancy of the server's authorization state"},
	{Name: "scope", Type: forwardedScope, Presence: cbor.Optional, Meaning: "the stream that owns the queried index"},
}}

var forwardedCommand = &cbor.Type{Name: "ForwardedCommand", Check: checkCommand, Fields: fields{
	{Name: "user_id", Type: u32, Presence: cbor.Optional, Meaning: "the authenticated user, in the older shape", Describe: describeOldUser, Deprecated: oldUserMeaning},
	{Name: "caller", Type: caller, Presence: cbor.Optional, Meaning: "the requesting client"},
	{Name: "client_id", Type: u128, Unit: cbor.HexID, Meaning: "the client connection, for logs alone"},
	{Name: "correlation", Type: str, Presence: cbor.Nullable, Meaning: "conversation id for the audit log, a claim of the client"},
	{Name: "operation_id", Type: u128, Presence: cbor.Optional, Unit: cbor.HexID, Meaning: "identity of the mutation, made once by the SDK"},
	{Name: "read_all", Type: boolean, Presence: cbor.Defaulted, Default: cbor.False, Meaning: "without effect"},
	{Name: "scope", Type: forwardedScope, Presence: cbor.Optional, Meaning: "the stream"},
	{Name: "command_code", Type: u32, Meaning: "what to do", Describe: describeCode, Codes: requestCodes},
	{Name: "payload", Type: bytes, Meaning: "the request of the SDK", Embedded: payloadType},
	{Name: "grants", Type: grants, Presence: cbor.Omitted, Default: cbor.EmptyList, Meaning: "grants in force for the caller"},
	{Name: "read_barrier", Type: boolean, Presence: cbor.Omitted, Default: cbor.False, Unit: cbor.ShowMeaning, Meaning: "the answer waits until the fold is at the head of the mutation log"},
	{Name: "min_position", Type: mutationPosition, Presence: cbor.Optional, Meaning: "the answer waits until the fold is past this position"},
	{Name: "positioned_reply", Type: boolean, Presence: cbor.Omitted, Default: cbor.False, Unit: cbor.ShowMeaning, Meaning: "the reply has to be a ManagedReplyEnvelope"},
	{Name: "min_sessions", Type: &cbor.Type{Kind: cbor.ArrayKind, Elem: untyped}, Presence: cbor.Omitted, Default: cbor.EmptyList, Meaning: "positions that must be folded before a session is read"},
	{Name: "tenancy", Type: untyped, Presence: cbor.Omitted, Meaning: "tenancy of the server's authorization state"},
}}

// oldUserMeaning is the meaning of a user at the top of a command, from before there was a
// caller.
const oldUserMeaning = "the older shape of a command, with the user at the top; the peer ignores the user and takes the command for one of the server itself"

// caller identifies who asks (section 3.1). Its agent and end user are unverified claims.
var caller = &cbor.Type{Name: "Caller", Describe: describeCaller, Fields: fields{
	{Name: "user_id", Type: u32, Meaning: "the authenticated user"},
	{Name: "agent", Type: agent, Presence: cbor.Optional, Meaning: "agent name, a claim of the client"},
	{Name: "on_behalf_of", Type: str, Presence: cbor.Optional, Meaning: "end user behind an intermediary, a claim of the client"},
}}

// describeQueryUser names who asks. A client never has id 0: that is the server itself.
func describeQueryUser(dst []byte, v cbor.Item, in cbor.Map) []byte {
	id, ok := v.Uint()
	if !ok {
		return dst
	}
	if client, ok := in.Uint("client_id"); ok && client == 0 {
		return appendUser(append(dst, "asked by the server itself (client 0), as "...), id)
	}
	return appendUser(append(dst, "asked by "...), id)
}

func describeOldUser(dst []byte, v cbor.Item, _ cbor.Map) []byte {
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

// describeQueryClient distinguishes requests of the server itself from requests of clients.
func describeQueryClient(dst []byte, v cbor.Item, _ cbor.Map) []byte {
	if id, ok := v.Uint(); ok && id == 0 {
		return append(dst, "client 0: a request of the server itself"...)
	}
	return cbor.AppendHexID(dst, v)
}

func describeCaller(dst []byte, m cbor.Map) []byte {
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
var forwardedScope = &cbor.Type{Name: "ForwardedScope", Describe: describeScope, Fields: fields{
	{Name: "stream_id", Type: u32, Meaning: "numeric id of the stream"},
	{Name: "stream", Type: str, Meaning: "name of the stream"},
	{Name: "stream_created_at_micros", Type: u64, Unit: cbor.Micros, Meaning: "when the stream was created"},
}}

func describeScope(dst []byte, m cbor.Map) []byte {
	name, ok := m.Text("stream")
	if !ok {
		return dst
	}
	return appendQuoted(append(dst, "stream "...), name)
}

// mutationPosition is a position in the log of mutations (section 3.6).
var mutationPosition = &cbor.Type{Name: "MutationPosition", Fields: fields{
	{Name: "topic_generation", Type: u64, Unit: cbor.HexID, Meaning: "identity of the mutation topic's life; only positions of one generation compare"},
	{Name: "partition", Type: u32, Meaning: "partition"},
	{Name: "offset", Type: u64, Meaning: "offset of the applied mutation"},
}}

var (
	operationID = cbor.Field{Name: "operation_id", Type: u128, Unit: cbor.HexID, Meaning: "identity of the mutation, made once by the SDK"}

	managedRequestEnvelope = &cbor.Type{Name: "ManagedRequestEnvelope", Fields: fields{
		versionField,
		operationID,
		{Name: "payload", Type: bytes, Meaning: "the request"},
	}}

	mutationCommandEnvelope = &cbor.Type{Name: "MutationCommandEnvelope", Fields: fields{
		versionField,
		operationID,
		{Name: "timestamp_micros", Type: u64, Unit: cbor.Micros, Meaning: "when it was written"},
		{Name: "command_code", Type: u32, Meaning: "what to do", Describe: describeCode},
		{Name: "scope", Type: forwardedScope, Presence: cbor.Optional, Meaning: "the stream"},
		{Name: "payload", Type: bytes, Meaning: "the request", Embedded: payloadType},
	}}

	batchRequest = &cbor.Type{Name: "BatchRequest", Fields: fields{versionField, {Name: "ops", Type: &cbor.Type{Kind: cbor.ArrayKind, Elem: batchItem}, Meaning: "the commands"}}}

	// batchItem gets its fields in init.
	batchItem = &cbor.Type{Name: "BatchItem"}

	batchReply = &cbor.Type{Name: "BatchReply", Fields: fields{
		{Name: "results", Type: &cbor.Type{Kind: cbor.ArrayKind, Elem: bytes}, Meaning: "the answers, in the order of the commands"},
	}}
)
