package frames

import (
	"strconv"

	"github.com/divtool/divtool/internal/text"
)

// The examples of messages: what a document has for a declared value, in JSON. Long
// objects are cut, so they are for reading only.

// exampleTime is an example of a Time.
const exampleTime = `{"secs": 1700000000, "nanos": 0}`

// maxExampleDepth is how many objects and arrays of an example may be open at once;
// what is inside is left out.
const maxExampleDepth = 2

// example returns an example of a value inside depth objects and arrays.
func (f *Field) example(depth int) string {
	switch f.Kind {
	case U8, U32, U64, Varint:
		if f.Unit == FileMode {
			return "420"
		}
		return "1"
	case Bool:
		return "true"
	case Enum8, VarEnum:
		return strconv.Quote(f.Names[0])
	case Text16, Text, VarText:
		if f.Unit == FilePath {
			return `"a/b"`
		}
		return `"…"`
	case Bytes:
		return `"00ff"`
	case Time:
		return exampleTime
	case List32:
		return "[" + f.Elem.example(depth) + "]"
	case Raw8:
		return exampleObject(rawFields, depth)
	}
	switch {
	case f.Kind == JSON || depth == maxExampleDepth:
		return "…"
	case f.Kind == VarList:
		return "[" + f.Elem.example(depth+1) + "]"
	case f.Kind == Union8:
		c := &f.Cases[len(f.Cases)-1] // it has fields
		name := "true"
		if c.Name != "" {
			name = strconv.Quote(c.Name)
		}
		return exampleObject(c.Fields, depth, f.CaseMember(), name)
	case f.Kind == VarUnion:
		return exampleObject(f.Cases[0].Fields, depth, f.CaseMember(), strconv.Quote(f.Cases[0].Name))
	}
	return exampleObject(f.Fields, depth)
}

// exampleObject returns an object with the required fields, after other members.
func exampleObject(fields []Field, depth int, members ...string) string {
	for i := range fields {
		if f := &fields[i]; !f.Optional {
			members = append(members, f.Name, f.example(depth+1))
		}
	}
	return text.ExampleObject(members...)
}
