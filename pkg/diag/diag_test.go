package diag_test

import (
	"encoding/json"
	"testing"

	"github.com/divtool/divtool/pkg/diag"
)

// Whatever words a fact has, the machine form is JSON, and gives them back.
func TestWords(t *testing.T) {
	for _, words := range []string{"a string", `hex, {"text":…}`, "a\\b\n\x1b\u202e", "\xff"} {
		d := diag.Diagnostic{Code: "type", Message: words, Need: diag.Words(words), Have: diag.Count(1)}
		var got struct{ Message, Need string }
		if err := json.Unmarshal(d.AppendJSON(nil, diag.Place{Index: -1}), &got); err != nil || got.Need != got.Message {
			t.Errorf("%q: %v, need %q, message %q", words, err, got.Need, got.Message)
		}
	}
}
