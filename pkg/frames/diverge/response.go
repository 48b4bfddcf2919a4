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
	Codec: &frames.Answers{Table: []*frames.Message{
		answersOCIManifest, answersOCIBlob, answersOCIHas,
		{Name: "registration", Meaning: "the first values of the declared secrets, or an error", Trust: frames.Old, Body: registered, Example: "016e756c6c"},
		answersWrite, answersPostgres, answersMCPListTools, answersMCPListResources, answersMCPCallTool,
		answersMCPReadResource, answersMCPNotifications, answersFuseRead, answersFuseWrite, answersFuseList,
		answersFuseRemove, answersFuseRename, answersFuseMkdir, answersFuseStat, answersFuseTruncate,
		answersFuseSetattr,
	}},
}

var (
	ociManifest = &frames.Layout{Counted: true, Fields: []frames.Field{
		{Name: "media_type", Kind: frames.Text16, Meaning: "media type", Empty: "no media type", Error: "MediaTypeUtf8"},
		{Name: "body", Kind: frames.Raw, Meaning: "the manifest as it stands", Empty: "an empty manifest"},
	}}

	// rawBytes have no tag and end nowhere but at the finish.
	rawBytes = &frames.Layout{Fields: []frames.Field{
		{Name: "bytes", Kind: frames.Raw, Meaning: "the bytes", Empty: "no bytes"},
	}}

	ociHas = &frames.Choice{Name: "held", EmptyError: "Empty", UnknownError: "Byte", Options: []frames.Option{
		{Meaning: "the image is not held", TrailingError: "Trailing"},
		{Meaning: "the image is held", Layout: &frames.Layout{Fields: []frames.Field{
			{Name: "name", Kind: frames.Text, Meaning: "the repository that holds it", NonEmpty: true, Error: "Name"},
		}}},
	}}

	// registered is an answer whose layout is not confirmed (5.4).
	registered = &frames.Opaque{
		Why:   "the layout of this answer is not confirmed: it is read as a kind and the rest",
		Open:  1,
		Kinds: []string{"success: the rest may hold secret values", "an error, in the caller's own words"},
	}

	writeContent = &frames.Choice{Name: "kind", EmptyError: "Empty", UnknownError: "UnknownTag", Options: []frames.Option{
		{Word: "body", Meaning: "a piece of the content", Layout: rawBytes},
		{Word: "error", Meaning: "the content cannot be had", Value: anyError, ValueName: "error"},
	}}

	anyError = &frames.JSONBody{Error: "Error", Shape: &canon.AnyValue}
)

// The answers to requests of several kinds of run.
var (
	answersPostgres    = &frames.Message{Name: "postgres", Meaning: "bytes of the database connection", Body: rawBytes, Example: "5300000004"}
	answersDaemon      = &frames.Message{Name: "daemon", Meaning: "a whole frame of the daemon protocol", Body: rawBytes, Example: "030000000100000000"}
	answersOCIManifest = &frames.Message{Name: "oci_manifest", Meaning: "the manifest of an image", Body: ociManifest,
		Example: "002a6170706c69636174696f6e2f766e642e6f63692e696d6167652e6d616e69666573742e76312b6a736f6e7b7d"}
	answersOCIBlob = &frames.Message{Name: "oci_blob", Meaning: "a piece of a blob", Body: rawBytes, Example: "1f8b0800"}
	answersOCIHas  = &frames.Message{Name: "oci_has", Meaning: "whether an image is held, and where", Body: ociHas, Example: "0161636d652f746f6f6c"}
	answersWrite   = &frames.Message{Name: "write", Meaning: "a piece of what is to be written", Body: writeContent, Example: "006869"}
)
