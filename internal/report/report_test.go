package report

import (
	"strings"
	"testing"

	"github.com/divtool/divtool/pkg/diag"
)

// A name of any length that stands in a message does not fill the screen; its
// machine form is whole.
func TestLongMessage(t *testing.T) {
	name := strings.Repeat("ü", 1<<16)
	d := &diag.Diagnostic{Code: "unknown-field", Message: "/payload/" + name + ": there is no such member", Details: name + "\nshort\n"}
	var text, machine strings.Builder
	(&Reporter{Out: &text}).Report(d, Place{File: "f", Index: -1})
	(&Reporter{Out: &machine, JSON: true}).Report(d, Place{File: "f", Index: -1})
	if n := len([]rune(text.String())); n > 1500 || !strings.Contains(text.String(), "ü: there is no such member [unknown-field]\n") {
		t.Errorf("%d characters: %.200s", n, text.String())
	}
	if !strings.Contains(machine.String(), name+": there is no such member") {
		t.Errorf("the machine form is cut: %.200s", machine.String())
	}
}
