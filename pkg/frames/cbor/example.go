package cbor

import (
	"strconv"
	"strings"

	"github.com/divtool/divtool/internal/text"
)

// maxExampleDepth bounds the examples of types that hold themselves.
const maxExampleDepth = 12

// appendExample appends an item of the type with all fields. The same type always
// gives the same bytes.
func appendExample(dst []byte, t *Type, name string, depth int) []byte {
	depth++
	switch t.Kind {
	case UintKind, IntKind:
		return appendHead(dst, majorUint, 1)
	case FloatKind:
		return appendFloat(dst, 0.5)
	case BoolKind:
		return append(dst, headTrue)
	case TextKind, ScalarOrListKind:
		if name == "" {
			name = "text"
		}
		return appendText(dst, name)
	case BytesKind:
		b := make([]byte, max(t.Size, 2))
		for i := range b {
			b[i] = byte(i + 1)
		}
		return append(appendHead(dst, majorBytes, uint64(len(b))), b...)
	case ArrayKind:
		return appendExample(appendHead(dst, majorArray, 1), t.Elem, name, depth)
	case TupleKind:
		dst = appendHead(dst, majorArray, uint64(len(t.Elems)))
		for _, elem := range t.Elems {
			dst = appendExample(dst, elem, name, depth)
		}
		return dst
	case DictKind:
		return appendExample(appendExample(appendHead(dst, majorMap, 1), t.Key, "", depth), t.Elem, "", depth)
	case EnumKind:
		return appendEnumExample(dst, t, depth)
	case UnionKind:
		return appendStructExample(dst, t.Variants[0].Type, t.Variants[0].Name, depth)
	case StructKind:
		return appendStructExample(dst, t, "", depth)
	}
	return append(dst, headTrue)
}

// appendEnumExample takes the first variant; beyond maxExampleDepth the last one, which
// does not hold the type again.
func appendEnumExample(dst []byte, t *Type, depth int) []byte {
	v := &t.Variants[0]
	if depth > maxExampleDepth {
		v = &t.Variants[len(t.Variants)-1]
	}
	if v.Type != nil {
		dst = appendHead(dst, majorMap, 1)
	}
	dst = appendText(dst, v.Name)
	if v.Type != nil {
		dst = appendExample(dst, v.Type, "", depth)
	}
	return dst
}

// appendStructExample appends all fields except those that not all peers know, and those whose example
// the reference leaves out.
func appendStructExample(dst []byte, t *Type, kind string, depth int) []byte {
	var body []byte
	count := 0
	for i := range t.Fields {
		f := &t.Fields[i]
		if f.Deprecated != "" || f.Since != "" {
			continue
		}
		at := len(body)
		body = appendText(body, f.Name)
		value := len(body)
		switch {
		case kind != "" && f.Name == kindKey:
			body = appendText(body, kind)
		default:
			body = appendExample(body, f.Type, f.Name, depth)
		}
		if f.Presence == Omitted && string(body[value:]) == f.Default {
			body = body[:at]
			continue
		}
		count++
	}
	return append(appendHead(dst, majorMap, uint64(count)), body...)
}

func appendText(dst []byte, text string) []byte {
	return append(appendHead(dst, majorText, uint64(len(text))), text...)
}

// maxShownDepth is how many objects and arrays of the example of a message may be open at
// once; what is inside is left out.
const maxShownDepth = 2

// example returns what a document has for a value of the type, in JSON, at a depth. It is
// for messages: long objects are cut.
func (t *Type) example(depth int) string {
	switch t.Kind {
	case UintKind, IntKind:
		return "1"
	case FloatKind:
		return "0.5"
	case BoolKind, JSONKind, AnyKind:
		return "true"
	case BytesKind:
		return `"00ff…"`
	case TextKind, ScalarOrListKind:
		return `"…"`
	}
	if t.Kind == EnumKind && t.Variants[0].Type == nil {
		return strconv.Quote(t.Variants[0].Name)
	}
	if depth == maxShownDepth {
		return "…"
	}
	depth++
	switch t.Kind {
	case ArrayKind:
		return "[" + t.Elem.example(depth) + "]"
	case TupleKind:
		list := make([]string, len(t.Elems))
		for i, elem := range t.Elems {
			list[i] = elem.example(depth)
		}
		return "[" + strings.Join(list, ", ") + "]"
	case DictKind:
		name := "…"
		if t.Key.Kind == UintKind {
			name = "1"
		}
		return text.ExampleObject(name, t.Elem.example(depth))
	case EnumKind:
		return text.ExampleObject(t.Variants[0].Name, t.Variants[0].Type.example(depth))
	case UnionKind:
		return t.Variants[0].Type.exampleObject(t.Variants[0].Name, depth)
	}
	return t.exampleObject("", depth)
}

// exampleObject returns an object with the required members of a struct.
func (t *Type) exampleObject(kind string, depth int) string {
	var members []string
	for i := range t.Fields {
		f := &t.Fields[i]
		switch {
		case kind != "" && f.Name == kindKey:
			members = append(members, f.Name, strconv.Quote(kind))
		case f.Presence == Required:
			members = append(members, f.Name, f.Type.example(depth))
		}
	}
	return text.ExampleObject(members...)
}
