package diff

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/divtool/divtool/internal/decode"
	"github.com/divtool/divtool/internal/input"
	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/report"
	"github.com/divtool/divtool/internal/term"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
)

// detectDecoded reports whether a side is a document that decode printed, and sets
// its kind then. A document of a frame that does not decode is rejected.
func (d *Differ) detectDecoded(s *Side) bool {
	if s.doc.Kind(0) != jsondoc.Object {
		return false
	}
	name := s.doc.Member(0, "type")
	if name < 0 || s.doc.Kind(name) != jsondoc.String {
		return false
	}
	s.frameType = d.opts.Types.ByName(s.doc.Value(name))
	if s.frameType == nil {
		return false
	}
	s.kind = frameSide
	start, end := s.doc.Span(name)
	switch {
	case s.doc.Member(0, "error") >= 0 || s.doc.Member(0, "partial") >= 0:
		d.rejectText(&diag.Diagnostic{Code: "partial", Message: "the document describes a frame that does not decode"}, s)
	case d.opts.Given != nil && d.opts.Given != s.frameType:
		d.rejectText(&diag.Diagnostic{Code: "type", Path: "/type", Offset: start, Length: end - start, Message: text.Expected("a document of type "+d.opts.Given.Name+" (`-t`)", s.frameType.Name)}, s)
	}
	return true
}

// detectFrame reads a side as a frame, and decodes it when its type is to be guessed.
func (d *Differ) detectFrame(s *Side) {
	s.kind = frameSide
	in, fault := input.Read(s.text, d.opts.Form, d.opts.Frames.MaxFrame)
	if fault == nil && len(in.Bytes) == 0 && d.opts.Given == nil {
		fault = &diag.Diagnostic{Code: "empty", Need: diag.Count(1), Have: diag.Count(0), Message: "the input is empty"}
	}
	if fault != nil {
		at := report.Place{File: s.name, Index: -1}
		if d.opts.Form != input.Bin && len(s.text) > 0 {
			at.Text, at.At = s.text, fault.Offset
		}
		d.reject(fault, at)
		return
	}
	s.frame, s.frameType = in, d.opts.Given
	if s.frameType != nil {
		return
	}
	s.tree.Reset()
	s.guess = d.opts.Types.Read(&d.reader, in.Bytes, &s.tree)
	if s.frameType = s.guess.Type; s.frameType == nil {
		fault, _ := diag.From(s.guess.NoFit())
		if nearForm := input.Explain(s.text); nearForm != nil && in.Form == input.Bin && d.opts.Form == input.Auto {
			fault = nearForm
		}
		d.rejectFrame(fault, s)
	}
}

// rejectFrame reports an error of the bytes of a frame.
func (d *Differ) rejectFrame(fault *diag.Diagnostic, s *Side) {
	from := decode.Origin{At: report.Place{File: s.name, Index: -1}, Text: s.text, Read: s.frame}
	d.reject(fault, from.Place(fault))
}

// canBe reports whether the frame fits a type as well as its own.
func (s *Side) canBe(t *frames.Type) bool {
	return s.frame != nil && slices.Contains(s.guess.Alternatives, t.Name)
}

// unifyTypes gives two frames the same type where both can have it.
func unifyTypes(a, b *Side) {
	switch {
	case a.frameType == b.frameType:
	case b.canBe(a.frameType):
		b.frameType = a.frameType
	case a.canBe(b.frameType):
		a.frameType = b.frameType
	}
}

// document returns the side as a document; nil when the frame does not decode,
// which is reported.
func (d *Differ) document(s *Side) *jsondoc.Doc {
	if s.doc != nil {
		return s.doc
	}
	var err error
	if s.frameType == s.guess.Type { // the tree has it
		s.doc, err = s.documentOf(&s.tree)
	} else {
		s.doc, err = decodeFrame(&d.reader, s, &s.tree)
	}
	if fault, failed := diag.From(err); failed {
		d.rejectFrame(fault, s)
	}
	return s.doc
}

// decodeFrame reads the frame of a side into a tree, and returns its document.
func decodeFrame(reader *frames.Reader, s *Side, tree *frames.Tree) (*jsondoc.Doc, error) {
	if err := readFrame(reader, s, tree); err != nil {
		return nil, err
	}
	return s.documentOf(tree)
}

// readFrame reads the frame of a side as its type. A type that was guessed is of the
// version that fits.
func readFrame(reader *frames.Reader, s *Side, sink frames.ResetSink) error {
	t := s.frameType
	if t != s.guess.Type {
		t = reader.VersionOf(t, s.frame.Bytes)
	}
	sink.Reset()
	return reader.Read(t, s.frame.Bytes, sink)
}

// documentOf returns the document of a tree that has the frame.
func (s *Side) documentOf(tree *frames.Tree) (*jsondoc.Doc, error) {
	doc, err := tree.Doc(s.frameType.Name)
	if err != nil {
		return nil, &diag.Diagnostic{Code: "json", Message: "the document of the frame is not valid JSON: " + err.Error()}
	}
	return (*jsondoc.Doc)(doc), nil
}

// compareFrames compares two frames field by field.
func (d *Differ) compareFrames(a, b *Side) (same bool) {
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
		// A document written by hand may have the name without the tag.
		skip = func(name string) bool { return name == "tag" || frames.IsMetadata(name) }
	}
	changes := compareJSON(docA, docB, skip)
	secrets := d.secretChanges(a, b, changes, skip)
	changes = append(changes, secrets...)
	if d.opts.JSON {
		d.printFieldsJSON(changes)
		return len(changes) == 0
	}
	d.line(term.Span{Text: title(docA, docB), Style: d.theme.Strong}, plain("  "), d.verdict(len(changes) == 0))
	var rows []tableRow
	for _, c := range changes {
		rows = append(rows, tableRow{path: jsondoc.DottedPointer(c.path), before: string(c.a), after: string(c.b)})
	}
	d.printTable(rows)
	if len(secrets) > 0 {
		d.line(plain("  secrets of equal length differ; `divtool decode --show-secrets` shows them"))
	}
	if len(changes) == 0 && a.frame != nil && b.frame != nil && !bytes.Equal(a.frame.Bytes, b.frame.Bytes) {
		d.line(plain("  the bytes differ only in details that documents omit, such as white space"))
	}
	return len(changes) == 0
}

func (d *Differ) compareFrameWithNull(a, b *Side) {
	present, verdict := b, "added"
	if a.kind != nullSide {
		present, verdict = a, "removed"
	}
	doc := d.document(present)
	if doc == nil {
		return
	}
	if !d.opts.JSON {
		d.line(term.Span{Text: title(doc, doc), Style: d.theme.Strong}, plain("  "), term.Span{Text: verdict, Style: d.theme.Warning})
		return
	}
	c, shown := change{}, d.shown(present)
	if present == a {
		c.a = shown
	} else {
		c.b = shown
	}
	d.printFieldsJSON([]change{c})
}

// shown returns the whole document of a side, with what decode shows of a frame.
func (d *Differ) shown(s *Side) []byte {
	if s.frame == nil {
		return s.doc.Append(nil, 0, jsondoc.Style{Safe: true})
	}
	var doc frames.Document
	readFrame(&d.reader, s, &doc)
	return doc.Append(nil, s.frame.Bytes, &frames.DocInfo{Type: s.frameType.Name, Index: -1})
}

// title names the type and the message of two frames, once when they are the same.
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

func (d *Differ) printFieldsJSON(changes []change) {
	out := []byte(`{"kind":"frame","same":`)
	out = fmt.Append(out, len(changes) == 0)
	out = append(out, `,"changes":[`...)
	for i, c := range changes {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(out, `{"path":`...)
		out = jsondoc.AppendQuoted(out, []byte(c.path), true)
		out = append(appendValues(out, c.a, c.b), '}')
	}
	d.printJSON(append(out, `]}`...))
}

// secretChanges lists the secrets of two frames that differ although their redacted
// documents, which show the lengths alone, are equal. The values of the changes are
// redacted.
func (d *Differ) secretChanges(a, b *Side, reported []change, skip func(string) bool) []change {
	if a.frame == nil || b.frame == nil || !a.tree.IsLossy || !b.tree.IsLossy {
		return nil
	}
	reader := frames.Reader{Options: d.opts.Frames}
	reader.ShowSecrets = true
	var treeA, treeB frames.Tree
	fullA, errA := decodeFrame(&reader, a, &treeA)
	fullB, errB := decodeFrame(&reader, b, &treeB)
	if errA != nil || errB != nil {
		return nil
	}
	var list []change
	for _, c := range compareJSON(fullA, fullB, skip) {
		parts := strings.Split(strings.TrimPrefix(c.path, "/"), "/")
		inA, rest := a.doc.Find(0, parts)
		inB, _ := b.doc.Find(0, parts)
		path := "/" + strings.Join(parts[:len(parts)-len(rest)], "/")
		same := func(k change) bool { return k.path == path || k.path == c.path }
		if slices.ContainsFunc(reported, same) || slices.ContainsFunc(list, same) {
			continue
		}
		style := jsondoc.Style{Safe: true}
		list = append(list, change{path: path, a: a.doc.Append(nil, inA, style), b: b.doc.Append(nil, inB, style)})
	}
	return list
}
