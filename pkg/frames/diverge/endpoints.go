package diverge

import (
	"slices"

	"github.com/divtool/divtool/pkg/frames"
)

// HeaderSize is the size of the header of an outer frame (section 1), in bytes.
const HeaderSize = 9

// Frame is the outer frame: one WebSocket message (section 1).
var Frame = &frames.Type{
	Name:    "diverge.frame",
	Meaning: "outer frame, one WebSocket message: a header and an embedded message",
	Spec:    "diverge-frames.md 1",
	Trust:   frames.Source,
	Guessed: true,
	Mark:    frames.Mark{Strength: frames.WeakMark},
	Codec: &frames.EnvelopeCodec{
		TruncatedError: "FrameError::Truncated", UnknownKindError: "FrameError::UnknownType",
		Embedded: embeddedTypes,
		Suggest:  suggestType,
		Kinds:    Kinds,
	},
}

// Kinds are the kinds of the outer frame, by their byte.
var Kinds = []frames.EnvelopeKind{
	{Name: "auth", Meaning: "the connecting side authenticates", FromClient: true, FromServer: true, Body: auth,
		Example: "00000000000000000000"},
	{Name: "request", Meaning: "the caller opens a scope", FromClient: true, HasScope: true,
		Example: "01000000010000000003"},
	{Name: "response", Meaning: "the provider responds in a scope", FromServer: true, HasScope: true,
		Example: "02000000010000000005"},
	{Name: "response_finish", Meaning: "the provider ends a scope and every channel in it", FromServer: true, HasScope: true, NoPayload: true,
		Example: "030000000100000000"},
	{Name: "channel_request", Meaning: "one side opens a channel in a scope", FromClient: true, FromServer: true, HasScope: true, HasChannel: true,
		Example: "0400000001000000000b00026d310003612f62000000000000100000000200"},
	{Name: "channel_response", Meaning: "response on a channel, to the side that opened it", FromClient: true, FromServer: true, HasScope: true, HasChannel: true,
		Example: "0500000001000000000068656c6c6f"},
	{Name: "channel_response_finish", Meaning: "end of the responses on a channel", FromClient: true, FromServer: true, HasScope: true, HasChannel: true, NoPayload: true,
		Example: "060000000100000000"},
}

// auth is the payload of an auth frame (1.5).
var auth = &frames.Layout{EmptyError: "AuthError::Empty", Fields: []frames.Field{
	{Name: "mode", Kind: frames.U8, ValueCount: 1, Meaning: "unbrokered", Annotated: true, Code: "unknown-mode", Error: "AuthError::UnknownMode"},
	{Name: "credential", Kind: frames.Text, Meaning: "credential of the connecting side", EmptyMeaning: "no credential", Secret: true, Error: "AuthError::Credential"},
}}

// Endpoint is the purpose of a scope. It determines the types of the messages in the scope
// (section 7).
type Endpoint struct {
	Name string // in kebab case
	// Types of the messages in the scope; nil where no layout is known.
	ScopeResponse  *frames.Type // of the provider, in the scope
	ServerRequest  *frames.Type // of channels that the provider opens
	ServerResponse *frames.Type // to those, from the caller
	ClientRequest  *frames.Type // of channels that the caller opens
	ClientResponse *frames.Type // to those, from the provider
}

// Endpoints are the endpoints of the provider, in the order of the tags of the requests
// that open their scopes: [ScopeRequest]. The answers in most scopes are not known.
var Endpoints = []Endpoint{
	{Name: "agents-run", ScopeResponse: AgentsScopeResponse,
		ServerRequest: AgentsRequest, ServerResponse: AgentsResponse,
		ClientRequest: AgentsClientRequest, ClientResponse: AgentsClientResponse},
	{Name: "tools-run", ScopeResponse: ToolsScopeResponse,
		ServerRequest: ToolsRequest, ServerResponse: ToolsResponse,
		ClientRequest: ToolsClientRequest, ClientResponse: ToolsClientResponse},
	{Name: "serve", ClientRequest: ServeRequest, ClientResponse: ServeResponse},
	{Name: "volumes-list"},
	{Name: "volumes-stat"},
	{Name: "volumes-read"},
	{Name: "volumes-write"},
	{Name: "volumes-filetree"},
	{Name: "volumes-serve", ClientRequest: ServeRequest, ClientResponse: ServeResponse},
	{Name: "volumes-create-capacity"},
	{Name: "volumes-create"},
	{Name: "volumes-edit-capacity"},
	{Name: "volumes-edit"},
	{Name: "volumes-delete"},
	{Name: "images-check"},
	{Name: "version"},
	{Name: "daemons-accept"},
	{Name: "daemons-connect"},
}

// EndpointByName returns the endpoint of that name, or nil.
func EndpointByName(name string) *Endpoint {
	if i := slices.IndexFunc(Endpoints, func(e Endpoint) bool { return e.Name == name }); i >= 0 {
		return &Endpoints[i]
	}
	return nil
}

// InVersion returns the endpoint with the types of a version, such as "diverge@26"; "" is
// the pinned one.
func (e *Endpoint) InVersion(version string) *Endpoint {
	if e == nil || version == "" {
		return e
	}
	in := *e
	for _, t := range []**frames.Type{&in.ScopeResponse, &in.ServerRequest, &in.ServerResponse, &in.ClientRequest, &in.ClientResponse} {
		if *t != nil {
			*t = (*t).InVersion(version)
		}
	}
	return &in
}

// EndpointByTag returns the endpoint whose scope a request with this tag opens, or nil. The
// tags are of an older revision than the confirmed one.
func EndpointByTag(tag byte) *Endpoint {
	if int(tag) < len(Endpoints) {
		return &Endpoints[tag]
	}
	return nil
}

// unknownEndpoint is used when the endpoint is not known: answers are answers to requests
// of an agents run, whose names are confirmed.
var unknownEndpoint = Endpoint{ServerResponse: AgentsResponse}

// embeddedTypes returns the types that the payload of a frame may have.
func embeddedTypes(k *frames.EnvelopeKind, o *frames.Options) []*frames.Type {
	e := EndpointByName(o.Endpoint)
	known := e != nil
	if !known {
		e = &unknownEndpoint
	}
	var types []*frames.Type
	add := func(t *frames.Type, from frames.Sender) {
		if t != nil && (o.From == from || o.From == frames.UnknownSender) {
			types = append(types, t)
		}
	}
	switch k.Name {
	case "request":
		if known {
			add(ScopeRequest, frames.Client)
		}
	case "response":
		add(e.ScopeResponse, frames.Server)
	case "channel_request":
		add(e.ServerRequest, frames.Server)
		add(e.ClientRequest, frames.Client)
	case "channel_response":
		if hasResponse(e.ServerResponse, o.Request) {
			add(e.ServerResponse, frames.Client)
		}
		if hasResponse(e.ClientResponse, o.Request) {
			add(e.ClientResponse, frames.Server)
		}
	}
	return types
}

// hasResponse reports whether a type has the answer to the named request.
func hasResponse(t *frames.Type, request string) bool {
	return t != nil && t.Message(request) != nil
}

// suggestType describes how to read a payload of unknown type: its type in an agents run,
// the endpoint that its request opens, or that the sender determines the type.
func suggestType(dst []byte, k *frames.EnvelopeKind, o *frames.Options, payload []byte) []byte {
	if len(payload) == 0 {
		return dst
	}
	known := EndpointByName(o.Endpoint) != nil
	switch {
	case known && len(embeddedTypes(k, o)) > 1:
		return append(dst, "both sides send messages with this layout; use `--from client` or `--from server`"...)
	case known:
		return dst
	case k.Name == "request":
		return suggestEndpoint(dst, payload[0])
	case k.Name == "channel_request":
		return suggestRequest(dst, payload[0])
	}
	return dst
}

func suggestRequest(dst []byte, tag byte) []byte {
	table := AgentsRequest.Messages()
	if int(tag) >= len(table) {
		return dst
	}
	dst = append(append(dst, "the first byte matches "...), table[tag].Name...)
	return append(dst, " in an agents run; use `--endpoint agents-run`"...)
}

func suggestEndpoint(dst []byte, tag byte) []byte {
	e := EndpointByTag(tag)
	if e == nil {
		return dst
	}
	dst = append(append(dst, "in an older revision the first byte matches "...), e.Name...)
	dst = append(dst, "; use `--endpoint "...)
	return append(append(dst, e.Name...), '`')
}
