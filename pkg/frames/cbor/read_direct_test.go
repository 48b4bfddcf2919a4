package cbor

import (
	"testing"

	"github.com/divtool/divtool/pkg/frames"
)

// Regular frames are printed without events. Irregular ones are not, and the document is as
// it was before.
func TestPrintDirect(t *testing.T) {
	element := &Type{Name: "Inner", Fields: []Field{
		{Name: "a name of twenty-four let", Type: &U8},
		{Name: "o", Type: &Text, Presence: Optional},
		{Name: "d", Type: &U8, Presence: Defaulted, Default: Zero},
	}}
	root := &Type{Name: "Root", Fields: []Field{
		{Name: "n", Type: &U128},
		{Name: "list", Type: &Type{Kind: ArrayKind, Elem: element}, Presence: Omitted, Default: EmptyList},
		{Name: "dict", Type: &Type{Kind: DictKind, Key: &Text, Elem: &Text}, Presence: Omitted, Default: EmptyMap},
		{Name: "none", Type: &U8, Presence: Nullable},
	}}
	const (
		key  = "\x78\x19a name of twenty-four let"
		tail = "\x64none\xf6"
	)
	for _, c := range []struct{ name, frame, want string }{
		{"the least", "\xa2\x61n\x07" + tail, `"n":"7","none":null`},
		{"a big number", "\xa2\x61n\xc2\x49\x01\x00\x00\x00\x00\x00\x00\x00\x00" + tail, `"n":"18446744073709551616","none":null`},
		{"a list", "\xa3\x61n\x07\x64list\x81\xa2" + key + "\x18\x18\x61d\x00" + tail,
			`"n":"7","list":[{"a name of twenty-four let":24,"d":0}],"none":null`},
		{"text to escape", "\xa3\x61n\x07\x64dict\xa2\x61a\x63\"\xc3\xa9\x61b\x60" + tail, `"n":"7","dict":{"a":"\"é","b":""},"none":null`},
		{"trailing bytes", "\xa2\x61n\x07" + tail + "\x00", ""},
		{"a key is missing", "\xa1\x61n\x07", ""},
		{"a defaulted key is missing", "\xa3\x61n\x07\x64list\x81\xa1" + key + "\x01" + tail, ""},
		{"an unknown key", "\xa3\x61n\x07" + tail + "\x61x\x00", ""},
		{"keys out of order", "\xa2" + tail + "\x61n\x07", ""},
		{"a key twice", "\xa3\x61n\x07\x61n\x07" + tail, ""},
		{"a long head", "\xa2\x61n\x18\x07" + tail, ""},
		{"a long key", "\xa2\x78\x01n\x07" + tail, ""},
		{"a written default", "\xa3\x61n\x07\x64list\x80" + tail, ""},
		{"null for a number", "\xa2\x61n\xf6" + tail, ""},
		{"null where the key is left out", "\xa3\x61n\x07\x64list\x81\xa3" + key + "\x01\x61o\xf6\x61d\x00" + tail, ""},
		{"a number too large", "\xa3\x61n\x07\x64list\x81\xa2" + key + "\x19\x01\x00\x61d\x00" + tail, ""},
		{"a dictionary out of order", "\xa3\x61n\x07\x64dict\xa2\x61b\x60\x61a\x60" + tail, ""},
		{"a dictionary with a key twice", "\xa3\x61n\x07\x64dict\xa2\x61a\x60\x61a\x60" + tail, ""},
		{"a dictionary that breaks off in its second key", "\xa3\x61n\x07\x64dict\xa2\x61a\x60\x78\x40b", ""},
		{"no UTF-8", "\xa3\x61n\x07\x64dict\xa1\x61a\x61\xff" + tail, ""},
		{"a small number as a big one", "\xa2\x61n\xc2\x41\x07" + tail, ""},
		{"no length", "\xbf\x61n\x07" + tail + "\xff", ""},
		{"broken off", "\xa2\x61n\x07\x64no", ""},
		{"nothing", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			doc := new(frames.Document)
			doc.Value(&frames.Value{Kind: frames.UintValue, Name: "size", Uint: uint64(len(c.frame))})
			before := string(doc.Append(nil, nil, &frames.DocInfo{Index: -1}))
			s := &reader{frame: []byte(c.frame), limit: len(c.frame), sink: doc, root: root, maxDepth: 8, notes: true}
			want := before
			if c.want != "" {
				want = before[:len(before)-1] + `,"payload":{` + c.want + "}}"
			}
			if got := s.printDirect(doc); got != (c.want != "") {
				t.Errorf("printed: %t", got)
			}
			if got := string(doc.Append(nil, nil, &frames.DocInfo{Index: -1})); got != want {
				t.Errorf("the document is %s, want %s", got, want)
			}
		})
	}
}

// Frames deeper than maxDirectDepth are left to walk, and so are frames deeper than the
// limit.
func TestPrintDirectDepth(t *testing.T) {
	nested := &Type{Name: "Nested", Kind: ArrayKind}
	nested.Elem = nested
	for depth := 1; depth < 40; depth++ {
		frame := make([]byte, depth)
		for i := range frame[:depth-1] {
			frame[i] = 0x81
		}
		frame[depth-1] = 0x80
		doc := new(frames.Document)
		s := &reader{frame: frame, limit: depth, sink: doc, root: nested, maxDepth: 12}
		if got, want := s.printDirect(doc), depth <= 12; got != want {
			t.Errorf("%d open arrays are printed: %t, want %t", depth, got, want)
		}
		s.maxDepth = 100
		if got, want := s.printDirect(doc), depth <= maxDirectDepth; got != want {
			t.Errorf("%d open arrays are printed: %t, want %t", depth, got, want)
		}
	}
}
