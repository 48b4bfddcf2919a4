package canon

import (
	"cmp"
	"math"
	"strconv"
	"strings"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/text"
)

// expected describes the values that a shape accepts, for messages: "an image
// object such as {…}". m is the member that holds the value, or nil.
func (s *Shape) expected(m *Member) string {
	want := s.noun(m)
	if example := s.shownExample(m); example != "" {
		want += " such as " + example
	}
	return want
}

// noun returns the name of the type with its article.
func (s *Shape) noun(m *Member) string {
	switch {
	case s.Kind == Word && s.Open:
		return String.Name
	case s.Kind == Word:
		return text.Or(s.Words)
	case s.Kind == Unsigned && m != nil && m.Unit == ByteSize:
		return "an integer (bytes)"
	case s.Kind == Unsigned && m != nil && m.Unit == Millis:
		return "an integer (milliseconds since 1970)"
	case s.Kind == Record || s.Kind == Grant:
		if strings.Count(s.Name, " ") == 1 {
			return s.Name + " object" // "an image object"
		}
		return "an object (" + s.Name + ")"
	}
	return s.Name
}

// shownExample returns an example that tells more than the name of the type, or
// "".
func (s *Shape) shownExample(m *Member) string {
	if m != nil && m.Example != "" {
		return m.Example
	}
	switch s.Kind {
	case List, Dictionary:
		if s.Example == "" && s.Elem.shownExample(nil) == "" {
			return ""
		}
		return s.ExampleValue()
	case Record, Grant:
		return s.ExampleValue()
	case Nullable:
		return s.Elem.shownExample(nil)
	case Word:
		if !s.Open {
			return "" // the noun lists the words
		}
		return s.ExampleValue()
	}
	return s.Example
}

// ExampleValue returns an accepted value in JSON, which shows what is required.
func (s *Shape) ExampleValue() string {
	if s.Example != "" {
		return s.Example
	}
	switch s.Kind {
	case Text:
		return `"…"`
	case Boolean:
		return "true"
	case Unsigned, Signed:
		return "1"
	case Word:
		return strconv.Quote(s.Words[0])
	case List:
		return "[" + s.Elem.ExampleValue() + "]"
	case Dictionary:
		return `{"…": ` + s.Elem.ExampleValue() + "}"
	case Nullable:
		return s.Elem.ExampleValue()
	case Record:
		return s.recordExample()
	case Grant:
		return `{"agents": ["create"]}`
	}
	return "{}"
}

// recordExample returns an object of the required members.
func (s *Shape) recordExample() string {
	var parts []string
	for i := range s.Members {
		m := &s.Members[i]
		if m.Presence == Required && m.Only == "" {
			parts = append(parts, strconv.Quote(m.Name)+": "+cmp.Or(m.Example, m.Shape.ExampleValue()))
		}
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// integerHint returns what to write in place of a value that is not an integer:
// the number of a string, or of a number with a point or an exponent. It returns
// "" when the intended number is unknown.
func (s *Shape) integerHint(doc *document, node int, m *Member) string {
	switch doc.Kind(node) {
	case jsondoc.Number:
		const maxExact = 1 << 53
		n := doc.Num(node)
		if v := n.Float; n.Kind == jsondoc.Float && v == math.Trunc(v) && v <= maxExact && (v >= 0 || s.Kind == Signed && v >= -maxExact) {
			return "write " + strconv.FormatInt(int64(v), 10)
		}
	case jsondoc.String:
		raw, _ := doc.Plain(node)
		if hint := text.IntegerHint(raw); hint != "" && (raw[0] != '-' || s.Kind == Signed) {
			return hint
		}
		if m != nil && m.Unit == ByteSize {
			return text.BytesHint(raw)
		}
	}
	return ""
}
