package cbor_test

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/cbor"
)

// thing has a field of every kind and presence.
var thing = &cbor.Type{Name: "Thing", Fields: []cbor.Field{
	{Name: "n", Type: &cbor.U8},
	{Name: "id", Type: &cbor.U128, Presence: cbor.Optional},
	{Name: "name", Type: &cbor.Text, Presence: cbor.Nullable},
	{Name: "who", Type: &cbor.Agent, Presence: cbor.Optional},
	{Name: "on", Type: &cbor.Bool, Presence: cbor.Omitted, Default: cbor.False},
	{Name: "b", Type: &cbor.Bytes, Presence: cbor.Optional},
	{Name: "id16", Type: &cbor.ID16, Presence: cbor.Optional},
	{Name: "f", Type: &cbor.F32, Presence: cbor.Optional},
	{Name: "list", Type: &cbor.Type{Kind: cbor.ArrayKind, Elem: &cbor.U32}, Presence: cbor.Omitted, Default: cbor.EmptyList},
	{Name: "pair", Type: &cbor.Type{Kind: cbor.TupleKind, Elems: []*cbor.Type{&cbor.U64, &cbor.Text}}, Presence: cbor.Optional},
	{Name: "dict", Type: &cbor.Type{Kind: cbor.DictKind, Key: &cbor.Text, Elem: &cbor.U32}, Presence: cbor.Omitted, Default: cbor.EmptyMap},
	{Name: "nums", Type: &cbor.Type{Kind: cbor.DictKind, Key: &cbor.U32, Elem: &cbor.U64}, Presence: cbor.Omitted, Default: cbor.EmptyMap},
	{Name: "word", Type: word, Presence: cbor.Defaulted, Default: "\x61a"},
	{Name: "kinds", Type: union, Presence: cbor.Optional},
	{Name: "v", Type: &cbor.Value, Presence: cbor.Optional},
	{Name: "any", Type: &cbor.Any, Presence: cbor.Optional},
	{Name: "short", Type: &cbor.Type{Name: "short text", Kind: cbor.TextKind, MaxSize: 3}, Presence: cbor.Optional},
	{Name: "cost", Type: &cbor.Type{Name: "f64", Kind: cbor.FloatKind, Bits: 64, WholeAsInteger: "the other SDK"}, Presence: cbor.Optional},
	{Name: "json", Type: &cbor.JSON, Presence: cbor.Optional},
	{Name: "open", Type: openWord, Presence: cbor.Optional},
}}

var (
	word = &cbor.Type{Name: "Word", Kind: cbor.EnumKind, Variants: []cbor.Variant{
		{Name: "a"},
		{Name: "of", Type: &cbor.U32},
		{Name: "maybe", Type: &cbor.U32, Nullable: true},
	}}
	openWord  = &cbor.Type{Name: "Open", Kind: cbor.EnumKind, Open: true, Variants: []cbor.Variant{{Name: "a"}}}
	kindField = cbor.Field{Name: "kind", Type: &cbor.Text}
	union     = &cbor.Type{Name: "Choice", Kind: cbor.UnionKind, Open: true, Variants: []cbor.Variant{
		{Name: "x", Type: &cbor.Type{Name: "x", Fields: []cbor.Field{kindField, {Name: "size", Type: &cbor.U32}}}},
	}}
	thingType = &frames.Type{Name: "test.thing", Codec: &cbor.Codec{Root: thing, Discriminator: "n", ConflictsWith: "other"}}
)

func unhex(t testing.TB, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(strings.ReplaceAll(s, " ", ""))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// frame returns a Thing with n 1, name null and word "a", and more entries after n. count
// is the number of entries.
func frame(t testing.TB, count int, between, after string) []byte {
	t.Helper()
	return unhex(t, fmt.Sprintf("%02x", 0xa3+count)+"616e01"+between+"646e616d65f6"+after)
}

const wordA = "64776f72646161" // "word": "a"

// longText is a text of 4097 bytes, one more than the reference reads as a key or a word.
var longText = "791001" + strings.Repeat("6b", 4097)

// entry returns an entry with a text key.
func entry(key, value string) string {
	return fmt.Sprintf("%02x%x", 0x60+len(key), key) + value
}

type result struct {
	frames.Document
	warnings []string
	fault    *diag.Diagnostic
	text     string
}

func (r *result) Warn(w *diag.Diagnostic) {
	r.Document.Warn(w)
	r.warnings = append(r.warnings, w.Code+" "+w.Path)
}

// read reads a frame, and expects the same document from its values as in one pass.
func read(t testing.TB, ty *frames.Type, b []byte) (out *result) {
	t.Helper()
	for _, o := range []frames.Options{{Notes: true}, {Spans: true}, {}} {
		r := frames.Reader{Options: o}
		out = new(result)
		out.fault, _ = diag.From(r.Read(ty, b, out))
		out.text = string(out.Append(nil, b, &frames.DocInfo{Type: ty.Name, Index: -1, Fault: out.fault}))
		var printed frames.Document
		fault, _ := diag.From(r.Read(ty, b, &printed))
		if got := string(printed.Append(nil, b, &frames.DocInfo{Type: ty.Name, Index: -1, Fault: fault})); got != out.text {
			t.Errorf("%x is printed as %s\nits values are %s", b, got, out.text)
		}
	}
	return out
}

func write(t testing.TB, ty *frames.Type, text string) ([]byte, *diag.Diagnostic, []string) {
	t.Helper()
	var doc jsondoc.Doc
	if f := doc.Read([]byte(text)); f != nil {
		t.Fatalf("%s: %v", text, f)
	}
	var warnings []string
	e := frames.Encoder{Type: ty, Warn: func(w *diag.Diagnostic) { warnings = append(warnings, w.Code+" "+w.Path) }}
	b, err := e.Encode(nil, (*canon.Doc)(&doc), 0)
	d, _ := diag.From(err)
	return b, d, warnings
}

// Values of every kind are printed, and written again to the same bytes.
func TestValues(t *testing.T) {
	tests := []struct{ name, key, value, want string }{
		{"u128 plain", "id", "1bffffffffffffffff", `"18446744073709551615"`},
		{"u128 big", "id", "c249010000000000000000", `"18446744073709551616"`},
		{"agent", "who", "63c3a961", `"éa"`},
		{"true", "on", "f5", `true`},
		{"bytes", "b", "4200ff", `"00ff"`},
		{"16 bytes", "id16", "50000102030405060708090a0b0c0d0e0f", `"000102030405060708090a0b0c0d0e0f"`},
		{"half", "f", "f93400", `0.25`},
		{"single", "f", "fa3dcccccd", `0.10000000149011612`},
		{"minus zero", "f", "f98000", `-0.0`},
		{"NaN", "f", "f97e00", `{"$cbor":"f97e00"}`},
		{"infinite", "f", "f9fc00", `{"$cbor":"f9fc00"}`},
		{"list", "list", "8201181e", `[1,30]`},
		{"pair", "pair", "82016161", `[1,"a"]`},
		{"dict", "dict", "a2616101616202", `{"a":1,"b":2}`},
		{"numbers as keys", "nums", "a205011903e802", `{"5":1,"1000":2}`},
		{"choice", "kinds", "a2646b696e6461786473697a6507", `{"kind":"x","size":7}`},
		{"bare text", "v", "6161", `"a"`},
		{"bare list", "v", "8301f63818", `[1,null,-25]`},
		{"bare NaN", "v", "f97e00", `{"$cbor":"f97e00"}`},
		{"any map", "any", "a2616101616280", `{"a":1,"b":[]}`},
		{"any empty key", "any", "a16001", `{"":1}`},
		{"any bytes", "any", "4200ff", `{"$bytes":"00ff"}`},
		{"any undefined", "any", "81f7", `[{"$cbor":"f7"}]`},
		{"any least integer", "any", "3bffffffffffffffff", `-18446744073709551616`},
		{"any float", "any", "f93c00", `1.0`},
		{"any tiny float", "any", "fb0000000000000001", `5e-324`},
		{"any map like a form", "any", "a1612401", `{"$cbor":"a1612401"}`},
		{"short", "short", "63616263", `"abc"`},
		{"long key of a dictionary", "dict", "a1" + longText + "01", `{"` + strings.Repeat("k", 4097) + `":1}`},
		{"long key in any map", "any", "a1" + longText + "01", `{"` + strings.Repeat("k", 4097) + `":1}`},
		{"JSON", "json", "a3616180616282f63b7fffffffffffffff6163f93c00", `{"a":[],"b":[null,-9223372036854775808],"c":1.0}`},
		{"JSON map like a form", "json", "a1612481a1612402", `{"$cbor":"a1612481a1612402"}`},
		{"any two keys, one with a dollar", "any", "a2612401616101", `{"$":1,"a":1}`},
	}
	for _, tt := range tests {
		b := frame(t, 1, "", "")
		b = append(b, unhex(t, entry(tt.key, tt.value)+wordA)...)
		if tt.key == "id" {
			b = frame(t, 1, entry(tt.key, tt.value), wordA)
		}
		if slices.Contains([]string{"v", "any", "kinds", "short", "json"}, tt.key) {
			b = frame(t, 1, "", wordA+entry(tt.key, tt.value))
		}
		got := read(t, thingType, b)
		if got.fault != nil || got.IsLossy || len(got.warnings) > 0 || !strings.Contains(got.text, `"`+tt.key+`":`+tt.want) {
			t.Errorf("%s: %v %v %s", tt.name, got.fault, got.warnings, got.text)
			continue
		}
		encoded, refusal, _ := write(t, thingType, string(got.Payload()))
		if refusal != nil || !bytes.Equal(encoded, b) {
			t.Errorf("%s: %s encodes as %x, %v; want %x", tt.name, got.Payload(), encoded, refusal, b)
		}
	}
}

// Faults, with the code, the offset and the path, in the order of section 12.
func TestFaults(t *testing.T) {
	tests := []struct {
		name, hex, code string
		offset          int
		path, payload   string
	}{
		{"no map", "80", "type", 0, "/payload", ""},
		{"null", "f6", "type", 0, "/payload", ""},
		{"tag 2 in front", "c240", "tag", 0, "/payload", ""},
		{"missing", "a1 646e616d65 f6", "missing", 7, "/payload/n", `{"name":null}`},
		{"range", "a1 616e 190100", "range", 3, "/payload/n", ""},
		{"negative", "a1 616e 20", "range", 3, "/payload/n", ""},
		{"float", "a1 616e f93c00", "type", 3, "/payload/n", ""},
		{"tag 2, fits", "a1 616e c24101", "tag", 3, "/payload/n", ""},
		{"tag 2, does not fit", "a1 616e c2420100", "range", 3, "/payload/n", ""},
		{"tag 3", "a1 616e c34101", "range", 3, "/payload/n", ""},
		{"tag 2 on a number", "a1 616e c201", "type", 3, "/payload/n", ""},
		{"tag 3 on a number", "a1 616e c301", "range", 3, "/payload/n", ""},
		{"tag 2 on text", "a2 616e 01 646e616d65 c24101", "tag", 9, "/payload/name", `{"n":1}`},
		{"tag in a big number", "a2 616e 01 626964 c2c24101", "tag", 8, "/payload/id", `{"n":1}`},
		{"big number of 17 bytes", "a2 616e 01 626964 c25101" + strings.Repeat("00", 16), "range", 7, "/payload/id", `{"n":1}`},
		{"undefined", "a2 616e 01 646e616d65 f7", "type", 9, "/payload/name", `{"n":1}`},
		{"agent empty", "a2 616e 01 6377686f 60", "agent-id", 8, "/payload/who", `{"n":1}`},
		{"agent with C1", "a2 616e 01 6377686f 62c285", "agent-id", 8, "/payload/who", `{"n":1}`},
		{"agent too long", "a2 616e 01 6377686f 790101" + strings.Repeat("61", 257), "agent-id", 8, "/payload/who", `{"n":1}`},
		{"null for a boolean", "a2 616e 01 626f6e f6", "type", 7, "/payload/on", `{"n":1}`},
		{"number for a boolean", "a2 616e 01 626f6e 01", "type", 7, "/payload/on", `{"n":1}`},
		{"array for bytes", "a2 616e 01 6162 820102", "type", 6, "/payload/b", `{"n":1}`},
		{"15 bytes", "a2 616e 01 6469643136 4f" + strings.Repeat("00", 15), "type", 9, "/payload/id16", `{"n":1}`},
		{"number for a float", "a2 616e 01 6166 01", "type", 6, "/payload/f", `{"n":1}`},
		{"null for a list", "a2 616e 01 646c697374 f6", "type", 9, "/payload/list", `{"n":1}`},
		{"in a list", "a2 616e 01 646c697374 820161 61", "type", 11, "/payload/list/1", `{"n":1,"list":[1]}`},
		{"pair of 3", "a2 616e 01 6470616972 83010203", "type", 9, "/payload/pair", `{"n":1}`},
		{"in a dictionary", "a2 616e 01 6464696374 a16161f6", "type", 12, "/payload/dict/a", `{"n":1,"dict":{}}`},
		{"text as a number key", "a2 616e 01 646e756d73 a1613101", "type", 10, "/payload/nums", `{"n":1,"nums":{}}`},
		{"number key out of range", "a2 616e 01 646e756d73 a11b000000010000000001", "range", 10, "/payload/nums/4294967296", `{"n":1,"nums":{}}`},
		{"unknown word", "a2 616e 01 64776f7264 617a", "enum", 9, "/payload/word", `{"n":1}`},
		{"word without data", "a2 616e 01 64776f7264 626f66", "type", 9, "/payload/word", `{"n":1}`},
		{"word as a map", "a2 616e 01 64776f7264 a16161f6", "type", 10, "/payload/word/a", `{"n":1,"word":{}}`},
		{"map of 2 for a word", "a2 616e 01 64776f7264 a2626f6601616101", "type", 9, "/payload/word", `{"n":1}`},
		{"null for data", "a2 616e 01 64776f7264 a1626f66f6", "type", 13, "/payload/word/of", `{"n":1,"word":{}}`},
		{"choice without a kind", "a2 616e 01 656b696e6473 a0", "missing", 11, "/payload/kinds/kind", `{"n":1}`},
		{"choice with a number", "a2 616e 01 656b696e6473 a1646b696e6401", "type", 16, "/payload/kinds/kind", `{"n":1}`},
		{"bytes in a bare value", "a2 616e 01 6176 814100", "type", 7, "/payload/v/0", `{"n":1,"v":[]}`},
		{"bytes in a list with a long head", "a2 616e 01 6176 98 02 01 4100", "type", 9, "/payload/v/1", `{"n":1}`},
		{"map deep in a list with a long head", "a2 616e 01 6176 98 01 82 01 81 a0", "type", 11, "/payload/v/0/1/0", `{"n":1}`},
		{"tag in a list with a long head", "a2 616e 01 6176 98 01 c240", "tag", 8, "/payload/v/0", `{"n":1}`},
		{"too small in a list with a long head", "a2 616e 01 6176 98 01 3b8000000000000000", "range", 8, "/payload/v/0", `{"n":1}`},
		{"bytes in JSON", "a2 616e 01 646a736f6e a1 6161 4100", "type", 12, "/payload/json/a", `{"n":1,"json":{}}`},
		{"bytes in JSON that is sent whole", "a2 616e 01 646a736f6e a1 6124 81 4100", "type", 13, "/payload/json/$/0", `{"n":1}`},
		{"too small in JSON", "a2 616e 01 646a736f6e 3b8000000000000000", "range", 9, "/payload/json", `{"n":1}`},
		{"number key in JSON that is sent whole", "a2 616e 01 646a736f6e a1 6124 a1 01 02", "key-type", 13, "/payload/json/$", `{"n":1}`},
		{"empty short text", "a2 616e 01 6573686f7274 60", "range", 10, "/payload/short", `{"n":1}`},
		{"long short text", "a2 616e 01 6573686f7274 6461626364", "range", 10, "/payload/short", `{"n":1}`},
		{"integer that another peer writes", "a2 616e 01 64636f7374 01", "type", 9, "/payload/cost", `{"n":1}`},
		{"long key", "a2 616e 01 " + longText + "01", "key-size", 4, "/payload", `{"n":1}`},
		{"long key, a breach later", "a3 616e 01 " + longText + "01 617a c101", "tag", 4107, "/payload/z", `{"n":1}`},
		{"long key, doubt later", "a3 616e 01 " + longText + "01 617a c24101", "tag", 4107, "/payload/z", `{"n":1}`},
		{"long word", "a2 616e 01 646f70656e " + longText, "key-size", 9, "/payload/open", `{"n":1}`},
		{"long word with data", "a2 616e 01 64776f7264 a1 " + longText + "01", "key-size", 10, "/payload/word", `{"n":1,"word":{}}`},
		{"long kind", "a2 616e 01 656b696e6473 a1 646b696e64 " + longText, "key-size", 16, "/payload/kinds/kind", `{"n":1}`},
		{"tag in an unknown value", "a2 616e 01 617a c24101", "tag", 6, "/payload/z", `{"n":1}`},
		{"tag inside an item that is sent whole", "a2 616e 01 617a a16124c24101", "tag", 9, "/payload/z/$", `{"n":1}`},
		{"number key in an unknown value", "a2 616e 01 617a a10102", "key-type", 7, "/payload/z", `{"n":1,"z":{}}`},
		{"doubt in an item that a later breach cuts", "a2 616e 01 617a a3 18020a 616101 616102", "key-type", 7, "/payload/z", `{"n":1}`},
		{"doubt in the map of a word that a later breach cuts", "a2 616e 01 64776f7264 a3 18020a 616101 616102", "key-type", 10, "/payload/word", `{"n":1}`},
		{"tag on a kind", "a2 616e 01 656b696e6473 a1646b696e64c24101", "tag", 16, "/payload/kinds/kind", `{"n":1}`},
		{"a tag before a tag on a kind", "a2 616e 01 656b696e6473 a26178c24101646b696e64c24101", "tag", 13, "/payload/kinds/x", `{"n":1}`},
		{"number key before a fault that hides the kind", "a2 616e 01 656b696e6473 a2 02 01 f601", "key-type", 11, "/payload/kinds", `{"n":1}`},
		{"text key in a map by number", "a2 616e 20 646e756d73 a16178c34101", "range", 3, "/payload/n", ""},
		{"text key in a map by number, doubt inside", "a2 616e 20 646e756d73 a16178a1c3410101", "key-type", 13, "/payload/nums/x", ""},
		{"two types, a long head", "a2 616e 01 78056f74686572 f6", "ambiguous", 4, "/payload/other", `{"n":1}`},
		{"number key at the top", "a2 616e 01 05 01", "key-type", 4, "/payload", `{"n":1}`},
		{"two types", "a2 616e 01 656f74686572 f6", "ambiguous", 4, "/payload/other", `{"n":1}`},

		// Malformed items come first, then the profile, then the declaration. The keys of two
		// types come before everything that the declaration refuses.
		{"form before all", "a4 616e c34101 617a c101 6179", "truncated", 12, "/payload/y", ""},
		{"trailing before the profile", "a1 616e c10100", "trailing", 5, "/payload", ""},
		{"profile before the declaration", "a2 616e 20 617a 5f4100ff", "indefinite", 6, "/payload/z", ""},
		{"doubt before the declaration", "a2 616e 20 617a c24101", "tag", 6, "/payload/z", ""},
		{"doubt in a list before the declaration", "a2 616e 20 617a 8201a10102", "key-type", 9, "/payload/z/1", ""},
		{"an allowed tag is certain", "a2 616e 20 626964 c24101", "range", 3, "/payload/n", ""},
		{"a tag out of range is certain", "a2 616e f6 626964 c34101", "type", 3, "/payload/n", ""},
		{"utf8 before the declaration", "a2 616e 20 646e616d65 62 61ff", "utf8", 11, "/payload/name", ""},
		{"ambiguous before the declaration", "a2 616e 20 656f74686572 f6", "ambiguous", 4, "/payload/other", ""},
		{"missing at the end of its map", "a2 656b696e6473 a1646b696e646178 616e 20", "missing", 15, "/payload/kinds/size", `{"kinds":{"kind":"x"}}`},
	}
	for _, tt := range tests {
		b := unhex(t, tt.hex)
		got := read(t, thingType, b)
		if got.fault == nil {
			t.Errorf("%s is read as %s", tt.name, got.text)
			continue
		}
		f := got.fault
		if f.Code != tt.code || f.Offset != tt.offset || f.Path != tt.path || f.Offset+f.Length > len(b) {
			t.Errorf("%s: %s at %d+%d %s (%s), want %s at %d %s", tt.name, f.Code, f.Offset, f.Length, f.Path, f.Message, tt.code, tt.offset, tt.path)
		}
		want := `"partial":true,"payload":` + tt.payload + `,"`
		if tt.payload == "" {
			want = `"partial":true,"`
		}
		if !strings.Contains(got.text, want) || strings.Contains(got.text, `"payload":`) != (tt.payload != "") {
			t.Errorf("%s: %s, want %s in it", tt.name, got.text, want)
		}
	}
}

// Text that is not UTF-8 is escaped in the message, and printed with the rest of the frame.
func TestNotUTF8(t *testing.T) {
	got := read(t, thingType, unhex(t, "a4 616e 01 646e616d65 6461ff1b62 617a 62ff61 64776f7264 6161"))
	if got.fault == nil || got.fault.Code != "utf8" || got.fault.Offset != 11 || !strings.Contains(got.fault.Message, `"a\xff\u001bb"`) {
		t.Fatalf("%+v", got.fault)
	}
	if want := "\"payload\":{\"n\":1,\"name\":\"a\ufffd\\u001bb\",\"z\":\"\ufffda\",\"word\":\"a\"}"; !strings.Contains(got.text, want) {
		t.Errorf("%s, want %s in it", got.text, want)
	}
}

// Warnings, whether the frame is lossy, and what is written instead.
func TestWarnings(t *testing.T) {
	clean := "a3616e01646e616d65f6" + wordA
	tests := []struct {
		name, hex string
		warnings  []string
		written   string // "" for the same bytes
	}{
		{"none", clean, nil, ""},
		{"order", "a3" + wordA + "616e01 646e616d65f6", []string{"order /payload/n"}, clean},
		{"map head", "b803 616e01 646e616d65f6" + wordA, []string{"non-shortest /payload"}, clean},
		{"key head", "a3 78016e01 646e616d65f6" + wordA, []string{"non-shortest /payload/n"}, clean},
		{"number", "a3 616e1801 646e616d65f6" + wordA, []string{"non-shortest /payload/n"}, clean},
		{"absent", "a1 616e01", []string{"missing-nullable /payload/name", "missing-defaulted /payload/word"}, clean},
		{"false", "a4 616e01 646e616d65f6 626f6ef4" + wordA, []string{"explicit-default /payload/on"}, clean},
		{"empty list", "a4 616e01 646e616d65f6 646c69737480" + wordA, []string{"explicit-default /payload/list"}, clean},
		{"empty list with a long head", "a4 616e01 646e616d65f6 646c6973749800" + wordA, []string{"explicit-default /payload/list", "non-shortest /payload/list"}, clean},
		{"null option", "a4 616e01 626964f6 646e616d65f6" + wordA, []string{"explicit-default /payload/id"}, clean},
		{"null any", "a4 616e01 646e616d65f6" + wordA + "63616e79f6", []string{"explicit-default /payload/any"}, clean},
		{"empty big number", "a4 616e01 626964c240 646e616d65f6" + wordA, []string{"bignum-form /payload/id"}, "a4 616e01 62696400 646e616d65f6" + wordA},
		{"big number with zeros", "a4 616e01 626964c24a00010000000000000000 646e616d65f6" + wordA, []string{"bignum-form /payload/id"}, "a4 616e01 626964c249010000000000000000 646e616d65f6" + wordA},
		{"long tag", "a4 616e01 626964d802490100000000000000ff 646e616d65f6" + wordA, []string{"non-shortest /payload/id"}, "a4 616e01 626964c2490100000000000000ff 646e616d65f6" + wordA},
		{"float", "a4 616e01 646e616d65f6 6166fa3e800000" + wordA, []string{"non-shortest /payload/f"}, "a4 616e01 646e616d65f6 6166f93400" + wordA},
		{"rounded", "a4 616e01 646e616d65f6 6166fb3fb999999999999a" + wordA, []string{"non-shortest /payload/f"}, "a4 616e01 646e616d65f6 6166fa3dcccccd" + wordA},
		{"NaN with a payload", "a4 616e01 646e616d65f6 6166fb7ff8000000000001" + wordA, []string{"non-shortest /payload/f"}, ""},
		{"NaN with a short payload", "a4 616e01 646e616d65f6 6166f97e01" + wordA, []string{"non-shortest /payload/f"}, ""},
		{"list with a long head", "a4 616e01 646e616d65f6" + wordA + "6176 9801 9801 01", []string{"non-shortest /payload/v", "non-shortest /payload/v/0"}, ""},
		{"JSON unsorted", "a4 616e01 646e616d65f6" + wordA + "646a736f6e a2616201616102", []string{"order /payload/json/a"}, "a4 616e01 646e616d65f6" + wordA + "646a736f6e a2616102616201"},
		{"JSON unsorted in an item that is sent whole", "a4 616e01 646e616d65f6" + wordA + "646a736f6e a16124a2616201616102", []string{"order /payload/json/$/a"}, ""},
		{"JSON that becomes null", "a4 616e01 646e616d65f6" + wordA + "646a736f6e 83f7f97e00f97c00", []string{"non-shortest /payload/json/0", "non-shortest /payload/json/1", "non-shortest /payload/json/2"}, ""},
		{"unsorted", "a4 616e01 646e616d65f6 6464696374a2616201616102" + wordA, []string{"order /payload/dict/a"}, "a4 616e01 646e616d65f6 6464696374a2616102616201" + wordA},
		{"numbers unsorted", "a4 616e01 646e616d65f6 646e756d73a20a010902" + wordA, []string{"order /payload/nums/9"}, "a4 616e01 646e616d65f6 646e756d73a209020a01" + wordA},
		{"kind last", "a4 616e01 646e616d65f6" + wordA + "656b696e6473a26473697a6507646b696e646178", []string{"order /payload/kinds/kind"}, "a4 616e01 646e616d65f6" + wordA + "656b696e6473a2646b696e6461786473697a6507"},
		{"unknown kind", "a4 616e01 646e616d65f6" + wordA + "656b696e6473a2646b696e6461796473697a6507", []string{"unrecognized /payload/kinds/kind", "unknown-field /payload/kinds/size"}, ""},
		{"unknown keys in their places", "a6 617801 616e01 6179f97e00 646e616d65f6" + wordA + "617a80", []string{"unknown-field /payload/x", "unknown-field /payload/y", "unknown-field /payload/z"}, ""},
		{"unknown key with a long head", "a4 616e01 78017a01 646e616d65f6" + wordA, []string{"unknown-field /payload/z", "non-shortest /payload/z"}, "a4 616e01 617a01 646e616d65f6" + wordA},
		{"long inside an unknown value", "a4 616e01 646e616d65f6" + wordA + "617a821801a178016102", []string{"unknown-field /payload/z", "non-shortest /payload/z/0", "non-shortest /payload/z/1"}, ""},
	}
	for _, tt := range tests {
		b := unhex(t, tt.hex)
		got := read(t, thingType, b)
		if got.fault != nil || strings.Join(got.warnings, ",") != strings.Join(tt.warnings, ",") || got.IsLossy != (tt.written != "") {
			t.Errorf("%s: %v, lossy %v: %s", tt.name, got.warnings, got.IsLossy, got.text)
			continue
		}
		want := b
		if tt.written != "" {
			want = unhex(t, tt.written)
		}
		encoded, refusal, _ := write(t, thingType, string(got.Payload()))
		if refusal != nil || !bytes.Equal(encoded, want) {
			t.Errorf("%s: %s encodes as %x, %v; want %x", tt.name, got.Payload(), encoded, refusal, want)
		}
	}
}

// A message names the peer that differs.
func TestOtherPeer(t *testing.T) {
	root := &cbor.Type{Name: "Root", Fields: []cbor.Field{
		{Name: "n", Type: &cbor.U8},
		{Name: "d", Type: &cbor.Bool, Presence: cbor.Defaulted, Default: cbor.False, OtherPeer: "the other SDK leaves it out"},
	}}
	ty := &frames.Type{Name: "test.root", Codec: &cbor.Codec{Root: root}}
	want := `missing member \"d\"; the Rust crate always writes it; the other SDK leaves it out`
	if got := read(t, ty, unhex(t, "a1616e01")); got.fault != nil || !strings.Contains(got.text, want) {
		t.Errorf("%s, want %s in it", got.text, want)
	}
	cost := read(t, thingType, unhex(t, "a2 616e 01 64636f7374 01"))
	if cost.fault == nil || !strings.Contains(cost.fault.Message, "the other SDK") {
		t.Errorf("%v", cost.fault)
	}
	if b, d, _ := write(t, thingType, `{"n":1,"cost":1}`); d != nil || !bytes.Contains(b, unhex(t, "64636f7374f93c00")) {
		t.Errorf("a whole cost is written as %x, %v", b, d)
	}
}

// Millions of warnings are reported as the first ones and a count.
func TestManyWarnings(t *testing.T) {
	ty := &frames.Type{Name: "t", Codec: &cbor.Codec{Root: &cbor.Type{Kind: cbor.ArrayKind, Elem: &cbor.U8}}}
	b := append(unhex(t, "99 0bb8"), strings.Repeat("\x18\x01", 3000)...)
	got := read(t, ty, b)
	if got.fault != nil || got.Warnings != 1001 || !got.IsLossy || !strings.Contains(got.text, "2000 more warnings of this and other kinds") {
		t.Errorf("%d warnings, lossy %v", got.Warnings, got.IsLossy)
	}
}

// A length before a single frame gives a hint.
func TestPrefixHint(t *testing.T) {
	b := unhex(t, "a3616e01646e616d65f6"+wordA)
	tests := []struct{ prefix, hint string }{
		{"11000000", "use `--framing len32le`"},
		{"00000011", "use `--framing len32be`"},
		{"12000000", ""},
	}
	for _, tt := range tests {
		got := read(t, thingType, append(unhex(t, tt.prefix), b...))
		if got.fault == nil || tt.hint == "" && got.fault.Hint != "" || !strings.Contains(got.fault.Hint, tt.hint) {
			t.Errorf("%s: %+v", tt.prefix, got.fault)
		}
	}
	two := append(append(unhex(t, "11000000"), b...), append(unhex(t, "11000000"), b...)...)
	if got := read(t, thingType, two); got.fault == nil || !strings.Contains(got.fault.Hint, "len32le") {
		t.Errorf("two records: %+v", got.fault)
	}
}

// The limits are options, and name their flags.
func TestLimits(t *testing.T) {
	b := unhex(t, "a2616e01617a8180")
	r := frames.Reader{Options: frames.Options{MaxDepth: 2}}
	if d, _ := diag.From(r.Read(thingType, b, new(result))); d == nil || d.Code != "depth" || d.Offset != 7 || !strings.Contains(d.Hint, "--max-depth") {
		t.Errorf("%+v", d)
	}
	r.MaxDepth = 3
	if d := r.Read(thingType, b, new(result)); d != nil {
		t.Errorf("%+v", d)
	}
	r.MaxFrame = 7
	if d, _ := diag.From(r.Read(thingType, b, new(result))); d == nil || d.Code != "limit" || !strings.Contains(d.Hint, "--max-frame") {
		t.Errorf("%+v", d)
	}
}

// A word counts as a level while it is read, as the reference counts it; a word with data
// counts as its map.
func TestDepthOfWords(t *testing.T) {
	words := &cbor.Type{Name: "Words", Kind: cbor.EnumKind, Variants: []cbor.Variant{{Name: "end"}, {Name: "of"}}}
	words.Variants[1].Type = words
	ty := &frames.Type{Name: "test.words", Codec: &cbor.Codec{Root: words}}
	for maps, accepted := range map[int]bool{255: true, 256: false} {
		b := append(bytes.Repeat([]byte("\xa1\x62of"), maps), "\x63end"...)
		got := read(t, ty, b)
		if (got.fault == nil) != accepted || !accepted && (got.fault.Code != "depth" || !strings.Contains(got.fault.Hint, "--max-depth")) {
			t.Errorf("%d maps are read: %v", maps, got.fault)
		}
		_, d, _ := write(t, ty, strings.Repeat(`{"of":`, maps)+`"end"`+strings.Repeat("}", maps))
		if (d == nil) != accepted || !accepted && d.Code != "depth" {
			t.Errorf("%d maps are written: %v", maps, d)
		}
	}
}

// Documents that cannot be written, with the code and the path.
func TestRefusals(t *testing.T) {
	deep := strings.Repeat("[", 255) + strings.Repeat("]", 255)
	tests := []struct{ text, code, path string }{
		{`[]`, "type", ""},
		{`{}`, "missing", "/n"},
		{`{"n":256}`, "range", "/n"},
		{`{"n":-1}`, "range", "/n"},
		{`{"n":1.5}`, "type", "/n"},
		{`{"n":"x"}`, "type", "/n"},
		{`{"n":1,"n":2}`, "json", "/n"},
		{`{"n":1,"z":1,"z":2}`, "json", "/z"},
		{`{"n":1,"id":"340282366920938463463374607431768211456"}`, "range", "/id"},
		{`{"n":1,"id":-1}`, "range", "/id"},
		{`{"n":1,"id":"-1"}`, "range", "/id"},
		{`{"n":1,"id":1e3}`, "type", "/id"},
		{`{"n":1,"id":""}`, "type", "/id"},
		{`{"n":1,"name":1}`, "type", "/name"},
		{`{"n":1,"name":"\ud800"}`, "utf8", "/name"},
		{`{"n":1,"\ud800":1}`, "utf8", "/\ufffd"},
		{`{"n":1,"who":""}`, "agent-id", "/who"},
		{`{"n":1,"who":"a\u0085"}`, "agent-id", "/who"},
		{`{"n":1,"on":1}`, "type", "/on"},
		{`{"n":1,"on":null}`, "type", "/on"},
		{`{"n":1,"b":"0"}`, "type", "/b"},
		{`{"n":1,"id16":"00"}`, "length", "/id16"},
		{`{"n":1,"f":"1"}`, "type", "/f"},
		{`{"n":1,"f":1e39}`, "range", "/f"},
		{`{"n":1,"f":1e999}`, "range", "/f"},
		{`{"n":1,"f":{"$cbor":"01"}}`, "type", "/f/$cbor"},
		{`{"n":1,"f":{"$cbor":"f93c00"}}`, "type", "/f/$cbor"},
		{`{"n":1,"f":{"$bytes":"01"}}`, "type", "/f"},
		{`{"n":1,"list":{}}`, "type", "/list"},
		{`{"n":1,"list":[1,"x"]}`, "type", "/list/1"},
		{`{"n":1,"list":null}`, "type", "/list"},
		{`{"n":1,"pair":[1]}`, "type", "/pair"},
		{`{"n":1,"dict":{"a":1,"a":2}}`, "json", "/dict/a"},
		{`{"n":1,"nums":{"01":1}}`, "type", "/nums/01"},
		{`{"n":1,"nums":{"4294967296":1}}`, "type", "/nums/4294967296"},
		{`{"n":1,"word":"z"}`, "enum", "/word"},
		{`{"n":"1"}`, "type", "/n"}, // digits in a string are for numbers of 64 and 128 bits
		{`{"n":1,"id":"07"}`, "type", "/id"},
		{`{"n":1,"word":"of"}`, "type", "/word"},
		{`{"n":1,"word":{"a":1}}`, "type", "/word/a"},
		{`{"n":1,"word":{"z":1}}`, "enum", "/word/z"},
		{`{"n":1,"word":{"of":null}}`, "type", "/word/of"},
		{`{"n":1,"word":{}}`, "type", "/word"},
		{`{"n":1,"kinds":{}}`, "missing", "/kinds/kind"},
		{`{"n":1,"kinds":{"kind":1}}`, "type", "/kinds/kind"},
		{`{"n":1,"kinds":{"kind":"x"}}`, "missing", "/kinds/size"},
		{`{"n":1,"v":{"a":1}}`, "type", "/v"},
		{`{"n":1,"v":{"$bytes":"00"}}`, "type", "/v/$bytes"},
		{`{"n":1,"v":{"$cbor":"4100"}}`, "type", "/v/$cbor"},
		{`{"n":1,"v":-9223372036854775809}`, "range", "/v"},
		{`{"n":1,"any":18446744073709551616}`, "range", "/any"},
		{`{"n":1,"any":-18446744073709551617}`, "range", "/any"},
		{`{"n":1,"any":1e999}`, "range", "/any"},
		{`{"n":1,"any":{"$x":1}}`, "type", "/any/$x"},
		{`{"n":1,"any":{"$bytes":"0"}}`, "type", "/any/$bytes"},
		{`{"n":1,"any":{"$cbor":""}}`, "truncated", "/any/$cbor"},
		{`{"n":1,"any":{"$cbor":"0101"}}`, "trailing", "/any/$cbor"},
		{`{"n":1,"any":{"$cbor":"c101"}}`, "tag", "/any/$cbor"},
		{`{"n":1,"any":{"$cbor":"c24101"}}`, "tag", "/any/$cbor"},
		{`{"n":1,"any":{"$cbor":"a10102"}}`, "key-type", "/any/$cbor"},
		{`{"n":1,"any":{"$cbor":"9fff"}}`, "indefinite", "/any/$cbor"},
		{`{"n":1,"any":{"$cbor":"ff"}}`, "syntax", "/any/$cbor"},
		{`{"n":1,"any":[` + deep + `]}`, "depth", "/any" + strings.Repeat("/0", 255)},
		{`{"n":1,"` + strings.Repeat("k", 4097) + `":1}`, "key-size", "/" + strings.Repeat("k", 4097)},
		{`{"n":1,"open":"` + strings.Repeat("k", 4097) + `"}`, "key-size", "/open"},
		{`{"n":1,"kinds":{"kind":"` + strings.Repeat("k", 4097) + `"}}`, "key-size", "/kinds/kind"},
		{`{"n":1,"short":""}`, "range", "/short"},
		{`{"n":1,"short":"abcd"}`, "range", "/short"},
		{`{"n":1,"json":-9223372036854775809}`, "range", "/json"},
		{`{"n":1,"json":{"$bytes":"00"}}`, "type", "/json/$bytes"},
		{`{"n":1,"json":[{"$cbor":"8141aa"}]}`, "type", "/json/0/$cbor"},
		{`{"n":1,"other":1}`, "ambiguous", "/other"},
	}
	for _, tt := range tests {
		b, d, _ := write(t, thingType, tt.text)
		if d == nil {
			t.Errorf("%.80s is written as %x", tt.text, b)
			continue
		}
		if d.Code != tt.code || d.Path != tt.path {
			t.Errorf("%.80s: %s %.80s (%s), want %s %.80s", tt.text, d.Code, d.Path, d.Message, tt.code, tt.path)
		}
	}
}

// Forms that a document may use, and what is filled in or left out.
func TestWritten(t *testing.T) {
	tests := []struct {
		text, hex string
		warnings  string
	}{
		{`{"n":1,"id":"7"}`, "a4616e0162696407646e616d65f6" + wordA, ""},
		{`{"n":1,"b":{"text":"é"}}`, "a4616e01646e616d65f6616242c3a9" + wordA, ""},
		{`{"n":1,"b":{"base64":"AP8="}}`, "a4616e01646e616d65f661624200ff" + wordA, ""},
		{`{"word":"a","n":1,"name":null}`, "a3616e01646e616d65f6" + wordA, ""},
		{`{"n":1,"on":false,"list":[],"id":null}`, "a3616e01646e616d65f6" + wordA, "explicit-default /id,explicit-default /on,explicit-default /list"},
		{`{"y":1,"n":1,"z":-0,"name":"a"}`, "a5617901616e01617af98000646e616d656161" + wordA, "unknown-field /y,unknown-field /z"},
		{`{"name":"a","z":1,"n":1,"x":2}`, "a5616e01617802646e616d656161617a01" + wordA, "unknown-field /z,unknown-field /x"},
		{`{"n":1,"f":0.1}`, "a4616e01646e616d65f66166fa3dcccccd" + wordA, ""},
		{`{"n":1,"dict":{"b":1,"a":2}}`, "a4616e01646e616d65f66464696374a2616102616201" + wordA, ""},
		{`{"n":1,"word":{"maybe":null}}`, "a3616e01646e616d65f664776f7264a1656d61796265f6", ""},
	}
	for _, tt := range tests {
		b, d, warnings := write(t, thingType, tt.text)
		if d != nil || !bytes.Equal(b, unhex(t, tt.hex)) || strings.Join(warnings, ",") != tt.warnings {
			t.Errorf("%s is written as %x, %v, %v; want %s", tt.text, b, d, warnings, tt.hex)
		}
	}
}
