package explanation

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/divtool/divtool/pkg/canon"
)

func newDocument(t *testing.T, text string) *Document {
	t.Helper()
	d := Document{Doc: new(canon.Doc), Name: "in"}
	if err := d.Read([]byte(text)); err != nil {
		t.Fatal(err)
	}
	return &d
}

// An array gets an entry for itself and one for each element.
func TestEach(t *testing.T) {
	explain := func(e *Entry, node int) { e.Title = "is it" }
	first := Entry{Word: "in", Class: "thing"}
	if got, want := newDocument(t, `{}`).Each(first, explain), []Entry{{Word: "in", Class: "thing", Title: "is it"}}; !cmp.Equal(got, want) {
		t.Error(cmp.Diff(want, got))
	}
	got := newDocument(t, `[{},1]`).Each(first, explain)
	want := []Entry{
		{Word: "in", Class: "thing", Facts: []Fact{{"contains", "2 elements"}}},
		{Word: "in#/0", Class: "thing", Title: "is it"},
		{Word: "in#/1", Class: "thing", Title: "is it"},
	}
	if !cmp.Equal(got, want) {
		t.Error(cmp.Diff(want, got))
	}
}

func TestValues(t *testing.T) {
	d := newDocument(t, `{"s":"a","n":1.50,"l":["x",{},2,"y"],"o":{"k":[ true ]},"long":"`+strings.Repeat("é", 200)+`"}`)
	list := d.Member(0, "l")
	for _, c := range []struct{ got, want any }{
		{d.StringMember(0, "s"), "a"},
		{d.StringMember(0, "n"), ""},
		{d.StringMember(-1, "s"), ""},
		{d.StringMember(list, "s"), ""},
		{d.Member(0, "absent"), -1},
		{d.Value(d.Member(0, "n")), "1.50"},
		{d.Value(d.Member(0, "o")), `{"k":[true]}`},
		{d.Value(d.Member(0, "long")), strings.Repeat("é", 160) + "…"},
		{strings.Join(d.Strings(list), " "), `"x" "y"`},
		{len(d.Objects(list)), 1},
		{len(d.Elements(list)), 4},
		{len(d.Elements(-1)), 0},
		{len(d.Elements(0)), 0},
		{d.Word("l", 3), "in#/l/3"},
	} {
		if c.got != c.want {
			t.Errorf("got %v, want %v", c.got, c.want)
		}
	}
}

// The content is the members that the shape has, in the order of the shape.
func TestAddMembers(t *testing.T) {
	shape := canon.Shape{Members: []canon.Member{{Name: "b"}, {Name: "a"}, {Name: "c"}}}
	var e Entry
	d := newDocument(t, `{"a":1,"x":2,"b":"t"}`)
	d.AddMembers(&e, 0, &shape)
	d.AddMembers(&e, d.Member(0, "a"), &shape) // not an object: no table
	want := []Table{{Title: "content", Head: []string{"name", "value"}, Rows: [][]string{{"b", "t"}, {"a", "1"}}}}
	if !cmp.Equal(e.Tables, want) {
		t.Error(cmp.Diff(want, e.Tables))
	}
}
