package laser

import (
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/cbor"
)

// agentMessage is a message between agents.
var agentMessage = &frames.Type{
	Name: "laser.agent-envelope", Meaning: "message between agents", Spec: specMessages, Trust: frames.Source, Guessed: true,
	Codec: &cbor.Codec{Root: agentEnvelope, Example: exampleEnvelope},
}

// agentKind is the kind of an agent message. The kinds are in the order of the columns of
// section 9.2.
var agentKind = &cbor.Type{Name: "AgentKind", Kind: cbor.EnumKind, Variants: variants{
	{Name: "command"}, {Name: "response"}, {Name: "event"}, {Name: "chunk"}, {Name: "status"}, {Name: "error"},
}}

// agentEnvelope is a message between agents. checkEnvelope has its other rules.
var agentEnvelope = &cbor.Type{Name: "AgentEnvelope", Check: checkEnvelope, Fields: fields{
	{Name: "kind", Type: agentKind, Unit: cbor.ShowMeaning, Meaning: "kind of the message"},
	{Name: "record", Type: id16, Presence: cbor.Optional, Meaning: "id of the message"},
	{Name: "conversation", Type: id16, Meaning: "id of the conversation"},
	{Name: "parent", Type: id16, Presence: cbor.Optional, Since: release07, Meaning: "id of the session that began this one"},
	{Name: "root", Type: id16, Presence: cbor.Optional, Since: release07, Meaning: "id of the outermost session"},
	{Name: "source", Type: agent, Meaning: "sending agent, as it claims"},
	{Name: "target", Type: agent, Presence: cbor.Optional, Meaning: "receiving agent"},
	{Name: "cause", Type: id16, Presence: cbor.Optional, Meaning: "id of the causing message"},
	{Name: "cause_at", Type: pos20, Presence: cbor.Optional, Meaning: "log position of the causing message"},
	{Name: "correlation", Type: id16, Presence: cbor.Optional, Meaning: "id that links a command to its response"},
	{Name: "channel", Type: id16, Presence: cbor.Optional, Meaning: "id of the stream of chunks"},
	{Name: "idempotency_key", Type: idempotencyKey, Presence: cbor.Optional, Meaning: "idempotency key; a repeated message has no effect"},
	{Name: "deadline_micros", Type: u64, Presence: cbor.Optional, Unit: cbor.Micros, Meaning: "deadline for handling the message"},
	{Name: "sequence", Type: u64, Presence: cbor.Optional, Meaning: "position in the stream of chunks, from 0"},
	{Name: "last", Type: boolean, Presence: cbor.Omitted, Default: cbor.False, Meaning: "whether this is the last chunk"},
	{Name: "finish_reason", Type: str, Presence: cbor.Optional, Meaning: "why the stream of chunks ends"},
	{Name: "task_state", Type: u8, Presence: cbor.Optional, Meaning: "state of the task", Describe: describeTaskState},
	{Name: "operation", Type: str, Presence: cbor.Optional, Meaning: "operation of a status or a chunk"},
	{Name: "tool", Type: str, Presence: cbor.Optional, Meaning: "called tool"},
	{Name: "usage", Type: tokenUsage, Presence: cbor.Optional, Meaning: "tokens used"},
	{Name: "metadata", Type: textToAny, Presence: cbor.Optional, Meaning: "additional metadata"},
	{Name: "must_understand", Type: u64, Presence: cbor.Omitted, Default: cbor.Zero, Meaning: "bit mask of features that the receiver must support"},
	{Name: "body", Type: bytes, Presence: cbor.Omitted, Default: cbor.EmptyBytes, Meaning: "content"},
	{Name: "signature", Type: signature, Presence: cbor.Optional, Meaning: "signature over the message"},
}}

// taskPaused is the state of a task that release 0.7 added.
const taskPaused = 10

// describeTaskState names the state of a task, if it is one that release 0.7 added.
func describeTaskState(dst []byte, v cbor.Item, _ cbor.Map) []byte {
	if state, ok := v.Uint(); ok && state == taskPaused {
		return append(dst, "paused, a state of laser-wire "+release07...)
	}
	return dst
}

// idempotencyKey is a text that the crate bounds when it reads it (section 10).
var idempotencyKey = &cbor.Type{Name: "idempotency key", Kind: cbor.TextKind, MaxSize: 64}

var tokenUsage = &cbor.Type{Name: "TokenUsage", Fields: fields{
	{Name: "input_tokens", Type: u64},
	{Name: "output_tokens", Type: u64},
	{Name: "reasoning_output_tokens", Type: u64, Presence: cbor.Optional},
	{Name: "cache_read_input_tokens", Type: u64, Presence: cbor.Optional},
	{Name: "cache_creation_input_tokens", Type: u64, Presence: cbor.Optional},
	{Name: "cost_micros", Type: u64, Presence: cbor.Optional, Since: release07, Meaning: "cost, in millionths"},
}}

var signature = &cbor.Type{Name: "Signature", Fields: fields{
	{Name: "scheme", Type: u8, Meaning: "signature algorithm"},
	{Name: "key_id", Type: bytes, Meaning: "id of the key"},
	{Name: "bytes", Type: bytes, Meaning: "signature"},
	{Name: "context", Type: &cbor.Type{Name: "SignatureContext", Fields: fields{
		{Name: "content_type", Type: u8, Presence: cbor.Optional},
		{Name: "agent_version", Type: u32, Presence: cbor.Optional},
	}}, Presence: cbor.Optional},
}}

var agentDeadLetter = &cbor.Type{Name: "AgentDeadLetter", Fields: fields{
	{Name: "source", Type: pos20, Meaning: "log position of the message"},
	{Name: "reason", Type: u8, Meaning: "why handling was given up"},
	{Name: "attempts", Type: u32, Meaning: "number of attempts"},
	{Name: "detail", Type: str, Presence: cbor.Optional, Meaning: "explanation"},
	{Name: "payload", Type: bytes, Meaning: "message", Embedded: func(cbor.Map) *cbor.Type { return agentEnvelope }},
}}

var agentErrorBody = &cbor.Type{Name: "AgentErrorBody", Fields: fields{
	{Name: "code", Type: u8, Meaning: "class of the error"},
	{Name: "message", Type: str, Presence: cbor.Optional, Meaning: "error message"},
	{Name: "retryable", Type: boolean, Presence: cbor.Defaulted, Default: cbor.False, Meaning: "whether a retry may help", OtherPeer: typeScriptSDK + " leaves it out"},
	{Name: "detail", Type: textToAny, Presence: cbor.Optional, Meaning: "additional metadata"},
}}

var agentPresence = &cbor.Type{Name: "AgentPresence", Fields: fields{
	versionField,
	{Name: "agent", Type: agent, Meaning: "announced agent"},
	{Name: "inbox", Type: str, Presence: cbor.Optional, Meaning: "topic that the agent reads"},
}}

var agentCard = &cbor.Type{Name: "AgentCard", AllOptional: true, Fields: fields{
	{Name: "name", Type: str, Presence: cbor.Optional, Meaning: "name of the agent"},
	{Name: "version", Type: str, Presence: cbor.Optional, Meaning: "version of the agent"},
	{Name: "capabilities", Type: &cbor.Type{Kind: cbor.ArrayKind, Elem: capabilityDescriptor}, Presence: cbor.Omitted, Default: cbor.EmptyList, Meaning: "capabilities"},
	{Name: "ttl_micros", Type: u64, Presence: cbor.Optional, Unit: cbor.Duration, Meaning: "validity of the card"},
}}

var capabilityDescriptor = &cbor.Type{Name: "CapabilityDescriptor", Fields: fields{
	{Name: "skill_id", Type: str, Meaning: "name of the skill"},
	{Name: "input", Type: contentRef, Presence: cbor.Optional, Meaning: "accepted content types"},
	{Name: "output", Type: contentRef, Presence: cbor.Optional, Meaning: "produced content types"},
	{Name: "cost_class", Type: u8, Presence: cbor.Optional},
	{Name: "latency_class", Type: u8, Presence: cbor.Optional},
	{Name: "max_concurrency", Type: u32, Presence: cbor.Optional},
	{Name: "health", Type: u8, Presence: cbor.Optional},
	{Name: "load", Type: u16, Presence: cbor.Optional},
}}

var contentRef = &cbor.Type{Name: "ContentRef", Kind: cbor.EnumKind, Variants: variants{
	{Name: "content_type", Type: contentType},
	{Name: "schema_id", Type: str},
}}

var bodyRef = &cbor.Type{Name: "BodyRef", Fields: fields{
	{Name: "reference", Type: str, Meaning: "reference to the stored body"},
	{Name: "size_bytes", Type: u64, Unit: cbor.ByteSize, Meaning: "size of the body"},
	{Name: "sha256", Type: bytes, Meaning: "SHA-256 of the body"},
	{Name: "encryption", Type: u8, Presence: cbor.Optional, Meaning: "encryption method"},
}}

// canonicalAlpRecord is a published record in the tests of the crate.
var canonicalAlpRecord = &cbor.Type{Name: "CanonicalAlpRecord", Fields: fields{
	{Name: "partition_key", Type: str, Meaning: "key that selects the partition"},
	{Name: "headers", Type: &cbor.Type{Kind: cbor.DictKind, Key: str, Elem: &cbor.Type{Name: "Header", Fields: fields{
		{Name: "kind", Type: str, Meaning: "type of the header"},
		{Name: "bytes", Type: bytes, Meaning: "value of the header"},
	}}}, Meaning: "headers of the record"},
	{Name: "payload", Type: bytes, Meaning: "message", Embedded: func(cbor.Map) *cbor.Type { return agentEnvelope }},
}}

// The rules of a field in a kind of message, one letter each.
const (
	required           = 'R'
	allowed            = '-'
	forbidden          = 'x' // X in the specification's table
	requiredForTask    = 't' // required when the operation is "task"
	onlyInChannel      = 'c' // allowed with channel only
	onlyWithLast       = 'l' // allowed with last only
	onlyAtStart        = '0' // allowed at sequence 0 only
	purposeAtStart     = 'p' // required at sequence 0, and must be a purpose; later forbidden
	lifecycleOperation = 'o' // required, must be a lifecycle operation
	nonEmpty           = 'b' // required, not empty
	nonEmptyUnlessLast = 'e' // required, not empty except with last
)

// fieldDemands are the rows of section 9.2: a letter for each variant of agentKind.
var fieldDemands = [...]struct{ field, byKind string }{
	{"record", "RRR-RR"},
	{"correlation", "RR-RtR"},
	{"channel", "xxxRx-"},
	{"sequence", "xxxRxc"},
	{"last", "xxx--x"},
	{"finish_reason", "x-xlxx"},
	{"idempotency_key", "---xxx"},
	{"deadline_micros", "-xx0xx"},
	{"task_state", "x-xxt-"},
	{"operation", "---po-"},
	{"tool", "----x-"},
	{"usage", "x--l--"},
	{"body", "bbbe-b"},
}

var (
	purposes   = []string{"chat", "reasoning", "tool_args"}
	operations = []string{"task", "card", "progress", "quarantine", "unquarantine"}
)

// checkEnvelope warns of what the receiver of an agent message would refuse.
func checkEnvelope(r *cbor.Report) {
	kind, _ := r.Text("kind")
	for i := range agentKind.Variants {
		name := agentKind.Variants[i].Name
		if name != string(kind) {
			continue
		}
		for _, rule := range fieldDemands {
			if fault := demandFault(r.Map, rule.field, rule.byKind[i]); fault != "" {
				r.Warn("agent-validity", rule.field, "the receiver refuses this "+name+": "+rule.field+" "+fault)
			}
		}
	}
}

// demandFault describes how a field breaks a rule, "" when it does not.
func demandFault(m cbor.Map, field string, demand byte) string {
	present := m.Has(field)
	if field == "last" {
		present = isTrue(m, field)
	}
	switch demand {
	case required:
		return messageIf(!present, "is required")
	case forbidden:
		return messageIf(present, "is not allowed")
	case requiredForTask:
		return messageIf(!present && textIs(m, "operation", "task"), "is required when the operation is task")
	case onlyInChannel:
		return messageIf(present && !m.Has("channel"), "is only allowed with a channel")
	case onlyWithLast:
		return messageIf(present && !isTrue(m, "last"), "is only allowed with last")
	case onlyAtStart:
		return messageIf(present && !isFirstChunk(m), "is only allowed at sequence 0")
	case purposeAtStart:
		if !isFirstChunk(m) {
			return messageIf(present, "is only allowed at sequence 0")
		}
		return requireOneOf(m, field, purposes)
	case lifecycleOperation:
		return requireOneOf(m, field, operations)
	case nonEmpty:
		return messageIf(isEmpty(m, field), "is required and must not be empty")
	case nonEmptyUnlessLast:
		return messageIf(isEmpty(m, field) && !isTrue(m, "last"), "is required, and can be empty only with last")
	}
	return ""
}

func messageIf(fault bool, str string) string {
	if fault {
		return str
	}
	return ""
}

func isFirstChunk(m cbor.Map) bool {
	n, ok := m.Uint("sequence")
	return ok && n == 0
}

func isTrue(m cbor.Map, field string) bool {
	v, ok := m.Get(field)
	return ok && v.IsTrue()
}

func textIs(m cbor.Map, field, want string) bool {
	t, ok := m.Text(field)
	return ok && string(t) == want
}

func isEmpty(m cbor.Map, field string) bool {
	v, ok := m.Get(field)
	if !ok {
		return true
	}
	b, ok := v.Bytes()
	return !ok || len(b) == 0
}

func requireOneOf(m cbor.Map, field string, words []string) string {
	list := ""
	for _, w := range words {
		if textIs(m, field, w) {
			return ""
		}
		list += " " + w
	}
	return "is required, one of" + list
}

// The registry of agent runs. Later revisions have retired it.
var (
	agentSubmit = &cbor.Type{Name: "AgentSubmit", Fields: fields{
		versionField,
		{Name: "agent_id", Type: str, Meaning: "agent that receives the task"},
		{Name: "run_id", Type: str, Presence: cbor.Optional, Meaning: "id of the run"},
		{Name: "params", Type: textToText, Presence: cbor.Omitted, Default: cbor.EmptyMap, Meaning: "parameters"},
		{Name: "input", Type: bytes, Presence: cbor.Optional, Meaning: "task"},
		{Name: "budget", Type: runBudget, Presence: cbor.Optional, Meaning: "limits of the run"},
	}}

	runBudget = &cbor.Type{Name: "RunBudget", Fields: fields{
		{Name: "max_events", Type: u64, Presence: cbor.Optional},
		{Name: "max_model_calls", Type: u64, Presence: cbor.Optional},
		{Name: "max_tool_calls", Type: u64, Presence: cbor.Optional},
		{Name: "max_patches", Type: u64, Presence: cbor.Optional},
		{Name: "max_depth", Type: u32, Presence: cbor.Optional},
		{Name: "max_wall_clock_micros", Type: u64, Presence: cbor.Optional, Unit: cbor.Duration, Meaning: "maximum duration"},
		{Name: "max_cost_usd", Type: costUSD, Presence: cbor.Optional},
	}}

	costUSD = &cbor.Type{Name: "f64", Kind: cbor.FloatKind, Bits: 64, WholeAsInteger: typeScriptSDK}

	agentList = &cbor.Type{Name: "AgentList", AllOptional: true, Fields: fields{
		versionField,
		{Name: "agent_id", Type: str, Presence: cbor.Optional, Meaning: "only the runs of this agent"},
		{Name: "state", Type: agentRunState, Presence: cbor.Optional, Meaning: "only runs in this state"},
		{Name: "limit", Type: u32, Presence: cbor.Optional, Meaning: "maximum number of runs per page"},
		{Name: "cursor", Type: bytes, Presence: cbor.Optional, Meaning: "cursor of the page"},
	}}

	agentCancel = &cbor.Type{Name: "AgentCancel", Fields: fields{versionField, {Name: "run_id", Type: str, Meaning: "id of the run"}}}

	agentStatusReq = &cbor.Type{Name: "AgentStatusReq", Fields: fields{versionField, {Name: "run_id", Type: str, Meaning: "id of the run"}}}

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
