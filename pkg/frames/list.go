package frames

import (
	"encoding/binary"
	"fmt"
	"math"
	"strconv"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/diag"
)

// measureList finds the end of a list, or of its last whole element before a
// fault; r.listed is how many are whole. Unlike elsewhere, the reference
// checks each field of an element before it goes on to the next. Nothing is
// reserved by the count.
func (l *Layout) measureList(r *Reader, f *Field, at int) (int, *diag.Diagnostic) {
	count := binary.BigEndian.Uint32(r.Frame[at:])
	at += 4
	for r.listCount = 0; r.listCount < int(count); r.listCount++ {
		parent := func() string { return payloadPath + "/" + f.Name + "/" + strconv.Itoa(r.listCount) }
		end, d := l.measureElement(r, f, at, parent)
		if d != nil {
			d.Message = fmt.Sprintf("%s: element %d of %d: %s", f.Name, r.listCount, count, d.Message)
			return at, d
		}
		at = end
	}
	return at, nil
}

// measureElement finds the end of one element of a list.
func (l *Layout) measureElement(r *Reader, list *Field, at int, parent func() string) (int, *diag.Diagnostic) {
	for i := range list.Fields {
		f := &list.Fields[i]
		left, need := len(r.Frame)-at, f.minSize()
		if f.Kind == Text16 && left >= need {
			need += int(binary.BigEndian.Uint16(r.Frame[at:]))
		}
		if left < need {
			d := l.truncated(r, f, at, need)
			d.Path = parent() + "/" + f.Name
			return at, d
		}
		if d := l.checkValue(r, f, "", at, at+need); d != nil {
			d.Path = parent() + d.Path
			return at, d
		}
		at += need
	}
	return at, nil
}

// sendList sends the whole elements of a list.
func (l *Layout) sendList(r *Reader, list *Field, parent string, span Span) {
	r.Send(Value{Kind: OpenArray, Name: list.Name, Span: span})
	path := parent + "/" + list.Name
	if r.Notes || r.Spans {
		r.Note(path, span, list.Meaning+": "+strconv.Itoa(r.listCount))
	}
	at := span.Offset + 4
	for i := range r.listCount {
		l.sendElement(r, list, path, i, &at)
	}
	r.Send(Value{Kind: CloseArray, Span: span})
}

// sendElement sends the element at an offset, which it moves behind it.
func (l *Layout) sendElement(r *Reader, list *Field, path string, index int, at *int) {
	start, end := *at, *at
	for i := range list.Fields {
		end += fieldSize(r.Frame, &list.Fields[i], end)
	}
	r.Send(Value{Kind: OpenObject, Span: Span{start, end - start}})
	if r.Notes || r.Spans {
		path += "/" + strconv.Itoa(index)
		r.spanNote(path, Span{start, end - start}, "object")
	}
	for i := range list.Fields {
		f := &list.Fields[i]
		n := fieldSize(r.Frame, f, *at)
		l.sendField(r, f, path, Span{*at, n})
		*at += n
	}
	r.Close()
}

// fieldSize is the size of a field of an element that is there whole.
func fieldSize(frame []byte, f *Field, at int) int {
	if f.Kind == Text16 {
		return 2 + int(binary.BigEndian.Uint16(frame[at:]))
	}
	return f.size()
}

func (l *Layout) writeList(w *Writer, f *Field, node int, path string) *diag.Diagnostic {
	doc := w.Doc
	if doc.Kind(node) != jsondoc.Array {
		return w.WrongTypeError(node, path, "an array")
	}
	if uint64(doc.Count(node)) > math.MaxUint32 {
		return w.ErrorAt("length", node, path, "at most 4294967295 elements fit")
	}
	w.Frame = binary.BigEndian.AppendUint32(w.Frame, uint32(doc.Count(node)))
	i := 0
	for n, end := node+1, doc.Next(node); n < end; n = doc.Next(n) {
		if d := l.writeObject(w, f.Fields, n, path+"/"+strconv.Itoa(i)); d != nil {
			return d
		}
		i++
	}
	return nil
}
