package jsondoc

import (
	"bytes"
	"encoding/json"
	"testing"
)

// The grammar is that of encoding/json; what was read is printed compactly
// and reads the same again; no node leaves the text.
func FuzzRead(f *testing.F) {
	for _, s := range []string{
		`{"a":[1,-2.5e+3,{"b":null}],"\u0061":"\ud83d\ude00","":{}}`, "[[[[]]]]", `"\ud800"`, "\"\xff\"", "1e309", "{", `{"a":1,}`, "[1 2]",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var d Doc
		fault := d.Read(text)
		if bytes.Count(text, []byte{'['})+bytes.Count(text, []byte{'{'}) < 5000 {
			if valid := json.Valid(text); valid != (fault == nil) {
				t.Fatalf("%q: %v, encoding/json reports %v", text, fault, valid)
			}
		}
		if fault != nil && (fault.Offset < 0 || fault.Offset > len(text)) {
			t.Fatalf("%q: the fault is at %d", text, fault.Offset)
		}
		for i := range d.Len() {
			n := d.Node(i)
			if n.Start > n.End || int(n.End) > len(text) || int(n.Next) <= i || int(n.Next) > d.Len() {
				t.Fatalf("%q: node %d is %+v", text, i, n)
			}
		}
		if fault != nil {
			return
		}
		once := d.Append(nil, 0, Style{})
		var again Doc
		if f := again.Read(once); f != nil {
			t.Fatalf("%q prints as %q: %v", text, once, f)
		}
		if twice := again.Append(nil, 0, Style{}); !bytes.Equal(once, twice) {
			t.Fatalf("%q prints as %q, then %q", text, once, twice)
		}
	})
}

// A value too deep for nodes is checked and printed as if it had them.
func FuzzCollapsed(f *testing.F) {
	for _, s := range []string{
		`[[[[1,{"a":[2,"\u0041"]}]]]]`, `{"a":{"b":{"c":[1e999,"\ud800"]}}}`, `[[[["` + "\xff" + `"]]]]`, "[[[[ ] , 1]]]", `[[[[1}]]]`, `[[[{"a"}]]]`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		shallow, whole := Doc{MaxOpen: 3}, Doc{MaxOpen: 1 << 30}
		a, b := shallow.Read(text), whole.Read(text)
		if (a == nil) != (b == nil) || a != nil && *a != *b {
			t.Fatalf("%q: %v with nodes, %v without", text, b, a)
		}
		if a != nil {
			return
		}
		x, y := shallow.ValueFault(0), whole.ValueFault(0)
		if (x == nil) != (y == nil) || x != nil && *x != *y {
			t.Fatalf("%q is unsound: %v with nodes, %v without", text, y, x)
		}
		if !bytes.Equal(shallow.Append(nil, 0, Style{Safe: true}), whole.Append(nil, 0, Style{Safe: true})) {
			t.Fatalf("%q prints as %q, not as %q", text, shallow.Append(nil, 0, Style{Safe: true}), whole.Append(nil, 0, Style{Safe: true}))
		}
		if shallow.Node(0).Height != whole.Node(0).Height {
			t.Fatalf("%q is %d high, not %d", text, shallow.Node(0).Height, whole.Node(0).Height)
		}
	})
}
