package canon

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/divtool/divtool/internal/gen"
	"github.com/divtool/divtool/internal/jsondoc"
)

// Make appends a compact JSON text of a value of a shape as the forge chooses,
// and reports it where the text can be spoiled. The codes of faults are those of
// the lint rules that a [Reader] gives.
func Make(s *Shape, f *gen.Gen, dst []byte) []byte {
	start := len(dst)
	dst = s.make(f, s, "the value", dst)
	if f.Corrupt(s, "the text breaks off", "shape/syntax", "") && len(dst) > start {
		f.Cut(len(dst) - 1)
		if dst[len(dst)-1] >= '0' && dst[len(dst)-1] <= '9' {
			f.Cut(start) // a number without its last digit is one
		}
	}
	if f.Corrupt(s, "more text behind the value", "shape/syntax", "") {
		dst = append(dst, " x"...)
	}
	return dst
}

// make writes a value. of and name say which place it is.
func (s *Shape) make(f *gen.Gen, decl any, name string, dst []byte) []byte {
	defer f.Descend()()
	if !s.acceptsAny() && f.Corrupt(decl, name+": a value of another type", "shape/type", "") {
		return append(dst, s.otherType()...)
	}
	switch s.Kind {
	case Text:
		if f.Corrupt(decl, name+": not UTF-8", "shape/syntax", "") {
			return append(dst, "\"\xff\""...)
		}
		return appendQuoted(dst, f.Word())
	case Boolean:
		return strconv.AppendBool(dst, f.Bool())
	case Unsigned:
		if f.Corrupt(decl, name+": too large a number", "shape/range", "") {
			return append(dst, s.tooLarge()...)
		}
		return strconv.AppendUint(dst, f.Bits(min(s.Bits, 40)), 10)
	case Signed:
		if f.Corrupt(decl, name+": too large a number", "shape/range", "") {
			return append(dst, s.tooLarge()...)
		}
		return strconv.AppendInt(dst, int64(f.Bits(min(s.Bits, 40)-1)), 10)
	case Word:
		if f.Corrupt(decl, name+": a word that is not there", "shape/variant", "") {
			return append(dst, `"no such word"`...)
		}
		return appendQuoted(dst, s.Words[f.Choose(decl, len(s.Words))])
	case List:
		return s.makeList(f, name, dst)
	case Dictionary:
		return s.makeDictionary(f, name, dst)
	case Nullable:
		return s.Elem.make(f, decl, name, dst)
	case Grant:
		return makeGrant(f, decl, name, dst)
	case Record:
		return s.makeRecord(f, name, dst)
	}
	return makeAny(f, decl, name, dst)
}

// acceptsAny reports whether there is no type that the shape does not take.
func (s *Shape) acceptsAny() bool {
	return s.Kind == Any || s.Kind == Skipped || s.Kind == Nullable && s.Elem.acceptsAny()
}

// otherType is a value of a type that the shape does not take.
func (s *Shape) otherType() string {
	if s.Kind == Text || s.Kind == Word || s.Kind == Nullable && s.Elem.Kind == Text {
		return "7"
	}
	return `"text"`
}

// tooLarge is a whole number that has one bit too many.
func (s *Shape) tooLarge() string {
	if s.Kind == Unsigned {
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

// makeAny writes some value. Too many levels are refused wherever they stand.
func makeAny(f *gen.Gen, decl any, name string, dst []byte) []byte {
	if f.Corrupt(decl, name+": more levels than are read", "shape/depth", "") {
		levels := jsondoc.MaxDepth + 1
		return append(append(dst, strings.Repeat("[", levels)...), strings.Repeat("]", levels)...)
	}
	if f.Corrupt(decl, name+": text that is not UTF-8", "shape/syntax", "") {
		return append(dst, "\"\xff\""...)
	}
	if f.Corrupt(decl, name+": a number that no double holds", "shape/syntax", "") {
		return append(dst, "1e999"...)
	}
	switch f.Number(4) {
	case 0:
		return strconv.AppendUint(dst, f.Bits(16), 10)
	case 1:
		return strconv.AppendBool(dst, f.Number(2) == 0)
	case 2:
		return fmt.Appendf(dst, `{"%s":"%s"}`, f.Word(), f.Word())
	}
	return appendQuoted(dst, f.Word())
}

func (s *Shape) makeList(f *gen.Gen, name string, dst []byte) []byte {
	dst = append(dst, '[')
	for i := range f.Count(1, 2) {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = s.Elem.make(f, s, "an element of "+name, dst)
	}
	return append(dst, ']')
}

// makeDictionary writes an object of one name, which is sorted whatever it is.
func (s *Shape) makeDictionary(f *gen.Gen, name string, dst []byte) []byte {
	dst = append(dst, '{')
	if f.Count(0, 1) > 0 {
		dst = append(appendQuoted(dst, f.Word()), ':')
		dst = s.Elem.make(f, s, "a member of "+name, dst)
	}
	return append(dst, '}')
}

// makeRecord writes the members in their order.
func (s *Shape) makeRecord(f *gen.Gen, name string, dst []byte) []byte {
	mode := ""
	if t := s.tagIndex(); t >= 0 {
		words := s.Members[t].Shape.Words
		mode = words[f.Choose(s, len(words))]
	}
	dst = append(dst, '{')
	first := true
	put := func(m *Member) {
		if !first {
			dst = append(dst, ',')
		}
		first = false
		dst = append(appendQuoted(dst, m.Name), ':')
		switch {
		case m.Name != s.Tag:
			dst = m.Shape.make(f, m, m.Name, dst)
		case f.Corrupt(m, m.Name+": a word that is not there", "shape/variant", ""):
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
		switch needed := m.Required || len(s.AnyOf) > 0 && s.AnyOf[0] == m.Name; {
		case !needed && !f.Bool():
		case m.Required && f.Corrupt(m, m.Name+" is missing", "shape/missing", ""):
		default:
			put(m)
			if f.Corrupt(m, m.Name+" stands twice", "shape/duplicate", "") {
				put(m)
			}
		}
	}
	if s.Closed && f.Corrupt(s, name+": a member that is not there", "shape/unknown", "") {
		put(&Member{Name: "no_such_member", Shape: &Bool})
	}
	return append(dst, '}')
}

// makeGrant writes a grant of a confirmed kind, in a form with actions.
func makeGrant(f *gen.Gen, decl any, name string, dst []byte) []byte {
	if f.Corrupt(decl, name+": a kind of grant that is not there", "shape/variant", "") {
		return append(dst, `{"no_such_kind":["get"]}`...)
	}
	if f.Corrupt(decl, name+": a grant of two kinds", "shape/unknown", "") {
		return append(dst, `{"postgres":["get"],"agents":["create"]}`...)
	}
	var confirmed []*GrantKind
	for i := range GrantKinds {
		if k := &GrantKinds[i]; !k.Unverified {
			confirmed = append(confirmed, k)
		}
	}
	k := confirmed[f.Number(uint64(len(confirmed)))]
	if f.Corrupt(decl, name+": an action that is not there", "grant/unknown-action", "") {
		return fmt.Appendf(dst, `{"%s":["no such action"]}`, k.Name)
	}
	if k.Fixed || f.Bool() {
		return fmt.Appendf(dst, `{"%s":["%s"]}`, k.Name, k.Make[f.Number(uint64(len(k.Make)))])
	}
	return fmt.Appendf(dst, `{"%s":{"actions":["%s"],"within":"any"}}`, k.Name, k.Over[f.Number(uint64(len(k.Over)))])
}
