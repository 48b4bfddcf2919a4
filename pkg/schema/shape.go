package schema

import (
	"math"
	"slices"

	"github.com/divtool/divtool/pkg/agentruntime"
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/scope"
)

// shape returns the schema of a type.
func (b *builder) shape(s *canon.Shape) object {
	if stricter := b.stricterShape(s); stricter != nil {
		return stricter
	}
	switch s.Kind {
	case canon.Text:
		o := bounded(text(), s, "minLength", "maxLength")
		if s.Pattern != "" {
			o = append(o, property{"pattern", s.Pattern})
		}
		return o
	case canon.Boolean:
		return object{{"type", "boolean"}}
	case canon.Unsigned:
		return unsignedSchema(math.MaxUint64 >> (64 - s.Bits))
	case canon.Word:
		return word(s)
	case canon.List:
		return bounded(array(b.shape(s.Elem)), s, "minItems", "maxItems")
	case canon.Dictionary:
		return object{{"type", "object"}, {"additionalProperties", b.shape(s.Elem)}}
	case canon.Nullable:
		return object{{"anyOf", list{b.shape(s.Elem), object{{"type", "null"}, {"deprecated", true}}}}}
	case canon.Record:
		return b.define(definitionName(s.Name), func() object { return b.record(s) })
	case canon.Grant:
		return b.define("grant", b.grant)
	}
	return object{}
}

// bounded adds the bounds of a text or an array.
func bounded(o object, s *canon.Shape, minName, maxName string) object {
	if s.MinLength > 0 {
		o = append(o, property{minName, s.MinLength})
	}
	if s.MaxLength > 0 {
		o = append(o, property{maxName, s.MaxLength})
	}
	return o
}

// stricterShape returns the schema of a type whose declaration accepts more than the
// rules of a document allow, or nil for other types.
func (b *builder) stricterShape(s *canon.Shape) object {
	switch s {
	case &agentruntime.InputSchemaShape: // spec/agent-runtime.md 6.3
		return object{{"type", []string{"object", "boolean"}}}
	case &scope.ModuleShape: // spec/subc-scope.md 6.2
		return b.define("module", func() object {
			reserved := object{{"kind", object{{"const", scope.Reserved.String()}}}}
			return append(b.shape(&scope.PrincipalShape), property{"properties", reserved})
		})
	}
	return nil
}

// stricterMember is stricterShape for a member of a record.
func stricterMember(s *canon.Shape, m *canon.Member) object {
	switch {
	case s == &canon.TemplateShape && m.Name == "secrets": // spec/diverge-templates.md 5.1, V2
		return append(array(object{{"type", "string"}, {"minLength", 1}}), property{"uniqueItems", true})
	case s == &canon.MountShape: // V5, V6
		return append(array(object{
			{"type", "string"}, {"minLength", 1}, {"not", object{{"enum", []string{".", ".."}}}},
		}), property{"minItems", 1})
	case isSelectorEpoch(s, m):
		return unsignedSchema(math.MaxUint64)
	}
	return nil
}

// isSelectorEpoch reports whether a member is the epoch of a selector, which may be
// absent or null. The daemon then refuses the route.
func isSelectorEpoch(s *canon.Shape, m *canon.Member) bool {
	return s == &scope.SelectorShape && m.Presence == canon.Optional
}

// attributeRules describes the dependencies between attributes of a scope
// (spec/subc-scope.md 6.2).
func attributeRules() list {
	agent := property{"agent_id", text()}
	return list{
		ifMember("delegates", object{{"const", true}}, object{
			{"required", []string{"agent_id"}}, {"properties", object{agent}},
		}),
		ifMember("run_id", text(), object{
			{"required", []string{"agent_id"}},
			{"properties", object{agent, {"flow_id", object{{"type", "null"}}}, {"delegates", object{{"const", false}}}}},
		}),
	}
}

// word describes a word in every form that is accepted.
func word(s *canon.Shape) object {
	switch {
	case s.Open:
		return object{{"anyOf", list{words(s.Words), text()}}}
	case s.Forms == canon.AnyForm || s.Forms == canon.ObjectForm:
		return object{{"anyOf", list{words(s.Words), unitWord(s.Words)}}}
	case s.Forms == canon.BufferForm:
		return object{{"anyOf", list{words(s.Words), wordObject(s.Words, object{{"type", []string{"null", "object"}}, {"maxProperties", 0}})}}}
	}
	return words(s.Words)
}

// unitWord describes the form {"word":null}.
func unitWord(w []string) object { return wordObject(w, object{{"type", "null"}}) }

// wordObject describes an object of one member: a word, with the same data for each.
func wordObject(w []string, data object) object {
	members := object{}
	for _, name := range w {
		members = append(members, property{name, data})
	}
	return object{
		{"description", "an alternative form of the word, which the peer accepts but never writes"},
		{"deprecated", true},
		{"type", "object"}, {"properties", members}, {"additionalProperties", rejectAll}, {"minProperties", 1},
		{"maxProperties", 1},
	}
}

// tagWord describes the word that decides which members a record has. The
// reference may also accept the index of the word.
func tagWord(s *canon.Shape) object {
	if s.Forms != canon.AnyForm {
		return words(s.Words)
	}
	return object{{"anyOf", list{words(s.Words), object{
		{"description", "the index of the word, which the peer accepts but never writes"},
		{"deprecated", true}, {"enum", wordIndexes(s.Words)},
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
	var rules list
	if tag := tagShape(s); tag != nil {
		rules = b.modes(s, tag)
	} else if s.Closed {
		o = append(o, property{"additionalProperties", rejectAll})
	}
	if s == &scope.AttributesShape {
		rules = append(rules, attributeRules()...)
	}
	if rules != nil {
		o = append(o, property{"allOf", rules})
	}
	return o
}

// tagShape returns the type of a record's Tag, or nil.
func tagShape(s *canon.Shape) *canon.Shape {
	for i := range s.Members {
		if s.Tag != "" && s.Members[i].Name == s.Tag {
			return s.Members[i].Shape
		}
	}
	return nil
}

// modes describes the members that a record has with each word of its Tag.
func (b *builder) modes(s, tag *canon.Shape) (modes list) {
	for i, w := range tag.Words {
		is := object{{"const", w}}
		if tag.Forms == canon.AnyForm {
			is = object{{"enum", list{w, i}}}
		}
		if s.Closed {
			modes = append(modes, ifMember(s.Tag, is, append(b.members(s, "", w), property{"additionalProperties", rejectAll})))
			continue
		}
		modes = append(modes, ifMember(s.Tag, is, b.members(s, w)))
	}
	return modes
}

// members describes the members that a record has only with one of the given words of
// its Tag, or always for "".
func (b *builder) members(s *canon.Shape, only ...string) object {
	properties, required := object{}, []string{}
	for i := range s.Members {
		m := &s.Members[i]
		if !slices.Contains(only, m.Only) {
			continue
		}
		value := b.member(s, m)
		if m.Default != "" {
			value = append(object{{"default", raw(m.Default)}}, value...)
		}
		properties = append(properties, property{m.Name, withMeaning(meaning(m), value)})
		if m.Presence == canon.Required || isSelectorEpoch(s, m) {
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
	if m.Unit == canon.ByteSize {
		return m.Meaning + ", in bytes"
	}
	return m.Meaning
}

func (b *builder) member(s *canon.Shape, m *canon.Member) object {
	if m.Name == s.Tag {
		return tagWord(m.Shape)
	}
	if stricter := stricterMember(s, m); stricter != nil {
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
		if !m.Presence.Trailing() {
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
	return array(word(&canon.Shape{Words: known}))
}
