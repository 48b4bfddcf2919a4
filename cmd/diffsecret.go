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
func (d *diffRun) secretChanges(a, b *diffSide, reported []jsondiff.Change, skip func(string) bool) []jsondiff.Change {
	if a.frame == nil || b.frame == nil || a.doc.Member(0, "lossy") < 0 || b.doc.Member(0, "lossy") < 0 {
		return nil
	}
	fullA, fullB := d.unredacted(a), d.unredacted(b)
	if fullA == nil || fullB == nil {
		return nil
	}
	var list []jsondiff.Change
	for _, c := range jsondiff.Compare(fullA, fullB, skip) {
		parts := strings.Split(strings.TrimPrefix(c.Path, "/"), "/")
		inA, rest := a.doc.Find(0, parts)
		inB, _ := b.doc.Find(0, parts)
		path := "/" + strings.Join(parts[:len(parts)-len(rest)], "/")
		same := func(k jsondiff.Change) bool { return k.Path == path || k.Path == c.Path }
		if slices.ContainsFunc(reported, same) || slices.ContainsFunc(list, same) {
			continue
		}
		style := jsondoc.Style{Safe: true}
		list = append(list, jsondiff.Change{Path: path, A: a.doc.Append(nil, inA, style), B: b.doc.Append(nil, inB, style)})
	}
	return list
}

// unredacted is the document of a frame with its secrets.
func (d *diffRun) unredacted(s *diffSide) *jsondoc.Doc {
	var sink frames.Document
	reader := frames.Reader{Options: d.reader.Options}
	reader.ShowSecrets = true
	if reader.Read(s.frameType, s.frame.Bytes, &sink) != nil {
		return nil
	}
	doc := new(jsondoc.Doc)
	if doc.Read(sink.Append(nil, s.frame.Bytes, &frames.DocInfo{Type: s.frameType.Name, Index: -1})) != nil {
		return nil
	}
	return doc
}
