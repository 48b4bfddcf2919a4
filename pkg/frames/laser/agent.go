package laser

import (
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/cbor"
)

// agentMessage is a message between agents.
var agentMessage = &frames.Type{
	Name: "laser.agent-envelope", Meaning: "a message between agents", Spec: specMessages, Trust: frames.Source, Guessed: true,
	Codec: &cbor.Codec{Root: agentEnvelope, Meaning: "a message between agents", Example: exampleEnvelope},
}

// agentKind says what an agent message is.
var agentKind = cbor.Words("AgentKind", kinds[:]...)

// agentEnvelope is a message between agents. What else makes one valid stands
// in agentvalidity.go.
var agentEnvelope = &cbor.Type{Name: "AgentEnvelope", Check: checkEnvelope, Fields: fields{
	noted(need("kind", agentKind, "what the message is")),
	opt("record", id16, "id of the message"),
	need("conversation", id16, "id of the conversation"),
	need("source", agent, "agent that sends it, by its own claim"),
	opt("target", agent, "agent that it is for"),
	opt("cause", id16, "id of the message that caused it"),
	opt("cause_at", pos20, "where the message that caused it stands in the log"),
	opt("correlation", id16, "id that pairs a command with its response"),
	opt("channel", id16, "id of the stream of chunks"),
	opt("idempotency_key", text, "key that makes repeats harmless"),
	micros(opt("deadline_micros", u64, "when it is too late to handle the message")),
	opt("sequence", u64, "place in the stream of chunks, from 0"),
	flag("last", "whether it is the last chunk"),
	opt("finish_reason", text, "why the stream of chunks ends"),
	opt("task_state", u8, "state of the task"),
	opt("operation", text, "what a status or a chunk is about"),
	opt("tool", text, "tool that is called"),
	opt("usage", tokenUsage, "tokens that were used"),
	dict("metadata", textToAny, "further facts"),
	opt("must_understand", u64, "bits of features that the receiver must know"),
	opt("body", bytes, "the content"),
	opt("signature", signature, "signature over the message"),
}}

var tokenUsage = &cbor.Type{Name: "TokenUsage", Fields: fields{
	need("input_tokens", u64, ""),
	need("output_tokens", u64, ""),
	opt("reasoning_output_tokens", u64, ""),
	opt("cache_read_input_tokens", u64, ""),
	opt("cache_creation_input_tokens", u64, ""),
}}

var signature = &cbor.Type{Name: "Signature", Fields: fields{
	need("scheme", u8, "how it is made"),
	need("key_id", bytes, "id of the key"),
	need("bytes", bytes, "the signature"),
	opt("context", &cbor.Type{Name: "SignatureContext", Fields: fields{
		opt("content_type", u8, ""),
		opt("agent_version", u32, ""),
	}}, ""),
}}

var agentDeadLetter = &cbor.Type{Name: "AgentDeadLetter", Fields: fields{
	need("source", pos20, "where the message stands in the log"),
	need("reason", u8, "why it was given up"),
	need("attempts", u32, "how often it was tried"),
	opt("detail", text, "why, for people"),
	holding(need("payload", bytes, "the message"), func(cbor.Map) *cbor.Type { return agentEnvelope }),
}}

var agentErrorBody = &cbor.Type{Name: "AgentErrorBody", Fields: fields{
	need("code", u8, "class of the error"),
	opt("message", text, "what went wrong, for people"),
	def("retryable", boolean, cbor.False, "whether trying again may help"),
	dict("detail", textToAny, "further facts"),
}}

var agentPresence = &cbor.Type{Name: "AgentPresence", Fields: fields{
	v,
	need("agent", agent, "the agent that is there"),
	opt("inbox", text, "topic that it reads"),
}}

var agentCard = &cbor.Type{Name: "AgentCard", Weak: true, Fields: fields{
	opt("name", text, "name of the agent"),
	opt("version", text, "version of the agent"),
	list("capabilities", cbor.List(capabilityDescriptor), "what it can do"),
	lasting(opt("ttl_micros", u64, "how long the card holds")),
}}

var capabilityDescriptor = &cbor.Type{Name: "CapabilityDescriptor", Fields: fields{
	need("skill_id", text, "the skill"),
	opt("input", contentRef, "what it takes"),
	opt("output", contentRef, "what it gives"),
	opt("cost_class", u8, ""),
	opt("latency_class", u8, ""),
	opt("max_concurrency", u32, ""),
	opt("health", u8, ""),
	opt("load", u16, ""),
}}

var contentRef = &cbor.Type{Name: "ContentRef", Kind: cbor.EnumKind, Variants: variants{
	of("content_type", contentType),
	of("schema_id", text),
}}

var bodyRef = &cbor.Type{Name: "BodyRef", Fields: fields{
	need("reference", text, "where the body is stored"),
	sized(need("size_bytes", u64, "size of the body")),
	need("sha256", bytes, "SHA-256 of the body"),
	opt("encryption", u8, "how it is encrypted"),
}}

// canonicalAlpRecord is a published record in the tests of the crate.
var canonicalAlpRecord = &cbor.Type{Name: "CanonicalAlpRecord", Fields: fields{
	need("partition_key", text, "key that chooses the partition"),
	need("headers", cbor.Dict(text, &cbor.Type{Name: "Header", Fields: fields{
		need("kind", text, "type of the header"),
		need("bytes", bytes, "value of the header"),
	}}), "headers of the record"),
	holding(need("payload", bytes, "the message"), func(cbor.Map) *cbor.Type { return agentEnvelope }),
}}
