package laser

import "github.com/divtool/divtool/pkg/frames/cbor"

// The registry of agent runs. Later revisions have retired it.
var (
	agentSubmit = &cbor.Type{Name: "AgentSubmit", Fields: fields{
		v,
		{Name: "agent_id", Type: text, Meaning: "agent that gets the task"},
		{Name: "run_id", Type: text, Rule: cbor.Optional, Meaning: "id for the run"},
		{Name: "params", Type: textToText, Rule: cbor.Omitted, Default: cbor.EmptyMap, Meaning: "parameters"},
		{Name: "input", Type: bytes, Rule: cbor.Optional, Meaning: "the task"},
		{Name: "budget", Type: runBudget, Rule: cbor.Optional, Meaning: "limits of the run"},
	}}

	runBudget = &cbor.Type{Name: "RunBudget", Fields: fields{
		{Name: "max_events", Type: u64, Rule: cbor.Optional},
		{Name: "max_model_calls", Type: u64, Rule: cbor.Optional},
		{Name: "max_tool_calls", Type: u64, Rule: cbor.Optional},
		{Name: "max_patches", Type: u64, Rule: cbor.Optional},
		{Name: "max_depth", Type: u32, Rule: cbor.Optional},
		{Name: "max_wall_clock_micros", Type: u64, Rule: cbor.Optional, Unit: cbor.Duration, Meaning: "how long it may take"},
		{Name: "max_cost_usd", Type: f64, Rule: cbor.Optional},
	}}

	agentList = &cbor.Type{Name: "AgentList", Weak: true, Fields: fields{
		v,
		{Name: "agent_id", Type: text, Rule: cbor.Optional, Meaning: "only the runs of this agent"},
		{Name: "state", Type: agentRunState, Rule: cbor.Optional, Meaning: "only runs in this state"},
		{Name: "limit", Type: u32, Rule: cbor.Optional, Meaning: "runs on a page"},
		{Name: "cursor", Type: bytes, Rule: cbor.Optional, Meaning: "where the page begins"},
	}}

	agentCancel = &cbor.Type{Name: "AgentCancel", Fields: fields{v, {Name: "run_id", Type: text, Meaning: "the run"}}}

	agentStatusReq = &cbor.Type{Name: "AgentStatusReq", Fields: fields{v, {Name: "run_id", Type: text, Meaning: "the run"}}}

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
		{Name: "cursor", Type: bytes, Rule: cbor.Optional},
	}}

	agentRunInfo = &cbor.Type{Name: "AgentRunInfo", Fields: fields{
		{Name: "run_id", Type: text},
		{Name: "agent_id", Type: text},
		{Name: "user_id", Type: u32},
		{Name: "state", Type: agentRunState},
		{Name: "created_at_micros", Type: u64, Unit: cbor.Micros},
		{Name: "updated_at_micros", Type: u64, Unit: cbor.Micros},
		{Name: "detail", Type: text, Rule: cbor.Optional},
		{Name: "cancel_requested", Type: boolean, Rule: cbor.Omitted, Default: cbor.False},
	}}

	agentError = &cbor.Type{Name: "AgentError", Kind: cbor.EnumKind, Variants: variants{
		{Name: "Unsupported", Type: text}, {Name: "NotFound", Type: text}, {Name: "Invalid", Type: text}, {Name: "Backend", Type: text}, {Name: "Unavailable", Type: text},
		{Name: "Version", Type: versionError}, {Name: "NotLeader"},
	}}
)

// Failures that several replies have.
var (
	versionError = &cbor.Type{Name: "Version", Fields: fields{{Name: "expected", Type: u32}, {Name: "got", Type: u32}}}
	tooLarge     = &cbor.Type{Name: "TooLarge", Fields: fields{{Name: "what", Type: text}, {Name: "size", Type: size}, {Name: "cap", Type: size}}}
)
