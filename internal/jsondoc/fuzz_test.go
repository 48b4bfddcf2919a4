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
				t.Fatalf("%q: %v, encoding/json says %v", text, fault, valid)
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
