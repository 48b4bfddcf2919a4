package laser

import "github.com/divtool/divtool/pkg/frames/cbor"

// command is what a managed command code stands for (section 8).
type command struct {
	code    uint32
	name    string     // AGDX_<name>_CODE
	request *cbor.Type // of the payload; nil when it is not declared
	what    string     // the request, when it is not declared
	authz   string     // feature:action that it needs; "" for none
	flags   flags
}

// flags are facts about a command.
type flags uint8

const (
	mutates flags = 1 << iota // must carry an operation id
	server                    // answered by the server itself, never forwarded
	session                   // needs a scope
	gone                      // retired, its code never used again
	later                     // not mentioned any more by later releases
	asQuery                   // travels as a ForwardedQuery
)

// commands lists the codes in their order.
var commands = [...]command{
	{1000000, "HELLO", nil, "probe", "", 0},
	{1000001, "BACKEND_HELLO", backendAnnounce, "", "", 0},
	{1000002, "SET_CLIENT_METADATA", nil, "opaque bytes", "", server},
	{1000003, "GET_CLIENTS_METADATA", clientMetadataQuery, "", "", server},
	{1000020, "BATCH", batchRequest, "", "", mutates},
	{1000021, "CHECKPOINT", nil, "CheckpointRequestEnvelope", "", mutates | later},
	{1000022, "DESTINATION_GET", nil, "DestinationGetRequest", "destination:read", server | later},
	{1000023, "DESTINATION_LIST", nil, "DestinationListRequest", "destination:read", server | later},
	{1000024, "QUERY_ROUTE_LIST", nil, "QueryRouteListRequest", "destination:read", server},
	{1000025, "DESTINATION_HTTP", nil, "DestinationHttpRequest", "", later},
	{1000100, "AUTHZ_WHOAMI", whoamiReq, "", "", server},
	{1000101, "AUTHZ_LIST_ROLES", listRolesReq, "", "", server},
	{1000102, "AUTHZ_GET_ROLE", getRoleReq, "", "", server},
	{1000103, "AUTHZ_GET_BINDINGS", getBindingsReq, "", "", server},
	{1000104, "AUTHZ_DEFINE_ROLE", defineRoleReq, "", "", server},
	{1000105, "AUTHZ_DELETE_ROLE", deleteRoleReq, "", "", server},
	{1000106, "AUTHZ_BIND_ROLES", bindRolesReq, "", "", server},
	{1000107, "AUTHZ_HISTORY", authzHistoryReq, "", "", server},
	{1000108, "CONTROL_PUBLISH", nil, "one control command", "", 0},
	{1000200, "QUERY", queryEnvelope, "", "query:read", asQuery},
	{1000201, "QUERY_PAGE", nil, "QueryPageEnvelope", "query:read", later},
	{1000202, "QUERY_CANCEL", nil, "QueryCancelEnvelope", "query:delete", later},
	{1000203, "QUERY_STATUS", nil, "QueryStatusEnvelope", "query:read", later},
	{1000210, "GET_PROJECTION", getProjection, "", "projection:read", 0},
	{1000211, "LIST_PROJECTIONS", listProjections, "", "projection:read", 0},
	{1000220, "GET_SCHEMA", getSchema, "", "projection:read", 0},
	{1000221, "LIST_SCHEMAS", listSchemas, "", "projection:read", 0},
	{1000222, "REGISTER_SCHEMA", registerSchema, "", "projection:admin", 0},
	{1000223, "DECODE_RECORD", decodeRecord, "", "projection:read", 0},
	{1000300, "KV_GET", kvGet, "", "kv:read", 0},
	{1000301, "KV_SET", kvSet, "", "kv:write", mutates},
	{1000302, "KV_SCAN", kvScan, "", "kv:read", 0},
	{1000303, "KV_DELETE", kvDelete, "", "kv:delete", mutates},
	{1000304, "KV_DELETE_MANY", kvDeleteMany, "", "kv:delete", mutates},
	{1000305, "KV_NAMESPACES", kvNamespaces, "", "kv:read", 0},
	{1000306, "KV_CAS", kvCas, "", "kv:write", mutates},
	{1000307, "KV_EXISTS", kvExists, "", "kv:read", 0},
	{1000308, "KV_EXPIRE", kvExpire, "", "kv:write", mutates},
	{1000309, "KV_PATCH", kvPatch, "", "kv:write", mutates},
	{1000310, "KV_LEASE", kvLease, "", "kv:write, later kv_lease:admin", mutates},
	{1000311, "KV_RELEASE", kvRelease, "", "kv:write, later kv_lease:admin", mutates},
	{1000312, "KV_CAS_FENCED", kvCasFenced, "", "kv:write, later also kv_fence:read", mutates},
	{1000313, "KV_COPY", kvCopy, "", "kv:write", mutates},
	{1000314, "KV_MOVE", kvMove, "", "kv:write", mutates},
	{1000315, "KV_LEASE_RENEW", nil, "KvLeaseRenew", "kv_lease:admin", mutates},
	{1000400, "FORK_CREATE", forkCreate, "", "fork:write", mutates},
	{1000401, "FORK_DELETE", forkDelete, "", "fork:delete", mutates},
	{1000402, "FORK_PROMOTE", forkPromote, "", "fork:admin", mutates},
	{1000403, "FORK_LIST", forkList, "", "fork:read", 0},
	{1000404, "FORK_PUT", forkPut, "", "fork:write", mutates},
	{1000600, "GRAPH_QUERY", graphQuery, "", "graph:read", 0},
	{1000601, "GRAPH_UPSERT", graphUpsert, "", "graph:write", mutates},
	{1000602, "GRAPH_NEIGHBORS", graphNeighbors, "", "graph:read", 0},
	{1000700, "AGENT_SUBMIT", agentSubmit, "", "agent:write", mutates | gone},
	{1000701, "AGENT_CANCEL", agentCancel, "", "agent:delete", mutates | gone},
	{1000702, "AGENT_STATUS", agentStatusReq, "", "agent:read", gone},
	{1000703, "AGENT_LIST", agentList, "", "agent:read", gone},
	{1000710, "SESSION_GET", nil, "SessionGet", "session:read", session},
	{1000711, "SESSION_LIST", nil, "SessionList", "session:read", session},
	{1000712, "SESSION_EVENTS", nil, "SessionEvents", "session:read", session},
	{1000713, "SESSION_STATE", nil, "SessionState", "session:read", session},
	{1000714, "SESSION_LINKS", nil, "SessionLinks", "session:read", session},
	{1000715, "SESSION_SOURCES", nil, "SessionSources", "session:read", session},
	{1000716, "SESSION_CHANGES", nil, "SessionChanges", "session:read", session},
	{1000800, "FILTERED_POLL", nil, "", "", server},
	{1000801, "FILTERED_ACK", nil, "", "", server},
	{1000802, "FILTER_PREVIEW", nil, "", "", server},
	{1000803, "FILTER_TEST", nil, "", "", server},
	{1000804, "FILTER_VALIDATE", nil, "", "", server},
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
	firstCode = 1000000 // of the managed commands
	blockSize = 100
	lastIggy  = 605 // codes 1 to 605 are of Apache Iggy
)
