package laser

import "github.com/divtool/divtool/pkg/frames/cbor"

var (
	graphName = need("graph", text, "the graph")
	edgeDir   = cbor.Words("EdgeDir", "out", "in", "both")

	graphNode = &cbor.Type{Name: "GraphNode", Weak: true, Fields: fields{
		need("id", id16, "the node"),
		list("labels", texts, "labels"),
		list("attrs", attributes, "attributes"),
		list("embedding", floats, "vector"),
		opt("source", sourceRef, "record that it comes from"),
	}}

	graphEdge = &cbor.Type{Name: "GraphEdge", Fields: fields{
		need("id", id16, "the edge"),
		need("from", id16, "node that it leaves"),
		need("to", id16, "node that it enters"),
		need("edge_type", text, "type"),
		need("weight", f32, "weight"),
		list("attrs", attributes, "attributes"),
		opt("valid_from", u64, "when it begins to hold"),
		opt("valid_to", u64, "when it ends to hold"),
		opt("source", sourceRef, "record that it comes from"),
	}}

	graphQuery = &cbor.Type{Name: "GraphQuery", Fields: fields{
		v,
		graphName,
		need("start", graphStart, "where it begins"),
		list("traverse", cbor.List(hop), "edges to follow"),
		opt("node_filter", filter, "which nodes"),
		opt("edge_filter", filter, "which edges"),
		opt("return_", cbor.Words("GraphReturn", "nodes", "edges", "paths", "triplets"), "what it gives"),
		need("limit", size, "how many at most"),
		opt("fork", text, "in this fork"),
		omit("consistency", consistency, "\x68eventual", "how fresh the answer must be"),
		opt("as_of", u64, "as things were then"),
		opt("conversation", text, "only what this conversation wrote"),
	}}

	graphNeighbors = &cbor.Type{Name: "GraphNeighbors", Fields: fields{
		v,
		graphName,
		need("node", id16, "the node"),
		opt("dir", edgeDir, "which way"),
		opt("edge_type", text, "only edges of this type"),
		need("depth", u32, "how many edges away"),
		need("limit", size, "how many at most"),
		opt("as_of", u64, "as things were then"),
		opt("conversation", text, "only what this conversation wrote"),
	}}

	graphUpsert = &cbor.Type{Name: "GraphUpsert", Weak: true, Fields: fields{
		v,
		graphName,
		list("nodes", cbor.List(graphNode), "nodes to write"),
		list("edges", cbor.List(graphEdge), "edges to write"),
	}}

	graphStart = &cbor.Type{Name: "GraphStart", Kind: cbor.EnumKind, Variants: variants{
		of("Ids", cbor.List(id16)),
		of("Match", filter),
		with("Nearest", need("embedding", floats, ""), need("k", size, "")),
	}}

	hop = &cbor.Type{Name: "Hop", Fields: fields{opt("edge_type", text, ""), opt("dir", edgeDir, ""), need("max", u32, "")}}

	sourceRef = &cbor.Type{Name: "SourceRef", Kind: cbor.EnumKind, Variants: variants{
		with("Message", need("stream", u32, ""), need("topic", u32, ""), need("partition", u32, ""), need("offset", u64, ""), opt("conversation", text, "")),
		with("Kv", need("namespace", text, ""), need("key", text, "")),
		with("Memory", need("id", text, "")),
	}}

	graphReply = &cbor.Type{Name: "GraphReply", Kind: cbor.EnumKind, Variants: variants{of("Ok", graphResult), of("Err", graphError)}}

	graphResult = &cbor.Type{Name: "GraphResult", Fields: fields{
		list("nodes", cbor.List(graphNode), ""),
		list("edges", cbor.List(graphEdge), ""),
		list("paths", cbor.List(&cbor.Type{Name: "Path", Fields: fields{need("nodes", cbor.List(id16), ""), need("edges", cbor.List(id16), "")}}), ""),
	}}

	graphError = &cbor.Type{Name: "GraphError", Kind: cbor.EnumKind, Variants: variants{
		of("Unsupported", text), of("Unauthorized", text), of("InvalidName", text), of("NotFound", text), tooLarge,
		of("Backend", text), of("Unavailable", text), versionError,
	}}
)
