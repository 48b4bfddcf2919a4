package laser_test

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/cbor"
	"github.com/divtool/divtool/pkg/frames/laser"
)

const null = "\xf6"

// emptyValue returns the empty value of a type, "" when it has none.
func emptyValue(t *cbor.Type) string {
	switch {
	case t.Kind == cbor.UintKind:
		return cbor.Zero
	case t.Kind == cbor.BoolKind:
		return cbor.False
	case t.Kind == cbor.TextKind && !t.Agent && t.MaxSize == 0:
		return cbor.EmptyText
	case t.Kind == cbor.BytesKind && t.Size == 0:
		return cbor.EmptyBytes
	case t.Kind == cbor.ArrayKind:
		return cbor.EmptyList
	case t.Kind == cbor.DictKind:
		return cbor.EmptyMap
	}
	return ""
}

// special is a value of a field, "" when it is absent, and what it leads to: a code, "" when
// it is read without a warning and written again.
type special struct{ value, code string }

// specials lists the special values of a field, by its presence (section 9.1).
func specials(f *cbor.Field) (list []special) {
	if f.Type.Kind == cbor.AnyKind {
		return nil // null is a value
	}
	switch f.Presence {
	case cbor.Required:
		list = []special{{"", "missing"}}
	case cbor.Nullable:
		return []special{{null, ""}, {"", "missing-nullable"}}
	case cbor.Defaulted:
		list = []special{{"", "missing-defaulted"}}
	case cbor.Optional:
		if empty := emptyValue(f.Type); empty != "" && f.Deprecated == "" {
			list = append(list, special{empty, ""})
		}
		return append(list, special{null, "explicit-default"})
	case cbor.Omitted:
		list = []special{{f.Default, "explicit-default"}}
	}
	if f.Type.Kind != cbor.ScalarOrListKind && f.Type.Kind != cbor.JSONKind {
		list = append(list, special{null, "type"})
	}
	return list
}

// fieldsOf adds the fields inside a type.
func fieldsOf(list []*cbor.Field, t *cbor.Type, seen map[*cbor.Type]bool) []*cbor.Field {
	if t == nil || seen[t] {
		return list
	}
	seen[t] = true
	list = fieldsOf(list, t.Elem, seen)
	for _, elem := range t.Elems {
		list = fieldsOf(list, elem, seen)
	}
	for i := range t.Variants {
		list = fieldsOf(list, t.Variants[i].Type, seen)
	}
	for i := range t.Fields {
		if f := &t.Fields[i]; t.Kind == cbor.StructKind && f.Name != "kind" {
			list = append(list, f)
		}
		list = fieldsOf(list, t.Fields[i].Type, seen)
	}
	return list
}

// Every field of every type, absent, null, empty and at its default: an Option keeps what is
// empty, and reads null as none; a default that is no Option refuses null, and is not
// written.
func TestSpecialValues(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	seen := map[*cbor.Type]bool{}
	for _, ty := range laser.Types {
		if ty.Name == "laser.managed-read-envelope" {
			continue // known by its keys alone: every frame has a warning, and its defaults are not known
		}
		root := ty.Codec.(*cbor.Codec).Root
		for _, f := range fieldsOf(nil, root, seen) {
			for _, s := range specials(f) {
				checkSpecial(t, rng, ty, root, f, s)
			}
		}
	}
}

// Documents of frames that the Rust crate refuses are not written.
func TestRefusedDocuments(t *testing.T) {
	const id = `"00000000000000000000000000000001"`
	const envelope = `{"kind":"event","record":` + id + `,"conversation":` + id + `,"source":"a"`
	for _, tt := range []struct{ rust, payload, code, path string }{
		{"GraphNeighbors", `{"v":1,"graph":"g","node":` + id + `,"dir":null,"depth":1,"limit":1}`, "type", "/dir"},
		{"GraphQuery", `{"v":1,"graph":"g","start":{"Ids":[]},"return_":null,"limit":1}`, "type", "/return_"},
		{"AgentEnvelope", envelope + `,"must_understand":null}`, "type", "/must_understand"},
		{"AgentEnvelope", envelope + `,"body":null}`, "type", "/body"},
		{"AgentEnvelope", envelope + `,"idempotency_key":""}`, "range", "/idempotency_key"},
		{"AgentEnvelope", envelope + `,"metadata":{"k":[{}]}}`, "type", "/metadata/k/0"},
		{"QueryEnvelope", `{"v":1,"query":{"index":"i"}}`, "missing", "/query/limit"},
		{"BrowseReply", `{"Ok":{"Decoded":[{"$bytes":"00"}]}}`, "type", "/Ok/Decoded/0/$bytes"},
		{"MemoryRecord", `{"Item":{"id":"i","kind":"fact","body":"00"}}`, "type", "/Item/body"},
	} {
		_, refusal := encode(t, typeOf(t, tt.rust), tt.payload)
		if refusal == nil || refusal.Code != tt.code || refusal.Path != tt.path {
			t.Errorf("%s %s: %v", tt.rust, tt.payload, refusal)
		}
	}
}

func checkSpecial(t *testing.T, rng *rand.Rand, ty *frames.Type, root *cbor.Type, f *cbor.Field, s special) {
	t.Helper()
	g := generator{Rand: rng, special: f, specialValue: s.value}
	for tries := 0; !g.found; tries++ {
		if tries == 10_000 {
			t.Fatalf("%s: no frame has %s", ty.Name, f.Name)
		}
		g.out = nil
		g.value(root, 0)
	}
	got := decode(ty, g.out, frames.Options{})
	if got.fault != nil {
		if got.fault.Code != s.code {
			t.Errorf("%s %s %x, want %q: %v", ty.Name, f.Name, s.value, s.code, got.fault)
		}
		return
	}
	warns := slices.ContainsFunc(got.warnings, func(w *diag.Diagnostic) bool { return w.Code == s.code })
	if others := len(slices.DeleteFunc(got.warnings, func(w *diag.Diagnostic) bool {
		return w.Code == "agent-validity" || w.Code == s.code || w.Code == "old-shape"
	})); others > 0 || warns != (s.code != "") {
		t.Errorf("%s %s %x, want %q: %s", ty.Name, f.Name, s.value, s.code, got.doc)
	}
	back, refusal := encode(t, ty, got.payload)
	if refusal != nil || bytes.Equal(back, g.out) == got.lossy || s.code == "" && got.lossy {
		t.Errorf("%s %s %x: %s is written as %x, %v", ty.Name, f.Name, s.value, got.payload, back, refusal)
	}
}
