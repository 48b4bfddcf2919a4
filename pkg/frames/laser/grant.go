package laser

import (
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/frames/cbor"
)

var grants = &cbor.Type{Kind: cbor.ArrayKind, Elem: grant}

// grant allows or denies an action on what a pattern matches (section 3.4).
// A deny wins over an allow.
var grant = &cbor.Type{Name: "Grant", Describe: describeGrant, Fields: fields{
	{Name: "effect", Type: effect, Meaning: "whether it allows or denies"},
	{Name: "feature", Type: feature, Meaning: "the feature it is about"},
	{Name: "action", Type: action, Meaning: "what may be done or not"},
	{Name: "resource", Type: resourcePattern, Presence: cbor.Defaulted, Default: "\xa1\x64kind\x63all", Meaning: "which resources it is about"},
}}

var (
	effect = &cbor.Type{Name: "Effect", Kind: cbor.EnumKind, Variants: variants{{Name: "allow"}, {Name: "deny"}}}

	feature = &cbor.Type{Name: "Feature", Kind: cbor.EnumKind, Open: true, Variants: variants{
		{Name: "kv"}, {Name: "memory"}, {Name: "projection"}, {Name: "fork"}, {Name: "graph"}, {Name: "query"},
		{Name: "agent"}, {Name: "workflow"}, {Name: "destination"}, {Name: "checkpoint"}, {Name: "authz"},
		{Name: "kv_lease"}, {Name: "kv_fence"}, {Name: "filter"}, {Name: "session"},
	}}

	action = &cbor.Type{Name: "Action", Kind: cbor.EnumKind, Open: true, Variants: variants{
		{Name: "read"}, {Name: "write"}, {Name: "delete"}, {Name: "admin"},
	}}
)

var resourcePattern = &cbor.Type{Name: "ResourcePattern", Fields: fields{
	{Name: "kind", Type: patternKind, Presence: cbor.Defaulted, Default: "\x63all", Meaning: "how value is compared"},
	{Name: "value", Type: str, Presence: cbor.Omitted, Default: cbor.EmptyText, Meaning: "what a name must equal or begin with"},
}}

var patternKind = &cbor.Type{Name: "PatternKind", Kind: cbor.EnumKind, Variants: variants{{Name: "all"}, {Name: "literal"}, {Name: "prefix"}}}

// describeGrant says a grant in plain English.
func describeGrant(dst []byte, m cbor.Map) []byte {
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
	dst = text.AppendEscaped(dst, action)
	dst = append(dst, ' ')
	dst = text.AppendEscaped(dst, feature)
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

// maxQuoted is how many bytes of a name a note repeats.
const maxQuoted = 128

// appendQuoted quotes a name for people.
func appendQuoted(dst, name []byte) []byte { return text.AppendQuote(dst, name, maxQuoted) }
