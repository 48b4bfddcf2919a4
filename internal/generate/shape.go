package generate

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/divtool/divtool/internal/gen"
	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/canon"
)

// Shape appends a compact JSON text of a value of s. The codes of its faults are the
// rule ids that canon.Reader gives.
func Shape(s *canon.Shape, g *gen.Gen, dst []byte) []byte {
	start := len(dst)
	dst = shapeValue(s, g, s, "the value", dst)
	if g.Corrupt(s, "incomplete text", "shape/syntax", "") && len(dst) > start {
		g.Cut(len(dst) - 1)
		if dst[len(dst)-1] >= '0' && dst[len(dst)-1] <= '9' {
			g.Cut(start) // a number without its last digit is one
		}
	}
	if g.Corrupt(s, "text after the value", "shape/syntax", "") {
		dst = append(dst, " x"...)
	}
	return dst
}

// shapeValue appends a value. decl and name identify its place in the declaration.
func shapeValue(s *canon.Shape, g *gen.Gen, decl any, name string, dst []byte) []byte {
	defer g.Descend()()
	if !acceptsAny(s) && g.Corrupt(decl, name+": wrong type", "shape/type", "") {
		return append(dst, otherType(s)...)
	}
	switch s.Kind {
	case canon.Text:
		if g.Corrupt(decl, name+": invalid UTF-8", "shape/syntax", "") {
			return append(dst, "\"\xff\""...)
		}
		return appendQuoted(dst, g.Word())
	case canon.Boolean:
		return strconv.AppendBool(dst, g.Bool())
	case canon.Unsigned:
		if g.Corrupt(decl, name+": number too large", "shape/range", "") {
			return append(dst, tooLarge(s)...)
		}
		return strconv.AppendUint(dst, g.Bits(min(s.Bits, 40)), 10)
	case canon.Signed:
		if g.Corrupt(decl, name+": number too large", "shape/range", "") {
			return append(dst, tooLarge(s)...)
		}
		return strconv.AppendInt(dst, int64(g.Bits(min(s.Bits, 40)-1)), 10)
	case canon.Word:
		if g.Corrupt(decl, name+": unknown word", "shape/variant", "") {
			return append(dst, `"no such word"`...)
		}
		return appendQuoted(dst, s.Words[g.Choose(decl, len(s.Words))])
	case canon.List:
		return shapeList(s, g, name, dst)
	case canon.Dictionary:
		return shapeDictionary(s, g, name, dst)
	case canon.Nullable:
		return shapeValue(s.Elem, g, decl, name, dst)
	case canon.Grant:
		return grant(g, decl, name, dst)
	case canon.Record:
		return shapeRecord(s, g, name, dst)
	}
	return anyValue(g, decl, name, dst)
}

// acceptsAny reports whether the shape accepts values of every type.
func acceptsAny(s *canon.Shape) bool {
	return s.Kind == canon.Any || s.Kind == canon.Skipped || s.Kind == canon.Nullable && acceptsAny(s.Elem)
}

func otherType(s *canon.Shape) string {
	if s.Kind == canon.Text || s.Kind == canon.Word || s.Kind == canon.Nullable && s.Elem.Kind == canon.Text {
		return "7"
	}
	return `"text"`
}

// tooLarge returns an integer with one bit too many.
func tooLarge(s *canon.Shape) string {
	if s.Kind == canon.Unsigned {
		if s.Bits == 64 {
			return "18446744073709551616"
		}
		return strconv.FormatUint(1<<s.Bits, 10)
	}
	if s.Bits == 64 {
		return "9223372036854775808"
	}
	return strconv.FormatUint(1<<(s.Bits-1), 10)
}

func appendQuoted(dst []byte, text string) []byte {
	return append(append(append(dst, '"'), text...), '"')
}

// anyValue appends some value. Too many levels are refused everywhere.
func anyValue(g *gen.Gen, decl any, name string, dst []byte) []byte {
	if g.Corrupt(decl, name+": nested too deeply", "shape/depth", "") {
		levels := jsondoc.MaxDepth + 1
		return append(append(dst, strings.Repeat("[", levels)...), strings.Repeat("]", levels)...)
	}
	if g.Corrupt(decl, name+": invalid UTF-8", "shape/syntax", "") {
		return append(dst, "\"\xff\""...)
	}
	if g.Corrupt(decl, name+": number too large for a double", "shape/syntax", "") {
		return append(dst, "1e999"...)
	}
	switch g.Number(4) {
	case 0:
		return strconv.AppendUint(dst, g.Bits(16), 10)
	case 1:
		return strconv.AppendBool(dst, g.Number(2) == 0)
	case 2:
		return fmt.Appendf(dst, `{"%s":"%s"}`, g.Word(), g.Word())
	}
	return appendQuoted(dst, g.Word())
}

func shapeList(s *canon.Shape, g *gen.Gen, name string, dst []byte) []byte {
	dst = append(dst, '[')
	for i := range g.Count(1, 2) {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = shapeValue(s.Elem, g, s, "element of "+name, dst)
	}
	return append(dst, ']')
}

// shapeDictionary appends an object of at most one member, which is always sorted.
func shapeDictionary(s *canon.Shape, g *gen.Gen, name string, dst []byte) []byte {
	dst = append(dst, '{')
	if g.Count(0, 1) > 0 {
		dst = append(appendQuoted(dst, g.Word()), ':')
		dst = shapeValue(s.Elem, g, s, "member of "+name, dst)
	}
	return append(dst, '}')
}

func shapeRecord(s *canon.Shape, g *gen.Gen, name string, dst []byte) []byte {
	mode := ""
	for i := range s.Members {
		if m := &s.Members[i]; s.Tag != "" && m.Name == s.Tag {
			mode = m.Shape.Words[g.Choose(s, len(m.Shape.Words))]
		}
	}
	dst = append(dst, '{')
	first := true
	put := func(m *canon.Member) {
		if !first {
			dst = append(dst, ',')
		}
		first = false
		dst = append(appendQuoted(dst, m.Name), ':')
		switch {
		case m.Name != s.Tag:
			dst = shapeValue(m.Shape, g, m, m.Name, dst)
		case g.Corrupt(m, m.Name+": unknown word", "shape/variant", ""):
			dst = append(dst, `"no such word"`...)
		default:
			dst = appendQuoted(dst, mode)
		}
	}
	for i := range s.Members {
		m := &s.Members[i]
		if m.Only != "" && m.Only != mode {
			continue
		}
		switch needed := m.Presence == canon.Required || len(s.AnyOf) > 0 && s.AnyOf[0] == m.Name; {
		case !needed && !g.Bool():
		case m.Presence == canon.Required && g.Corrupt(m, m.Name+": missing member", "shape/missing", ""):
		default:
			put(m)
			if g.Corrupt(m, m.Name+": duplicate member", "shape/duplicate", "") {
				put(m)
			}
		}
	}
	if s.Closed && g.Corrupt(s, name+": unknown member", "shape/unknown", "") {
		put(&canon.Member{Name: "no_such_member", Shape: &canon.Bool})
	}
	return append(dst, '}')
}

// grant appends a grant of a confirmed kind, in a form with actions.
func grant(g *gen.Gen, decl any, name string, dst []byte) []byte {
	if g.Corrupt(decl, name+": unknown kind of grant", "shape/variant", "") {
		return append(dst, `{"no_such_kind":["get"]}`...)
	}
	if g.Corrupt(decl, name+": grant of two kinds", "shape/unknown", "") {
		return append(dst, `{"postgres":["get"],"agents":["create"]}`...)
	}
	var confirmed []*canon.GrantKind
	for i := range canon.GrantKinds {
		if k := &canon.GrantKinds[i]; !k.Unverified {
			confirmed = append(confirmed, k)
		}
	}
	k := confirmed[g.Number(uint64(len(confirmed)))]
	if g.Corrupt(decl, name+": unknown action", "grant/unknown-action", "") {
		return fmt.Appendf(dst, `{"%s":["no such action"]}`, k.Name)
	}
	if k.Fixed || g.Bool() {
		return fmt.Appendf(dst, `{"%s":["%s"]}`, k.Name, k.Make[g.Number(uint64(len(k.Make)))])
	}
	return fmt.Appendf(dst, `{"%s":{"actions":["%s"],"within":"any"}}`, k.Name, k.Over[g.Number(uint64(len(k.Over)))])
}
