package diverge

import "github.com/divtool/divtool/pkg/frames"

// suggestType says how to read a payload of unknown type: what it would be in an
// agents run, which endpoint its request opens, or that the side that sent it
// settles what it is.
func suggestType(dst []byte, k *frames.Kind, o *frames.Options, payload []byte) []byte {
	if len(payload) == 0 {
		return dst
	}
	known := EndpointByName(o.Endpoint) != nil
	switch {
	case known && len(embeddedTypes(k, o)) > 1:
		return append(dst, "both sides send messages that read so: --from client or --from server settles which it is"...)
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
	table := AgentsRequest.Codec.Messages()
	if int(tag) >= len(table) {
		return dst
	}
	dst = append(append(dst, "its first byte is that of "...), table[tag].Name...)
	return append(dst, " in an agents run: --endpoint agents-run reads it so"...)
}

func suggestEndpoint(dst []byte, tag byte) []byte {
	e := EndpointByTag(tag)
	if e == nil {
		return dst
	}
	dst = append(append(dst, "its first byte was that of "...), e.Name...)
	dst = append(dst, " in an older revision: --endpoint "...)
	return append(append(dst, e.Name...), " reads it so"...)
}
