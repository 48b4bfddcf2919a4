package cmd

import (
	"slices"
	"strings"

	"github.com/divtool/divtool/internal/jsondiff"
	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/frames"
)

// secretChanges lists the secrets of two frames that differ though their
// documents say the same of them: how long they are. The secrets themselves
// are left out.
func (d *diffing) secretChanges(a, b *diffSide, known []jsondiff.Change, skip func(string) bool) []jsondiff.Change {
	if a.frame == nil || b.frame == nil || a.doc.Member(0, "lossy") < 0 || b.doc.Member(0, "lossy") < 0 {
		return nil
	}
	shownA, shownB := d.revealed(a), d.revealed(b)
	if shownA == nil || shownB == nil {
		return nil
	}
	var list []jsondiff.Change
	for _, c := range jsondiff.Compare(shownA, shownB, skip) {
		way := strings.Split(strings.TrimPrefix(c.Path, "/"), "/")
		inA, rest := a.doc.Find(0, way)
		inB, _ := b.doc.Find(0, way)
		path := "/" + strings.Join(way[:len(way)-len(rest)], "/")
		same := func(k jsondiff.Change) bool { return k.Path == path || k.Path == c.Path }
		if slices.ContainsFunc(known, same) || slices.ContainsFunc(list, same) {
			continue
		}
		style := jsondoc.Style{Safe: true}
		list = append(list, jsondiff.Change{Path: path, A: a.doc.Append(nil, inA, style), B: b.doc.Append(nil, inB, style)})
	}
	return list
}

// revealed is the document of a frame with its secrets.
func (d *diffing) revealed(s *diffSide) *jsondoc.Doc {
	var sink frames.Document
	reader := frames.Reader{Options: d.reader.Options}
	reader.ShowSecrets = true
	if reader.Read(s.typ, s.frame.Bytes, &sink) != nil {
		return nil
	}
	doc := new(jsondoc.Doc)
	if doc.Read(sink.Append(nil, s.frame.Bytes, &frames.Envelope{Type: s.typ.Name, Index: -1})) != nil {
		return nil
	}
	return doc
}
