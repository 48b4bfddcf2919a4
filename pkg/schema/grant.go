package schema

import (
	"slices"

	"github.com/divtool/divtool/pkg/canon"
)

// grant is an object of one member, named by what the grant is over.
func (b *builder) grant() object {
	properties := object{}
	for i := range canon.GrantKinds {
		k := &canon.GrantKinds[i]
		properties = append(properties, property{k.Name, withMeaning("what may be done with "+k.Plural, b.grantValue(k))})
	}
	return object{
		{"type", "object"}, {"minProperties", 1}, {"maxProperties", 1},
		{"properties", properties}, {"additionalProperties", rejectAll},
	}
}

// grantValue is the bare array of a kind, or its object.
func (b *builder) grantValue(k *canon.GrantKind) object {
	bare := actions(k, k.Make)
	if k.Fixed {
		return bare
	}
	return ifType("array", bare, b.grantObject(k))
}

// grantObject is the form with within, and with tags.
func (b *builder) grantObject(k *canon.GrantKind) object {
	over := withMeaning("the actions", actions(k, k.Over))
	o := object{{"type", "object"}, {"required", []string{"actions", "within"}}}
	properties := object{
		{"actions", object{{"description", "the actions"}, {"type", "array"}}},
		{"within", withMeaning("how far the grant reaches", b.within(k))},
	}
	if !k.Tagging && !k.Unverified {
		properties[0].value = over
		return append(o, property{"properties", properties}, property{"additionalProperties", rejectAll})
	}
	properties = append(properties, property{"tags", withMeaning("which tags may be touched", object{{"anyOf", list{
		words(canon.WithinWords[:1]), array(text()), unitWord(canon.WithinWords[:1]),
	}}})})
	return append(o,
		property{"properties", properties}, property{"additionalProperties", rejectAll},
		property{"if", object{{"required", []string{"tags"}}}},
		property{"then", object{{"properties", object{{"actions", actions(k, canon.TagActions)}}}}},
		property{"else", object{{"properties", object{{"actions", over}}}}},
	)
}

// within is how far a grant reaches.
func (b *builder) within(k *canon.GrantKind) object {
	w := canon.WithinWords
	if !k.Self {
		w = w[:1]
	}
	return object{{"anyOf", list{words(w), b.shape(&canon.TagTestShape), unitWord(w)}}}
}

// actions is an array of actions. Those of kinds that are not confirmed are
// taken by their form.
func actions(k *canon.GrantKind, known []string) object {
	switch {
	case k.Unverified:
		const snake = "^[a-z][a-z0-9_]*$"
		var forms list
		if len(known) > 0 {
			forms = list{words(slices.Clone(known))}
		}
		return array(object{{"anyOf", append(forms,
			object{{"type", "string"}, {"pattern", snake}},
			object{
				{"deprecated", true}, {"type", "object"}, {"minProperties", 1}, {"maxProperties", 1},
				{"propertyNames", object{{"pattern", snake}}}, {"additionalProperties", object{{"type", "null"}}},
			},
		)}})
	case len(known) == 0:
		return object{{"type", "array"}, {"maxItems", 0}}
	}
	return array(word(known))
}
