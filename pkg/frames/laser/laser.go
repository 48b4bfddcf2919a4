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
	"strings"

	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/cbor"
)

// Types are all frame types of the family, in the order in which they are
// tried: the forwarded frames, then the others as section 9.1 lists them.
var Types = frames.Set{
	ForwardedQuery,
	ForwardedCommand,
	agentMessage,
	message("laser.agent-dead-letter", agentDeadLetter, "a message that an agent could not handle", exampleDeadLetter),
	message("laser.agent-error-body", agentErrorBody, "the body of an agent's error message"),
	message("laser.agent-presence", agentPresence, "an agent says that it is there"),
	message("laser.agent-card", agentCard, "what an agent is and can do"),
	message("laser.body-ref", bodyRef, "where the body of a message is stored"),
	message("laser.signature", signature, "a signature over a message"),
	retired("laser.agent-submit", agentSubmit, "submit a task to an agent"),
	retired("laser.agent-list", agentList, "list the runs of agents"),
	message("laser.role", role, "a role and its grants"),
	message("laser.bind-roles-req", bindRolesReq, "give roles to a user"),
	message("laser.authz-history-req", authzHistoryReq, "read the history of roles and bindings"),
	message("laser.authz-reply", authzReply, "the answer to an authorization request"),
	message("laser.backend-announce", backendAnnounce, "a backend tells the server what it serves"),
	message("laser.hello-reply", helloReply, "the versions that a server accepts"),
	message("laser.change-record", changeRecord, "rows of an index have changed"),
	message("laser.client-metadata-query", clientMetadataQuery, "list the connected clients"),
	message("laser.client-metadata-list", clientMetadataList, "the connected clients"),
	message("laser.decode-record", decodeRecord, "decode a record with a registered schema"),
	message("laser.register-schema", registerSchema, "register a schema"),
	message("laser.fold-snapshot", foldSnapshot, "the state folded from a conversation"),
	message("laser.managed-request-envelope", managedRequestEnvelope, "a mutation on its way from client to server"),
	message("laser.mutation-command-envelope", mutationCommandEnvelope, "a mutation as the log keeps it", exampleMutation),
	message("laser.query-envelope", queryEnvelope, "a query"),
	message("laser.batch-request", batchRequest, "several commands at once", exampleBatch),
	message("laser.batch-reply", batchReply, "the answers to several commands"),
	message("laser.control-envelope", controlEnvelope, "a command of the control log"),
	message("laser.fork-create", forkCreate, "create a fork"),
	message("laser.fork-put", forkPut, "write a row into a fork"),
	message("laser.graph-node", graphNode, "a node of a graph"),
	message("laser.graph-edge", graphEdge, "an edge of a graph"),
	message("laser.graph-query", graphQuery, "query a graph"),
	message("laser.graph-neighbors", graphNeighbors, "the neighbours of a node"),
	message("laser.graph-upsert", graphUpsert, "write nodes and edges"),
	message("laser.key-record", keyRecord, "a key that verifies signatures"),
	message("laser.kv-set", kvSet, "write a key"),
	message("laser.kv-cas", kvCas, "write a key if it is as expected"),
	message("laser.kv-cas-fenced", kvCasFenced, "write a key if it is as expected and the lease holds"),
	message("laser.kv-copy", kvCopy, "copy a key"),
	message("laser.kv-move", kvMove, "move a key"),
	message("laser.kv-scan", kvScan, "list keys"),
	message("laser.kv-namespaces", kvNamespaces, "list the namespaces of keys"),
	message("laser.query-reply", queryReply, "the answer to a query"),
	message("laser.kv-reply", kvReply, "the answer to a key-value command"),
	message("laser.fork-reply", forkReply, "the answer to a fork command"),
	message("laser.browse-reply", browseReply, "the answer to a request about projections and schemas"),
	message("laser.graph-reply", graphReply, "the answer to a graph command"),
	retired("laser.agent-reply", agentReply, "the answer to a command about agent runs"),
	message("laser.canonical-alp-record", canonicalAlpRecord, "a published agent record, of the crate's tests", exampleRecord),
	message("laser.kv-get", kvGet, "read a key"),
	message("laser.kv-delete", kvDelete, "delete a key"),
	message("laser.kv-exists", kvExists, "ask whether a key is there"),
	message("laser.kv-expire", kvExpire, "set when a key expires"),
	message("laser.kv-patch", kvPatch, "change a part of a value"),
	message("laser.kv-lease", kvLease, "take a lease on a key"),
	message("laser.kv-release", kvRelease, "give a lease back"),
	message("laser.kv-delete-many", kvDeleteMany, "delete the keys of a range"),
	message("laser.fork-delete", forkDelete, "delete a fork"),
	message("laser.fork-promote", forkPromote, "make a fork the trunk"),
	message("laser.fork-list", forkList, "list the forks"),
	retired("laser.agent-cancel", agentCancel, "cancel a run"),
	retired("laser.agent-status-req", agentStatusReq, "ask for the state of a run"),
	message("laser.get-role-req", getRoleReq, "read a role"),
	message("laser.delete-role-req", deleteRoleReq, "delete a role"),
	message("laser.define-role-req", defineRoleReq, "define a role"),
	message("laser.whoami-req", whoamiReq, "ask for one's own roles and grants"),
	message("laser.list-roles-req", listRolesReq, "list the roles"),
	message("laser.get-bindings-req", getBindingsReq, "read the roles of a user"),
	message("laser.get-projection", getProjection, "read a projection"),
	message("laser.list-projections", listProjections, "list the projections"),
	message("laser.get-schema", getSchema, "read a schema"),
	message("laser.list-schemas", listSchemas, "list the schemas"),
}

// specMessages is the chapter that states the messages of the crate.
const specMessages = "laser-forward.md 9"

// message is a frame that is declared by a type. The example, a whole frame in
// hex, is made from the declaration when none is given.
func message(name string, root *cbor.Type, meaning string, example ...string) *frames.Type {
	return &frames.Type{
		Name: name, Meaning: meaning, Spec: specMessages, Trust: frames.Source, Guessed: true,
		Codec: &cbor.Codec{Root: root, Meaning: meaning, Example: strings.Join(example, "")},
	}
}

// retired is a message that later revisions do not have.
func retired(name string, root *cbor.Type, meaning string) *frames.Type {
	return &frames.Type{
		Name: name, Meaning: meaning, Spec: specMessages, Trust: frames.Old, Guessed: true,
		Codec: &cbor.Codec{Root: root, Meaning: meaning},
	}
}
