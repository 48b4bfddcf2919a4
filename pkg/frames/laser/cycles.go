package laser

import "github.com/divtool/divtool/pkg/frames/cbor"

// A declaration cannot name itself, not even in a roundabout way: these lines
// close the circles. A filter holds filters; a batch holds payloads that are
// told by the table of commands, a batch among them.
func init() {
	filter.Variants = filterVariants
	batchItem.Fields = batchItemFields
}

var (
	filters = &cbor.Type{Kind: cbor.ArrayKind, Elem: filter}

	filterVariants = variants{
		{Name: "all", Type: filters},
		{Name: "any", Type: filters},
		{Name: "not", Type: filter},
		{Name: "pred", Type: predicate},
	}

	batchItemFields = fields{
		{Name: "code", Type: u32, Meaning: "what to do", Describe: describeCode, Codes: requestCodes},
		{Name: "payload", Type: bytes, Meaning: "the request", Embedded: batchPayloadType},
	}
)
