package laser

import "github.com/divtool/divtool/pkg/frames/cbor"

var (
	graphName = cbor.Field{Name: "graph", Type: str, Meaning: "graph"}
	edgeDir   = &cbor.Type{Name: "EdgeDir", Kind: cbor.EnumKind, Variants: variants{{Name: "out"}, {Name: "in"}, {Name: "both"}}}

	graphNode = &cbor.Type{Name: "GraphNode", AllOptional: true, Fields: fields{
		{Name: "id", Type: id16, Meaning: "node"},
		{Name: "labels", Type: texts, Presence: cbor.Omitted, Default: cbor.EmptyList, Meaning: "labels"},
		{Name: "attrs", Type: attributes, Presence: cbor.Omitted, Default: cbor.EmptyList, Meaning: "attributes"},
		{Name: "embedding", Type: floats, Presence: cbor.Optional, Meaning: "vector"},
		{Name: "source", Type: sourceRef, Presence: cbor.Optional, Meaning: "source record"},
		producerField,
	}}

	graphEdge = &cbor.Type{Name: "GraphEdge", Fields: fields{
		{Name: "id", Type: id16, Meaning: "edge"},
		{Name: "from", Type: id16, Meaning: "source node"},
		{Name: "to", Type: id16, Meaning: "target node"},
		{Name: "edge_type", Type: str, Meaning: "type"},
		{Name: "weight", Type: f32, Meaning: "weight"},
		{Name: "attrs", Type: attributes, Presence: cbor.Omitted, Default: cbor.EmptyList, Meaning: "attributes"},
		{Name: "valid_from", Type: u64, Presence: cbor.Optional, Meaning: "start of validity"},
		{Name: "valid_to", Type: u64, Presence: cbor.Optional, Meaning: "end of validity"},
		{Name: "source", Type: sourceRef, Presence: cbor.Optional, Meaning: "source record"},
		producerField,
	}}

	graphQuery = &cbor.Type{Name: "GraphQuery", Fields: fields{
		versionField,
		graphName,
		{Name: "start", Type: graphStart, Meaning: "start of the traversal"},
		{Name: "traverse", Type: &cbor.Type{Kind: cbor.ArrayKind, Elem: hop}, Presence: cbor.Omitted, Default: cbor.EmptyList, Meaning: "edges to follow"},
		{Name: "node_filter", Type: filter, Presence: cbor.Optional, Meaning: "filter for nodes"},
		{Name: "edge_filter", Type: filter, Presence: cbor.Optional, Meaning: "filter for edges"},
		{Name: "return_", Type: &cbor.Type{Name: "GraphReturn", Kind: cbor.EnumKind, Variants: variants{
			{Name: "nodes"}, {Name: "edges"}, {Name: "paths"}, {Name: "triplets"},
		}}, Presence: cbor.Omitted, Default: "\x65nodes", Meaning: "parts of the graph to return"},
		{Name: "limit", Type: size, Meaning: "maximum number of results"},
		{Name: "fork", Type: str, Presence: cbor.Optional, Meaning: "fork to read from"},
		{Name: "consistency", Type: consistency, Presence: cbor.Omitted, Default: "\x68eventual", Meaning: "required freshness of the response"},
		{Name: "as_of", Type: u64, Presence: cbor.Optional, Meaning: "state at this time"},
		{Name: "conversation", Type: str, Presence: cbor.Optional, Meaning: "only data written by this conversation"},
		kvStream,
	}}

	graphNeighbors = &cbor.Type{Name: "GraphNeighbors", Fields: fields{
		versionField,
		graphName,
		{Name: "node", Type: id16, Meaning: "node"},
		{Name: "dir", Type: edgeDir, Presence: cbor.Omitted, Default: "\x63out", Meaning: "direction of the edges"},
		{Name: "edge_type", Type: str, Presence: cbor.Optional, Meaning: "only edges of this type"},
		{Name: "depth", Type: u32, Meaning: "maximum distance, in edges"},
		{Name: "limit", Type: size, Meaning: "maximum number of results"},
		{Name: "as_of", Type: u64, Presence: cbor.Optional, Meaning: "state at this time"},
		{Name: "conversation", Type: str, Presence: cbor.Optional, Meaning: "only data written by this conversation"},
		kvStream,
	}}

	graphUpsert = &cbor.Type{Name: "GraphUpsert", AllOptional: true, Fields: fields{
		versionField,
		graphName,
		kvSession,
		{Name: "nodes", Type: &cbor.Type{Kind: cbor.ArrayKind, Elem: graphNode}, Presence: cbor.Omitted, Default: cbor.EmptyList, Meaning: "nodes to write"},
		{Name: "edges", Type: &cbor.Type{Kind: cbor.ArrayKind, Elem: graphEdge}, Presence: cbor.Omitted, Default: cbor.EmptyList, Meaning: "edges to write"},
	}}

	graphStart = &cbor.Type{Name: "GraphStart", Kind: cbor.EnumKind, Variants: variants{
		{Name: "Ids", Type: ids},
		{Name: "Match", Type: filter},
		{Name: "Nearest", Type: &cbor.Type{Name: "Nearest", Fields: fields{{Name: "embedding", Type: floats}, {Name: "k", Type: size}}}},
	}}

	hop = &cbor.Type{Name: "Hop", Fields: fields{
		{Name: "edge_type", Type: str, Presence: cbor.Optional},
		{Name: "dir", Type: edgeDir, Presence: cbor.Omitted, Default: "\x63out"},
		{Name: "max", Type: u32},
	}}

	sourceRef = &cbor.Type{Name: "SourceRef", Kind: cbor.EnumKind, Variants: variants{
		{Name: "Message", Type: &cbor.Type{Name: "Message", Fields: fields{
			{Name: "stream", Type: u32},
			{Name: "topic", Type: u32},
			{Name: "partition", Type: u32},
			{Name: "offset", Type: u64},
			{Name: "generation", Type: u64, Presence: cbor.Optional, Since: release07},
			{Name: "conversation", Type: str, Presence: cbor.Optional},
		}}},
		{Name: "Kv", Type: &cbor.Type{Name: "Kv", Fields: fields{{Name: "namespace", Type: str}, {Name: "key", Type: str}}}},
		{Name: "Memory", Type: &cbor.Type{Name: "Memory", Fields: fields{{Name: "id", Type: str}}}},
	}}

	graphReply = &cbor.Type{Name: "GraphReply", Kind: cbor.EnumKind, Variants: variants{{Name: "Ok", Type: graphResult}, {Name: "Err", Type: graphError}}}

	graphResult = &cbor.Type{Name: "GraphResult", Fields: fields{
		{Name: "nodes", Type: &cbor.Type{Kind: cbor.ArrayKind, Elem: graphNode}, Presence: cbor.Omitted, Default: cbor.EmptyList},
		{Name: "edges", Type: &cbor.Type{Kind: cbor.ArrayKind, Elem: graphEdge}, Presence: cbor.Omitted, Default: cbor.EmptyList},
		{Name: "paths", Type: &cbor.Type{Kind: cbor.ArrayKind, Elem: path}, Presence: cbor.Omitted, Default: cbor.EmptyList},
	}}

	path = &cbor.Type{Name: "Path", Fields: fields{{Name: "nodes", Type: ids}, {Name: "edges", Type: ids}}}

	graphError = &cbor.Type{Name: "GraphError", Kind: cbor.EnumKind, Variants: variants{
		{Name: "Unsupported", Type: str}, {Name: "Unauthorized", Type: str}, {Name: "InvalidName", Type: str}, {Name: "NotFound", Type: str}, {Name: "TooLarge", Type: tooLarge},
		{Name: "Backend", Type: str}, {Name: "Unavailable", Type: str}, {Name: "Version", Type: versionError},
	}}
)
