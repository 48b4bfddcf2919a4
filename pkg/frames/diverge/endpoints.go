package diverge

import (
	"slices"

	"github.com/divtool/divtool/pkg/frames"
)

// Endpoint is what a scope was opened for. It settles what the messages in the
// scope are (section 7).
type Endpoint struct {
	Name string // in kebab case
	// Types of the messages in the scope; nil where no layout is known.
	ScopeResponse  *frames.Type // of the provider, in the scope
	ServerRequest  *frames.Type // of channels that the provider opens
	ServerResponse *frames.Type // to those, from the caller
	ClientRequest  *frames.Type // of channels that the caller opens
	ClientResponse *frames.Type // to those, from the provider
}

// Endpoints are those of the provider, in the order of the tags of the
// requests that open their scopes: [ScopeRequest]. The answers in the scopes
// of most are not known.
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

// EndpointByTag returns the endpoint whose scope a request with this tag
// opens, or nil. The tags are of an older revision than the confirmed one.
func EndpointByTag(tag byte) *Endpoint {
	if int(tag) < len(Endpoints) {
		return &Endpoints[tag]
	}
	return nil
}

// unknownEndpoint stands for one that was not told: an answer is that to a request
// of an agents run, whose names are confirmed.
var unknownEndpoint = Endpoint{ServerResponse: AgentsResponse}

// embeddedTypes finds the types that the payload of a frame may have.
func embeddedTypes(k *frames.Kind, o *frames.Options) []*frames.Type {
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

// hasResponse tells whether a type has the answer to the request of that name.
func hasResponse(t *frames.Type, request string) bool {
	if t == nil {
		return false
	}
	a, ok := t.Codec.(*frames.ResponseCodec)
	return ok && a.ByName(request) != nil
}
