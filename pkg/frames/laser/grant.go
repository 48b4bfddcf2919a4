package laser

import (
	"github.com/divtool/divtool/internal/quote"
	"github.com/divtool/divtool/internal/safetext"
	"github.com/divtool/divtool/pkg/frames/cbor"
)

var grants = cbor.List(grant)

// grant allows or denies an action on what a pattern matches (section 3.4).
// A deny wins over an allow.
var grant = &cbor.Type{Name: "Grant", Say: sayGrant, Fields: fields{
	need("effect", cbor.Words("Effect", "allow", "deny"), "whether it allows or denies"),
	need("feature", open("Feature", "kv", "memory", "projection", "fork", "graph", "query", "agent", "workflow",
		"destination", "checkpoint", "authz", "kv_lease", "kv_fence", "filter", "session"), "the feature it is about"),
	need("action", open("Action", "read", "write", "delete", "admin"), "what may be done or not"),
	def("resource", resourcePattern, "\xa1\x64kind\x63all", "which resources it is about"),
}}

var resourcePattern = &cbor.Type{Name: "ResourcePattern", Fields: fields{
	def("kind", cbor.Words("PatternKind", "all", "literal", "prefix"), "\x63all", "how value is compared"),
	omit("value", text, cbor.EmptyText, "what a name must equal or begin with"),
}}

// open is an enum that takes words it does not know.
func open(name string, words ...string) *cbor.Type {
	t := cbor.Words(name, words...)
	t.Open = true
	return t
}

// sayGrant says a grant in plain English.
func sayGrant(dst []byte, m cbor.Map) []byte {
	keys := m.Keys()
	effect, ok1 := keys.Text("effect")
	feature, ok2 := keys.Text("feature")
	action, ok3 := keys.Text("action")
	if !ok1 || !ok2 || !ok3 {
		return dst
	}
	if string(effect) == "allow" {
		dst = append(dst, "may "...)
	} else {
		dst = append(dst, "may not "...)
	}
	dst = safetext.Append(dst, action)
	dst = append(dst, ' ')
	dst = safetext.Append(dst, feature)
	resource, _ := keys.Get("resource")
	return appendPattern(dst, resource.Map())
}

func appendPattern(dst []byte, pattern cbor.Map) []byte {
	keys := pattern.Keys()
	kind, _ := keys.Text("kind")
	name, _ := keys.Text("value")
	switch string(kind) {
	case "literal":
		return appendQuoted(append(dst, " on exactly "...), name)
	case "prefix":
		return appendQuoted(append(dst, " on what begins with "...), name)
	}
	return append(dst, " on everything"...)
}

// mostQuoted is how many bytes of a name a note repeats.
const mostQuoted = 128

// appendQuoted quotes a name for people.
func appendQuoted(dst, name []byte) []byte { return quote.Append(dst, name, mostQuoted) }
