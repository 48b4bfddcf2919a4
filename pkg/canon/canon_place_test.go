package canon_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/diag"
)

// A value that cannot be read is named itself, however deep it stands, and a
// name by its object.
func TestErrorPath(t *testing.T) {
	for text, want := range map[string]struct {
		path           string
		offset, length int
	}{
		`{"a":[1,{"b":1e999}]}`:     {"/a/1/b", 13, 5},
		`1e999`:                     {"", 0, 5},
		`{"a":[{},"x",["\ud800"]]}`: {"/a/2/0", 15, 1},
		`{"a":{"$serde_json::private::RawValue":"1","b":2}}`: {"/a/b", 43, 3},
		`{"a":{"\ud800":1}}`:            {"/a", 7, 1},
		"{\"~/\":{\"c\":[\"ok\xff\"]}}": {"/~0~1/c/0", 15, 1},
	} {
		_, err := canon.Append(nil, []byte(text))
		var d *diag.Diagnostic
		if !errors.As(err, &d) {
			t.Errorf("%s: no refusal", text)
			continue
		}
		if d.Path != want.path || d.Offset != want.offset || d.Length != want.length {
			t.Errorf("%s: %q at %d, %d long; want %v", text, d.Path, d.Offset, d.Length, want)
		}
	}
}

// With Refused the reading goes on behind what is refused, for as long as it
// is wanted; the first refusal is that of a reading without.
func TestOnError(t *testing.T) {
	const text = `{"id":1,"dependencies":[{"mode":"x"},5],"secrets":{"a":"no","b":"fixed","c":2}}`
	var doc jsondoc.Doc
	if f := doc.Read([]byte(text)); f != nil {
		t.Fatal(f)
	}
	first := (&canon.Reader{Doc: &doc}).Read(0, &canon.RegistrationShape, 1)
	want := []string{
		"shape/type /id", "shape/variant /dependencies/0/mode", "shape/missing /dependencies/0", "shape/missing /dependencies/0",
		"shape/missing /dependencies/0", "shape/missing /dependencies/0", "shape/type /dependencies/1", "shape/variant /secrets/a", "shape/type /secrets/c",
	}
	for maxErrors := 1; maxErrors <= len(want)+1; maxErrors++ {
		var got []string
		r := canon.Reader{Doc: &doc, OnError: func(d *diag.Diagnostic) bool {
			if len(got) == 0 && (d.Code != first.Code || d.Path != first.Path) {
				t.Errorf("the first refusal is %v, want %v", d, first)
			}
			got = append(got, d.Code+" "+d.Path)
			return len(got) < maxErrors
		}}
		stopped := r.Read(0, &canon.RegistrationShape, 1)
		if expected := want[:min(maxErrors, len(want))]; !slices.Equal(got, expected) {
			t.Errorf("at most %d: got %q, want %q", maxErrors, got, expected)
		}
		if (stopped != nil) != (maxErrors <= len(want)) {
			t.Errorf("at most %d: ended with %v", maxErrors, stopped)
		}
	}
}
