package laser

import "github.com/divtool/divtool/pkg/frames/cbor"

var (
	operationID = cbor.Field{Name: "operation_id", Type: u128, Unit: cbor.HexID, Meaning: "identity of the mutation, made once by the SDK"}

	managedRequestEnvelope = &cbor.Type{Name: "ManagedRequestEnvelope", Fields: fields{
		v,
		operationID,
		{Name: "payload", Type: bytes, Meaning: "the request"},
	}}

	mutationCommandEnvelope = &cbor.Type{Name: "MutationCommandEnvelope", Fields: fields{
		v,
		operationID,
		{Name: "timestamp_micros", Type: u64, Unit: cbor.Micros, Meaning: "when it was written"},
		{Name: "command_code", Type: u32, Meaning: "what to do", Describe: describeCode},
		{Name: "scope", Type: forwardedScope, Presence: cbor.Optional, Meaning: "the stream"},
		{Name: "payload", Type: bytes, Meaning: "the request", Embedded: payloadType},
	}}

	batchRequest = &cbor.Type{Name: "BatchRequest", Fields: fields{v, {Name: "ops", Type: &cbor.Type{Kind: cbor.ArrayKind, Elem: batchItem}, Meaning: "the commands"}}}

	// batchItem gets its fields in cycles.go.
	batchItem = &cbor.Type{Name: "BatchItem"}

	batchReply = &cbor.Type{Name: "BatchReply", Fields: fields{
		{Name: "results", Type: &cbor.Type{Kind: cbor.ArrayKind, Elem: bytes}, Meaning: "the answers, in the order of the commands"},
	}}
)
