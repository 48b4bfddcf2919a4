package frames_test

import (
	"bytes"
	"testing"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/all"
	"github.com/divtool/divtool/pkg/frames/sample"
)

// checkTree compares the tree of a frame with what reading its document gives, but for
// the members after those of the frame.
func checkTree(t *testing.T, tree *frames.Tree, ty *frames.Type, frame []byte, o frames.Options) {
	t.Helper()
	o.Notes, o.Spans = false, false
	r := frames.Reader{Options: o}
	if tree.Reset(); r.Read(ty, frame, tree) != nil {
		return
	}
	built, err := tree.Doc(ty.Name)
	if err != nil {
		t.Fatal(err)
	}
	text, _ := decode(ty, frame, o)
	var printed jsondoc.Doc
	if fault := printed.Read([]byte(text)); fault != nil {
		t.Fatal(fault)
	}
	if lossy := printed.Member(0, "lossy") >= 0; lossy != tree.IsLossy {
		t.Errorf("%s: lossy is %t", text, tree.IsLossy)
	}
	if warned := printed.Member(0, "warnings") >= 0; warned != (tree.CountWarnings() > 0) {
		t.Errorf("%s: %d warnings", text, tree.CountWarnings())
	}
	for _, name := range []string{"warnings", "lossy", "hex"} { // in their order
		if n := printed.Member(0, name); n >= 0 {
			start, _ := printed.Span(n)
			text = text[:start-len(`,"":`)-len(name)] + "}"
			break
		}
	}
	var want jsondoc.Doc
	if fault := want.Read([]byte(text)); fault != nil {
		t.Fatal(fault)
	}
	got := (*jsondoc.Doc)(built)
	if !bytes.Equal(got.Text(), want.Text()) || got.Len() != want.Len() {
		t.Fatalf("%x: the tree has %d nodes of\n%s\nnot %d of\n%s", frame, got.Len(), got.Text(), want.Len(), want.Text())
	}
	for i := range got.Len() {
		if got.Node(i) != want.Node(i) {
			t.Fatalf("%s: node %d is %+v, not %+v", text, i, got.Node(i), want.Node(i))
		}
	}
}

func TestTree(t *testing.T) {
	var tree frames.Tree
	for _, ty := range all.Types() {
		for _, m := range ty.Messages() {
			for _, show := range []bool{false, true} {
				o := frames.Options{Request: m.Name, ShowSecrets: show}
				checkTree(t, &tree, ty, unhex(t, m.Example), o)
				for seed := range uint64(8) {
					checkTree(t, &tree, ty, sample.Of(ty, m, seed), o)
				}
			}
		}
	}
}

// A tree whose frame sent nothing is empty.
func TestTreeOfNothing(t *testing.T) {
	var tree frames.Tree
	doc, err := tree.Doc("x.y")
	if err != nil || string(doc.Source()) != `{"type":"x.y"}` {
		t.Errorf("%s, %v", doc.Source(), err)
	}
}
