package canon_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/divtool/divtool/pkg/canon"
)

// Canonical text is canonical: it is JSON, reading it again gives members in
// the same order, and only drifting floats may print differently.
func FuzzAppend(f *testing.F) {
	for _, s := range []string{
		`{"b":[1,{"z":1.50,"a":"\u0041"}],"a":null,"b":2}`, `"\ud83d\ude00"`, `[1e-307,-0,1e16]`,
		`{"$serde_json::private::RawValue":"{\"b\":1}"}`, `{"a":{"$serde_json::private::RawValue":"1"}}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		once, err := canon.Append(nil, text)
		if err != nil {
			return
		}
		if !json.Valid(once) {
			t.Fatalf("%q gives %q, which is not JSON", text, once)
		}
		if bytes.Contains(once, []byte("$serde_json")) || bytes.ContainsAny(once, ".eE") {
			return
		}
		twice, err := canon.Append(nil, once)
		if err != nil || !bytes.Equal(once, twice) {
			t.Fatalf("%q gives %q, then %q, %v", text, once, twice, err)
		}
	})
}

// A template's id does not depend on what the hash does not see.
func FuzzTemplate(f *testing.F) {
	f.Add([]byte(benchTemplate))
	f.Add([]byte(`{"image":["x",[["r","n"]]],"memory":0,"disk":1,"arguments":null,"mode":1,"scope":{"global":null},"permissions":[{"vault":["x"]},{"agents":{"actions":[{"tag":null}],"within":[["a"]],"tags":{"any":null}}}]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		canonical, err := canon.AppendTemplate(nil, text)
		if err != nil {
			return
		}
		if !json.Valid(canonical) {
			t.Fatalf("%q gives %q, which is not JSON", text, canonical)
		}
		if strings.ContainsAny(string(text), ".eE$") {
			return // floats may drift, magic keys expand
		}
		again, err := canon.AppendTemplate(nil, canonical)
		if err != nil || !bytes.Equal(canonical, again) {
			t.Fatalf("%q gives %q, then %q, %v", text, canonical, again, err)
		}
		spaced := slices.Concat([]byte(" \n"), text, []byte("\t"))
		if id, err := canon.TemplateID(spaced); err != nil {
			t.Fatalf("white space around %q: %v", text, err)
		} else if want, _ := canon.TemplateID(text); id != want {
			t.Fatalf("white space around %q changes the id", text)
		}
	})
}
