package frames

import (
	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/syntax"
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/diag"
)

// Tree is the sink that keeps a frame as a document to compare or to encode: what
// reading the text of a [Document] gives, without notes, warnings and other members
// about the frame. It is used for one frame after the other and reuses its memory.
type Tree struct {
	// MaxOpen is how many arrays and objects inside each other have nodes, as in
	// a [canon.Doc]; 0 means 1024.
	MaxOpen int
	IsLossy bool // encoding the document would not restore the frame

	warnings int
	builder  jsondoc.Builder
	name     []byte
}

// Reset prepares the tree for the next frame.
func (t *Tree) Reset() {
	t.IsLossy, t.warnings = false, 0
	t.builder.Reset(t.MaxOpen)
	t.builder.Open(jsondoc.Object)
}

// CountWarnings returns the number of warnings.
func (t *Tree) CountWarnings() int { return t.warnings }

// Value adds a member or an element.
func (t *Tree) Value(v *Value) {
	b := &t.builder
	switch {
	case v.Kind == CloseObject || v.Kind == CloseArray:
		b.Close()
		return
	case b.Len() == 0:
		t.Reset()
	}
	if b.InObject() {
		if t.name = append(t.name[:0], v.Name...); v.Key != nil {
			t.name = append(t.name[:0], v.Key...)
		}
		b.Name(t.name)
	}
	switch v.Kind {
	case OpenObject:
		b.Open(jsondoc.Object)
	case OpenArray:
		b.Open(jsondoc.Array)
	case JSONValue:
		b.Copy((*jsondoc.Doc)(v.Doc), v.Node, v.style())
	default:
		b.End(v.Append(b.Begin()))
	}
}

// Note ignores what is about the frame.
func (t *Tree) Note(*Note) {}

// Warn counts a warning.
func (t *Tree) Warn(*diag.Diagnostic) { t.warnings++ }

// Lossy records that encoding would not restore the frame.
func (t *Tree) Lossy(string, string) { t.IsLossy = true }

// Redact does nothing: the values of secrets are redacted.
func (t *Tree) Redact(Span) {}

// Doc ends the document of a frame that decoded as a type, and returns it. It is valid
// until the next Reset. The error is that of a document larger than 4 GiB.
func (t *Tree) Doc(typeName string) (*canon.Doc, error) {
	b := &t.builder
	if b.Len() == 0 {
		t.Reset()
	}
	b.Close()
	b.InsertFirst("type", typeName)
	doc, fault := b.Doc()
	if fault != nil {
		return nil, syntax.Diagnostic(fault)
	}
	return (*canon.Doc)(doc), nil
}
