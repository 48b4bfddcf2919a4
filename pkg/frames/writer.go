package frames

import (
	"strings"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/diag"
)

// Writer is a frame being written from a document.
type Writer struct {
	Doc   *jsondoc.Doc
	Name  string                 // the message's name, when the document need not say it
	Base  string                 // JSON Pointer of the payload: "" for a bare one
	Frame []byte                 // what has been written
	Warn  func(*diag.Diagnostic) // is told what the reference drops or changes
	// MaxDepth is how many arrays and maps of CBOR, or arrays and objects of a
	// postcard value, may be open at once; 0 is DefaultMaxDepth.
	MaxDepth int

	encoder *Encoder
	object  int // the document, -1 for a bare payload
	payload int // -1 when there is none
}

// Append appends bytes to the frame.
func (w *Writer) Append(b ...byte) { w.Frame = append(w.Frame, b...) }

// Member returns the node of a member of the document, -1 when there is none.
func (w *Writer) Member(name string) int {
	if w.object < 0 {
		return -1
	}
	return w.Doc.Member(w.object, name)
}

// textMember is the text of a member of the document, "" when there is none.
func (w *Writer) textMember(name string) string {
	if w.object < 0 {
		return ""
	}
	return textMember(w.Doc, w.object, name)
}

func textMember(doc *jsondoc.Doc, object int, name string) string {
	if n := doc.Member(object, name); n >= 0 && doc.Kind(n) == jsondoc.String {
		return doc.Value(n)
	}
	return ""
}

// Payload is the node of the payload, -1 when there is none.
func (w *Writer) Payload() int { return w.payload }

// ErrorAt makes the diagnostic of a node; of the whole when node is -1.
func (w *Writer) ErrorAt(code string, node int, path, message string) *diag.Diagnostic {
	if node < 0 {
		node = max(w.object, w.payload, 0)
		if w.object >= 0 {
			node = w.object
		}
	}
	start, end := w.Doc.Span(node)
	return &diag.Diagnostic{Code: code, Path: path, Offset: start, Length: end - start, Message: strings.TrimPrefix(path+": ", ": ") + message}
}

// WrongTypeError refuses a node of another kind than is needed.
func (w *Writer) WrongTypeError(node int, path, need string) *diag.Diagnostic {
	have := w.Doc.Kind(node).String()
	d := w.ErrorAt("type", node, path, need+" is needed, this is "+have)
	d.Need, d.Have = diag.Words(need), diag.Words(have)
	return d
}

// Members finds the nodes of the members of an object whose names are known,
// -1 for those that are not there. Any other member, and a repeated one, is
// refused.
func (w *Writer) Members(object int, path string, names []string) ([]int, *diag.Diagnostic) {
	return w.members(object, path, len(names), func(i int) string { return names[i] })
}

// CheckUTF8 refuses text that has no exact value.
func (w *Writer) CheckUTF8(node int, path string) *diag.Diagnostic {
	f := w.Doc.ValueFault(node)
	if f == nil {
		return nil
	}
	code := "utf8"
	if f.Reason == jsondoc.NumberRange {
		code = "range"
	}
	d := w.ErrorAt(code, node, path, f.Error())
	d.Offset, d.Length = f.Offset, 1
	return d
}

// members finds the nodes of the members of an object whose names are known:
// nodes[i] is the value of names(i), or -1. Any other member, and a repeated
// one, is refused.
func (w *Writer) members(object int, path string, count int, name func(i int) string) ([]int, *diag.Diagnostic) {
	doc := w.Doc
	if doc.Kind(object) != jsondoc.Object {
		return nil, w.WrongTypeError(object, path, "an object")
	}
	nodes := make([]int, count)
	for i := range nodes {
		nodes[i] = -1
	}
	for k, end := object+1, doc.Next(object); k < end; k = doc.Next(k + 1) {
		found := -1
		for i := range nodes {
			if doc.StringIs(k, name(i)) {
				found = i
			}
		}
		memberPath := path + string(doc.AppendPointer(nil, []jsondoc.Step{jsondoc.MemberStep(k)}))
		switch {
		case found < 0:
			return nil, w.ErrorAt("unknown-field", k, memberPath, "there is no such member")
		case nodes[found] >= 0:
			return nil, w.ErrorAt("json", k, memberPath, "the member stands twice")
		}
		nodes[found] = k + 1
	}
	return nodes, nil
}
