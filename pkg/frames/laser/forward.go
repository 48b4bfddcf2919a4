package laser

import (
	"strconv"

	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/cbor"
)

// ForwardedQuery is a query that the server forwards for a client (section 4).
var ForwardedQuery = &frames.Type{
	Name: "laser.forwarded-query", Meaning: "query that the server forwards to its backend for a client", Spec: "laser-forward.md 4", Trust: frames.Pinned, Guessed: true,
	Codec: &cbor.Codec{
		Root: forwardedQuery, Discriminator: "query_envelope", ConflictsWith: "command_code", Example: exampleQuery,
	},
}

// ForwardedCommand is a command that the server forwards (section 5).
var ForwardedCommand = &frames.Type{
	Name: "laser.forwarded-command", Meaning: "command that the server forwards to its backend", Spec: "laser-forward.md 5", Trust: frames.Pinned, Guessed: true,
	Codec: &cbor.Codec{
		Root: forwardedCommand, Discriminator: "command_code", ConflictsWith: "query_envelope", Example: exampleCommand,
	},
}

var forwardedQuery = &cbor.Type{Name: "ForwardedQuery", Fields: fields{
	{Name: "user_id", Type: u32, Meaning: "authenticated user", Describe: describeQueryUser},
	{Name: "client_id", Type: u128, Meaning: "client connection", Describe: describeQueryClient},
	{Name: "correlation", Type: str, Presence: cbor.Nullable, Meaning: "conversation id for the audit log, as claimed by the client"},
	{Name: "query_envelope", Type: bytes, Meaning: "query", Embedded: func(cbor.Map) *cbor.Type { return queryEnvelope }},
	{Name: "grants", Type: grants, Presence: cbor.Omitted, Default: cbor.EmptyList, Meaning: "grants in force for the caller"},
	{Name: "tenancy", Type: untyped, Presence: cbor.Omitted, Meaning: "tenancy of the server's authorization state"},
	{Name: "scope", Type: forwardedScope, Presence: cbor.Optional, Meaning: "stream that owns the queried index"},
}}

var forwardedCommand = &cbor.Type{Name: "ForwardedCommand", Check: checkCommand, Fields: fields{
	{Name: "user_id", Type: u32, Presence: cbor.Optional, Meaning: "authenticated user, in the older form", Describe: describeOldUser, Deprecated: oldUserMeaning},
	{Name: "caller", Type: caller, Presence: cbor.Optional, Meaning: "requesting client"},
	{Name: "client_id", Type: u128, Unit: cbor.HexID, Meaning: "client connection, only for logs"},
	{Name: "correlation", Type: str, Presence: cbor.Nullable, Meaning: "conversation id for the audit log, as claimed by the client"},
	{Name: "operation_id", Type: u128, Presence: cbor.Optional, Unit: cbor.HexID, Meaning: "id of the mutation, generated once by the SDK"},
	{Name: "read_all", Type: boolean, Presence: cbor.Defaulted, Default: cbor.False, Meaning: "no effect"},
	{Name: "scope", Type: forwardedScope, Presence: cbor.Optional, Meaning: "stream"},
	{Name: "command_code", Type: u32, Meaning: "command", Describe: describeCode, Codes: requestCodes},
	{Name: "payload", Type: bytes, Meaning: "request of the SDK", Embedded: payloadType},
	{Name: "grants", Type: grants, Presence: cbor.Omitted, Default: cbor.EmptyList, Meaning: "grants in force for the caller"},
	{Name: "read_barrier", Type: boolean, Presence: cbor.Omitted, Default: cbor.False, Unit: cbor.ShowMeaning, Meaning: "the response waits until the fold reaches the head of the mutation log"},
	{Name: "min_position", Type: mutationPosition, Presence: cbor.Optional, Meaning: "the response waits until the fold is past this position"},
	{Name: "positioned_reply", Type: boolean, Presence: cbor.Omitted, Default: cbor.False, Unit: cbor.ShowMeaning, Meaning: "the reply must be a ManagedReplyEnvelope"},
	{Name: "min_sessions", Type: &cbor.Type{Kind: cbor.ArrayKind, Elem: untyped}, Presence: cbor.Omitted, Default: cbor.EmptyList, Meaning: "positions that must be folded before a session is read"},
	{Name: "tenancy", Type: untyped, Presence: cbor.Omitted, Meaning: "tenancy of the server's authorization state"},
}}

// oldUserMeaning is the meaning of a user at the top of a command, from before there was a
// caller.
const oldUserMeaning = "older form of a command, with the user at the top level; the peer ignores the user and treats the command as sent by the server itself"

// caller identifies who asks (section 3.1). Its agent and end user are unverified claims.
var caller = &cbor.Type{Name: "Caller", Describe: describeCaller, Fields: fields{
	{Name: "user_id", Type: u32, Meaning: "authenticated user"},
	{Name: "agent", Type: agent, Presence: cbor.Optional, Meaning: "agent name, as claimed by the client"},
	{Name: "on_behalf_of", Type: str, Presence: cbor.Optional, Meaning: "end user of an intermediary, as claimed by the client"},
}}

// describeQueryUser names who asks. A client never has id 0: that is the server itself.
func describeQueryUser(dst []byte, v cbor.Item, in cbor.Map) []byte {
	id, ok := v.Uint()
	if !ok {
		return dst
	}
	if client, ok := in.Uint("client_id"); ok && client == 0 {
		return appendUser(append(dst, "requested by the server itself (client 0), as "...), id)
	}
	return appendUser(append(dst, "requested by "...), id)
}

func describeOldUser(dst []byte, v cbor.Item, _ cbor.Map) []byte {
	id, ok := v.Uint()
	if !ok {
		return dst
	}
	return append(appendUser(append(dst, "requested by "...), id), ", in the older form of a command"...)
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
		return append(dst, "client 0: request of the server itself"...)
	}
	return cbor.AppendHexID(dst, v)
}

func describeCaller(dst []byte, m cbor.Map) []byte {
	id, ok := m.Uint("user_id")
	if !ok {
		return dst
	}
	dst = appendUser(append(dst, "requested by "...), id)
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
		dst = append(dst, " (claimed by the client, not verified)"...)
	}
	return dst
}

// forwardedScope is the identity of a stream (section 3.3).
var forwardedScope = &cbor.Type{Name: "ForwardedScope", Describe: describeScope, Fields: fields{
	{Name: "stream_id", Type: u32, Meaning: "numeric id of the stream"},
	{Name: "stream", Type: str, Meaning: "name of the stream"},
	{Name: "stream_created_at_micros", Type: u64, Unit: cbor.Micros, Meaning: "creation time of the stream"},
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
	{Name: "topic_generation", Type: u64, Unit: cbor.HexID, Meaning: "generation of the mutation topic; only positions of the same generation can be compared"},
	{Name: "partition", Type: u32, Meaning: "partition"},
	{Name: "offset", Type: u64, Meaning: "offset of the applied mutation"},
}}

var (
	operationID = cbor.Field{Name: "operation_id", Type: u128, Unit: cbor.HexID, Meaning: "id of the mutation, generated once by the SDK"}

	managedRequestEnvelope = &cbor.Type{Name: "ManagedRequestEnvelope", Fields: fields{
		versionField,
		operationID,
		{Name: "payload", Type: bytes, Meaning: "request"},
	}}

	mutationCommandEnvelope = &cbor.Type{Name: "MutationCommandEnvelope", Fields: fields{
		versionField,
		operationID,
		{Name: "timestamp_micros", Type: u64, Unit: cbor.Micros, Meaning: "time of writing"},
		{Name: "command_code", Type: u32, Meaning: "command", Describe: describeCode},
		{Name: "scope", Type: forwardedScope, Presence: cbor.Optional, Meaning: "stream"},
		{Name: "payload", Type: bytes, Meaning: "request", Embedded: payloadType},
	}}

	batchRequest = &cbor.Type{Name: "BatchRequest", Fields: fields{versionField, {Name: "ops", Type: &cbor.Type{Kind: cbor.ArrayKind, Elem: batchItem}, Meaning: "commands"}}}

	// batchItem gets its fields in init.
	batchItem = &cbor.Type{Name: "BatchItem"}

	batchReply = &cbor.Type{Name: "BatchReply", Fields: fields{
		{Name: "results", Type: &cbor.Type{Kind: cbor.ArrayKind, Elem: bytes}, Meaning: "responses, in the order of the commands"},
	}}
)
