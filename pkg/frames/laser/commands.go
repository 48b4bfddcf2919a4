package laser

import (
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/cbor"
)

// Command describes a managed command code (section 8).
type Command struct {
	Code    uint32
	Name    string // "KV_SET"; its constant is AGDX_KV_SET_CODE
	Block   string // of codes: "key-value"
	Request string // the Rust type, or what is known of it; "" for nothing
	Reply   string // the Rust type; "" when it is not known
	// RequestType and ReplyType are the frame types, nil when not declared.
	RequestType, ReplyType *frames.Type
	Permission             string // the grant, as feature:action; "" for none
	Mutates                bool   // must have an operation id
	ServerOnly             bool   // answered by the server itself, never forwarded
	NeedsScope             bool   // needs a scope
	Retired                bool   // its code is never used again
	RetiredLater           bool   // absent from later releases
	AsQuery                bool   // travels as a forwarded query
	Positioned             bool   // of a request: answered by a ManagedReplyEnvelope
}

// Commands returns all commands in the order of their codes.
func Commands() []Command {
	list := make([]Command, len(commands))
	for i := range commands {
		list[i] = commands[i].describe()
	}
	return list
}

// CommandBlock returns the name of the block of codes that holds a code, and whether there
// is one.
func CommandBlock(code uint64) (string, bool) {
	block := (code - firstCode) / blockSize
	if code < firstCode || block >= uint64(len(blocks)) {
		return "", false
	}
	return blocks[block], true
}

// IsIggyCode reports whether a code is one of Apache Iggy, not a managed command.
func IsIggyCode(code uint64) bool { return code >= 1 && code <= maxIggyCode }

func (c *command) describe() Command {
	d := Command{
		Code: c.code, Name: c.name, Block: blocks[(c.code-firstCode)/blockSize], Request: c.requestName(),
		RequestType: typeOf(c.request), Permission: c.permission,
		Mutates: c.flags&mutating != 0, ServerOnly: c.flags&serverOnly != 0, NeedsScope: c.flags&needsScope != 0,
		Retired: c.flags&retired != 0, RetiredLater: c.flags&retiredLater != 0, AsQuery: c.flags&asQuery != 0,
	}
	if c.reply != nil {
		d.Reply, d.ReplyType = c.reply.Name, typeOf(c.reply)
	}
	return d
}

// typeOf returns the frame type with this root, or nil.
func typeOf(root *cbor.Type) *frames.Type {
	i := slices.IndexFunc(Types, func(t *frames.Type) bool {
		return root != nil && t.Codec.Declaration().Root == frames.Root(root)
	})
	if i < 0 {
		return nil
	}
	return Types[i]
}

// command declares a managed command code (section 8).
type command struct {
	code       uint32
	name       string     // AGDX_<name>_CODE
	request    *cbor.Type // of the payload; nil when it is not declared
	reply      *cbor.Type // nil where the specification names none
	undeclared string     // the request, when it is not declared
	permission string     // feature:action that it needs; "" for none
	flags      flags
}

// flags are properties of a command.
type flags uint8

const (
	mutating     flags = 1 << iota // must have an operation id
	serverOnly                     // answered by the server itself, never forwarded
	needsScope                     // needs a scope
	retired                        // retired, its code is never used again
	retiredLater                   // absent from later releases
	asQuery                        // travels as a ForwardedQuery
)

// commands lists the commands in the order of their codes.
var commands = [...]command{
	{1000000, "HELLO", nil, helloReply, "probe", "", 0},
	{1000001, "BACKEND_HELLO", backendAnnounce, nil, "", "", 0},
	{1000002, "SET_CLIENT_METADATA", nil, nil, "opaque bytes", "", serverOnly},
	{1000003, "GET_CLIENTS_METADATA", clientMetadataQuery, clientMetadataList, "", "", serverOnly},
	{1000020, "BATCH", batchRequest, batchReply, "", "", mutating},
	{1000021, "CHECKPOINT", nil, nil, "CheckpointRequestEnvelope", "", mutating | retiredLater},
	{1000022, "DESTINATION_GET", nil, nil, "DestinationGetRequest", "destination:read", serverOnly | retiredLater},
	{1000023, "DESTINATION_LIST", nil, nil, "DestinationListRequest", "destination:read", serverOnly | retiredLater},
	{1000024, "QUERY_ROUTE_LIST", nil, nil, "QueryRouteListRequest", "destination:read", serverOnly},
	{1000025, "DESTINATION_HTTP", nil, nil, "DestinationHttpRequest", "", retiredLater},
	{1000100, "AUTHZ_WHOAMI", whoamiReq, authzReply, "", "", serverOnly},
	{1000101, "AUTHZ_LIST_ROLES", listRolesReq, authzReply, "", "", serverOnly},
	{1000102, "AUTHZ_GET_ROLE", getRoleReq, authzReply, "", "", serverOnly},
	{1000103, "AUTHZ_GET_BINDINGS", getBindingsReq, authzReply, "", "", serverOnly},
	{1000104, "AUTHZ_DEFINE_ROLE", defineRoleReq, authzReply, "", "", serverOnly},
	{1000105, "AUTHZ_DELETE_ROLE", deleteRoleReq, authzReply, "", "", serverOnly},
	{1000106, "AUTHZ_BIND_ROLES", bindRolesReq, authzReply, "", "", serverOnly},
	{1000107, "AUTHZ_HISTORY", authzHistoryReq, authzReply, "", "", serverOnly},
	{1000108, "CONTROL_PUBLISH", nil, nil, "one control command", "", 0},
	{1000200, "QUERY", queryEnvelope, queryReply, "", "query:read", asQuery},
	{1000201, "QUERY_PAGE", queryPageEnvelope, queryReply, "", "query:read", retiredLater},
	{1000202, "QUERY_CANCEL", queryCancelEnvelope, queryCancelReply, "", "query:delete", retiredLater},
	{1000203, "QUERY_STATUS", queryStatusEnvelope, queryStatusReply, "", "query:read", retiredLater},
	{1000210, "GET_PROJECTION", getProjection, browseReply, "", "projection:read", 0},
	{1000211, "LIST_PROJECTIONS", listProjections, browseReply, "", "projection:read", 0},
	{1000220, "GET_SCHEMA", getSchema, browseReply, "", "projection:read", 0},
	{1000221, "LIST_SCHEMAS", listSchemas, browseReply, "", "projection:read", 0},
	{1000222, "REGISTER_SCHEMA", registerSchema, browseReply, "", "projection:admin", 0},
	{1000223, "DECODE_RECORD", decodeRecord, browseReply, "", "projection:read", 0},
	{1000300, "KV_GET", kvGet, kvReply, "", "kv:read", 0},
	{1000301, "KV_SET", kvSet, kvReply, "", "kv:write", mutating},
	{1000302, "KV_SCAN", kvScan, kvReply, "", "kv:read", 0},
	{1000303, "KV_DELETE", kvDelete, kvReply, "", "kv:delete", mutating},
	{1000304, "KV_DELETE_MANY", kvDeleteMany, kvReply, "", "kv:delete", mutating},
	{1000305, "KV_NAMESPACES", kvNamespaces, kvReply, "", "kv:read", 0},
	{1000306, "KV_CAS", kvCas, kvReply, "", "kv:write", mutating},
	{1000307, "KV_EXISTS", kvExists, kvReply, "", "kv:read", 0},
	{1000308, "KV_EXPIRE", kvExpire, kvReply, "", "kv:write", mutating},
	{1000309, "KV_PATCH", kvPatch, kvReply, "", "kv:write", mutating},
	{1000310, "KV_LEASE", kvLease, kvReply, "", "kv:write, later kv_lease:admin", mutating},
	{1000311, "KV_RELEASE", kvRelease, kvReply, "", "kv:write, later kv_lease:admin", mutating},
	{1000312, "KV_CAS_FENCED", kvCasFenced, kvReply, "", "kv:write, later also kv_fence:read", mutating},
	{1000313, "KV_COPY", kvCopy, kvReply, "", "kv:write", mutating},
	{1000314, "KV_MOVE", kvMove, kvReply, "", "kv:write", mutating},
	{1000315, "KV_LEASE_RENEW", kvLeaseRenew, kvReply, "", "kv_lease:admin", mutating},
	{1000400, "FORK_CREATE", forkCreate, forkReply, "", "fork:write", mutating},
	{1000401, "FORK_DELETE", forkDelete, forkReply, "", "fork:delete", mutating},
	{1000402, "FORK_PROMOTE", forkPromote, forkReply, "", "fork:admin", mutating},
	{1000403, "FORK_LIST", forkList, forkReply, "", "fork:read", 0},
	{1000404, "FORK_PUT", forkPut, forkReply, "", "fork:write", mutating},
	{1000600, "GRAPH_QUERY", graphQuery, graphReply, "", "graph:read", 0},
	{1000601, "GRAPH_UPSERT", graphUpsert, graphReply, "", "graph:write", mutating},
	{1000602, "GRAPH_NEIGHBORS", graphNeighbors, graphReply, "", "graph:read", 0},
	{1000700, "AGENT_SUBMIT", agentSubmit, agentReply, "", "agent:write", mutating | retired},
	{1000701, "AGENT_CANCEL", agentCancel, agentReply, "", "agent:delete", mutating | retired},
	{1000702, "AGENT_STATUS", agentStatusReq, agentReply, "", "agent:read", retired},
	{1000703, "AGENT_LIST", agentList, agentReply, "", "agent:read", retired},
	{1000710, "SESSION_GET", sessionGet, sessionReply, "", "session:read", needsScope},
	{1000711, "SESSION_LIST", sessionList, sessionReply, "", "session:read", needsScope},
	{1000712, "SESSION_EVENTS", sessionEvents, sessionReply, "", "session:read", needsScope},
	{1000713, "SESSION_STATE", sessionState, sessionReply, "", "session:read", needsScope},
	{1000714, "SESSION_LINKS", sessionLinks, sessionReply, "", "session:read", needsScope},
	{1000715, "SESSION_SOURCES", sessionSources, sessionReply, "", "session:read", needsScope},
	{1000716, "SESSION_CHANGES", sessionChanges, sessionReply, "", "session:read", needsScope},
	{1000800, "FILTERED_POLL", nil, nil, "", "", serverOnly},
	{1000801, "FILTERED_ACK", nil, nil, "", "", serverOnly},
	{1000802, "FILTER_PREVIEW", nil, nil, "", "", serverOnly},
	{1000803, "FILTER_TEST", nil, nil, "", "", serverOnly},
	{1000804, "FILTER_VALIDATE", nil, nil, "", "", serverOnly},
	{1000810, "FILTER_MUTATE", nil, nil, "one catalog mutation", "", 0},
	{1000811, "GET_FILTER", nil, nil, "", "filter:read", 0},
	{1000812, "LIST_FILTERS", nil, nil, "", "filter:read", 0},
	{1000813, "LIST_FILTER_REVISIONS", nil, nil, "", "filter:read", 0},
	{1000814, "GET_FILTER_BINDING", nil, nil, "", "filter:read", 0},
	{1000815, "LIST_FILTER_BINDINGS", nil, nil, "", "filter:read", 0},
	{1000816, "FILTER_OPERATION", nil, nil, "", "filter:read", 0},
	{1000817, "RESOLVE_FILTER_POLICY", nil, nil, "internal, from server to backend", "", 0},
	{1000818, "WATCH_FILTER_CATALOG", nil, nil, "internal, from server to backend", "", 0},
}

// blocks names the hundreds of codes, from 1000000 on.
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
	maxIggyCode = 605 // codes 1 to 605 belong to Apache Iggy
)

func commandByCode(code uint64) *command {
	i := sort.Search(len(commands), func(i int) bool { return uint64(commands[i].code) >= code })
	if i == len(commands) || uint64(commands[i].code) != code {
		return nil
	}
	return &commands[i]
}

// requestCodes returns the codes whose request is declared, and that a backend receives as
// a command.
func requestCodes() []uint64 {
	var list []uint64
	for i := range commands {
		if c := &commands[i]; c.request != nil && c.flags&(serverOnly|retired|asQuery) == 0 {
			list = append(list, uint64(c.code))
		}
	}
	return list
}

// describeCode describes a command code: its name, its block, its request, and what it
// needs.
func describeCode(dst []byte, v cbor.Item, _ cbor.Map) []byte {
	code, ok := v.Uint()
	if !ok {
		return dst
	}
	c := commandByCode(code)
	if c == nil {
		return appendUnknownCode(dst, code)
	}
	dst = append(dst, c.name...)
	dst = append(append(dst, ", "...), blocks[(c.code-firstCode)/blockSize]...)
	if request := c.requestName(); request != "" {
		dst = append(append(dst, ": "...), request...)
	}
	if c.flags&mutating != 0 {
		dst = append(dst, "; changes state"...)
	}
	if c.permission != "" {
		dst = append(append(dst, "; requires "...), c.permission...)
	}
	switch {
	case c.flags&retired != 0:
		dst = append(dst, "; retired; the code is never reused"...)
	case c.flags&retiredLater != 0:
		dst = append(dst, "; retired in later releases"...)
	}
	return dst
}

func (c *command) requestName() string {
	if c.request != nil {
		return c.request.Name
	}
	return c.undeclared
}

func appendUnknownCode(dst []byte, code uint64) []byte {
	switch block := (code - firstCode) / blockSize; {
	case code >= firstCode && block < uint64(len(blocks)):
		return append(append(dst, "unknown code in the block "...), blocks[block]...)
	case code >= 1 && code <= maxIggyCode:
		return append(dst, "code of Apache Iggy, not a managed command"...)
	}
	return append(dst, "unknown code"...)
}

// payloadType returns the type of the request that the command code of the map announces.
func payloadType(m cbor.Map) *cbor.Type { return requestType(m, "command_code") }

// batchPayloadType is payloadType for the commands of a batch.
func batchPayloadType(m cbor.Map) *cbor.Type { return requestType(m, "code") }

func requestType(m cbor.Map, key string) *cbor.Type {
	code, ok := m.Uint(key)
	if !ok {
		return nil
	}
	if c := commandByCode(code); c != nil {
		return c.request
	}
	return nil
}

// checkCommand notes who asked when the caller is absent, and where code and fields do not
// match (section 8).
func checkCommand(r *cbor.Report) {
	if !r.WantsNotes() {
		return
	}
	if !r.Has("caller") && !r.Has("user_id") {
		r.Note("", "requested by the server itself (no caller)", false)
	}
	code, _ := r.Uint("command_code")
	c := commandByCode(code)
	if c == nil {
		return
	}
	advise := func(name, str string) { r.Note(name, c.name+" ("+strconv.Itoa(int(c.code))+") "+str, true) }
	switch operation := r.Has("operation_id"); {
	case c.flags&mutating != 0 && !operation:
		advise("command_code", "changes state and should carry an operation_id")
	case c.flags&mutating == 0 && operation:
		advise("operation_id", "changes no state; an operation_id is not expected")
	}
	if c.flags&needsScope != 0 && !r.Has("scope") {
		advise("command_code", "reads a session and is rejected without a scope")
	}
	if c.flags&serverOnly != 0 {
		advise("command_code", "is answered by the server itself and not forwarded")
	}
	if c.flags&asQuery != 0 {
		advise("command_code", "is sent as a forwarded query, not as a command")
	}
}

// queryCode is the code of a ForwardedQuery.
const queryCode = 1000200

// CommandOf returns the type of a forwarded request, and its command; nil when the frame is
// not one.
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
		c.Positioned, c.ReplyType = true, nil // a ManagedReplyEnvelope, whose layout is not confirmed
	}
	return ForwardedCommand, c
}

// knownCommand returns what is known of a code: only its number if it is unknown.
func knownCommand(code uint64) Command {
	known := commandByCode(code)
	if known == nil {
		return Command{Code: uint32(code), Name: strconv.FormatUint(code, 10)}
	}
	c := known.describe()
	if known.request == nil && known.code != firstCode {
		c.ReplyType = nil // the reply is not confirmed either
	}
	return c
}

// ReplySummary is a reply in a line: its variants.
const ReplySummary frames.Summary = "{*}"

// IsErrorReply reports whether the variant of a reply is that of errors.
func IsErrorReply(frame []byte) bool {
	variant, _ := cbor.RootMap(frame).VariantName()
	return strings.HasPrefix(string(variant), "Err")
}

// IsReply reports whether a frame looks like a reply: a variant of an enum, which requests
// do not have.
func IsReply(frame []byte) bool {
	key, ok := cbor.RootMap(frame).VariantName()
	return ok && len(key) > 0 && key[0] >= 'A' && key[0] <= 'Z'
}

// IsMap reports whether a frame begins with the head of a CBOR map.
func IsMap(frame []byte) bool {
	const majorMap = 5
	return len(frame) > 0 && frame[0]>>5 == majorMap
}

// MayMatch reports whether a frame may be of a type, by its keys alone. For a reply the
// variant is enough: a truncated reply, or one with trailing bytes, is still a reply.
func MayMatch(t *frames.Type, frame []byte) bool {
	d := t.Codec.Declaration()
	if d.Form != frames.ItemForm {
		return false
	}
	if _, matches := d.Prefilter.Match(&frames.Reader{Frame: frame}, 0); matches {
		return true
	}
	key, ok := cbor.RootMap(frame).VariantName()
	return ok && d.Prefilter.HasVariant(key) || slices.ContainsFunc(t.Versions, func(v *frames.Type) bool { return MayMatch(v, frame) })
}
