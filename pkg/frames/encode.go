package frames

import (
	"bytes"
	"encoding/hex"
	"slices"
	"strings"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/diag"
)

// Encoder turns documents into frames.
type Encoder struct {
	Types Set
	Type  *Type  // of bare payloads; documents must agree with it. May be nil
	Name  string // of the message, for bare payloads of a tagged type
	// Canonical encodes the payload of a lossy document and ignores its hex.
	Canonical bool
	// Warn is called for what the reference drops or changes. May be nil.
	Warn func(*diag.Diagnostic)
	// MaxDepth is how many arrays and maps of a CBOR frame may be open at once; 0
	// means DefaultMaxDepth.
	MaxDepth int
	// Request names the request that bare payloads answer.
	Request string
}

// metadataMembers are the members of a document about the frame, or about a message of
// a conversation, that are not part of the frame.
var metadataMembers = []string{
	"file", "index", "offset", "size", "len", "alternatives", "annotations", "warnings", "lossy", "hex",
	"n", "direction", "time", "connection", "request", "after",
}

// IsMetadata reports whether a member of a document is about the frame and not part of
// it. Encoding ignores it.
func IsMetadata(name string) bool { return slices.Contains(metadataMembers, name) }

// Encode appends the frame of the document or bare payload at a node of doc. The error
// is a [diag.Diagnostic] whose offset is in the text of doc.
func (e *Encoder) Encode(dst []byte, doc *canon.Doc, node int) ([]byte, error) {
	dst, d := e.encode(dst, (*jsondoc.Doc)(doc), node)
	return dst, d.Err()
}

func (e *Encoder) encode(dst []byte, doc *jsondoc.Doc, node int) ([]byte, *diag.Diagnostic) {
	w := Writer{doc: doc, Name: e.Name, Frame: dst, Warn: e.Warn, MaxDepth: e.MaxDepth, encoder: e, object: -1, payload: node}
	if w.Warn == nil {
		w.Warn = func(*diag.Diagnostic) {}
	}
	t := e.documentType(doc, node)
	switch {
	case t == nil && e.Type == nil:
		return dst, e.noTypeError(&w, node)
	case t == nil:
		t = e.Type
	case e.Type != nil && t != e.Type:
		n := doc.Member(node, "type")
		return dst, w.errorAt("type", n, "/type", text.Expected("a document of type "+e.Type.Name, "one of type "+t.Name))
	default:
		w.object, w.payload, w.Base = node, doc.Member(node, "payload"), payloadPath
		if d := e.checkDocument(&w, t); d != nil {
			return dst, d
		}
		var d *diag.Diagnostic
		if t, d = e.documentVersion(&w, t); d != nil {
			return dst, d
		}
	}
	if w.object >= 0 && !e.Canonical && isLossy(&w) {
		return e.originalFrame(&w, t, dst)
	}
	if err := t.Codec.Write(&w); err != nil {
		return dst, faultOf(err)
	}
	return w.Frame, nil
}

// documentType returns the type that a document names, nil for a bare payload.
func (e *Encoder) documentType(doc *jsondoc.Doc, node int) *Type {
	return e.Types.ByName(textMember(doc, node, "type"))
}

func (e *Encoder) noTypeError(w *Writer, node int) *diag.Diagnostic {
	if n := w.doc.Member(node, "type"); n >= 0 && w.doc.Kind(n) == jsondoc.String {
		d := w.errorAt("no-type", n, "/type", "unknown frame type "+text.Quote(w.doc.Value(n)))
		d.Hint = "`divtool types` lists the known types"
		return d
	}
	d := w.errorAt("no-type", node, "", "not a document: "+text.MissingMember("type", ""))
	d.Hint = "use `-t TYPE` and `--name NAME` to encode a bare payload"
	return d
}

// checkDocument refuses documents of malformed frames, and members that encoding would
// drop.
func (e *Encoder) checkDocument(w *Writer, t *Type) *diag.Diagnostic {
	doc, members := w.doc, t.Codec.Declaration().Members
	seen := map[string]bool{}
	for k, end := w.object+1, doc.Next(w.object); k < end; k = doc.Next(k + 1) {
		name := doc.Value(k)
		path := string(doc.AppendPointer(nil, []jsondoc.Step{jsondoc.MemberStep(k)}))
		switch {
		case name == "error" || name == "partial":
			return w.errorAt("type", k, path, "the document of a frame that did not decode cannot be encoded")
		case seen[name]:
			return w.errorAt("json", k, path, text.DuplicateMember(name))
		case name != "type" && name != versionName && !slices.Contains(members, name) && !IsMetadata(name):
			d := w.errorAt("unknown-field", k, path, text.UnknownMember(name, append([]string{"type"}, members...)))
			d.Need = diag.Words("type, " + strings.Join(members, ", "))
			return d
		}
		seen[name] = true
	}
	return nil
}

func isLossy(w *Writer) bool {
	n := w.Member("lossy")
	return n >= 0 && w.doc.Kind(n) == jsondoc.Array && w.doc.Count(n) > 0
}

// originalFrame appends the frame in the hex of a lossy document, provided that it
// decodes to the same document.
func (e *Encoder) originalFrame(w *Writer, t *Type, dst []byte) ([]byte, *diag.Diagnostic) {
	n := w.Member("hex")
	if n < 0 || w.doc.Kind(n) != jsondoc.String {
		// An error in the payload, such as a redacted secret, is more useful.
		if err := t.Codec.Write(w); err != nil {
			return dst, faultOf(err)
		}
		d := w.errorAt("missing", -1, "/hex", text.MissingMember("hex", "")+": the payload of a lossy document does not restore its frame")
		d.Hint = "use `--canonical` to encode the payload alone"
		return dst, d
	}
	frame, err := hex.DecodeString(w.doc.Value(n))
	if err != nil {
		return dst, w.errorAt("type", n, "/hex", "expected "+hexPairs)
	}
	if !e.decodesTo(w, t, frame) {
		d := w.errorAt("json", n, "/hex", `the document was changed: its "hex" decodes to another payload`)
		d.Hint = "use `--canonical` to encode the payload alone"
		return dst, d
	}
	return append(dst, frame...), nil
}

func (e *Encoder) decodesTo(w *Writer, t *Type, frame []byte) bool {
	r := Reader{Options: Options{
		MaxDepth: e.MaxDepth, MaxFrame: len(frame), ShowSecrets: true,
		Request: w.textMember("answers"),
	}}
	if n := w.payload; n >= 0 && w.doc.Kind(n) == jsondoc.Object {
		r.EmbeddedType, r.Version = e.documentType(w.doc, n), textMember(w.doc, n, versionName)
		if r.Request == "" {
			r.Request = textMember(w.doc, n, "answers")
		}
	}
	var decoded splitDocument
	if r.Read(t, frame, &decoded) != nil {
		return false
	}
	for _, name := range t.Codec.Declaration().Members {
		node, text := w.Member(name), decoded.member(name)
		switch {
		case node < 0 && (text == nil || !isDataMember(name)):
		case node < 0, !bytes.Equal(w.doc.Append(nil, node, jsondoc.Style{Safe: true}), text):
			return false
		}
	}
	return true
}

// splitDocument is a document that knows where its members are.
type splitDocument struct {
	Document
	names  []string
	starts []int
}

// Value prints a member or an element.
func (d *splitDocument) Value(v *Value) {
	if len(d.closers) == 0 {
		d.names, d.starts = append(d.names, v.Name), append(d.starts, len(d.members))
	}
	d.Document.Value(v)
}

// member returns the value of a member as JSON text, nil if there is none.
func (d *splitDocument) member(name string) []byte {
	i := slices.Index(d.names, name)
	if i < 0 {
		return nil
	}
	end := len(d.members)
	if i+1 < len(d.starts) {
		end = d.starts[i+1]
	}
	_, value, _ := bytes.Cut(d.members[d.starts[i]:end], []byte{':'})
	return value
}

// HasField reports whether the type of the document d, or of the bare payload d, has a
// member at path.
func (e *Encoder) HasField(d *canon.Doc, path []string) bool {
	doc := (*jsondoc.Doc)(d)
	w := Writer{doc: doc, Name: e.Name, encoder: e, object: -1}
	t := e.documentType(doc, 0)
	switch {
	case t == nil && e.Type == nil:
		return false
	case t == nil:
		t = e.Type
	default:
		w.object, w.payload = 0, doc.Member(0, payloadName)
		if len(path) == 1 && (path[0] == "type" || path[0] == versionName || slices.Contains(t.Codec.Declaration().Members, path[0])) {
			return true
		}
		if !isDataMember(path[0]) {
			return len(path) == 2 && path[0] == "flags" && slices.Contains(t.Codec.Declaration().Flags, path[1])
		}
		path = path[1:]
	}
	return t.hasField(&w, path)
}

// Writer writes one frame from a document. Nodes are indexes into [Writer.Doc].
type Writer struct {
	Name  string                 // of the message, when the document need not name it
	Base  string                 // JSON Pointer of the payload: "" for a bare one
	Frame []byte                 // the frame so far
	Warn  func(*diag.Diagnostic) // is called for what the reference drops or changes
	// MaxDepth is how many arrays and maps of CBOR, or arrays and objects of a
	// postcard value, may be open at once; 0 means DefaultMaxDepth.
	MaxDepth int

	doc     *jsondoc.Doc
	encoder *Encoder
	object  int // the document, -1 for a bare payload
	payload int // -1 when there is none
}

// Doc returns the text that holds the document.
func (w *Writer) Doc() *canon.Doc { return (*canon.Doc)(w.doc) }

// Append appends bytes to the frame.
func (w *Writer) Append(b ...byte) { w.Frame = append(w.Frame, b...) }

// Member returns the node of a member of the document, -1 when there is none.
func (w *Writer) Member(name string) int {
	if w.object < 0 {
		return -1
	}
	return w.doc.Member(w.object, name)
}

// textMember returns the text of a member of the document, "" when there is none.
func (w *Writer) textMember(name string) string {
	if w.object < 0 {
		return ""
	}
	return textMember(w.doc, w.object, name)
}

func textMember(doc *jsondoc.Doc, object int, name string) string {
	if n := doc.Member(object, name); n >= 0 && doc.Kind(n) == jsondoc.String {
		return doc.Value(n)
	}
	return ""
}

// Payload returns the node of the payload, -1 when there is none.
func (w *Writer) Payload() int { return w.payload }

// ErrorAt returns a diagnostic about a node; about the whole document if node is -1.
func (w *Writer) ErrorAt(code string, node int, path, message string) error {
	return w.errorAt(code, node, path, message)
}

func (w *Writer) errorAt(code string, node int, path, message string) *diag.Diagnostic {
	if node < 0 {
		node = max(w.object, w.payload, 0)
		if w.object >= 0 {
			node = w.object
		}
	}
	start, end := w.doc.Span(node)
	return &diag.Diagnostic{Code: code, Path: path, Offset: start, Length: end - start, Message: text.At(path, message)}
}

// WrongTypeError returns the diagnostic of a node of the wrong kind.
func (w *Writer) WrongTypeError(node int, path, need string) error {
	return w.wrongType(node, path, need)
}

// WrongTypeErrorLike is WrongTypeError with an example of the right value, in JSON; ""
// for none.
func (w *Writer) WrongTypeErrorLike(node int, path, need, example string) error {
	return w.wrongTypeLike(node, path, need, example)
}

func (w *Writer) wrongType(node int, path, need string) *diag.Diagnostic {
	return w.wrongTypeLike(node, path, need, "")
}

// wrongTypeLike is wrongType with an example of the right value, in JSON.
func (w *Writer) wrongTypeLike(node int, path, need, example string) *diag.Diagnostic {
	have := w.doc.Kind(node).String()
	d := w.errorAt("type", node, path, text.Expected(text.SuchAs(need, example), have))
	d.Need, d.Have = diag.Words(need), diag.Words(have)
	return d
}

// Members returns the nodes of the named members of an object, -1 for absent ones. It
// refuses any other member, and duplicates.
func (w *Writer) Members(object int, path string, names []string) ([]int, error) {
	nodes, d := w.members(object, path, len(names), func(i int) string { return names[i] })
	return nodes, d.Err()
}

// CheckUTF8 refuses a node whose text has no exact value.
func (w *Writer) CheckUTF8(node int, path string) error { return w.checkUTF8(node, path).Err() }

func (w *Writer) checkUTF8(node int, path string) *diag.Diagnostic {
	f := w.doc.ValueFault(node)
	if f == nil {
		return nil
	}
	code := "utf8"
	if f.Reason == jsondoc.NumberRange {
		code = "range"
	}
	d := w.errorAt(code, node, path, f.Error())
	d.Offset, d.Length = f.Offset, 1
	return d
}

// members is Members with a function for the names: nodes[i] is the value of name(i).
func (w *Writer) members(object int, path string, count int, name func(i int) string) ([]int, *diag.Diagnostic) {
	doc := w.doc
	if doc.Kind(object) != jsondoc.Object {
		return nil, w.wrongType(object, path, "an object")
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
			return nil, w.errorAt("unknown-field", k, memberPath, text.UnknownMember(doc.Value(k), nameList(count, name)))
		case nodes[found] >= 0:
			return nil, w.errorAt("json", k, memberPath, text.DuplicateMember(doc.Value(k)))
		}
		nodes[found] = k + 1
	}
	return nodes, nil
}

func nameList(count int, name func(i int) string) []string {
	names := make([]string, count)
	for i := range names {
		names[i] = name(i)
	}
	return names
}

// hexPairs describes bytes in hex.
const hexPairs = `pairs of hex digits such as "00ff"`
