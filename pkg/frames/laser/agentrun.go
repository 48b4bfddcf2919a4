package laser

import "github.com/divtool/divtool/pkg/frames/cbor"

// The registry of agent runs. Later revisions have retired it.
var (
	agentSubmit = &cbor.Type{Name: "AgentSubmit", Fields: fields{
		v,
		need("agent_id", text, "agent that gets the task"),
		opt("run_id", text, "id for the run"),
		dict("params", textToText, "parameters"),
		opt("input", bytes, "the task"),
		opt("budget", runBudget, "limits of the run"),
	}}

	runBudget = &cbor.Type{Name: "RunBudget", Fields: fields{
		opt("max_events", u64, ""),
		opt("max_model_calls", u64, ""),
		opt("max_tool_calls", u64, ""),
		opt("max_patches", u64, ""),
		opt("max_depth", u32, ""),
		lasting(opt("max_wall_clock_micros", u64, "how long it may take")),
		opt("max_cost_usd", f64, ""),
	}}

	agentList = &cbor.Type{Name: "AgentList", Weak: true, Fields: fields{
		v,
		opt("agent_id", text, "only the runs of this agent"),
		opt("state", agentRunState, "only runs in this state"),
		opt("limit", u32, "runs on a page"),
		opt("cursor", bytes, "where the page begins"),
	}}

	agentCancel = &cbor.Type{Name: "AgentCancel", Fields: fields{v, need("run_id", text, "the run")}}

	agentStatusReq = &cbor.Type{Name: "AgentStatusReq", Fields: fields{v, need("run_id", text, "the run")}}

	agentRunState = cbor.Words("AgentRunState", "submitted", "running", "completed", "cancelled", "failed")

	agentReply = &cbor.Type{Name: "AgentReply", Kind: cbor.EnumKind, Variants: variants{of("Ok", agentOutcome), of("Err", agentError)}}

	agentOutcome = &cbor.Type{Name: "AgentOutcome", Kind: cbor.EnumKind, Variants: variants{
		of("Submitted", agentRunInfo),
		of("Cancelled", agentRunInfo),
		of("Status", agentRunInfo),
		of("List", &cbor.Type{Name: "RunPage", Fields: fields{need("runs", cbor.List(agentRunInfo), ""), opt("cursor", bytes, "")}}),
	}}

	agentRunInfo = &cbor.Type{Name: "AgentRunInfo", Fields: fields{
		need("run_id", text, ""),
		need("agent_id", text, ""),
		need("user_id", u32, ""),
		need("state", agentRunState, ""),
		micros(need("created_at_micros", u64, "")),
		micros(need("updated_at_micros", u64, "")),
		opt("detail", text, ""),
		flag("cancel_requested", ""),
	}}

	agentError = &cbor.Type{Name: "AgentError", Kind: cbor.EnumKind, Variants: variants{
		of("Unsupported", text), of("NotFound", text), of("Invalid", text), of("Backend", text), of("Unavailable", text),
		versionError, word("NotLeader"),
	}}
)

// Failures that several replies have.
var (
	versionError = with("Version", need("expected", u32, ""), need("got", u32, ""))
	tooLarge     = with("TooLarge", need("what", text, ""), need("size", size, ""), need("cap", size, ""))
)
