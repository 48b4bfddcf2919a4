package frames

import (
	"bytes"
	"strings"

	"github.com/divtool/divtool/internal/frameio"
	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/syntax"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/diag"
)

// jsonBodyReader reads a JSON body. A Reader has one, and reuses it.
type jsonBodyReader struct {
	*Reader
	// The methods remark and describe, bound once to avoid allocations.
	remarkFunc   func(canon.Remark)
	describeFunc func(node int, s *canon.Shape, m *canon.Member, path canon.Path)

	field     *Field
	offset    int          // of the body in the frame
	name      string       // of the member that holds the value
	path      string       // of that member
	annotated map[int]bool // nodes that have a note; nil unless every node gets one
}

// readJSON checks the JSON from offset to the end of the frame against its shape, and
// sends it as it is in the frame, as the member at path.
func (r *Reader) readJSON(f *Field, offset int, name, path string) *diag.Diagnostic {
	jr := r.jsonBodyReader()
	jr.field, jr.offset, jr.name, jr.path, jr.annotated = f, offset, name, path, nil
	r.json.OnValue = nil
	if r.Notes || r.Spans {
		r.json.OnValue = jr.describeFunc
	}
	if r.Spans {
		jr.annotated = map[int]bool{}
	}
	if fault := r.doc.Read(r.Frame[offset:]); fault != nil {
		return jr.sendPartial(syntax.Diagnostic(fault))
	}
	if err := r.json.Read(0, f.Shape, 1); err != nil {
		d, _ := diag.From(err)
		return jr.sendPartial(d)
	}
	if jr.describe(0, f.Shape, nil, nil); r.Spans {
		jr.noteSpans()
	}
	if d := r.document; d != nil {
		d.members = r.doc.Append(d.beginValue(name), 0, printedJSON)
	} else {
		r.Send(Value{Kind: JSONValue, Name: name, Doc: (*canon.Doc)(&r.doc), Shape: f.Shape, Span: jr.span(0)})
	}
	jr.reportLoss()
	return nil
}

func (r *Reader) jsonBodyReader() *jsonBodyReader {
	if r.bodyReader == nil {
		jr := &jsonBodyReader{Reader: r}
		jr.remarkFunc, jr.describeFunc = jr.remark, jr.describe
		r.json.Doc, r.json.OnRemark = (*canon.Doc)(&r.doc), jr.remarkFunc
		r.bodyReader = jr
	}
	return r.bodyReader
}

// sendPartial sends the part of the value before the fault.
func (jr *jsonBodyReader) sendPartial(d *diag.Diagnostic) *diag.Diagnostic {
	before := d.Offset
	if d.Code == "shape/missing" {
		before += d.Length
	}
	d.Code, d.Upstream = "json", jr.field.Error
	d.Path = jr.path + d.Path
	d.Offset += jr.offset
	if member, ok := strings.CutPrefix(d.Path, payloadPath+"/"); ok {
		d.Message = text.At(member, d.Message)
	}
	if jr.doc.Len() == 0 || before == 0 {
		return d
	}
	jr.textBuf = jr.doc.Append(jr.textBuf[:0], 0, jsondoc.Style{Before: before, MaxDepth: jsondoc.MaxDepth})
	if jr.doc.Kind(0) < jsondoc.Array && int(jr.doc.Node(0).End) <= before || len(jr.textBuf) > 2 {
		jr.Send(Value{Kind: JSONValue, Name: jr.name, Doc: (*canon.Doc)(&jr.doc), Before: before, Span: jr.span(0)})
	}
	return d
}

// span returns the byte range of a node in the frame.
func (jr *jsonBodyReader) span(node int) Span {
	start, end := jr.doc.Span(node)
	return Span{jr.offset + start, end - start}
}

// reportLoss reports bytes of the value that its compact form does not keep.
func (jr *jsonBodyReader) reportLoss() {
	if jr.doc.Compact() && !jr.doc.TooDeep(0, 1) && len(jr.doc.Raw(0)) == len(jr.Frame)-jr.offset {
		return
	}
	jr.textBuf = jr.doc.Append(jr.textBuf[:0], 0, jsondoc.Style{MaxDepth: jsondoc.MaxDepth})
	if bytes.Equal(jr.textBuf, jr.Frame[jr.offset:]) {
		return
	}
	lost := "white space between the values, or escapes in strings"
	if f := jr.doc.ValueFault(0); f != nil && f.Reason != jsondoc.NumberRange || jr.doc.TooDeep(0, 1) {
		// Numbers keep their form in the text, so their range does not matter.
		lost = "a value that the peer skips without reading it and that JSON cannot represent, replaced with U+FFFD"
	}
	jr.Sink.Lossy(jr.path, lost)
}

// remarkTexts has the code and the text for what the reference drops or changes.
var remarkTexts = [...]struct{ code, text string }{
	canon.UnknownMember:  {"unknown-member", ""}, // the text names the member
	canon.RepeatedMember: {"duplicate-member", ""},
	canon.ExplicitNull:   {"explicit-null", "null has the same effect as no member; the peer drops it"},
	canon.ExplicitEmpty:  {"explicit-default", "the peer omits the member instead of writing an empty value"},
	canon.ArrayForm:      {"array-form", "an array instead of an object; the peer reads it by position"},
	canon.MemberOrder:    {"member-order", "the peer writes the members in another order"},
	canon.WordForm:       {"shape/quirk", "unusual form of a word; the peer accepts it"},
	canon.RawValueKey:    {"template/magic-key", "the peer replaces this object with the JSON in its string"},
}

// remarkText returns the text of a warning about a value of doc.
func remarkText(doc *jsondoc.Doc, m *canon.Remark) string {
	switch {
	case m.Name < 0:
	case m.Kind == canon.UnknownMember:
		return text.DroppedMember(doc.Value(m.Name), m.Known())
	case m.Kind == canon.RepeatedMember:
		return text.DuplicateMember(doc.Value(m.Name)) + "; the peer keeps only the last"
	}
	return remarkTexts[m.Kind].text
}

func (jr *jsonBodyReader) remark(m canon.Remark) {
	span := jr.span(m.Node)
	if m.Name >= 0 && m.Kind != canon.ExplicitNull && m.Kind != canon.ExplicitEmpty {
		name := jr.span(m.Name)
		span = Span{name.Offset, span.Offset + span.Length - name.Offset}
	}
	switch m.Kind {
	case canon.NumberAsDouble:
		if jr.Notes || jr.Spans {
			jr.setPath(m.Path)
			jr.text = append(jr.text[:0], "the peer reads this as the double "...)
			jr.text = jsondoc.AppendNum(jr.text, jr.doc.Num(m.Node))
			jr.sendNote(Note{Span: span, Advice: true})
		}
	case canon.InertRawValueKey:
	default:
		jr.setPath(m.Path)
		jr.Warn(remarkTexts[m.Kind].code, string(jr.Reader.path), span, remarkText(&jr.doc, &m))
	}
}

// setPath puts the pointer of a path in the body into the reader's path.
func (jr *jsonBodyReader) setPath(path []jsondoc.Step) {
	jr.Reader.path = jr.doc.AppendPointer(append(jr.Reader.path[:0], jr.path...), path)
}

// describe notes the meaning of a value: a size in larger units, the id of a template,
// or what the body describes.
func (jr *jsonBodyReader) describe(node int, s *canon.Shape, m *canon.Member, path canon.Path) {
	jr.text = jr.text[:0]
	note := Note{Span: jr.span(node)}
	switch {
	case s == &canon.TemplateShape:
		id := jr.hasher.ID((*canon.Doc)(&jr.doc), node)
		jr.plain = id.AppendHex(jr.plain[:0])
		note.TemplateID = jr.plain
		jr.text = append(append(jr.text, "template "...), jr.plain...)
	case m != nil && m.Unit == canon.ByteSize:
		v, _ := jr.doc.Uint(node)
		jr.text = frameio.AppendSize(jr.text, v)
	}
	if len(jr.text) == 0 && jr.field.Describe != nil {
		jr.text = jr.field.Describe(jr.text, (*canon.Doc)(&jr.doc), node, s)
	}
	if len(jr.text) == 0 && jr.Spans && m != nil {
		jr.text = append(jr.text, m.Meaning...)
	}
	if len(jr.text) == 0 {
		return
	}
	if jr.annotated != nil {
		jr.annotated[node] = true
	}
	jr.setPath(path)
	jr.sendNote(note)
}

// noteSpans notes every value that has no note yet.
func (jr *jsonBodyReader) noteSpans() {
	jr.doc.Walk(0, nil, func(n int, path []jsondoc.Step) bool {
		if !jr.annotated[n] {
			jr.setPath(path)
			jr.text = append(jr.text[:0], jr.doc.Kind(n).String()...)
			jr.sendNote(Note{Span: jr.span(n), Kind: true})
		}
		return true
	})
}

// writeJSON writes the value in compact form, after checking that the reference accepts
// it.
func (w *Writer) writeJSON(f *Field, node int, path string) *diag.Diagnostic {
	r := canon.Reader{Doc: w.Doc(), OnRemark: func(m canon.Remark) {
		if int(m.Kind) < len(remarkTexts) {
			d := w.errorAt(remarkTexts[m.Kind].code, m.Node, path+string(w.doc.AppendPointer(nil, m.Path)), remarkText(w.doc, &m))
			d.Severity = diag.Warning
			w.Warn(d)
		}
	}}
	if err := r.Read(node, f.Shape, 1); err != nil {
		d, _ := diag.From(err)
		d.Code, d.Upstream = "json", f.Error
		d.Path = path + d.Path
		d.Message = text.At(d.Path, d.Message)
		return d
	}
	w.Frame = w.doc.Append(w.Frame, node, jsondoc.Style{})
	return nil
}
