package laser

import "github.com/divtool/divtool/pkg/frames/cbor"

// The registry of agent runs. Later revisions have retired it.
var (
	agentSubmit = &cbor.Type{Name: "AgentSubmit", Fields: fields{
		v,
		{Name: "agent_id", Type: str, Meaning: "agent that gets the task"},
		{Name: "run_id", Type: str, Presence: cbor.Optional, Meaning: "id for the run"},
		{Name: "params", Type: textToText, Presence: cbor.Omitted, Default: cbor.EmptyMap, Meaning: "parameters"},
		{Name: "input", Type: bytes, Presence: cbor.Optional, Meaning: "the task"},
		{Name: "budget", Type: runBudget, Presence: cbor.Optional, Meaning: "limits of the run"},
	}}

	runBudget = &cbor.Type{Name: "RunBudget", Fields: fields{
		{Name: "max_events", Type: u64, Presence: cbor.Optional},
		{Name: "max_model_calls", Type: u64, Presence: cbor.Optional},
		{Name: "max_tool_calls", Type: u64, Presence: cbor.Optional},
		{Name: "max_patches", Type: u64, Presence: cbor.Optional},
		{Name: "max_depth", Type: u32, Presence: cbor.Optional},
		{Name: "max_wall_clock_micros", Type: u64, Presence: cbor.Optional, Unit: cbor.Duration, Meaning: "how long it may take"},
		{Name: "max_cost_usd", Type: f64, Presence: cbor.Optional},
	}}

	agentList = &cbor.Type{Name: "AgentList", AllOptional: true, Fields: fields{
		v,
		{Name: "agent_id", Type: str, Presence: cbor.Optional, Meaning: "only the runs of this agent"},
		{Name: "state", Type: agentRunState, Presence: cbor.Optional, Meaning: "only runs in this state"},
		{Name: "limit", Type: u32, Presence: cbor.Optional, Meaning: "runs on a page"},
		{Name: "cursor", Type: bytes, Presence: cbor.Optional, Meaning: "where the page begins"},
	}}

	agentCancel = &cbor.Type{Name: "AgentCancel", Fields: fields{v, {Name: "run_id", Type: str, Meaning: "the run"}}}

	agentStatusReq = &cbor.Type{Name: "AgentStatusReq", Fields: fields{v, {Name: "run_id", Type: str, Meaning: "the run"}}}

	agentRunState = &cbor.Type{Name: "AgentRunState", Kind: cbor.EnumKind, Variants: variants{
		{Name: "submitted"}, {Name: "running"}, {Name: "completed"}, {Name: "cancelled"}, {Name: "failed"},
	}}

	agentReply = &cbor.Type{Name: "AgentReply", Kind: cbor.EnumKind, Variants: variants{{Name: "Ok", Type: agentOutcome}, {Name: "Err", Type: agentError}}}

	agentOutcome = &cbor.Type{Name: "AgentOutcome", Kind: cbor.EnumKind, Variants: variants{
		{Name: "Submitted", Type: agentRunInfo},
		{Name: "Cancelled", Type: agentRunInfo},
		{Name: "Status", Type: agentRunInfo},
		{Name: "List", Type: runPage},
	}}

	runPage = &cbor.Type{Name: "RunPage", Fields: fields{
		{Name: "runs", Type: &cbor.Type{Kind: cbor.ArrayKind, Elem: agentRunInfo}},
		{Name: "cursor", Type: bytes, Presence: cbor.Optional},
	}}

	agentRunInfo = &cbor.Type{Name: "AgentRunInfo", Fields: fields{
		{Name: "run_id", Type: str},
		{Name: "agent_id", Type: str},
		{Name: "user_id", Type: u32},
		{Name: "state", Type: agentRunState},
		{Name: "created_at_micros", Type: u64, Unit: cbor.Micros},
		{Name: "updated_at_micros", Type: u64, Unit: cbor.Micros},
		{Name: "detail", Type: str, Presence: cbor.Optional},
		{Name: "cancel_requested", Type: boolean, Presence: cbor.Omitted, Default: cbor.False},
	}}

	agentError = &cbor.Type{Name: "AgentError", Kind: cbor.EnumKind, Variants: variants{
		{Name: "Unsupported", Type: str}, {Name: "NotFound", Type: str}, {Name: "Invalid", Type: str}, {Name: "Backend", Type: str}, {Name: "Unavailable", Type: str},
		{Name: "Version", Type: versionError}, {Name: "NotLeader"},
	}}
)

// Failures that several replies have.
var (
	versionError = &cbor.Type{Name: "Version", Fields: fields{{Name: "expected", Type: u32}, {Name: "got", Type: u32}}}
	tooLarge     = &cbor.Type{Name: "TooLarge", Fields: fields{{Name: "what", Type: str}, {Name: "size", Type: size}, {Name: "cap", Type: size}}}
)
