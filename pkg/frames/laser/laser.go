// Package laser declares the CBOR frames of the LaserData family
// (spec/laser-forward.md): what a streaming server forwards to its backend,
// and the other messages of the crate. It holds declarations, what their codes
// and flags mean, and nothing else.
//
// Goals: all messages of the pinned revision, and what earlier and later ones
// do otherwise where that is known. Not goals: what a command does.
//
// A message is a [cbor.Type] and a row of [Types]. The rows of a declaration
// are those of the specification's tables, in the order of the wire.
package laser

import (
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/cbor"
)

// Types are all frame types of the family, in the order in which they are
// tried: the forwarded frames, then the others as section 9.1 lists them.
var Types = frames.Set{
	ForwardedQuery,
	ForwardedCommand,
	agentMessage,
	{Name: "laser.agent-dead-letter", Meaning: "a message that an agent could not handle", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: agentDeadLetter, Example: exampleDeadLetter}},
	{Name: "laser.agent-error-body", Meaning: "the body of an agent's error message", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: agentErrorBody}},
	{Name: "laser.agent-presence", Meaning: "an agent says that it is there", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: agentPresence}},
	{Name: "laser.agent-card", Meaning: "what an agent is and can do", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: agentCard}},
	{Name: "laser.body-ref", Meaning: "where the body of a message is stored", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: bodyRef}},
	{Name: "laser.signature", Meaning: "a signature over a message", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: signature}},
	{Name: "laser.agent-submit", Meaning: "submit a task to an agent", Spec: specMessages, Trust: frames.Old, Guessed: true, Codec: &cbor.Codec{Root: agentSubmit}},
	{Name: "laser.agent-list", Meaning: "list the runs of agents", Spec: specMessages, Trust: frames.Old, Guessed: true, Codec: &cbor.Codec{Root: agentList}},
	{Name: "laser.role", Meaning: "a role and its grants", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: role}},
	{Name: "laser.bind-roles-req", Meaning: "give roles to a user", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: bindRolesReq}},
	{Name: "laser.authz-history-req", Meaning: "read the history of roles and bindings", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: authzHistoryReq}},
	{Name: "laser.authz-reply", Meaning: "the answer to an authorization request", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: authzReply}},
	{Name: "laser.backend-announce", Meaning: "a backend tells the server what it serves", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: backendAnnounce}},
	{Name: "laser.hello-reply", Meaning: "the versions that a server accepts", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: helloReply}},
	{Name: "laser.change-record", Meaning: "rows of an index have changed", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: changeRecord}},
	{Name: "laser.client-metadata-query", Meaning: "list the connected clients", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: clientMetadataQuery}},
	{Name: "laser.client-metadata-list", Meaning: "the connected clients", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: clientMetadataList}},
	{Name: "laser.decode-record", Meaning: "decode a record with a registered schema", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: decodeRecord}},
	{Name: "laser.register-schema", Meaning: "register a schema", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: registerSchema}},
	{Name: "laser.fold-snapshot", Meaning: "the state folded from a conversation", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: foldSnapshot}},
	{Name: "laser.managed-request-envelope", Meaning: "a mutation on its way from client to server", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: managedRequestEnvelope}},
	{Name: "laser.mutation-command-envelope", Meaning: "a mutation as the log keeps it", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: mutationCommandEnvelope, Example: exampleMutation}},
	{Name: "laser.query-envelope", Meaning: "a query", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: queryEnvelope}},
	{Name: "laser.batch-request", Meaning: "several commands at once", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: batchRequest, Example: exampleBatch}},
	{Name: "laser.batch-reply", Meaning: "the answers to several commands", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: batchReply}},
	{Name: "laser.control-envelope", Meaning: "a command of the control log", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: controlEnvelope}},
	{Name: "laser.fork-create", Meaning: "create a fork", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: forkCreate}},
	{Name: "laser.fork-put", Meaning: "write a row into a fork", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: forkPut}},
	{Name: "laser.graph-node", Meaning: "a node of a graph", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: graphNode}},
	{Name: "laser.graph-edge", Meaning: "an edge of a graph", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: graphEdge}},
	{Name: "laser.graph-query", Meaning: "query a graph", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: graphQuery}},
	{Name: "laser.graph-neighbors", Meaning: "the neighbours of a node", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: graphNeighbors}},
	{Name: "laser.graph-upsert", Meaning: "write nodes and edges", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: graphUpsert}},
	{Name: "laser.key-record", Meaning: "a key that verifies signatures", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: keyRecord}},
	{Name: "laser.kv-set", Meaning: "write a key", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: kvSet}},
	{Name: "laser.kv-cas", Meaning: "write a key if it is as expected", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: kvCas}},
	{Name: "laser.kv-cas-fenced", Meaning: "write a key if it is as expected and the lease holds", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: kvCasFenced}},
	{Name: "laser.kv-copy", Meaning: "copy a key", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: kvCopy}},
	{Name: "laser.kv-move", Meaning: "move a key", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: kvMove}},
	{Name: "laser.kv-scan", Meaning: "list keys", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: kvScan}},
	{Name: "laser.kv-namespaces", Meaning: "list the namespaces of keys", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: kvNamespaces}},
	{Name: "laser.query-reply", Meaning: "the answer to a query", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: queryReply}},
	{Name: "laser.kv-reply", Meaning: "the answer to a key-value command", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: kvReply}},
	{Name: "laser.fork-reply", Meaning: "the answer to a fork command", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: forkReply}},
	{Name: "laser.browse-reply", Meaning: "the answer to a request about projections and schemas", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: browseReply}},
	{Name: "laser.graph-reply", Meaning: "the answer to a graph command", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: graphReply}},
	{Name: "laser.agent-reply", Meaning: "the answer to a command about agent runs", Spec: specMessages, Trust: frames.Old, Guessed: true, Codec: &cbor.Codec{Root: agentReply}},
	{Name: "laser.canonical-alp-record", Meaning: "a published agent record, of the crate's tests", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: canonicalAlpRecord, Example: exampleRecord}},
	{Name: "laser.kv-get", Meaning: "read a key", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: kvGet}},
	{Name: "laser.kv-delete", Meaning: "delete a key", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: kvDelete}},
	{Name: "laser.kv-exists", Meaning: "ask whether a key is there", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: kvExists}},
	{Name: "laser.kv-expire", Meaning: "set when a key expires", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: kvExpire}},
	{Name: "laser.kv-patch", Meaning: "change a part of a value", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: kvPatch}},
	{Name: "laser.kv-lease", Meaning: "take a lease on a key", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: kvLease}},
	{Name: "laser.kv-release", Meaning: "give a lease back", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: kvRelease}},
	{Name: "laser.kv-delete-many", Meaning: "delete the keys of a range", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: kvDeleteMany}},
	{Name: "laser.fork-delete", Meaning: "delete a fork", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: forkDelete}},
	{Name: "laser.fork-promote", Meaning: "make a fork the trunk", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: forkPromote}},
	{Name: "laser.fork-list", Meaning: "list the forks", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: forkList}},
	{Name: "laser.agent-cancel", Meaning: "cancel a run", Spec: specMessages, Trust: frames.Old, Guessed: true, Codec: &cbor.Codec{Root: agentCancel}},
	{Name: "laser.agent-status-req", Meaning: "ask for the state of a run", Spec: specMessages, Trust: frames.Old, Guessed: true, Codec: &cbor.Codec{Root: agentStatusReq}},
	{Name: "laser.get-role-req", Meaning: "read a role", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: getRoleReq}},
	{Name: "laser.delete-role-req", Meaning: "delete a role", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: deleteRoleReq}},
	{Name: "laser.define-role-req", Meaning: "define a role", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: defineRoleReq}},
	{Name: "laser.whoami-req", Meaning: "ask for one's own roles and grants", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: whoamiReq}},
	{Name: "laser.list-roles-req", Meaning: "list the roles", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: listRolesReq}},
	{Name: "laser.get-bindings-req", Meaning: "read the roles of a user", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: getBindingsReq}},
	{Name: "laser.get-projection", Meaning: "read a projection", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: getProjection}},
	{Name: "laser.list-projections", Meaning: "list the projections", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: listProjections}},
	{Name: "laser.get-schema", Meaning: "read a schema", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: getSchema}},
	{Name: "laser.list-schemas", Meaning: "list the schemas", Spec: specMessages, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: listSchemas}},
	// Parts of the forwarded frames, for those who have one alone. None is sent
	// as a frame: they are never guessed.
	{Name: "laser.caller", Meaning: "who asked: a part of a forwarded command", Spec: specParts, Trust: frames.Pinned, Codec: &cbor.Codec{Root: caller}},
	{Name: "laser.forwarded-scope", Meaning: "the stream that is asked about: a part of a forwarded frame", Spec: specParts, Trust: frames.Pinned, Codec: &cbor.Codec{Root: forwardedScope}},
	{Name: "laser.grant", Meaning: "what is allowed or denied: a part of a forwarded frame", Spec: specParts, Trust: frames.Source, Codec: &cbor.Codec{Root: grant}},
	{Name: "laser.resource-pattern", Meaning: "what a grant is about: a part of a grant", Spec: specParts, Trust: frames.Source, Codec: &cbor.Codec{Root: resourcePattern}},
	{Name: "laser.mutation-position", Meaning: "a position in the log of mutations: a part of a forwarded query", Spec: specParts, Trust: frames.Source, Codec: &cbor.Codec{Root: mutationPosition}},
}

// specParts is the chapter that states what stands inside the forwarded frames.
const specParts = "laser-forward.md 3"

// specMessages is the chapter that states the messages of the crate.
const specMessages = "laser-forward.md 9"
