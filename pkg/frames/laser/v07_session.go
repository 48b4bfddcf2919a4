package laser

import "github.com/divtool/divtool/pkg/frames/cbor"

// The requests about sessions, new in shape B. They have no version; the stream comes first.
var (
	sessionGet  = &cbor.Type{Name: "SessionGet", Fields: fields{sessionStream, sessionID}}
	sessionList = &cbor.Type{Name: "SessionList", Fields: fields{
		sessionStream,
		{Name: "status", Type: str, Presence: cbor.Optional, Meaning: "only sessions with this status"},
		{Name: "root", Type: id16, Presence: cbor.Optional, Meaning: "only sessions below this one"},
		{Name: "label_prefix", Type: str, Presence: cbor.Optional, Meaning: "start of the labels"},
		{Name: "agent", Type: str, Presence: cbor.Optional, Meaning: "only sessions of this agent"},
		{Name: "text", Type: str, Presence: cbor.Optional, Meaning: "text to search for"},
		sessionCursor,
		sessionLimit,
		{Name: "want_total", Type: boolean, Meaning: "whether to count all sessions"},
	}}
	sessionEvents = &cbor.Type{Name: "SessionEvents", Fields: fields{
		sessionStream, sessionID, sessionCursor, sessionLimit,
		{Name: "fixed_frontier", Type: boolean, Meaning: "whether later events are left out"},
	}}
	sessionState = &cbor.Type{Name: "SessionState", Fields: fields{sessionStream, sessionID, {Name: "history_limit", Type: u32, Meaning: "maximum number of past states"}}}
	sessionLinks = &cbor.Type{Name: "SessionLinks", Fields: fields{
		sessionStream, sessionID,
		{Name: "surface", Type: &cbor.Type{Name: "SessionSurface", Kind: cbor.EnumKind, Variants: variants{
			{Name: "memory"}, {Name: "kv"}, {Name: "graph_node"}, {Name: "graph_edge"}, {Name: "projection"}, {Name: "child"},
		}}, Presence: cbor.Optional, Meaning: "only links to this"},
	}}
	sessionSources = &cbor.Type{Name: "SessionSources", Fields: fields{
		sessionStream, sessionID,
		{Name: "lane_only", Type: boolean, Presence: cbor.Omitted, Default: cbor.False, Meaning: "only the sources of its own lane"},
	}}
	sessionChanges = &cbor.Type{Name: "SessionChanges", Fields: fields{sessionStream, {Name: "after", Type: u64, Meaning: "only later changes"}, sessionLimit}}

	sessionStream = cbor.Field{Name: "stream", Type: str, Meaning: "stream of the sessions"}
	sessionID     = cbor.Field{Name: "id", Type: id16, Meaning: "id of the session"}
	sessionCursor = cbor.Field{Name: "cursor", Type: str, Presence: cbor.Optional, Meaning: "cursor of the page"}
	sessionLimit  = cbor.Field{Name: "limit", Type: u32, Meaning: "maximum number of results"}
)

// sessionReply has outcomes whose members are not declared: they are shown as they are.
var (
	sessionReply = &cbor.Type{Name: "SessionReply", Kind: cbor.EnumKind, Check: checkSessionReply, Variants: variants{{Name: "Ok", Type: sessionOutcome}, {Name: "Err", Type: sessionError}}}

	sessionOutcome = &cbor.Type{Name: "SessionOutcome", Kind: cbor.EnumKind, Variants: variants{
		{Name: "Info", Type: untyped}, {Name: "Page", Type: untyped}, {Name: "Events", Type: untyped}, {Name: "State", Type: untyped},
		{Name: "Links", Type: untyped}, {Name: "Sources", Type: untyped}, {Name: "Changes", Type: untyped},
	}}

	sessionError = &cbor.Type{Name: "SessionError", Kind: cbor.EnumKind, Variants: variants{
		{Name: "Unsupported", Type: str}, {Name: "NotFound", Type: str}, {Name: "NotRegistered", Type: str}, {Name: "Invalid", Type: str},
		{Name: "Unauthorized", Type: str}, {Name: "Stale", Type: str}, {Name: "Backend", Type: str}, {Name: "Unavailable", Type: str},
	}}
)

func checkSessionReply(r *cbor.Report) {
	if r.Has("Ok") {
		r.Warn(codeOtherVersion, "Ok", "outcome of laser-wire 0.7; its members are not declared, and shown as they are")
	}
}
