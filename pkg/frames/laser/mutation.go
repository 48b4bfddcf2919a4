package laser

import "github.com/divtool/divtool/pkg/frames/cbor"

var (
	operationID = ident(need("operation_id", u128, "identity of the mutation, made once by the SDK"))

	managedRequestEnvelope = &cbor.Type{Name: "ManagedRequestEnvelope", Fields: fields{
		v,
		operationID,
		need("payload", bytes, "the request"),
	}}

	mutationCommandEnvelope = &cbor.Type{Name: "MutationCommandEnvelope", Fields: fields{
		v,
		operationID,
		micros(need("timestamp_micros", u64, "when it was written")),
		said(need("command_code", u32, "what to do"), sayCode),
		opt("scope", forwardedScope, "the stream"),
		holding(need("payload", bytes, "the request"), payloadType),
	}}

	batchRequest = &cbor.Type{Name: "BatchRequest", Fields: fields{v, need("ops", cbor.List(batchItem), "the commands")}}

	// batchItem gets its fields in cycles.go.
	batchItem = &cbor.Type{Name: "BatchItem"}

	batchReply = &cbor.Type{Name: "BatchReply", Fields: fields{need("results", cbor.List(bytes), "the answers, in the order of the commands")}}
)
