package laser

import (
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/cbor"
)

// agentMessage is a message between agents.
var agentMessage = &frames.Type{
	Name: "laser.agent-envelope", Meaning: "a message between agents", Spec: specMessages, Trust: frames.Source, Guessed: true,
	Codec: &cbor.Codec{Root: agentEnvelope, Example: exampleEnvelope},
}

// agentKind says what an agent message is. The kinds stand in the order of the
// columns of section 9.2.
var agentKind = &cbor.Type{Name: "AgentKind", Kind: cbor.EnumKind, Variants: variants{
	{Name: "command"}, {Name: "response"}, {Name: "event"}, {Name: "chunk"}, {Name: "status"}, {Name: "error"},
}}

// agentEnvelope is a message between agents. What else makes one valid stands
// in agentvalidity.go.
var agentEnvelope = &cbor.Type{Name: "AgentEnvelope", Check: checkEnvelope, Fields: fields{
	{Name: "kind", Type: agentKind, Unit: cbor.ShowMeaning, Meaning: "what the message is"},
	{Name: "record", Type: id16, Presence: cbor.Optional, Meaning: "id of the message"},
	{Name: "conversation", Type: id16, Meaning: "id of the conversation"},
	{Name: "source", Type: agent, Meaning: "agent that sends it, by its own claim"},
	{Name: "target", Type: agent, Presence: cbor.Optional, Meaning: "agent that it is for"},
	{Name: "cause", Type: id16, Presence: cbor.Optional, Meaning: "id of the message that caused it"},
	{Name: "cause_at", Type: pos20, Presence: cbor.Optional, Meaning: "where the message that caused it stands in the log"},
	{Name: "correlation", Type: id16, Presence: cbor.Optional, Meaning: "id that pairs a command with its response"},
	{Name: "channel", Type: id16, Presence: cbor.Optional, Meaning: "id of the stream of chunks"},
	{Name: "idempotency_key", Type: str, Presence: cbor.Optional, Meaning: "key that makes repeats harmless"},
	{Name: "deadline_micros", Type: u64, Presence: cbor.Optional, Unit: cbor.Micros, Meaning: "when it is too late to handle the message"},
	{Name: "sequence", Type: u64, Presence: cbor.Optional, Meaning: "place in the stream of chunks, from 0"},
	{Name: "last", Type: boolean, Presence: cbor.Omitted, Default: cbor.False, Meaning: "whether it is the last chunk"},
	{Name: "finish_reason", Type: str, Presence: cbor.Optional, Meaning: "why the stream of chunks ends"},
	{Name: "task_state", Type: u8, Presence: cbor.Optional, Meaning: "state of the task"},
	{Name: "operation", Type: str, Presence: cbor.Optional, Meaning: "what a status or a chunk is about"},
	{Name: "tool", Type: str, Presence: cbor.Optional, Meaning: "tool that is called"},
	{Name: "usage", Type: tokenUsage, Presence: cbor.Optional, Meaning: "tokens that were used"},
	{Name: "metadata", Type: textToAny, Presence: cbor.Omitted, Default: cbor.EmptyMap, Meaning: "further facts"},
	{Name: "must_understand", Type: u64, Presence: cbor.Optional, Meaning: "bits of features that the receiver must know"},
	{Name: "body", Type: bytes, Presence: cbor.Optional, Meaning: "the content"},
	{Name: "signature", Type: signature, Presence: cbor.Optional, Meaning: "signature over the message"},
}}

var tokenUsage = &cbor.Type{Name: "TokenUsage", Fields: fields{
	{Name: "input_tokens", Type: u64},
	{Name: "output_tokens", Type: u64},
	{Name: "reasoning_output_tokens", Type: u64, Presence: cbor.Optional},
	{Name: "cache_read_input_tokens", Type: u64, Presence: cbor.Optional},
	{Name: "cache_creation_input_tokens", Type: u64, Presence: cbor.Optional},
}}

var signature = &cbor.Type{Name: "Signature", Fields: fields{
	{Name: "scheme", Type: u8, Meaning: "how it is made"},
	{Name: "key_id", Type: bytes, Meaning: "id of the key"},
	{Name: "bytes", Type: bytes, Meaning: "the signature"},
	{Name: "context", Type: &cbor.Type{Name: "SignatureContext", Fields: fields{
		{Name: "content_type", Type: u8, Presence: cbor.Optional},
		{Name: "agent_version", Type: u32, Presence: cbor.Optional},
	}}, Presence: cbor.Optional},
}}

var agentDeadLetter = &cbor.Type{Name: "AgentDeadLetter", Fields: fields{
	{Name: "source", Type: pos20, Meaning: "where the message stands in the log"},
	{Name: "reason", Type: u8, Meaning: "why it was given up"},
	{Name: "attempts", Type: u32, Meaning: "how often it was tried"},
	{Name: "detail", Type: str, Presence: cbor.Optional, Meaning: "why, for people"},
	{Name: "payload", Type: bytes, Meaning: "the message", Embedded: func(cbor.Map) *cbor.Type { return agentEnvelope }},
}}

var agentErrorBody = &cbor.Type{Name: "AgentErrorBody", Fields: fields{
	{Name: "code", Type: u8, Meaning: "class of the error"},
	{Name: "message", Type: str, Presence: cbor.Optional, Meaning: "what went wrong, for people"},
	{Name: "retryable", Type: boolean, Presence: cbor.Defaulted, Default: cbor.False, Meaning: "whether trying again may help"},
	{Name: "detail", Type: textToAny, Presence: cbor.Omitted, Default: cbor.EmptyMap, Meaning: "further facts"},
}}

var agentPresence = &cbor.Type{Name: "AgentPresence", Fields: fields{
	v,
	{Name: "agent", Type: agent, Meaning: "the agent that is there"},
	{Name: "inbox", Type: str, Presence: cbor.Optional, Meaning: "topic that it reads"},
}}

var agentCard = &cbor.Type{Name: "AgentCard", AllOptional: true, Fields: fields{
	{Name: "name", Type: str, Presence: cbor.Optional, Meaning: "name of the agent"},
	{Name: "version", Type: str, Presence: cbor.Optional, Meaning: "version of the agent"},
	{Name: "capabilities", Type: &cbor.Type{Kind: cbor.ArrayKind, Elem: capabilityDescriptor}, Presence: cbor.Omitted, Default: cbor.EmptyList, Meaning: "what it can do"},
	{Name: "ttl_micros", Type: u64, Presence: cbor.Optional, Unit: cbor.Duration, Meaning: "how long the card holds"},
}}

var capabilityDescriptor = &cbor.Type{Name: "CapabilityDescriptor", Fields: fields{
	{Name: "skill_id", Type: str, Meaning: "the skill"},
	{Name: "input", Type: contentRef, Presence: cbor.Optional, Meaning: "what it takes"},
	{Name: "output", Type: contentRef, Presence: cbor.Optional, Meaning: "what it gives"},
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
	{Name: "reference", Type: str, Meaning: "where the body is stored"},
	{Name: "size_bytes", Type: u64, Unit: cbor.ByteSize, Meaning: "size of the body"},
	{Name: "sha256", Type: bytes, Meaning: "SHA-256 of the body"},
	{Name: "encryption", Type: u8, Presence: cbor.Optional, Meaning: "how it is encrypted"},
}}

// canonicalAlpRecord is a published record in the tests of the crate.
var canonicalAlpRecord = &cbor.Type{Name: "CanonicalAlpRecord", Fields: fields{
	{Name: "partition_key", Type: str, Meaning: "key that chooses the partition"},
	{Name: "headers", Type: &cbor.Type{Kind: cbor.DictKind, Key: str, Elem: &cbor.Type{Name: "Header", Fields: fields{
		{Name: "kind", Type: str, Meaning: "type of the header"},
		{Name: "bytes", Type: bytes, Meaning: "value of the header"},
	}}}, Meaning: "headers of the record"},
	{Name: "payload", Type: bytes, Meaning: "the message", Embedded: func(cbor.Map) *cbor.Type { return agentEnvelope }},
}}
