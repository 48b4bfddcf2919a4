package schema

import (
	"math"
	"slices"

	"github.com/divtool/divtool/pkg/canon"
)

// templates describes one template, or an array of templates.
func templates(b *builder) object {
	t := b.shape(&canon.TemplateShape)
	return ifType("array", array(t), t)
}

func registration(b *builder) object { return b.shape(&canon.RegistrationShape) }

// grants describes one grant, or an array of grants.
func grants(b *builder) object {
	g := b.shape(&canon.GrantShape)
	return ifType("array", array(g), g)
}

// stricterSchema returns the schema of a member whose declaration accepts more than
// the rules of a registration allow (spec/diverge-templates.md 5.1, V2, V5, V6),
// or nil for other members.
func stricterSchema(s *canon.Shape, m *canon.Member) object {
	switch {
	case s == &canon.TemplateShape && m.Name == "secrets":
		return append(array(object{{"type", "string"}, {"minLength", 1}}), property{"uniqueItems", true})
	case s == &canon.MountShape:
		return append(array(object{
			{"type", "string"}, {"minLength", 1}, {"not", object{{"enum", []string{".", ".."}}}},
		}), property{"minItems", 1})
	}
	return nil
}

// shape returns the schema of a type of package canon.
func (b *builder) shape(s *canon.Shape) object {
	switch s.Kind {
	case canon.Text:
		return text()
	case canon.Unsigned:
		return unsignedSchema(math.MaxUint64 >> (64 - s.Bits))
	case canon.Word:
		return word(s.Words)
	case canon.List:
		return array(b.shape(s.Elem))
	case canon.Dictionary:
		return object{{"type", "object"}, {"additionalProperties", b.shape(s.Elem)}}
	case canon.Nullable:
		return object{{"anyOf", list{object{{"type", "null"}}, b.shape(s.Elem)}}}
	case canon.Record:
		return b.define(definitionName(s.Name), func() object { return b.record(s) })
	case canon.Grant:
		return b.define("grant", b.grant)
	}
	return object{}
}

// word describes a word in every form that the reference accepts.
func word(w []string) object {
	return object{{"anyOf", list{words(w), unitWord(w)}}}
}

// unitWord describes the form {"word":null}.
func unitWord(w []string) object {
	null := object{}
	for _, name := range w {
		null = append(null, property{name, object{{"type", "null"}}})
	}
	return object{
		{"description", "an alternative form of the word, which the peer accepts but never writes"},
		{"deprecated", true},
		{"type", "object"}, {"properties", null}, {"additionalProperties", rejectAll}, {"minProperties", 1},
		{"maxProperties", 1},
	}
}

// tagWord describes the word that decides which members a record has. The
// reference also accepts the index of the word.
func tagWord(w []string) object {
	return object{{"anyOf", list{words(w), object{
		{"description", "the index of the word, which the peer accepts but never writes"},
		{"deprecated", true}, {"enum", wordIndexes(w)},
	}}}}
}

func wordIndexes(w []string) list {
	l := make(list, len(w))
	for i := range w {
		l[i] = i
	}
	return l
}

// record describes a record as an object and, if it is positional, as an array.
func (b *builder) record(s *canon.Shape) object {
	o := b.recordObject(s)
	if !s.Positional {
		return o
	}
	return ifType("array", b.positional(s), o)
}

// recordObject describes the object form of a record.
func (b *builder) recordObject(s *canon.Shape) object {
	o := object{{"type", "object"}}
	o = append(o, b.members(s, "")...)
	if s.Closed {
		o = append(o, property{"additionalProperties", rejectAll})
	}
	if s.Tag == "" {
		return o
	}
	var modes list
	for i, w := range tagWords(s) {
		modes = append(modes, ifMember(s.Tag, object{{"enum", list{w, i}}}, b.members(s, w)))
	}
	return append(o, property{"allOf", modes})
}

func tagWords(s *canon.Shape) []string {
	for i := range s.Members {
		if s.Members[i].Name == s.Tag {
			return s.Members[i].Shape.Words
		}
	}
	return nil
}

// members describes the members that a record has only with the given word of its
// Tag, or always if only is "".
func (b *builder) members(s *canon.Shape, only string) object {
	properties, required := object{}, []string{}
	for i := range s.Members {
		m := &s.Members[i]
		if m.Only != only {
			continue
		}
		properties = append(properties, property{m.Name, withMeaning(meaning(m), b.member(s, m))})
		if m.Required {
			required = append(required, m.Name)
		}
	}
	o := object{{"properties", properties}}
	if len(required) > 0 {
		o = append(o, property{"required", required})
	}
	return o
}

func meaning(m *canon.Member) string {
	if m.Unit == canon.Bytes {
		return m.Meaning + ", in bytes"
	}
	return m.Meaning
}

func (b *builder) member(s *canon.Shape, m *canon.Member) object {
	if m.Name == s.Tag {
		return tagWord(m.Shape.Words)
	}
	if stricter := stricterSchema(s, m); stricter != nil {
		return stricter
	}
	return b.shape(m.Shape)
}

// positional describes the array form of a record.
func (b *builder) positional(s *canon.Shape) object {
	var items list
	minItems := 0
	for i := range s.Members {
		m := &s.Members[i]
		items = append(items, withMeaning(meaning(m), b.member(s, m)))
		if !m.Default {
			minItems = i + 1
		}
	}
	return object{
		{"description", "the values of the members in order, which the peer accepts but never writes"},
		{"deprecated", true},
		{"prefixItems", items}, {"items", rejectAll}, {"minItems", minItems},
	}
}

// grant describes an object with one member, whose name is the kind of the grant.
func (b *builder) grant() object {
	properties := object{}
	for i := range canon.GrantKinds {
		k := &canon.GrantKinds[i]
		properties = append(properties, property{k.Name, withMeaning("the allowed actions on "+k.Plural, b.grantValue(k))})
	}
	return object{
		{"type", "object"}, {"minProperties", 1}, {"maxProperties", 1},
		{"properties", properties}, {"additionalProperties", rejectAll},
	}
}

// grantValue describes the value of a grant: a bare array of actions, or an
// object.
func (b *builder) grantValue(k *canon.GrantKind) object {
	bare := actions(k, k.Make)
	if k.Fixed {
		return bare
	}
	return ifType("array", bare, b.grantObject(k))
}

// grantObject describes the object form of a grant, with within and perhaps tags.
func (b *builder) grantObject(k *canon.GrantKind) object {
	over := withMeaning("the allowed actions", actions(k, k.Over))
	o := object{{"type", "object"}, {"required", []string{"actions", "within"}}}
	properties := object{
		{"actions", object{{"description", "the allowed actions"}, {"type", "array"}}},
		{"within", withMeaning("the objects that the grant covers", b.within(k))},
	}
	if !k.Tagging && !k.Unverified {
		properties[0].value = over
		return append(o, property{"properties", properties}, property{"additionalProperties", rejectAll})
	}
	properties = append(properties, property{"tags", withMeaning("the tags that may be added or removed", object{{"anyOf", list{
		words(canon.WithinWords[:1]), array(text()), unitWord(canon.WithinWords[:1]),
	}}})})
	return append(o,
		property{"properties", properties}, property{"additionalProperties", rejectAll},
		property{"if", object{{"required", []string{"tags"}}}},
		property{"then", object{{"properties", object{{"actions", actions(k, canon.TagActions)}}}}},
		property{"else", object{{"properties", object{{"actions", over}}}}},
	)
}

// within describes how far a grant reaches.
func (b *builder) within(k *canon.GrantKind) object {
	w := canon.WithinWords
	if !k.Self {
		w = w[:1]
	}
	return object{{"anyOf", list{words(w), b.shape(&canon.TagTestShape), unitWord(w)}}}
}

// actions describes an array of actions. For unverified kinds it accepts any word
// of the right form.
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
