package canon_test

import (
	"testing"

	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/diag"
)

func readDoc(t *testing.T, text string) *canon.Doc {
	t.Helper()
	doc := new(canon.Doc)
	if err := doc.Read([]byte(text)); err != nil {
		t.Fatal(err)
	}
	return doc
}

func TestDocRead(t *testing.T) {
	var doc canon.Doc
	err := doc.Read([]byte(`{"a":`))
	if d, ok := diag.From(err); !ok || d.Code != "shape/syntax" || d.Offset != 5 {
		t.Errorf("got %v", err)
	}
	if err := doc.Read([]byte(`[1]`)); err != nil || string(doc.Source()) != `[1]` || doc.Len(0) != 1 {
		t.Errorf("after a fault: %v, %q, %d", err, doc.Source(), doc.Len(0))
	}
}

func TestDocKinds(t *testing.T) {
	doc := readDoc(t, `[null,false,true,1,"s",[],{"n":2}]`)
	want := []canon.Kind{canon.KindNull, canon.KindFalse, canon.KindTrue, canon.KindNumber, canon.KindString, canon.KindArray, canon.KindObject}
	n := 0
	for i, node := range doc.Elements(0) {
		n++
		if doc.Kind(node) != want[i] {
			t.Errorf("element %d is %v, want %v", i, doc.Kind(node), want[i])
		}
	}
	if n != len(want) || doc.Len(0) != len(want) {
		t.Errorf("%d elements, length %d", n, doc.Len(0))
	}
	if canon.KindObject.String() != "an object" || canon.KindNull.String() != "null" {
		t.Errorf("kinds are named %v, %v", canon.KindObject, canon.KindNull)
	}
}

// Values of another kind than asked for give nothing and do not panic.
func TestDocOtherKinds(t *testing.T) {
	doc := readDoc(t, `[1,"s",{"a":1.5}]`)
	for i, node := range doc.Elements(0) {
		if doc.Text(node) != map[int]string{1: "s"}[i] {
			t.Errorf("element %d has the text %q", i, doc.Text(node))
		}
		if _, ok := doc.Member(node, "a"); ok != (i == 2) {
			t.Errorf("element %d: member %v", i, ok)
		}
		for range doc.Elements(node) {
			t.Errorf("element %d has elements", i)
		}
		for name := range doc.Members(node) {
			if i != 2 {
				t.Errorf("element %d has the member %s", i, name)
			}
		}
		if _, ok := doc.Float(node); ok != (i == 0) {
			t.Errorf("element %d: number %v", i, ok)
		}
	}
}

func TestDocNumbers(t *testing.T) {
	for text, want := range map[string]struct {
		uint, int, float bool
		f                float64
	}{
		"0":                    {true, true, true, 0},
		"18446744073709551615": {true, false, true, 1 << 64},
		"-7":                   {false, true, true, -7},
		"1.5":                  {false, false, true, 1.5},
		"1e2":                  {false, false, true, 100},
		"1e999":                {false, false, false, 0},
	} {
		doc := readDoc(t, text)
		_, isUint := doc.Uint(0)
		_, isInt := doc.Int(0)
		f, isFloat := doc.Float(0)
		if isUint != want.uint || isInt != want.int || isFloat != want.float || isFloat && f != want.f {
			t.Errorf("%s: %v, %v, %v %v", text, isUint, isInt, isFloat, f)
		}
	}
}

// Every node has the pointer of its value.
func TestDocPointer(t *testing.T) {
	doc := readDoc(t, `{"a/b":[1,[2,{"~":{}}]],"c":3}`)
	want := []string{"", "/a~1b", "/a~1b", "/a~1b/0", "/a~1b/1", "/a~1b/1/0", "/a~1b/1/1", "/a~1b/1/1/~0", "/a~1b/1/1/~0", "/c", "/c"}
	for node, pointer := range want {
		if got := doc.Pointer(node); got != pointer {
			t.Errorf("node %d is at %q, want %q", node, got, pointer)
		}
	}
}
