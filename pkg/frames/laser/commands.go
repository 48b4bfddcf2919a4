package laser

import "github.com/divtool/divtool/pkg/frames/cbor"

// command is what a managed command code stands for (section 8).
type command struct {
	code       uint32
	name       string     // AGDX_<name>_CODE
	request    *cbor.Type // of the payload; nil when it is not declared
	undeclared string     // the request, when it is not declared
	permission string     // feature:action that it needs; "" for none
	flags      flags
}

// flags are facts about a command.
type flags uint8

const (
	mutating     flags = 1 << iota // must carry an operation id
	serverOnly                     // answered by the server itself, never forwarded
	needsScope                     // needs a scope
	retired                        // retired, its code never used again
	retiredLater                   // not mentioned any more by later releases
	asQuery                        // travels as a ForwardedQuery
)

// commands lists the codes in their order.
var commands = [...]command{
	{1000000, "HELLO", nil, "probe", "", 0},
	{1000001, "BACKEND_HELLO", backendAnnounce, "", "", 0},
	{1000002, "SET_CLIENT_METADATA", nil, "opaque bytes", "", serverOnly},
	{1000003, "GET_CLIENTS_METADATA", clientMetadataQuery, "", "", serverOnly},
	{1000020, "BATCH", batchRequest, "", "", mutating},
	{1000021, "CHECKPOINT", nil, "CheckpointRequestEnvelope", "", mutating | retiredLater},
	{1000022, "DESTINATION_GET", nil, "DestinationGetRequest", "destination:read", serverOnly | retiredLater},
	{1000023, "DESTINATION_LIST", nil, "DestinationListRequest", "destination:read", serverOnly | retiredLater},
	{1000024, "QUERY_ROUTE_LIST", nil, "QueryRouteListRequest", "destination:read", serverOnly},
	{1000025, "DESTINATION_HTTP", nil, "DestinationHttpRequest", "", retiredLater},
	{1000100, "AUTHZ_WHOAMI", whoamiReq, "", "", serverOnly},
	{1000101, "AUTHZ_LIST_ROLES", listRolesReq, "", "", serverOnly},
	{1000102, "AUTHZ_GET_ROLE", getRoleReq, "", "", serverOnly},
	{1000103, "AUTHZ_GET_BINDINGS", getBindingsReq, "", "", serverOnly},
	{1000104, "AUTHZ_DEFINE_ROLE", defineRoleReq, "", "", serverOnly},
	{1000105, "AUTHZ_DELETE_ROLE", deleteRoleReq, "", "", serverOnly},
	{1000106, "AUTHZ_BIND_ROLES", bindRolesReq, "", "", serverOnly},
	{1000107, "AUTHZ_HISTORY", authzHistoryReq, "", "", serverOnly},
	{1000108, "CONTROL_PUBLISH", nil, "one control command", "", 0},
	{1000200, "QUERY", queryEnvelope, "", "query:read", asQuery},
	{1000201, "QUERY_PAGE", nil, "QueryPageEnvelope", "query:read", retiredLater},
	{1000202, "QUERY_CANCEL", nil, "QueryCancelEnvelope", "query:delete", retiredLater},
	{1000203, "QUERY_STATUS", nil, "QueryStatusEnvelope", "query:read", retiredLater},
	{1000210, "GET_PROJECTION", getProjection, "", "projection:read", 0},
	{1000211, "LIST_PROJECTIONS", listProjections, "", "projection:read", 0},
	{1000220, "GET_SCHEMA", getSchema, "", "projection:read", 0},
	{1000221, "LIST_SCHEMAS", listSchemas, "", "projection:read", 0},
	{1000222, "REGISTER_SCHEMA", registerSchema, "", "projection:admin", 0},
	{1000223, "DECODE_RECORD", decodeRecord, "", "projection:read", 0},
	{1000300, "KV_GET", kvGet, "", "kv:read", 0},
	{1000301, "KV_SET", kvSet, "", "kv:write", mutating},
	{1000302, "KV_SCAN", kvScan, "", "kv:read", 0},
	{1000303, "KV_DELETE", kvDelete, "", "kv:delete", mutating},
	{1000304, "KV_DELETE_MANY", kvDeleteMany, "", "kv:delete", mutating},
	{1000305, "KV_NAMESPACES", kvNamespaces, "", "kv:read", 0},
	{1000306, "KV_CAS", kvCas, "", "kv:write", mutating},
	{1000307, "KV_EXISTS", kvExists, "", "kv:read", 0},
	{1000308, "KV_EXPIRE", kvExpire, "", "kv:write", mutating},
	{1000309, "KV_PATCH", kvPatch, "", "kv:write", mutating},
	{1000310, "KV_LEASE", kvLease, "", "kv:write, later kv_lease:admin", mutating},
	{1000311, "KV_RELEASE", kvRelease, "", "kv:write, later kv_lease:admin", mutating},
	{1000312, "KV_CAS_FENCED", kvCasFenced, "", "kv:write, later also kv_fence:read", mutating},
	{1000313, "KV_COPY", kvCopy, "", "kv:write", mutating},
	{1000314, "KV_MOVE", kvMove, "", "kv:write", mutating},
	{1000315, "KV_LEASE_RENEW", nil, "KvLeaseRenew", "kv_lease:admin", mutating},
	{1000400, "FORK_CREATE", forkCreate, "", "fork:write", mutating},
	{1000401, "FORK_DELETE", forkDelete, "", "fork:delete", mutating},
	{1000402, "FORK_PROMOTE", forkPromote, "", "fork:admin", mutating},
	{1000403, "FORK_LIST", forkList, "", "fork:read", 0},
	{1000404, "FORK_PUT", forkPut, "", "fork:write", mutating},
	{1000600, "GRAPH_QUERY", graphQuery, "", "graph:read", 0},
	{1000601, "GRAPH_UPSERT", graphUpsert, "", "graph:write", mutating},
	{1000602, "GRAPH_NEIGHBORS", graphNeighbors, "", "graph:read", 0},
	{1000700, "AGENT_SUBMIT", agentSubmit, "", "agent:write", mutating | retired},
	{1000701, "AGENT_CANCEL", agentCancel, "", "agent:delete", mutating | retired},
	{1000702, "AGENT_STATUS", agentStatusReq, "", "agent:read", retired},
	{1000703, "AGENT_LIST", agentList, "", "agent:read", retired},
	{1000710, "SESSION_GET", nil, "SessionGet", "session:read", needsScope},
	{1000711, "SESSION_LIST", nil, "SessionList", "session:read", needsScope},
	{1000712, "SESSION_EVENTS", nil, "SessionEvents", "session:read", needsScope},
	{1000713, "SESSION_STATE", nil, "SessionState", "session:read", needsScope},
	{1000714, "SESSION_LINKS", nil, "SessionLinks", "session:read", needsScope},
	{1000715, "SESSION_SOURCES", nil, "SessionSources", "session:read", needsScope},
	{1000716, "SESSION_CHANGES", nil, "SessionChanges", "session:read", needsScope},
	{1000800, "FILTERED_POLL", nil, "", "", serverOnly},
	{1000801, "FILTERED_ACK", nil, "", "", serverOnly},
	{1000802, "FILTER_PREVIEW", nil, "", "", serverOnly},
	{1000803, "FILTER_TEST", nil, "", "", serverOnly},
	{1000804, "FILTER_VALIDATE", nil, "", "", serverOnly},
	{1000810, "FILTER_MUTATE", nil, "one catalog mutation", "", 0},
	{1000811, "GET_FILTER", nil, "", "filter:read", 0},
	{1000812, "LIST_FILTERS", nil, "", "filter:read", 0},
	{1000813, "LIST_FILTER_REVISIONS", nil, "", "filter:read", 0},
	{1000814, "GET_FILTER_BINDING", nil, "", "filter:read", 0},
	{1000815, "LIST_FILTER_BINDINGS", nil, "", "filter:read", 0},
	{1000816, "FILTER_OPERATION", nil, "", "filter:read", 0},
	{1000817, "RESOLVE_FILTER_POLICY", nil, "internal, from server to backend", "", 0},
	{1000818, "WATCH_FILTER_CATALOG", nil, "internal, from server to backend", "", 0},
}

// blocks are the hundreds that codes come in, from 1000000 on.
var blocks = [...]string{
	0: "internal",
	1: "authorization and management",
	2: "query and browse",
	3: "key-value",
	4: "forks",
	5: "memory (reserved)",
	6: "graph",
	7: "agents and sessions",
	8: "delivery and consumer filters",
}

const (
	firstCode   = 1000000 // of the managed commands
	blockSize   = 100
	maxIggyCode = 605 // codes 1 to 605 are of Apache Iggy
)
