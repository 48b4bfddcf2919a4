package frames_test

import (
	"bytes"
	"encoding/hex"
	"strings"
	"testing"

	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/sample"
)

// mixed has fields of every kind: fixed ones, ones that are read value by value, and
// fixed ones after and inside those.
var mixed = &frames.Type{
	Name: "test.mixed", Meaning: "fields of every kind", Trust: frames.Source, Guessed: true,
	Codec: &frames.Tagged{Table: []*frames.Message{
		{Tag: 0, Name: "fields", Meaning: "one after the other", Body: &frames.Layout{Error: "Mixed", Fields: []frames.Field{
			{Name: "level", Kind: frames.Enum8, Names: []string{"low", "high"}, Error: "Level"},
			{Name: "label", Kind: frames.Text16, Error: "LabelUtf8"},
			{Name: "count", Kind: frames.Varint, Bits: 32},
			{Name: "limit", Kind: frames.Varint, Bits: 64, Optional: true, Unit: frames.ByteSize},
			{Name: "on", Kind: frames.Bool},
			{Name: "ports", Kind: frames.VarList, Elem: &frames.Field{Kind: frames.U32}},
			{Name: "at", Kind: frames.Record, Fields: []frames.Field{
				{Name: "when", Kind: frames.Time},
				{Name: "mode", Kind: frames.VarEnum, Names: []string{"read", "write"}},
			}},
			{Name: "size", Kind: frames.U64},
			{Name: "extra", Kind: frames.JSON, Shape: &canon.AnyValue, Error: "Extra"},
		}}},
		{Tag: 1, Name: "cases", Meaning: "one of two", Body: &frames.Layout{EmptyError: "Empty", Value: &frames.Field{
			Kind: frames.Union8, Error: "UnknownKind", Cases: []frames.Case{
				{Name: "none"},
				{Name: "some", Fields: []frames.Field{
					{Name: "id", Kind: frames.U32},
					{Name: "choice", Kind: frames.VarUnion, Cases: []frames.Case{
						{Name: "text", Fields: []frames.Field{{Name: "text", Kind: frames.VarText}}},
						{Name: "nothing"},
					}},
					{Name: "flag", Kind: frames.U8},
				}},
			},
		}}},
	}},
}

func TestMixedFields(t *testing.T) {
	frame := "00" + "01" + "000161" + "8001" + "01ff01" + "01" + "02" + "0000000100000002" + "000000006553f10000000000" + "01" + "0000000000000009" + `"x"`
	want := `{"level":"high","label":"a","count":128,"limit":255,"on":true,"ports":[1,2],"at":{"when":{"secs":1700000000,"nanos":0},"mode":"write"},"size":9,"extra":"x"}`
	b := append(unhex(t, frame[:len(frame)-3]), frame[len(frame)-3:]...)
	doc, err := frames.Set{mixed}.Decode(b, frames.Options{Notes: true, Spans: true})
	if err != nil || !strings.Contains(string(doc), `"payload":`+want) {
		t.Fatalf("%s %v", doc, err)
	}
	for _, note := range []string{
		`{"path":"/payload/ports/1","offset":16,"length":4,"text":"an integer"}`,
		`{"path":"/payload/at/when","offset":20,"length":12,"text":"2023-11-14 22:13:20 UTC"`,
		`{"path":"/payload/at","offset":20,"length":13,"text":"object"}`,
	} {
		if !strings.Contains(string(doc), note) {
			t.Errorf("no %s in %s", note, doc)
		}
	}
}

func TestMixedFaults(t *testing.T) {
	const head = "00" + "01" + "000161"
	tests := []struct{ hex, code, path, upstream string }{
		{"0002", "truncated", "/payload/label", "Mixed(Truncated)"},
		{"0002000161", "unknown-kind", "/payload/level", "Mixed(Level(2))"},
		{head, "truncated", "/payload/count", ""},
		{head + "0002", "range", "/payload/limit", ""},
		{head + "000001010000", "truncated", "/payload/ports/0", ""},
		{head + "00000100" + "0000", "truncated", "/payload/at/when", ""},
		{head + "00000100" + "000000000000000000000000" + "02", "unknown-kind", "/payload/at/mode", ""},
		{head + "00000100" + "000000000000000000000000" + "01", "truncated", "/payload/size", ""},
		{"01", "empty", "/payload/kind", "Empty"},
		{"0102", "unknown-kind", "/payload/kind", "UnknownKind(2)"},
		{"01010000", "truncated", "/payload/id", "Truncated"},
		{"01010000000702", "unknown-kind", "/payload/choice", ""},
		{"0101000000070001ff", "utf8", "/payload/choice/text", ""},
		{"01010000000701", "truncated", "/payload/flag", ""},
	}
	for _, tt := range tests {
		doc, err := frames.Set{mixed}.Decode(unhex(t, tt.hex), frames.Options{})
		d, ok := diag.From(err)
		if !ok || d.Code != tt.code || d.Path != tt.path || d.Upstream != tt.upstream {
			t.Errorf("%s: %+v, want %s at %s [%s]: %s", tt.hex, d, tt.code, tt.path, tt.upstream, doc)
		}
	}
}

// Everything follows from a declaration of any kinds of fields: samples decode and
// encode to the same bytes, malformed samples give the error that they name, and each
// field is documented.
func TestMixedFaces(t *testing.T) {
	e := frames.Encoder{Types: frames.Set{mixed}}
	for _, m := range mixed.Messages() {
		for seed := range uint64(50) {
			frame := sample.Of(mixed, m, seed)
			doc, err := frames.Set{mixed}.Decode(frame, frames.Options{})
			if err != nil {
				t.Fatalf("%x: %v", frame, err)
			}
			if again, err := e.EncodeText(nil, doc); err != nil || !bytes.Equal(again, frame) {
				t.Errorf("%s: %s encodes as %s, %v", hex.EncodeToString(frame), doc, hex.EncodeToString(again), err)
			}
			for _, bad := range sample.MalformedOf(mixed, m, seed) {
				_, err := frames.Set{mixed}.Decode(bad.Frame, frames.Options{})
				if d, ok := diag.From(err); !ok || d.Code != bad.Code || d.Upstream != bad.Upstream {
					t.Errorf("%s: %s: %x: %+v, want %s [%s]", m.Name, bad.Description, bad.Frame, d, bad.Code, bad.Upstream)
				}
			}
		}
		var names []string
		for _, row := range mixed.FieldDocs(m) {
			names = append(names, row.Name)
		}
		want := "tag level label count limit on ports at when mode size extra"
		if m.Tag == 1 {
			want = "tag kind none some id choice text text nothing flag"
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("documented: %s, want %s", got, want)
		}
	}
}
