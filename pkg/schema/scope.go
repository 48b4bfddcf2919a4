package schema

import (
	"math"

	"github.com/divtool/divtool/pkg/scope"
)

func scopeRecord(b *builder) object { return b.scopeRef(scope.RecordType()) }

func scopeSync(b *builder) object { return b.scopeObject(scope.SyncType()) }

func scopeApply(b *builder) object { return b.scopeObject(scope.ApplyType()) }

// scopeSelector requires all members. The decoder accepts a selector without an
// epoch, but the daemon then refuses the route.
func scopeSelector(b *builder) object {
	t := scope.SelectorType()
	for i := range t.Members {
		t.Members[i].Required, t.Members[i].Nullable = true, false
	}
	return b.scopeObject(t)
}

func (b *builder) scopeRef(t scope.Type) object {
	return b.define(definitionName(t.Name), func() object { return b.scopeObject(t) })
}

// scopeObject describes an object of a scope document.
func (b *builder) scopeObject(t scope.Type) object {
	properties, required := object{}, []string{}
	for _, m := range t.Members {
		s := b.scopeForm(m.Form)
		if m.Nullable {
			s = object{{"anyOf", list{s, object{{"type", "null"}, {"deprecated", true}}}}}
		}
		properties = append(properties, property{m.Name, withMeaning(m.Meaning, s)})
		if m.Required {
			required = append(required, m.Name)
		}
	}
	o := object{{"type", "object"}, {"properties", properties}}
	if len(required) > 0 {
		o = append(o, property{"required", required})
	}
	if !t.IgnoresUnknown {
		o = append(o, property{"additionalProperties", rejectAll})
	}
	if t.Name == "ScopeAttributes" {
		o = append(o, property{"allOf", attributeRules()})
	}
	return o
}

// scopeForm describes the value of a member.
func (b *builder) scopeForm(f scope.Form) object {
	switch f.Kind {
	case scope.TokenForm:
		return object{{"type", "string"}, {"minLength", 1}, {"maxLength", scope.MaxTokenBytes}, {"pattern", "^[!-~]*$"}}
	case scope.U64Form:
		return unsignedSchema(math.MaxUint64)
	case scope.BoolForm:
		return object{{"type", "boolean"}}
	case scope.WordForm:
		return words(f.Words)
	case scope.PrincipalForm:
		return b.principal()
	case scope.ModuleForm:
		return b.module()
	case scope.ListForm:
		return bounded(array(b.scopeForm(*f.Elem)), f, "minItems", "maxItems")
	case scope.ObjectForm:
		return b.scopeRef(f.Type())
	}
	return bounded(text(), f, "minLength", "maxLength")
}

func bounded(s object, f scope.Form, minName, maxName string) object {
	if f.Min > 0 {
		s = append(s, property{minName, f.Min})
	}
	if f.Max > 0 {
		s = append(s, property{maxName, f.Max})
	}
	return s
}

// principal describes a principal, whose kind decides which other members it has.
func (b *builder) principal() object {
	return b.define("principal", func() object {
		var kinds []string
		var forms list
		for k, t := range scope.PrincipalTypes() {
			kind := scope.PrincipalKind(k).String()
			kinds = append(kinds, kind)
			forms = append(forms, ifMember("kind", object{{"const", kind}}, b.scopeObject(t)))
		}
		return object{
			{"type", "object"}, {"required", []string{"kind"}},
			{"properties", object{{"kind", withMeaning("the kind of caller: a module, or a local caller", words(kinds))}}},
			{"allOf", forms},
		}
	})
}

// module describes a principal that can own scopes.
func (b *builder) module() object {
	return b.define("module", func() object {
		reserved := object{{"kind", object{{"const", scope.Reserved.String()}}}}
		return append(b.principal(), property{"properties", reserved})
	})
}

// attributeRules describes the dependencies between attributes
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
