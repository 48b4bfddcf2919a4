package report

import (
	"strings"
	"testing"
	"time"

	"github.com/divtool/divtool/internal/term"
	"github.com/divtool/divtool/pkg/diag"
)

// A long name in a message does not fill the screen, but its machine form is
// complete.
func TestLongMessage(t *testing.T) {
	name := strings.Repeat("ü", 1<<16)
	d := &diag.Diagnostic{Code: "unknown-field", Message: "/payload/" + name + ": unknown member", Details: name + "\nshort\n"}
	var text, machine strings.Builder
	(&Reporter{Out: &text}).Fail(d, Place{File: "f", Index: -1})
	(&Reporter{Out: &machine, JSON: true}).Fail(d, Place{File: "f", Index: -1})
	if n := len([]rune(text.String())); n > 1500 || !strings.Contains(text.String(), "ü: unknown member [unknown-field]\n") {
		t.Errorf("%d characters: %.200s", n, text.String())
	}
	if !strings.Contains(machine.String(), name+": unknown member") {
		t.Errorf("the machine form is cut: %.200s", machine.String())
	}
}

func TestSnippet(t *testing.T) {
	long := strings.Repeat("a", 100) + "X" + strings.Repeat("b", 100)
	tests := []struct {
		name, text     string
		offset, length int
		want           string
	}{
		{"plain", "one\ntwo three\n", 8, 5, "    2 | two three\n      |     ^~~~~\n"},
		{"tab", "\t\tx", 2, 1, "    1 |         x\n      |         ^\n"},
		{"wide", "日本x", 6, 1, "    1 | 日本x\n      |     ^\n"},
		{"hostile", "\x1b[31mx", 5, 1, "    1 | \\u001b[31mx\n      |           ^\n"},
		{"CRLF", "ab\r\ncd\r\n", 4, 2, "    2 | cd\n      | ^~\n"},
		{"at the end", "ab", 2, 0, "    1 | ab\n      |   ^\n"},
		{"empty", "", 0, 0, "    1 | \n      | ^\n"},
		{"tail stops at the line's end", "abc\ndef", 1, 100, "    1 | abc\n      |  ^~\n"},
		{"long", long, 100, 1, "    1 | …" + strings.Repeat("a", 48) + "X" + strings.Repeat("b", 23) + "…\n      | " + strings.Repeat(" ", 49) + "^\n"},
		{"longer than is looked at", strings.Repeat("a", 9000), 8999, 1, "    1 | …" + strings.Repeat("a", 49) + "\n      | " + strings.Repeat(" ", 49) + "^\n"},
	}
	for _, tt := range tests {
		line := 1 + strings.Count(tt.text[:tt.offset], "\n")
		if got := Snippet([]byte(tt.text), tt.offset, tt.length, line, 0, diag.Error, term.Theme{}); got != tt.want {
			t.Errorf("%s:\n%swant\n%s", tt.name, got, tt.want)
		}
	}
}

// A text of one line may have a fault in each of its values, so a snippet must
// read little more of the line than it draws.
func TestSnippetOfLongLine(t *testing.T) {
	line := []byte(strings.Repeat(`"",`, 20_000))
	start := time.Now()
	for at := 0; at < len(line); at += 3 {
		Snippet(line, at, 2, 1, 0, diag.Error, term.Theme{})
	}
	if took := time.Since(start); took > 10*time.Second {
		t.Errorf("snippets took %v", took)
	}
}

// On a terminal, lines break at spaces, and lines that continue are indented; a
// quotation stays whole.
func TestWidth(t *testing.T) {
	d := &diag.Diagnostic{
		Code: "unknown-field", Message: `unknown member "a long name"; the peer drops it`, Offset: 6, Length: 4,
		Details: "a detail\n  a detail that is indented, and wide\n", Hint: "remove the member, or rename it",
	}
	var out strings.Builder
	r := &Reporter{Out: &out, Width: 40}
	r.Fail(d, Place{File: "f", Index: -1, Text: []byte("12345 word and " + strings.Repeat("more ", 20)), At: 6})
	r.Note("file", "a remark that does not fit into a line")
	want := `divtool: f: 1:7: unknown member
  "a long name"; the peer drops it
  [unknown-field]
    1 | 12345 word and more more more …
      |       ^~~~
  a detail
    a detail that is indented, and wide
  remove the member, or rename it
divtool: file: a remark that does not
  fit into a line
`
	if out.String() != want {
		t.Errorf("got\n%swant\n%s", out.String(), want)
	}
}
