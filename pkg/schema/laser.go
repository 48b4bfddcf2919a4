package schema

import (
	"math"

	"github.com/divtool/divtool/pkg/frames/cbor"
	"github.com/divtool/divtool/pkg/frames/laser"
)

// laserGrants describes an array of grants, or an object that holds one.
func laserGrants(b *builder) object {
	grants := b.cbor(laser.Grants())
	return ifType("object", object{
		{"properties", object{{"grants", withMeaning("the grants", grants)}}}, {"required", []string{"grants"}},
	}, grants)
}

// cbor returns the schema of a CBOR type in its JSON form. Kinds of types that
// grants do not use accept any value.
func (b *builder) cbor(t *cbor.Type) object {
	switch t.Kind {
	case cbor.TextKind:
		return text()
	case cbor.BoolKind:
		return object{{"type", "boolean"}}
	case cbor.UintKind:
		if t.Bits <= 64 {
			return unsignedSchema(math.MaxUint64 >> (64 - t.Bits))
		}
	case cbor.ArrayKind:
		return array(b.cbor(t.Elem))
	case cbor.EnumKind:
		return cborEnum(t)
	case cbor.StructKind:
		return b.define(definitionName(t.Name), func() object { return b.cborStruct(t) })
	}
	return object{}
}

// cborEnum describes an enum without data; an open one accepts any text. An enum
// with data accepts any value.
func cborEnum(t *cbor.Type) object {
	var names []string
	for _, v := range t.Variants {
		if v.Type != nil {
			return object{}
		}
		names = append(names, v.Name)
	}
	if t.Open {
		return object{{"anyOf", list{words(names), text()}}}
	}
	return words(names)
}

// cborStruct describes a map with declared keys. Other keys are ignored.
func (b *builder) cborStruct(t *cbor.Type) object {
	properties, required := object{}, []string{}
	for i := range t.Fields {
		f := &t.Fields[i]
		s := b.cbor(f.Type)
		if f.Presence == cbor.Nullable || f.Presence == cbor.Optional {
			s = object{{"anyOf", list{s, object{{"type", "null"}}}}}
		}
		properties = append(properties, property{f.Name, withMeaning(f.Meaning, s)})
		if f.Presence == cbor.Required {
			required = append(required, f.Name)
		}
	}
	o := object{{"type", "object"}, {"properties", properties}}
	if len(required) > 0 {
		o = append(o, property{"required", required})
	}
	return o
}
