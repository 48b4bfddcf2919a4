package frames

import (
	"bytes"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/diag"
)

// Encoder turns documents into frames.
type Encoder struct {
	Types Set
	Type  *Type  // of bare payloads; documents must agree with it. May be nil
	Name  string // of the message in bare payloads of a tagged type
	// Canonical encodes the payload of a lossy document alone.
	Canonical bool
	// Warn is told what the reference drops or changes.
	Warn func(*diag.Diagnostic)
	// MaxDepth is how many arrays and maps of a CBOR frame may be open at
	// once; 0 is DefaultMaxDepth.
	MaxDepth int
	// Answers names the request that bare payloads answer.
	Answers string
}

// aboutFrame are the members of a document that say something about the frame
// and are no part of it, those of a message of a conversation included.
var aboutFrame = []string{
	"file", "index", "offset", "size", "len", "alternatives", "annotations", "warnings", "lossy", "hex",
	"n", "direction", "time", "connection", "request", "after",
}

// AboutFrame tells whether the member of that name of a document says something
// about the frame, and is no part of it: encoding does not read it.
func AboutFrame(name string) bool { return slices.Contains(aboutFrame, name) }

// Encode appends the frame of the document or bare payload at a node. The
// offsets of a refusal are in the text of doc.
func (e *Encoder) Encode(dst []byte, doc *jsondoc.Doc, node int) ([]byte, *diag.Diagnostic) {
	w := Writer{Doc: doc, Name: e.Name, Frame: dst, Warn: e.Warn, MaxDepth: e.MaxDepth, encoder: e, object: -1, payload: node}
	if w.Warn == nil {
		w.Warn = func(*diag.Diagnostic) {}
	}
	t := e.documentType(doc, node)
	switch {
	case t == nil && e.Type == nil:
		return dst, e.noType(&w, node)
	case t == nil:
		t = e.Type
	case e.Type != nil && t != e.Type:
		n := doc.Member(node, "type")
		return dst, w.Refuse("type", n, "/type", "this is a document of "+t.Name+", not of "+e.Type.Name)
	default:
		w.object, w.payload, w.Base = node, doc.Member(node, "payload"), payloadPath
		if d := e.checkDocument(&w, t); d != nil {
			return dst, d
		}
	}
	if w.object >= 0 && !e.Canonical && lossy(&w) {
		return e.original(&w, t, dst)
	}
	if d := t.Codec.Write(&w); d != nil {
		return dst, d
	}
	return w.Frame, nil
}

// documentType is the type a document names, nil for a bare payload.
func (e *Encoder) documentType(doc *jsondoc.Doc, node int) *Type {
	return e.Types.ByName(textMember(doc, node, "type"))
}

func (e *Encoder) noType(w *Writer, node int) *diag.Diagnostic {
	if n := w.Doc.Member(node, "type"); n >= 0 && w.Doc.Kind(n) == jsondoc.String {
		d := w.Refuse("no-type", n, "/type", "there is no frame type "+strconv.QuoteToGraphic(w.Doc.Value(n)))
		d.Hint = "`divtool types` lists them"
		return d
	}
	d := w.Refuse("no-type", node, "", "this is not a document: it has no member \"type\"")
	d.Hint = "say what a bare payload is with -t TYPE and --name NAME"
	return d
}

// checkDocument refuses documents that are not whole, and members that would
// be dropped.
func (e *Encoder) checkDocument(w *Writer, t *Type) *diag.Diagnostic {
	doc, members := w.Doc, t.Codec.Members()
	seen := map[string]bool{}
	for k, end := w.object+1, doc.Next(w.object); k < end; k = doc.Next(k + 1) {
		name := doc.Value(k)
		path := string(doc.AppendPointer(nil, []jsondoc.Step{jsondoc.MemberStep(k)}))
		switch {
		case name == "error" || name == "partial":
			return w.Refuse("type", k, path, "this is the document of a frame that did not decode")
		case seen[name]:
			return w.Refuse("json", k, path, "the member stands twice")
		case name != "type" && !slices.Contains(members, name) && !AboutFrame(name):
			d := w.Refuse("unknown-field", k, path, "a document of "+t.Name+" has no such member")
			d.Need = diag.Words("type, " + strings.Join(members, ", "))
			return d
		}
		seen[name] = true
	}
	return nil
}

func lossy(w *Writer) bool {
	n := w.Member("lossy")
	return n >= 0 && w.Doc.Kind(n) == jsondoc.Array && w.Doc.Count(n) > 0
}

// original gives the frame in the hex of a lossy document, when decoding it
// gives this very document again.
func (e *Encoder) original(w *Writer, t *Type, dst []byte) ([]byte, *diag.Diagnostic) {
	n := w.Member("hex")
	if n < 0 || w.Doc.Kind(n) != jsondoc.String {
		// What is wrong with the payload, such as a secret left out, goes first.
		if d := t.Codec.Write(w); d != nil {
			return dst, d
		}
		d := w.Refuse("missing", -1, "/hex", "the payload does not give back the frame it came from, and the frame itself is not there")
		d.Hint = "--canonical encodes the payload alone"
		return dst, d
	}
	frame, err := hex.DecodeString(w.Doc.Value(n))
	if err != nil {
		return dst, w.Refuse("type", n, "/hex", "the frame must be pairs of hex digits")
	}
	if !e.sameDocument(w, t, frame) {
		d := w.Refuse("json", n, "/hex", "the document was changed: decoding its hex gives another payload")
		d.Hint = "--canonical encodes the payload alone"
		return dst, d
	}
	return append(dst, frame...), nil
}

// sameDocument tells whether decoding the frame gives what the document says.
func (e *Encoder) sameDocument(w *Writer, t *Type, frame []byte) bool {
	r := Reader{Options: Options{
		MaxDepth: e.MaxDepth, MaxFrame: len(frame), ShowSecrets: true,
		Answers: w.textMember("answers"),
	}}
	if n := w.payload; n >= 0 && w.Doc.Kind(n) == jsondoc.Object {
		r.Inner = e.documentType(w.Doc, n)
		if r.Answers == "" {
			r.Answers = textMember(w.Doc, n, "answers")
		}
	}
	var out Document
	if r.Read(t, frame, &out) != nil {
		return false
	}
	var again jsondoc.Doc
	if again.Read(out.Append(nil, frame, &Envelope{Type: t.Name, Index: -1})) != nil {
		return false
	}
	for _, name := range t.Codec.Members() {
		was, is := w.Member(name), again.Member(0, name)
		switch {
		case was < 0 && is < 0:
		case was < 0:
			if holdsData(name) {
				return false
			}
		case is < 0:
			return false
		case !bytes.Equal(w.Doc.Append(nil, was, jsondoc.Style{}), again.Append(nil, is, jsondoc.Style{})):
			return false
		}
	}
	return true
}

// Declares tells whether the type of a document, or of the bare payload that
// doc holds, has a member at this way.
func (e *Encoder) Declares(doc *jsondoc.Doc, way []string) bool {
	w := Writer{Doc: doc, Name: e.Name, encoder: e, object: -1}
	t := e.documentType(doc, 0)
	switch {
	case t == nil && e.Type == nil:
		return false
	case t == nil:
		t = e.Type
	default:
		w.object, w.payload = 0, doc.Member(0, payloadName)
		if len(way) == 1 && (way[0] == "type" || slices.Contains(t.Codec.Members(), way[0])) {
			return true
		}
		if !holdsData(way[0]) {
			g, ok := t.Codec.(Grouping)
			return ok && len(way) == 2 && slices.Contains(g.Group(way[0]), way[1])
		}
		way = way[1:]
	}
	return t.Codec.Declares(&w, way)
}
