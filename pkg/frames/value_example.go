package frames

import (
	"strconv"

	"github.com/divtool/divtool/internal/text"
)

// The examples of messages: what a document has for a declared value, in JSON. Long
// objects are cut, so they are for reading only.

// exampleTime is an example of a Time.
const exampleTime = `{"secs": 1700000000, "nanos": 0}`

func (f *Field) example() string {
	switch f.Kind {
	case U8, U32, U64:
		if f.Unit == FileMode {
			return "420"
		}
		return "1"
	case Enum8:
		return strconv.Quote(f.Names[0])
	case Text16, Text:
		if f.Unit == FilePath {
			return `"a/b"`
		}
		return `"…"`
	case Bytes:
		return `"00ff"`
	case Time:
		return exampleTime
	case List32:
		return "[" + exampleObject(f.Fields) + "]"
	}
	return exampleObject(f.Fields)
}

func exampleObject(fields []Field) string {
	members := make([]string, 0, 2*len(fields))
	for i := range fields {
		members = append(members, fields[i].Name, fields[i].example())
	}
	return text.ExampleObject(members...)
}

// example returns an object with the members of a case that has fields.
func (c *Union) example() string {
	o := &c.Cases[len(c.Cases)-1]
	name := "true"
	if o.Name != "" {
		name = strconv.Quote(o.Name)
	}
	members := []string{c.Name, name}
	for i := range o.layout().Fields {
		f := &o.layout().Fields[i]
		members = append(members, f.Name, f.example())
	}
	if o.Value != nil {
		members = append(members, o.ValueName, "…")
	}
	return text.ExampleObject(members...)
}

// maxExampleDepth is how many objects and arrays of a postcard example may be open at
// once; what is inside is left out.
const maxExampleDepth = 2

func (t *PostcardType) example(depth int) string {
	switch {
	case t.Kind == PostcardUint:
		return "1"
	case t.Kind == PostcardBool:
		return "true"
	case t.Kind == PostcardText:
		return `"…"`
	case t.Kind == PostcardEnum && t.fieldless():
		return strconv.Quote(t.Variants[0].Name)
	case depth == maxExampleDepth:
		return "…"
	case t.Kind == PostcardList:
		return "[" + t.Elem.example(depth+1) + "]"
	case t.Kind == PostcardStruct:
		return postcardExample(t.Fields, depth)
	}
	v := &t.Variants[0]
	return postcardExample(v.Fields, depth, kindMember, strconv.Quote(v.Name))
}

// postcardExample returns an object with the required fields, after other members.
func postcardExample(fields []PostcardField, depth int, members ...string) string {
	for i := range fields {
		if f := &fields[i]; !f.Optional {
			members = append(members, f.Name, f.Type.example(depth+1))
		}
	}
	return text.ExampleObject(members...)
}
