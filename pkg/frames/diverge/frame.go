package diverge

import "github.com/divtool/divtool/pkg/frames"

// Frame is the outer frame: one WebSocket message (section 1).
var Frame = &frames.Type{
	Name:    "diverge.frame",
	Meaning: "the outer frame, one WebSocket message: a header and the message inside",
	Spec:    "diverge-frames.md 1",
	Trust:   frames.Source,
	Guessed: true,
	Codec: &frames.EnvelopeCodec{
		Embedded: embeddedTypes,
		Suggest:  suggestType,
		Kinds: []frames.Kind{
			{Name: "auth", Meaning: "the dialling side says who it is", FromClient: true, FromServer: true, Body: auth,
				Example: "00000000000000000000"},
			{Name: "request", Meaning: "the caller opens a scope", FromClient: true, HasScope: true,
				Example: "01000000010000000003"},
			{Name: "response", Meaning: "the provider answers in a scope", FromServer: true, HasScope: true,
				Example: "02000000010000000005"},
			{Name: "response_finish", Meaning: "the provider ends a scope and every channel in it", FromServer: true, HasScope: true, NoPayload: true,
				Example: "030000000100000000"},
			{Name: "channel_request", Meaning: "one side opens a channel in a scope", FromClient: true, FromServer: true, HasScope: true, HasChannel: true,
				Example: "0400000001000000000b00026d310003612f62000000000000100000000200"},
			{Name: "channel_response", Meaning: "an answer on a channel, to the side that opened it", FromClient: true, FromServer: true, HasScope: true, HasChannel: true,
				Example: "0500000001000000000068656c6c6f"},
			{Name: "channel_response_finish", Meaning: "the answers on a channel are over", FromClient: true, FromServer: true, HasScope: true, HasChannel: true, NoPayload: true,
				Example: "060000000100000000"},
		},
	},
}

// auth is the payload of an auth frame (1.5).
var auth = &frames.Layout{EmptyError: "AuthError::Empty", Fields: []frames.Field{
	{Name: "mode", Kind: frames.U8, ValueCount: 1, Meaning: "unbrokered", Annotated: true, Code: "unknown-mode", Error: "AuthError::UnknownMode"},
	{Name: "credential", Kind: frames.Text, Meaning: "what proves who dials", EmptyMeaning: "no credential", Secret: true, Error: "AuthError::Credential"},
}}
