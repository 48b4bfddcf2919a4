package cmd

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/divtool/divtool/internal/input"
	"github.com/divtool/divtool/internal/jsondiff"
	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/report"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
)

// detectDocument tells whether a side is a document that decode printed,
// and takes it. One of a frame that does not decode is trouble.
func (d *diffRun) detectDocument(s *diffSide) bool {
	if s.doc.Kind(0) != jsondoc.Object {
		return false
	}
	name := s.doc.Member(0, "type")
	if name < 0 || s.doc.Kind(name) != jsondoc.String {
		return false
	}
	s.frameType = d.types.ByName(s.doc.Value(name))
	if s.frameType == nil {
		return false
	}
	s.kind = frameSide
	start, end := s.doc.Span(name)
	switch {
	case s.doc.Member(0, "error") >= 0 || s.doc.Member(0, "partial") >= 0:
		d.rejectText(&diag.Diagnostic{Code: "partial", Message: "the document is of a frame that does not decode"}, s)
	case d.givenType != nil && d.givenType != s.frameType:
		d.rejectText(&diag.Diagnostic{Code: "type", Path: "/type", Offset: start, Length: end - start, Message: "the document is of another type than -t says, " + d.givenType.Name}, s)
	}
	return true
}

// detectFrame reads a side as a frame, and tries its type when none is
// given.
func (d *diffRun) detectFrame(s *diffSide) {
	s.kind = frameSide
	in, fault := input.Read(s.text, d.form, d.maxFrame)
	if fault == nil && len(in.Bytes) == 0 && d.givenType == nil {
		fault = &diag.Diagnostic{Code: "empty", Need: diag.Count(1), Have: diag.Count(0), Message: "the input is empty"}
	}
	if fault != nil {
		at := report.Place{File: s.name, Index: -1}
		if d.form != input.Bin && len(s.text) > 0 {
			at.Text, at.At = s.text, fault.Offset
		}
		d.rejectInput(fault, at)
		return
	}
	s.frame, s.frameType = in, d.givenType
	if s.frameType != nil {
		return
	}
	s.guess = d.types.Guess(&d.reader, in.Bytes)
	if s.frameType = s.guess.Type; s.frameType == nil {
		fault, _ := diag.From(s.guess.NoFit())
		if nearForm := input.Explain(s.text); nearForm != nil && in.Form == input.Bin && d.form == input.Auto {
			fault = nearForm
		}
		d.rejectFrame(fault, s)
	}
}

// rejectFrame reports a fault of a frame where it stands in the input.
func (d *diffRun) rejectFrame(fault *diag.Diagnostic, s *diffSide) {
	at := report.Place{File: s.name, Index: -1}
	switch {
	case s.frame.Form != input.Bin:
		at.Text, at.At, at.ShowOffset = s.text, s.frame.Locate(fault.Offset), true
	case fault.Code == "form":
		at.Text, at.At = s.text, fault.Offset
	}
	d.rejectInput(fault, at)
}

// canBe tells whether a frame fits a type as well as its own.
func (s *diffSide) canBe(t *frames.Type) bool {
	return s.frame != nil && slices.Contains(s.guess.Alternatives, t.Name)
}

// unifyTypes gives two frames the same type where both may be of it.
func unifyTypes(a, b *diffSide) {
	switch {
	case a.frameType == b.frameType:
	case b.canBe(a.frameType):
		b.frameType = a.frameType
	case a.canBe(b.frameType):
		a.frameType = b.frameType
	}
}

// document is the side as a document; nil when it does not decode.
func (d *diffRun) document(s *diffSide) *jsondoc.Doc {
	if s.doc != nil {
		return s.doc
	}
	var sink frames.Document
	if fault, bad := diag.From(d.reader.Read(s.frameType, s.frame.Bytes, &sink)); bad {
		d.rejectFrame(fault, s)
		return nil
	}
	s.doc = new(jsondoc.Doc)
	if fault := s.doc.Read(sink.Append(nil, s.frame.Bytes, &frames.DocInfo{Type: s.frameType.Name, Index: -1})); fault != nil {
		d.rejectFrame(&diag.Diagnostic{Code: "json", Message: "its document is no JSON: " + fault.Error()}, s)
		return nil
	}
	return s.doc
}

// compareFrames compares two frames field by field.
func (d *diffRun) compareFrames(a, b *diffSide) (same bool) {
	if a.kind == nullSide || b.kind == nullSide {
		d.compareFrameWithNull(a, b)
		return false
	}
	unifyTypes(a, b)
	docA, docB := d.document(a), d.document(b)
	if docA == nil || docB == nil {
		return true
	}
	skip := frames.IsMetadata
	if docA.Member(0, "name") >= 0 && docB.Member(0, "name") >= 0 {
		// A document that was written by hand may have the name alone.
		skip = func(name string) bool { return name == "tag" || frames.IsMetadata(name) }
	}
	changes := jsondiff.Compare(docA, docB, skip)
	secrets := d.secretChanges(a, b, changes, skip)
	changes = append(changes, secrets...)
	if d.format == "json" {
		d.printFieldsJSON(changes)
		return len(changes) == 0
	}
	fmt.Fprintf(d.out, "%s  %s\n", d.theme.Strong(title(docA, docB)), d.verdict(len(changes) == 0))
	var rows []diffRow
	for _, c := range changes {
		rows = append(rows, diffRow{path: dottedPath(c.Path), before: string(c.A), after: string(c.B)})
	}
	d.printTable(rows)
	if len(secrets) > 0 {
		fmt.Fprintln(d.out, "  secrets of one length differ; `divtool decode --show-secrets` shows them")
	}
	if len(changes) == 0 && a.frame != nil && b.frame != nil && !bytes.Equal(a.frame.Bytes, b.frame.Bytes) {
		fmt.Fprintln(d.out, "  the bytes differ in what a document does not show, such as white space")
	}
	return len(changes) == 0
}

// compareFrameWithNull prints that a frame stands beside nothing.
func (d *diffRun) compareFrameWithNull(a, b *diffSide) {
	c := jsondiff.Change{}
	var shown *jsondoc.Doc
	for _, side := range []struct {
		*diffSide
		text *[]byte
	}{{a, &c.A}, {b, &c.B}} {
		if side.kind == nullSide {
			continue
		}
		if shown = d.document(side.diffSide); shown == nil {
			return
		}
		*side.text = shown.Append(nil, 0, jsondoc.Style{Safe: true})
	}
	if d.format == "json" {
		d.printFieldsJSON([]jsondiff.Change{c})
		return
	}
	verdict := "added"
	if c.B == nil {
		verdict = "removed"
	}
	fmt.Fprintf(d.out, "%s  %s\n", d.theme.Strong(title(shown, shown)), d.theme.Warning(verdict))
}

// title names the frames: once when they are of one type and name.
func title(a, b *jsondoc.Doc) string {
	label := func(doc *jsondoc.Doc) string {
		label := doc.Value(doc.Member(0, "type"))
		if n := doc.Member(0, "name"); n >= 0 && doc.Kind(n) == jsondoc.String {
			label += " " + doc.Value(n)
		}
		return text.Escape(label)
	}
	if before, after := label(a), label(b); before != after {
		return before + " → " + after
	}
	return label(a)
}

func (d *diffRun) verdict(same bool) string {
	if same {
		return d.theme.Accent("the same")
	}
	return d.theme.Warning("different")
}

// printFieldsJSON prints the changes of frames as JSON.
func (d *diffRun) printFieldsJSON(changes []jsondiff.Change) {
	out := []byte(`{"kind":"frame","same":`)
	out = fmt.Append(out, len(changes) == 0)
	out = append(out, `,"changes":[`...)
	for i, c := range changes {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(out, `{"path":`...)
		out = jsondoc.AppendQuoted(out, []byte(c.Path), true)
		out = append(appendValues(out, c.A, c.B), '}')
	}
	d.printJSON(append(out, `]}`...))
}

// appendValues appends the members a and b; what there is not is absent.
func appendValues(dst, a, b []byte) []byte {
	if a != nil {
		dst = append(append(dst, `,"a":`...), a...)
	}
	if b != nil {
		dst = append(append(dst, `,"b":`...), b...)
	}
	return dst
}
