// Package laser declares the CBOR frames of the LaserData family (spec/laser-forward.md):
// what a streaming server forwards to its backend, and the other messages of the crate. It
// holds declarations, and the meanings of their codes and flags.
//
// Goals: all messages of the pinned revision, and the known differences of earlier and
// later ones. Non-goals: the effect of commands.
//
// A message is a [cbor.Type] and a row of [Types]. The rows of a declaration are the rows
// of the specification's tables, in wire order.
package laser

import (
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/cbor"
)

// Types are all frame types of the family in the order in which they are tried: the
// forwarded frames, then the others in the order of section 9.1.
var Types = frames.Set{
	ForwardedQuery,
	ForwardedCommand,
	agentMessage,
	{Name: "laser.agent-dead-letter", Meaning: "message that an agent could not handle", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: agentDeadLetter, Example: exampleDeadLetter}},
	{Name: "laser.agent-error-body", Meaning: "body of an agent's error message", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: agentErrorBody}},
	{Name: "laser.agent-presence", Meaning: "an agent announces its presence", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: agentPresence}},
	{Name: "laser.agent-card", Meaning: "description and capabilities of an agent", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: agentCard}},
	{Name: "laser.body-ref", Meaning: "reference to the stored body of a message", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: bodyRef}},
	{Name: "laser.signature", Meaning: "signature over a message", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: signature}},
	{Name: "laser.agent-submit", Meaning: "submit a task to an agent", Spec: specMessages, Trust: frames.Old, Guessed: true, Codec: &cbor.Codec{Root: agentSubmit}},
	{Name: "laser.agent-list", Meaning: "list the runs of agents", Spec: specMessages, Trust: frames.Old, Guessed: true, Codec: &cbor.Codec{Root: agentList}},
	{Name: "laser.role", Meaning: "role and its grants", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: role}},
	{Name: "laser.bind-roles-req", Meaning: "assign roles to a user", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: bindRolesReq}},
	{Name: "laser.authz-history-req", Meaning: "read the history of roles and bindings", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: authzHistoryReq}},
	{Name: "laser.authz-reply", Meaning: "response to an authorization request", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: authzReply}},
	{Name: "laser.backend-announce", Meaning: "a backend announces itself to the server", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: backendAnnounce}, Versions: []*frames.Type{backendAnnounce07}},
	{Name: "laser.hello-reply", Meaning: "versions accepted by a server", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: helloReply}},
	{Name: "laser.change-record", Meaning: "change of rows in an index", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: changeRecord}},
	{Name: "laser.client-metadata-query", Meaning: "list the connected clients", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: clientMetadataQuery}},
	{Name: "laser.client-metadata-list", Meaning: "connected clients", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: clientMetadataList}},
	{Name: "laser.decode-record", Meaning: "decode a record with a registered schema", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: decodeRecord}},
	{Name: "laser.register-schema", Meaning: "register a schema", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: registerSchema}},
	{Name: "laser.fold-snapshot", Meaning: "state folded from a conversation", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: foldSnapshot}, Versions: []*frames.Type{foldSnapshot07}},
	{Name: "laser.managed-request-envelope", Meaning: "mutation sent from client to server", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: managedRequestEnvelope}},
	{Name: "laser.mutation-command-envelope", Meaning: "mutation stored in the log", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: mutationCommandEnvelope, Example: exampleMutation}},
	{Name: "laser.query-envelope", Meaning: "query", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: queryEnvelope}, Versions: []*frames.Type{queryEnvelope07}},
	{Name: "laser.batch-request", Meaning: "batch of commands", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: batchRequest, Example: exampleBatch}},
	{Name: "laser.batch-reply", Meaning: "responses to a batch of commands", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: batchReply}},
	{Name: "laser.control-envelope", Meaning: "command in the control log", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: controlEnvelope}, Versions: []*frames.Type{controlEnvelope07}},
	{Name: "laser.fork-create", Meaning: "create a fork", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: forkCreate}},
	{Name: "laser.fork-put", Meaning: "write a row into a fork", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: forkPut}},
	{Name: "laser.graph-node", Meaning: "node of a graph", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: graphNode}},
	{Name: "laser.graph-edge", Meaning: "edge of a graph", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: graphEdge}},
	{Name: "laser.graph-query", Meaning: "query a graph", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: graphQuery}},
	{Name: "laser.graph-neighbors", Meaning: "get the neighbours of a node", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: graphNeighbors}},
	{Name: "laser.graph-upsert", Meaning: "write nodes and edges", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: graphUpsert}},
	{Name: "laser.key-record", Meaning: "key for verifying signatures", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: keyRecord}},
	{Name: "laser.kv-set", Meaning: "write a key", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: kvSet}},
	{Name: "laser.kv-cas", Meaning: "write a key if its state is as expected", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: kvCas}},
	{Name: "laser.kv-cas-fenced", Meaning: "write a key if its state is as expected and the lease is valid", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: kvCasFenced}, Versions: []*frames.Type{kvCasFenced07}},
	{Name: "laser.kv-copy", Meaning: "copy a key", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: kvCopy}},
	{Name: "laser.kv-move", Meaning: "move a key", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: kvMove}},
	{Name: "laser.kv-scan", Meaning: "list keys", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: kvScan}},
	{Name: "laser.kv-namespaces", Meaning: "list the namespaces of keys", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: kvNamespaces}},
	{Name: "laser.query-reply", Meaning: "response to a query", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: queryReply}, Versions: []*frames.Type{queryReply07}},
	{Name: "laser.kv-reply", Meaning: "response to a key-value command", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: kvReply}, Versions: []*frames.Type{kvReply07}},
	{Name: "laser.fork-reply", Meaning: "response to a fork command", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: forkReply}},
	{Name: "laser.browse-reply", Meaning: "response to a request about projections and schemas", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: browseReply}},
	{Name: "laser.graph-reply", Meaning: "response to a graph command", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: graphReply}},
	{Name: "laser.agent-reply", Meaning: "response to a command about agent runs", Spec: specMessages, Trust: frames.Old, Guessed: true, Codec: &cbor.Codec{Root: agentReply}},
	{Name: "laser.canonical-alp-record", Meaning: "published agent record, from the tests of the crate", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: canonicalAlpRecord, Example: exampleRecord}},
	{Name: "laser.kv-get", Meaning: "read a key", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: kvGet}},
	{Name: "laser.kv-delete", Meaning: "delete a key", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: kvDelete}},
	{Name: "laser.kv-exists", Meaning: "check whether a key exists", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: kvExists}},
	{Name: "laser.kv-expire", Meaning: "set the expiry of a key", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: kvExpire}},
	{Name: "laser.kv-patch", Meaning: "change part of a value", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: kvPatch}},
	{Name: "laser.kv-lease", Meaning: "acquire a lease on a key", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: kvLease}, Versions: []*frames.Type{kvLease07}},
	{Name: "laser.kv-release", Meaning: "release a lease", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: kvRelease}, Versions: []*frames.Type{kvRelease07}},
	{Name: "laser.kv-delete-many", Meaning: "delete the keys in a range", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: kvDeleteMany}},
	{Name: "laser.fork-delete", Meaning: "delete a fork", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: forkDelete}},
	{Name: "laser.fork-promote", Meaning: "promote a fork to the trunk", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: forkPromote}},
	{Name: "laser.fork-list", Meaning: "list the forks", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: forkList}},
	{Name: "laser.agent-cancel", Meaning: "cancel a run", Spec: specMessages, Trust: frames.Old, Guessed: true, Codec: &cbor.Codec{Root: agentCancel}},
	{Name: "laser.agent-status-req", Meaning: "get the state of a run", Spec: specMessages, Trust: frames.Old, Guessed: true, Codec: &cbor.Codec{Root: agentStatusReq}},
	{Name: "laser.get-role-req", Meaning: "read a role", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: getRoleReq}},
	{Name: "laser.delete-role-req", Meaning: "delete a role", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: deleteRoleReq}},
	{Name: "laser.define-role-req", Meaning: "define a role", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: defineRoleReq}},
	{Name: "laser.whoami-req", Meaning: "get the caller's own roles and grants", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: whoamiReq}},
	{Name: "laser.list-roles-req", Meaning: "list the roles", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: listRolesReq}},
	{Name: "laser.get-bindings-req", Meaning: "read the roles of a user", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: getBindingsReq}},
	{Name: "laser.get-projection", Meaning: "read a projection", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: getProjection}},
	{Name: "laser.list-projections", Meaning: "list the projections", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: listProjections}},
	{Name: "laser.get-schema", Meaning: "read a schema", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: getSchema}},
	{Name: "laser.list-schemas", Meaning: "list the schemas", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: listSchemas}},
	{Name: "laser.memory-record", Meaning: "record of the memory topic", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: memoryRecord}},
	// Messages that other releases added.
	{Name: "laser.managed-read-envelope", Meaning: "read with the positions that it must see", Spec: specVersions, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: managedReadEnvelope}},
	{Name: "laser.kv-lease-renew", Meaning: "renew a lease", Version: release07, Spec: specVersions, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: kvLeaseRenew}},
	{Name: "laser.query-page-envelope", Meaning: "get the next page of a query", Version: release07, Spec: specVersions, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: queryPageEnvelope}},
	{Name: "laser.query-cancel-envelope", Meaning: "cancel a query", Version: release07, Spec: specVersions, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: queryCancelEnvelope}},
	{Name: "laser.query-status-envelope", Meaning: "get the state of a query", Version: release07, Spec: specVersions, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: queryStatusEnvelope}},
	{Name: "laser.query-cancel-reply", Meaning: "response to the cancellation of a query", Version: release07, Spec: specVersions, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: queryCancelReply}},
	{Name: "laser.query-status-reply", Meaning: "state of a query", Version: release07, Spec: specVersions, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: queryStatusReply}},
	{Name: "laser.session-get", Meaning: "read a session", Version: release07, Spec: specVersions, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: sessionGet}},
	{Name: "laser.session-list", Meaning: "list sessions", Version: release07, Spec: specVersions, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: sessionList}},
	{Name: "laser.session-events", Meaning: "read the events of a session", Version: release07, Spec: specVersions, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: sessionEvents}},
	{Name: "laser.session-state", Meaning: "read the state of a session", Version: release07, Spec: specVersions, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: sessionState}},
	{Name: "laser.session-links", Meaning: "read what a session is linked to", Version: release07, Spec: specVersions, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: sessionLinks}},
	{Name: "laser.session-sources", Meaning: "read the sources of a session", Version: release07, Spec: specVersions, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: sessionSources}},
	{Name: "laser.session-changes", Meaning: "read the changes of sessions", Version: release07, Spec: specVersions, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: sessionChanges}},
	{Name: "laser.session-reply", Meaning: "response to a request about sessions", Version: release07, Spec: specVersions, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: sessionReply}},
	// Parts of the forwarded frames, for decoding a part alone. They are never sent as
	// frames, and never guessed.
	{Name: "laser.caller", Meaning: "caller, part of a forwarded command", Spec: specParts, Trust: frames.Pinned, Codec: &cbor.Codec{Root: caller}},
	{Name: "laser.forwarded-scope", Meaning: "stream of the request, part of a forwarded frame", Spec: specParts, Trust: frames.Pinned, Codec: &cbor.Codec{Root: forwardedScope}},
	{Name: "laser.grant", Meaning: "allowed or denied action, part of a forwarded frame", Spec: specParts, Trust: frames.Source, Codec: &cbor.Codec{Root: grant}},
	{Name: "laser.resource-pattern", Meaning: "resources of a grant, part of a grant", Spec: specParts, Trust: frames.Source, Codec: &cbor.Codec{Root: resourcePattern}},
	{Name: "laser.mutation-position", Meaning: "position in the log of mutations, part of a forwarded query", Spec: specParts, Trust: frames.Source, Codec: &cbor.Codec{Root: mutationPosition}},
}

// specParts is the chapter of the parts of forwarded frames.
const specParts = "laser-forward.md 3"

// typeScriptSDK is the published peer that is not the Rust crate; section 9.1.1 lists where
// the two differ.
const typeScriptSDK = "the TypeScript SDK 0.1.1"

// specMessages is the chapter of the messages of the crate.
const specMessages = "laser-forward.md 9"

// Declarations are data that the linker lays out: literals of literals, the addresses of
// variables, and functions by name. A call, or the value of a variable of another package,
// would be code that runs at every start of the program.
type (
	fields   = []cbor.Field
	variants = []cbor.Variant
)

// The types of section 9.1 without parts.
var (
	u8      = &cbor.U8
	u16     = &cbor.U16
	u32     = &cbor.U32
	u64     = &cbor.U64
	u128    = &cbor.U128
	size    = &cbor.U64 // uint: a size or a count
	f32     = &cbor.F32
	f64     = &cbor.F64
	boolean = &cbor.Bool
	str     = &cbor.Text
	bytes   = &cbor.Bytes
	agent   = &cbor.Agent
	id16    = &cbor.ID16
	pos20   = &cbor.Pos20
	value   = &cbor.Value
	untyped = &cbor.Any
)

// Lists and maps of the simple types.
var (
	texts      = &cbor.Type{Kind: cbor.ArrayKind, Elem: str}
	ids        = &cbor.Type{Kind: cbor.ArrayKind, Elem: id16}
	floats     = &cbor.Type{Kind: cbor.ArrayKind, Elem: f32}
	textToText = &cbor.Type{Kind: cbor.DictKind, Key: str, Elem: str}
	textToAny  = &cbor.Type{Kind: cbor.DictKind, Key: str, Elem: value}
	attributes = &cbor.Type{Kind: cbor.ArrayKind, Elem: &cbor.Type{Kind: cbor.TupleKind, Elems: []*cbor.Type{str, value}}}
)

// Fields that begin many declarations: the version of a request, and the key that names
// the variant of a union.
var (
	versionField = cbor.Field{Name: "v", Type: u32, Meaning: "version of the message"}
	kindField    = cbor.Field{Name: "kind", Type: str, Meaning: "kind of the value"}
)

// A Go variable cannot refer to itself, not even indirectly, so the cycles are closed here.
// A filter holds filters; a batch holds payloads whose types are in the table of commands,
// including a batch.
func init() {
	filter.Variants = filterVariants
	batchItem.Fields = batchItemFields
}

var (
	filters = &cbor.Type{Kind: cbor.ArrayKind, Elem: filter}

	filterVariants = variants{
		{Name: "all", Type: filters},
		{Name: "any", Type: filters},
		{Name: "not", Type: filter},
		{Name: "pred", Type: predicate},
	}

	batchItemFields = fields{
		{Name: "code", Type: u32, Meaning: "command", Describe: describeCode, Codes: requestCodes},
		{Name: "payload", Type: bytes, Meaning: "request", Embedded: batchPayloadType},
	}
)

// Examples of messages whose declaration does not make an instructive one. The other
// examples are made from the declarations.

// exampleQuery asks for paid orders, for user 7.
const exampleQuery = "" +
	"a667757365725f69640769636c69656e745f6964c25001903c1faa00000000000000000000016b636f7272656c6174696f6e" +
	"6672756e2d31326e71756572795f656e76656c6f70655864a2617601657175657279a565696e646578666f72646572736666" +
	"696c746572a16470726564a3656669656c6466737461747573626f706265716576616c75656470616964656c696d69741466" +
	"6f6666736574006673656c656374a1677061796c6f6164f5666772616e747381a46665666665637465616c6c6f7767666561" +
	"7475726565717565727966616374696f6e6472656164687265736f75726365a2646b696e64667072656669786576616c7565" +
	"6c73747265616d3a73686f702f6573636f7065a36973747265616d5f6964036673747265616d6473686f7078187374726561" +
	"6d5f637265617465645f61745f6d6963726f731b00062a99ba0c6000"

// exampleCommand writes a key, for user 7 and an agent.
const exampleCommand = "" +
	"a86663616c6c6572a267757365725f696407656167656e746d6f726269742d706c616e6e657269636c69656e745f6964c250" +
	"01903c1faa00000000000000000000016b636f7272656c6174696f6ef66c6f7065726174696f6e5f6964c25001903c1faa00" +
	"0000000000000000000968726561645f616c6cf46c636f6d6d616e645f636f64651a000f436d677061796c6f6164584aa561" +
	"7601696e616d6573706163656873657373696f6e73636b657946757365723a376576616c7565466f6e6c696e657165787069" +
	"7265735f61745f6d6963726f731b0006474846204000666772616e747382a46665666665637465616c6c6f77676665617475" +
	"7265626b7666616374696f6e657772697465687265736f75726365a1646b696e6463616c6ca4666566666563746464656e79" +
	"6766656174757265626b7666616374696f6e6664656c657465687265736f75726365a2646b696e6466707265666978657661" +
	"6c75656661756469742f"

// exampleEnvelope is a command from one agent to another.
const exampleEnvelope = "" +
	"a8646b696e6467636f6d6d616e64667265636f726450010101010101010101010101010101016c636f6e766572736174696f" +
	"6e500202020202020202020202020202020266736f7572636567706c616e6e657266746172676574667772697465726b636f" +
	"7272656c6174696f6e50030303030303030303030303030303036f646561646c696e655f6d6963726f731b00064748462040" +
	"0064626f64794f777269746520612073756d6d617279"

// exampleDeadLetter holds the envelope that could not be handled.
const exampleDeadLetter = "" +
	"a566736f75726365540102030405060708090a0b0c0d0e0f101112131466726561736f6e0168617474656d70747301666465" +
	"7461696c6664657461696c677061796c6f616458aca8646b696e6467636f6d6d616e64667265636f72645001010101010101" +
	"0101010101010101016c636f6e766572736174696f6e500202020202020202020202020202020266736f7572636567706c61" +
	"6e6e657266746172676574667772697465726b636f7272656c6174696f6e50030303030303030303030303030303036f6465" +
	"61646c696e655f6d6963726f731b000647484620400064626f64794f777269746520612073756d6d617279"

// exampleRecord holds an envelope.
const exampleRecord = "" +
	"a36d706172746974696f6e5f6b65796d706172746974696f6e5f6b65796768656164657273a16474657874a2646b696e6464" +
	"6b696e64656279746573420102677061796c6f616458aca8646b696e6467636f6d6d616e64667265636f7264500101010101" +
	"01010101010101010101016c636f6e766572736174696f6e500202020202020202020202020202020266736f757263656770" +
	"6c616e6e657266746172676574667772697465726b636f7272656c6174696f6e50030303030303030303030303030303036f" +
	"646561646c696e655f6d6963726f731b000647484620400064626f64794f777269746520612073756d6d617279"

// exampleMutation is the durable record of a write of a key.
const exampleMutation = "" +
	"a66176016c6f7065726174696f6e5f6964017074696d657374616d705f6d6963726f73016c636f6d6d616e645f636f64651a" +
	"000f436d6573636f7065a36973747265616d5f6964016673747265616d6673747265616d781873747265616d5f6372656174" +
	"65645f61745f6d6963726f7301677061796c6f6164583ba5617601696e616d657370616365696e616d657370616365636b65" +
	"794201026576616c756542010271657870697265735f61745f6d6963726f7301"

// exampleBatch writes a key in a batch.
const exampleBatch = "" +
	"a2617601636f707381a264636f64651a000f436d677061796c6f6164583ba5617601696e616d657370616365696e616d6573" +
	"70616365636b65794201026576616c756542010271657870697265735f61745f6d6963726f7301"
