package canon_test

import (
	"errors"
	"testing"

	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/diag"
)

// A value that cannot be read is named itself, however deep it stands, and a
// name by its object.
func TestRefusalNamesTheValue(t *testing.T) {
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
