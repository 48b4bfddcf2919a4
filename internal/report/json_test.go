package report

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
)

// Indenting changes white space only, and its size is in proportion to the value.
func TestIndentDeepJSON(t *testing.T) {
	branch := strings.Repeat(`{"a":[`, 120) + `"]}\"[{",1` + strings.Repeat("]}", 120)
	for _, value := range []string{
		`{}`, `[1,2]`, `"]"`, branch, `[` + branch + `,"x",` + branch + `]`,
		strings.Repeat("[", maxIndented) + "{}" + strings.Repeat("]", maxIndented),
		strings.Repeat("[", maxIndented+1) + strings.Repeat("]", maxIndented+1),
		"[" + strings.Repeat(branch+",", 100) + "0]",
	} {
		got := IndentJSON([]byte(value), false)
		var compact bytes.Buffer
		if err := json.Compact(&compact, got); err != nil || compact.String() != value {
			t.Errorf("%.80s changed to %.80s (%v)", value, compact.String(), err)
		}
		if len(got) > 4*maxIndented*len(value)+1 {
			t.Errorf("%.80s: %d bytes are laid out as %d", value, len(value), len(got))
		}
	}
}
