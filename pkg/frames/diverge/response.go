package diverge

import (
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/frames"
)

// AgentsResponse is an answer to a request of an agents run (section 5).
var AgentsResponse = &frames.Type{
	Name:    "diverge.agents.response",
	Meaning: "an answer to a channel request of an agents run, from the caller to the provider",
	Spec:    "diverge-frames.md 5",
	Trust:   frames.Source,
	Codec: &frames.ResponseCodec{Table: []*frames.Message{
		ociManifestResponse, ociBlobResponse, ociHasResponse,
		{Name: "registration", Meaning: "the first values of the declared secrets, or an error", Trust: frames.Old, Body: registrationResponseBody, Example: "016e756c6c"},
		writeResponse, postgresResponse, mcpListToolsResponse, mcpListResourcesResponse, mcpCallToolResponse,
		mcpReadResourceResponse, mcpNotificationsResponse, fuseReadResponse, fuseWriteResponse, fuseListResponse,
		fuseRemoveResponse, fuseRenameResponse, fuseMkdirResponse, fuseStatResponse, fuseTruncateResponse,
		fuseSetattrResponse,
	}},
}

var (
	ociManifestResponseBody = &frames.Layout{SizedErrors: true, Fields: []frames.Field{
		{Name: "media_type", Kind: frames.Text16, Meaning: "media type", EmptyMeaning: "no media type", Error: "MediaTypeUtf8"},
		{Name: "body", Kind: frames.Bytes, Meaning: "the manifest as it stands", EmptyMeaning: "an empty manifest"},
	}}

	// rawLayout have no tag and end nowhere but at the finish.
	rawLayout = &frames.Layout{Fields: []frames.Field{
		{Name: "bytes", Kind: frames.Bytes, Meaning: "the bytes", EmptyMeaning: "no bytes"},
	}}

	ociHasResponseBody = &frames.Union{Name: "held", EmptyError: "Empty", UnknownError: "Byte", Cases: []frames.Case{
		{Meaning: "the image is not held", TrailingError: "Trailing"},
		{Meaning: "the image is held", Layout: &frames.Layout{Fields: []frames.Field{
			{Name: "name", Kind: frames.Text, Meaning: "the repository that holds it", NonEmpty: true, Error: "Name"},
		}}},
	}}

	// registrationResponseBody is an answer whose layout is not confirmed (5.4).
	registrationResponseBody = &frames.Raw{
		Reason:     "the layout of this answer is not confirmed: it is read as a kind and the rest",
		PublicKind: 1,
		Kinds:      []string{"success: the rest may hold secret values", "an error, in the caller's own words"},
	}

	writeResponseBody = &frames.Union{Name: "kind", EmptyError: "Empty", UnknownError: "UnknownTag", Cases: []frames.Case{
		{Name: "body", Meaning: "a piece of the content", Layout: rawLayout},
		{Name: "error", Meaning: "the content cannot be had", Value: anyError, ValueName: "error"},
	}}

	anyError = &frames.JSONBody{Error: "Error", Shape: &canon.AnyValue}
)

// The answers to requests of several kinds of run.
var (
	postgresResponse    = &frames.Message{Name: "postgres", Meaning: "bytes of the database connection", Body: rawLayout, Example: "5300000004"}
	daemonResponse      = &frames.Message{Name: "daemon", Meaning: "a whole frame of the daemon protocol", Body: rawLayout, Example: "030000000100000000"}
	ociManifestResponse = &frames.Message{Name: "oci_manifest", Meaning: "the manifest of an image", Body: ociManifestResponseBody,
		Example: "002a6170706c69636174696f6e2f766e642e6f63692e696d6167652e6d616e69666573742e76312b6a736f6e7b7d"}
	ociBlobResponse = &frames.Message{Name: "oci_blob", Meaning: "a piece of a blob", Body: rawLayout, Example: "1f8b0800"}
	ociHasResponse  = &frames.Message{Name: "oci_has", Meaning: "whether an image is held, and where", Body: ociHasResponseBody, Example: "0161636d652f746f6f6c"}
	writeResponse   = &frames.Message{Name: "write", Meaning: "a piece of what is to be written", Body: writeResponseBody, Example: "006869"}
)
