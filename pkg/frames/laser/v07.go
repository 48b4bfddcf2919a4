package laser

import (
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/cbor"
)

// The files v07*.go declare the messages as the crate laser-wire 0.7 has them: shape B of
// the specification of other versions. Nothing in the bytes states the release; a frame is
// of it when it has a key or a word that only shape B has. Messages that only gained
// optional keys have one declaration, whose fields say since when they exist.

// release07 is the version of shape B.
const release07 = "0.7"

// specVersions is the chapter of other versions of the messages.
const specVersions = "drift.md 2"

// The messages that shape B declares differently.
var (
	queryEnvelope07   = &frames.Type{Name: "laser.query-envelope", Meaning: "query", Version: release07, Spec: specVersions, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: queryEnvelopeB}}
	queryReply07      = &frames.Type{Name: "laser.query-reply", Meaning: "response to a query", Version: release07, Spec: specVersions, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: queryReplyB}}
	foldSnapshot07    = &frames.Type{Name: "laser.fold-snapshot", Meaning: "state folded from a conversation", Version: release07, Spec: specVersions, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: foldSnapshotB}}
	kvLease07         = &frames.Type{Name: "laser.kv-lease", Meaning: "acquire a lease on a key", Version: release07, Spec: specVersions, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: kvLeaseB}}
	kvRelease07       = &frames.Type{Name: "laser.kv-release", Meaning: "release a lease", Version: release07, Spec: specVersions, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: kvReleaseB}}
	kvCasFenced07     = &frames.Type{Name: "laser.kv-cas-fenced", Meaning: "write a key if its state is as expected and the lease is valid", Version: release07, Spec: specVersions, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: kvCasFencedB}}
	kvReply07         = &frames.Type{Name: "laser.kv-reply", Meaning: "response to a key-value command", Version: release07, Spec: specVersions, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: kvReplyB}}
	controlEnvelope07 = &frames.Type{Name: "laser.control-envelope", Meaning: "command in the control log", Version: release07, Spec: specVersions, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: controlEnvelopeB}}
	backendAnnounce07 = &frames.Type{Name: "laser.backend-announce", Meaning: "a backend announces itself to the server", Version: release07, Spec: specVersions, Trust: frames.Source, Guessed: true, Codec: &cbor.Codec{Root: backendAnnounceB}}
)

// Integers with a sign.
var (
	i32 = &cbor.I32
	i64 = &cbor.I64
)

// describeQueryB and describeShapeB are the notes of messages of shape B.
func describeQueryB(dst []byte, _ cbor.Map) []byte {
	return append(dst, "query shape B (laser-wire 0.7)"...)
}

func describeShapeB(dst []byte, _ cbor.Map) []byte {
	return append(dst, "shape B (laser-wire 0.7)"...)
}

// producerField names what made a value.
var producerField = cbor.Field{Name: "producer", Type: producer, Presence: cbor.Optional, Since: release07, Meaning: "what made it"}

var producer = &cbor.Type{Name: "Producer", Fields: fields{{Name: "name", Type: str}, {Name: "version", Type: str}}}

// codeOtherVersion is the code of the warning about a message that is not fully known.
const codeOtherVersion = "other-version"

// foldSnapshotB is what a conversation folds to.
var foldSnapshotB = &cbor.Type{Name: "FoldSnapshot", Describe: describeShapeB, TellTales: []string{"fold"}, Fields: fields{
	{Name: "stream", Type: str, Meaning: "stream of the conversation"},
	{Name: "stream_id", Type: u32, Meaning: "id of the stream"},
	{Name: "stream_created_at_micros", Type: u64, Unit: cbor.Micros, Meaning: "when the stream was created"},
	{Name: "conversation", Type: id16, Meaning: "id of the conversation"},
	{Name: "fold", Type: str, Meaning: "name of the fold"},
	{Name: "as_of", Type: &cbor.Type{Kind: cbor.ArrayKind, Elem: &cbor.Type{Kind: cbor.TupleKind, Elems: []*cbor.Type{u32, u64, u32, u64}}}, Meaning: "topic, its creation, partition and offset up to which the state is folded"},
	{Name: "state", Type: bytes, Meaning: "state"},
}}

// backendAnnounceB has descriptors whose inner types were not read in full.
var backendAnnounceB = &cbor.Type{Name: "BackendAnnounce", Describe: describeShapeB, Check: checkBackendAnnounceB, TellTales: []string{"backends/descriptor_version"}, Fields: fields{
	{Name: "versions", Type: opVersions, Meaning: "accepted versions"},
	{Name: "ready", Type: boolean, Presence: cbor.Omitted, Default: cbor.True, Meaning: "whether the backend is ready"},
	{Name: "backends", Type: &cbor.Type{Kind: cbor.ArrayKind, Elem: backendDescriptorB}, Presence: cbor.Omitted, Default: cbor.EmptyList, Meaning: "storage engines for rows"},
	{Name: "topology", Type: wireTopology, Presence: cbor.Optional, Meaning: "names of streams and topics"},
}}

var backendDescriptorB = &cbor.Type{Name: "BackendDescriptor", Fields: fields{
	{Name: "descriptor_version", Type: u32, Meaning: "version of the descriptor"},
	{Name: "resource_id", Type: id16, Meaning: "id of the backend"},
	{Name: "mode", Type: untyped},
	{Name: "label", Type: untyped},
	{Name: "implementation", Type: untyped},
	{Name: "observed_backend_generation", Type: untyped},
	{Name: "runtime_configuration_revision", Type: untyped},
	{Name: "desired_state", Type: untyped},
	{Name: "observed_state", Type: untyped},
	{Name: "readiness", Type: untyped},
	{Name: "materialization", Type: untyped},
	{Name: "query", Type: untyped, Presence: cbor.Optional},
	{Name: "schema", Type: untyped},
	{Name: "maintenance", Type: untyped},
	{Name: "limits", Type: untyped},
}}

func checkBackendAnnounceB(r *cbor.Report) {
	r.Warn(codeOtherVersion, "backends", "descriptors of laser-wire 0.7; what their members hold is not known")
}

// managedReadEnvelope is a read with the positions that it must see, of laser-wire 0.8.2.
// Its names, order and types are published; when a member is left out is not.
var managedReadEnvelope = &cbor.Type{Name: "ManagedReadEnvelope", Closed: true, Check: checkManagedRead, Fields: fields{
	versionField,
	{Name: "read", Type: bytes, Meaning: "request", Embedded: func(cbor.Map) *cbor.Type { return nil }},
	{Name: "min_position", Type: mutationPosition, Presence: cbor.Optional, Meaning: "mutation that the read must see"},
	{Name: "log_head", Type: boolean, Presence: cbor.Optional, Meaning: "whether the read must see the head of the log"},
	{Name: "min_sessions", Type: &cbor.Type{Kind: cbor.ArrayKind, Elem: untyped}, Presence: cbor.Optional, Meaning: "positions of sessions that the read must see"},
}}

func checkManagedRead(r *cbor.Report) {
	r.Warn(codeOtherVersion, "", "ManagedReadEnvelope of laser-wire 0.8.2: when a member is left out, the value of v, and the positions of sessions are not known")
}
