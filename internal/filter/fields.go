package filter

import (
	"slices"
	"strings"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
)

// Fields are members that are printed in place of a document.
type Fields struct{ paths [][]string }

// ParseFields parses JSON Pointers.
func ParseFields(pointers []string) (*Fields, error) {
	f := new(Fields)
	for _, p := range pointers {
		path, err := ParsePointer(p)
		if err != nil {
			return nil, err
		}
		f.paths = append(f.paths, path)
	}
	return f, nil
}

// ParsePointer parses a JSON Pointer. The error is a [SyntaxError].
func ParsePointer(p string) ([]string, error) {
	if p != "" && p[0] != '/' {
		return nil, &SyntaxError{Message: text.Quote(p) + " is not a JSON Pointer; use " + text.Quote("/"+strings.ReplaceAll(p, ".", "/"))}
	}
	for i := range len(p) {
		if p[i] == '~' && (i+1 == len(p) || p[i+1] != '0' && p[i+1] != '1') {
			return nil, &SyntaxError{Message: text.Quote(p) + ` is not a JSON Pointer: "~" must be followed by "0" or "1"`}
		}
	}
	return jsondoc.ParsePointer(p), nil
}

// FieldReader prints the fields of one frame after the other. It keeps its memory, and is
// not safe for concurrent use.
type FieldReader struct {
	collectors []*Collector
	fields     []fieldPlace
}

// fieldPlace is the slot of a field.
type fieldPlace struct{ collector, slot int }

// NewReader returns a reader of the fields.
func (f *Fields) NewReader() *FieldReader {
	r := new(FieldReader)
	var groups [][][]string // no path of a group leads into the member of another
	for _, path := range f.paths {
		at := fieldPlace{}
		for at.collector < len(groups) && slices.ContainsFunc(groups[at.collector], func(other []string) bool {
			return isPrefix(other, path) || isPrefix(path, other)
		}) {
			at.collector++
		}
		if at.collector == len(groups) {
			groups = append(groups, nil)
		}
		at.slot = len(groups[at.collector])
		groups[at.collector] = append(groups[at.collector], path)
		r.fields = append(r.fields, at)
	}
	for _, paths := range groups {
		c := new(Collector)
		c.init(paths, true)
		r.collectors = append(r.collectors, c)
	}
	return r
}

// Append appends the fields, with a tab between two. An absent one is "-"; a text has the
// escapes of JSON, and no quotes.
func (r *FieldReader) Append(dst []byte) []byte {
	for i, at := range r.fields {
		if i > 0 {
			dst = append(dst, '\t')
		}
		s := &r.collectors[at.collector].slots[at.slot]
		switch {
		case !s.set || len(s.text) == 0:
			dst = append(dst, '-')
		case s.text[0] == '"':
			dst = append(dst, s.text[1:len(s.text)-1]...)
		default:
			dst = append(dst, s.text...)
		}
	}
	return dst
}

// AppendAbsent appends the fields of a line that has no frame.
func (f *Fields) AppendAbsent(dst []byte) []byte {
	for i := range f.paths {
		if i > 0 {
			dst = append(dst, '\t')
		}
		dst = append(dst, '-')
	}
	return dst
}

// NeedsDocument reports whether [FieldReader.Document] must be called.
func (r *FieldReader) NeedsDocument() bool {
	return slices.ContainsFunc(r.collectors, func(c *Collector) bool { return c.NeedsDocument })
}

// Document takes the members that no event is about from the document as it is printed.
func (r *FieldReader) Document(text []byte) {
	for _, c := range r.collectors {
		if c.NeedsDocument {
			c.Document(text)
		}
	}
}

// Reset prepares the reader for the next frame.
func (r *FieldReader) Reset() {
	for _, c := range r.collectors {
		c.Reset()
	}
}

// Finish ends the events of a frame.
func (r *FieldReader) Finish(fault bool) {
	for _, c := range r.collectors {
		c.Finish(fault)
	}
}

// Wants reports whether a field is a member of the document, or inside it.
func (r *FieldReader) Wants(name string) bool {
	return slices.ContainsFunc(r.collectors, func(c *Collector) bool { return c.Wants(name) })
}

// CountWarnings implements [frames.ResetSink].
func (r *FieldReader) CountWarnings() int { return r.collectors[0].warnings }

// Value implements [frames.Sink].
func (r *FieldReader) Value(v *frames.Value) {
	for _, c := range r.collectors {
		c.Value(v)
	}
}

// Warn implements [frames.Sink].
func (r *FieldReader) Warn(w *diag.Diagnostic) { r.collectors[0].warnings++ }

// Note implements [frames.Sink].
func (*FieldReader) Note(*frames.Note) {}

// Lossy implements [frames.Sink].
func (*FieldReader) Lossy(string, string) {}

// Redact implements [frames.Sink].
func (*FieldReader) Redact(frames.Span) {}
