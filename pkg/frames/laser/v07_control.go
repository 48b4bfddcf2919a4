package laser

import "github.com/divtool/divtool/pkg/frames/cbor"

var (
	controlEnvelopeB = &cbor.Type{
		Name: "ControlEnvelope", Describe: describeShapeB,
		TellTales: []string{
			"stream", "command/RegisterSessionSource", "command/RemoveSessionSource", "command/FilterCatalog", "command/ApplyBinding/index",
		},
		Fields: fields{
			versionField,
			{Name: "timestamp_micros", Type: u64, Unit: cbor.Micros, Meaning: "time of writing"},
			{Name: "command", Type: controlCommandB, Meaning: "command"},
			{Name: "stream", Type: str, Presence: cbor.Optional, Meaning: "stream of the command"},
		},
	}

	controlCommandB = &cbor.Type{Name: "ControlCommand", Kind: cbor.EnumKind, Variants: variants{
		{Name: "RegisterProjection", Type: projection},
		{Name: "DropProjection", Type: str},
		{Name: "ApplyBinding", Type: projectionBindingB},
		{Name: "RemoveBinding", Type: removeBinding},
		{Name: "RegisterSchema", Type: schemaDef},
		{Name: "DropSchema", Type: u32},
		{Name: "RegisterGraph", Type: projection},
		{Name: "DropGraph", Type: str},
		{Name: "RegisterSessionSource", Type: &cbor.Type{Name: "RegisterSessionSource", Fields: fields{
			sessionStream,
			{Name: "topics", Type: sessionTopics, Meaning: "topics with the events of the sessions"},
		}}},
		{Name: "RemoveSessionSource", Type: &cbor.Type{Name: "RemoveSessionSource", Fields: fields{sessionStream}}},
		{Name: "FilterCatalog", Type: filterCatalog},
	}}

	projectionBindingB = &cbor.Type{Name: "ProjectionBinding", Fields: fields{
		{Name: "source", Type: sourceSelector},
		{Name: "allowed_projections", Type: texts, Presence: cbor.Defaulted, Default: cbor.EmptyList},
		{Name: "default_projection", Type: str, Presence: cbor.Nullable},
		{Name: "backend", Type: &cbor.Type{Name: "BackendRef", Fields: fields{{Name: "resource_id", Type: id16}, {Name: "generation", Type: u64}}}, Presence: cbor.Optional},
		{Name: "index", Type: str},
		{Name: "notify", Type: boolean, Presence: cbor.Omitted, Default: cbor.False},
		{Name: "retention", Type: retentionPolicy, Presence: cbor.Optional},
	}}

	sessionTopics = &cbor.Type{Name: "SessionTopics", Kind: cbor.EnumKind, Variants: variants{{Name: "All"}, {Name: "Named", Type: texts}}}

	// filterCatalog has a mutation that was not read.
	filterCatalog = &cbor.Type{Name: "FilterCatalog", Check: checkFilterCatalog, Fields: fields{
		{Name: "operation_id", Type: str, Meaning: "id of the mutation, in decimal"},
		{Name: "actor_user_id", Type: u32, Meaning: "user who changes the catalog"},
		{Name: "mutation", Type: untyped, Meaning: "change of the catalog"},
		{Name: "identity", Type: untyped, Presence: cbor.Optional},
		{Name: "filter_id", Type: untyped, Presence: cbor.Optional},
		{Name: "grants", Type: untyped, Presence: cbor.Optional},
		{Name: "limits", Type: untyped, Presence: cbor.Optional},
	}}
)

func checkFilterCatalog(r *cbor.Report) {
	r.Warn(codeOtherVersion, "mutation", "FilterCatalog of laser-wire 0.7: what its members hold is not known")
}
