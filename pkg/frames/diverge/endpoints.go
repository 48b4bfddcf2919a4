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
	Response      *frames.Type // of the provider, in the scope
	ServerRequest *frames.Type // of channels that the provider opens
	ServerAnswers *frames.Type // to those, from the caller
	ClientRequest *frames.Type // of channels that the caller opens
	ClientAnswers *frames.Type // to those, from the provider
}

// Endpoints are those whose messages are known.
var Endpoints = []Endpoint{
	{Name: "agents-run", ServerRequest: AgentsRequest, ServerAnswers: AgentsResponse},
}

// EndpointByName returns the endpoint of that name, or nil.
func EndpointByName(name string) *Endpoint {
	if i := slices.IndexFunc(Endpoints, func(e Endpoint) bool { return e.Name == name }); i >= 0 {
		return &Endpoints[i]
	}
	return nil
}

// noEndpoint stands for one that was not told: an answer is that to a request
// of an agents run, whose names are confirmed.
var noEndpoint = Endpoint{ServerAnswers: AgentsResponse}

// inside finds the types that the payload of a frame may have.
func inside(k *frames.Kind, o *frames.Options) []*frames.Type {
	e := EndpointByName(o.Endpoint)
	if e == nil {
		e = &noEndpoint
	}
	var types []*frames.Type
	add := func(t *frames.Type, from frames.Sender) {
		if t != nil && (o.From == from || o.From == frames.Unknown) {
			types = append(types, t)
		}
	}
	switch k.Name {
	case "response":
		add(e.Response, frames.Server)
	case "channel_request":
		add(e.ServerRequest, frames.Server)
		add(e.ClientRequest, frames.Client)
	case "channel_response":
		if answers(e.ServerAnswers, o.Answers) {
			add(e.ServerAnswers, frames.Client)
		}
		if answers(e.ClientAnswers, o.Answers) {
			add(e.ClientAnswers, frames.Server)
		}
	}
	return types
}

// answers tells whether a type has the answer to the request of that name.
func answers(t *frames.Type, request string) bool {
	if t == nil {
		return false
	}
	a, ok := t.Codec.(*frames.Answers)
	return ok && a.ByName(request) != nil
}

// suggest names the request that a payload would be in an agents run.
func suggest(dst []byte, k *frames.Kind, payload []byte) []byte {
	if k.Name != "channel_request" || len(payload) == 0 {
		return dst
	}
	table := AgentsRequest.Codec.Messages()
	if int(payload[0]) >= len(table) {
		return dst
	}
	dst = append(append(dst, "its first byte is that of "...), table[payload[0]].Name...)
	return append(dst, " in an agents run: --endpoint agents-run reads it so"...)
}
