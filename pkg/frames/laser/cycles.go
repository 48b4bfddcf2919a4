package laser

import "github.com/divtool/divtool/pkg/frames/cbor"

// A declaration cannot name itself, not even in a roundabout way: these lines
// close the circles. A filter holds filters; a batch holds payloads that are
// told by the table of commands, a batch among them.
func init() {
	filters := cbor.List(filter)
	filter.Variants = variants{
		of("all", filters),
		of("any", filters),
		of("not", filter),
		of("pred", predicate),
	}
	batchItem.Fields = fields{
		coded(said(need("code", u32, "what to do"), sayCode)),
		holding(need("payload", bytes, "the request"), batchPayloadType),
	}
}
