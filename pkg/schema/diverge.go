package schema

import "github.com/divtool/divtool/pkg/canon"

// templates is one template, or an array of them.
func templates(b *builder) object {
	t := b.shape(&canon.TemplateShape)
	return ifType("array", array(t), t)
}

func registration(b *builder) object { return b.shape(&canon.RegistrationShape) }

// grants is one grant, or an array of them.
func grants(b *builder) object {
	g := b.shape(&canon.GrantShape)
	return ifType("array", array(g), g)
}

// stricterSchema is the schema of a member for which the decoder takes more than the
// rules of a registration allow (spec/diverge-templates.md 5.1, V2, V5, V6);
// nil for the other members.
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
