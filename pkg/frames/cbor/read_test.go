package cbor

import (
	"strings"
	"testing"

	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
)

// A frame is printed in one pass, with its warnings, unless it is refused before its end:
// then the document is as it was before.
func TestPrint(t *testing.T) {
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
		{Name: "any", Type: &Any, Presence: Optional},
	}}
	const (
		key  = "\x78\x19a name of twenty-four let"
		tail = "\x64none\xf6"
	)
	for _, c := range []struct{ name, frame, want, warnings string }{
		{"the least", "\xa2\x61n\x07" + tail, `"n":"7","none":null`, ""},
		{"a big number", "\xa2\x61n\xc2\x49\x01\x00\x00\x00\x00\x00\x00\x00\x00" + tail, `"n":"18446744073709551616","none":null`, ""},
		{"a list", "\xa3\x61n\x07\x64list\x82\xa2" + key + "\x18\x18\x61d\x00\xa2" + key + "\x01\x61d\x01" + tail,
			`"n":"7","list":[{"a name of twenty-four let":24,"d":0},{"a name of twenty-four let":1,"d":1}],"none":null`, ""},
		{"text to escape", "\xa3\x61n\x07\x64dict\xa2\x61a\x63\"\xc3\xa9\x61b\x60" + tail, `"n":"7","dict":{"a":"\"é","b":""},"none":null`, ""},
		{"untyped values", "\xa3\x61n\x07" + tail + "\x63any\xa3\x61\"\x82\x20\x41\xff\x61a\xf7\x61b\xf9\x3c\x00",
			`"n":"7","none":null,"any":{"\"":[-1,{"$bytes":"ff"}],"a":{"$cbor":"f7"},"b":1.0}`, ""},
		{"trailing bytes", "\xa2\x61n\x07" + tail + "\x00", `"n":"7","none":null`, ""},
		{"a nullable key is missing", "\xa1\x61n\x07", `"n":"7"`, "missing-nullable"},
		{"a required key is missing", "\xa1" + tail, "", ""},
		{"a defaulted key is missing", "\xa3\x61n\x07\x64list\x81\xa1" + key + "\x01" + tail,
			`"n":"7","list":[{"a name of twenty-four let":1}],"none":null`, "missing-defaulted"},
		{"an unknown key", "\xa3\x61n\x07" + tail + "\x61x\x00", `"n":"7","none":null,"x":0`, "unknown-field"},
		{"an unknown key first", "\xa3\x61x\x00\x61n\x07" + tail, `"x":0,"n":"7","none":null`, "unknown-field"},
		{"keys out of order", "\xa2" + tail + "\x61n\x07", `"none":null,"n":"7"`, "order"},
		{"a key twice", "\xa3\x61n\x07\x61n\x07" + tail, "", ""},
		{"a long head", "\xa2\x61n\x18\x07" + tail, `"n":"7","none":null`, "non-shortest"},
		{"a long key", "\xa2\x78\x01n\x07" + tail, `"n":"7","none":null`, "non-shortest"},
		{"a written default", "\xa3\x61n\x07\x64list\x80" + tail, `"n":"7","list":[],"none":null`, "explicit-default"},
		{"null for a number", "\xa2\x61n\xf6" + tail, "", ""},
		{"null where the key is left out", "\xa3\x61n\x07\x64list\x81\xa3" + key + "\x01\x61o\xf6\x61d\x00" + tail,
			`"n":"7","list":[{"a name of twenty-four let":1,"o":null,"d":0}],"none":null`, "explicit-default"},
		{"a number too large", "\xa3\x61n\x07\x64list\x81\xa2" + key + "\x19\x01\x00\x61d\x00" + tail, "", ""},
		{"a dictionary out of order", "\xa3\x61n\x07\x64dict\xa2\x61b\x60\x61a\x60" + tail, `"n":"7","dict":{"b":"","a":""},"none":null`, "order"},
		{"a dictionary with a key twice", "\xa3\x61n\x07\x64dict\xa2\x61a\x60\x61a\x60" + tail, "", ""},
		{"a dictionary truncated in its second key", "\xa3\x61n\x07\x64dict\xa2\x61a\x60\x78\x40b", "", ""},
		{"not UTF-8", "\xa3\x61n\x07\x64dict\xa1\x61a\x61\xff" + tail, `"n":"7","dict":{"a":"�"},"none":null`, ""},
		{"a small number as a big one", "\xa2\x61n\xc2\x41\x07" + tail, `"n":"7","none":null`, "bignum-form"},
		{"no length", "\xbf\x61n\x07" + tail + "\xff", "", ""},
		{"truncated", "\xa2\x61n\x07\x64no", "", ""},
		{"nothing", "", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			doc := new(frames.Document)
			doc.Value(&frames.Value{Kind: frames.UintValue, Name: "size", Uint: uint64(len(c.frame))})
			before := string(doc.Append(nil, nil, &frames.DocInfo{Index: -1}))
			s := &reader{frame: []byte(c.frame), limit: len(c.frame), sink: doc, root: root, codec: new(Codec), maxDepth: 8, notes: true}
			want := before
			if c.want != "" {
				want = before[:len(before)-1] + `,"payload":{` + c.want + "}"
			}
			if got := doc.PrintPayload(s); got != (c.want != "") {
				t.Errorf("printed: %t", got)
			}
			got := string(doc.Append(nil, nil, &frames.DocInfo{Index: -1}))
			if !strings.HasPrefix(got, want) {
				t.Errorf("the document is %s, want %s", got, want)
			}
			if !strings.Contains(got, c.warnings) || (doc.Warnings > 0) != (c.warnings != "") {
				t.Errorf("the warnings are in %s, want %q", got, c.warnings)
			}
		})
	}
}

// The reader calls itself for each open array or map: no option allows more than frames.LargestMaxDepth.
func TestDepth(t *testing.T) {
	nested := &Type{Name: "Nested", Kind: ArrayKind}
	nested.Elem = nested
	ty := &frames.Type{Name: "test.nested", Codec: &Codec{Root: nested}}
	for _, c := range []struct {
		limit, depth int
		accepted     bool
		hint         bool
	}{
		{0, frames.DefaultMaxDepth, true, false},
		{0, frames.DefaultMaxDepth + 1, false, true},
		{maxUnscanned, maxUnscanned, true, false},
		{maxUnscanned, maxUnscanned + 1, false, true},
		{1 << 40, frames.LargestMaxDepth, true, false},
		{1 << 40, frames.LargestMaxDepth + 1, false, false},
		{1 << 40, 100 * frames.LargestMaxDepth, false, false},
	} {
		frame := []byte(strings.Repeat("\x81", c.depth-1) + "\x80")
		for _, notes := range []bool{false, true} {
			var doc frames.Document
			r := frames.Reader{Options: frames.Options{MaxDepth: c.limit, Notes: notes}}
			d, _ := diag.From(r.Read(ty, frame, &doc))
			switch {
			case d == nil:
				if !c.accepted {
					t.Errorf("%d open arrays, limit %d: no error", c.depth, c.limit)
				}
			case c.accepted || d.Code != codeDepth || (d.Hint != "") != c.hint:
				t.Errorf("%d open arrays, limit %d: %v, hint %q", c.depth, c.limit, d, d.Hint)
			}
			if c.accepted && len(doc.Payload()) != 2*c.depth {
				t.Errorf("%d open arrays are printed in %d bytes", c.depth, len(doc.Payload()))
			}
		}
	}
}
