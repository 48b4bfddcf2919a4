package diff

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/divtool/divtool/internal/jsondoc"
)

func TestCompareJSON(t *testing.T) {
	for _, c := range []struct {
		name, a, b string
		want       []string
	}{
		{"nothing", `{"a":1}`, `{ "a" : 1 }`, nil},
		{"order and escapes", `{"a":1,"b":["\u00e9"]}`, `{"b":["é"],"\u0061":1}`, nil},
		{"a value", `{"a":{"b/~":1}}`, `{"a":{"b/~":2}}`, []string{"/a/b~1~0 1 2"}},
		{"a spelling", `{"a":1.0}`, `{"a":1.00}`, []string{"/a 1.0 1.00"}},
		{"null beside nothing", `{"a":null}`, `{}`, []string{"/a null"}},
		{"added", `{"a":1}`, `{"a":1,"b":{"c":2}}`, []string{`/b  {"c":2}`}},
		{"another kind", `{"a":[]}`, `{"a":{}}`, []string{"/a [] {}"}},
		{"an element between", `{"a":[1,2,3]}`, `{"a":[1,9,2,3]}`, []string{"/a/1  9"}},
		{"elements gone", `{"a":[1,2,3]}`, `{"a":[4]}`, []string{"/a/0 1 4", "/a/1 2", "/a/2 3"}},
		{"an element inside", `{"a":[{"b":1},2]}`, `{"a":[{"b":3},2]}`, []string{"/a/0/b 1 3"}},
		{"a repeated name", `{"a":1,"a":2}`, `{"a":1,"a":3,"a":4}`, []string{"/a 2 3", "/a  4"}},
		{"objects in an array in another order of members", `{"a":[{"x":1,"y":2},0]}`, `{"a":[{"y":2,"x":1},1]}`, []string{"/a/1 0 1"}},
		{"repeated names in another order", `{"a":1,"a":2}`, `{"a":2,"a":1}`, []string{"/a 1 2", "/a 2 1"}},
		{"skipped", `{"size":1,"a":{"size":1}}`, `{"size":2,"a":{"size":2}}`, []string{"/a/size 1 2"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var a, b jsondoc.Doc
			if a.Read([]byte(c.a)) != nil || b.Read([]byte(c.b)) != nil {
				t.Fatal("no JSON")
			}
			var got []string
			for _, change := range compareJSON(&a, &b, func(name string) bool { return name == "size" }) {
				got = append(got, strings.TrimSpace(change.path+" "+string(change.a)+" "+string(change.b)))
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestCompareDeepJSON(t *testing.T) {
	deep := func(inside string) string {
		const levels = 100_000
		return `{"a":` + strings.Repeat("[", levels) + inside + strings.Repeat("]", levels) + `}`
	}
	var a, b jsondoc.Doc
	if a.Read([]byte(deep("1"))) != nil || b.Read([]byte(deep("2"))) != nil {
		t.Fatal("no JSON")
	}
	if got := compareJSON(&a, &a, nil); len(got) != 0 {
		t.Errorf("%d changes to itself", len(got))
	}
	if got := compareJSON(&a, &b, nil); len(got) != 1 {
		t.Errorf("%d changes", len(got))
	}
}
