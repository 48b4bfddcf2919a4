package cmd

import (
	"strings"
	"testing"
)

func TestParseListLine(t *testing.T) {
	id := strings.Repeat("0a", 32)
	for line, want := range map[string]string{
		id + "  a.json": "a.json", id + " *a.json": "a.json", id + " a.json": "a.json", id + "\ta.json": "a.json", id + "  *a.json": "*a.json",
		id + "   a.json": " a.json", strings.ToUpper(id) + "  a b.json": "a b.json", " \t" + id + "  a.json": "a.json",
		"SHA256 (a (b).json) = " + id: "a (b).json", `\` + id + `  a\\b\nc\rd`: "a\\b\nc\rd", id + `  a\\b`: `a\\b`, `\SHA256 (a\\b) = ` + id: `a\b`,
		"": "", id: "", id + "  ": "", id + " ": "", id + " *": "", id + "-a.json": "", id[1:] + "  a.json": "", id + "0  a.json": "", "g" + id[1:] + "  a.json": "",
		"SHA256 (a.json)": "", "SHA256 () = " + id: "", "SHA256 (a) = " + id[1:]: "", `\`: "",
	} {
		gotID, file, ok := parseListLine(line)
		if file != want || ok != (want != "") || ok && !strings.EqualFold(gotID, id) {
			t.Errorf("%q: %q, %q, %v; want %q", line, gotID, file, ok, want)
		}
	}
}

func FuzzParseListLine(f *testing.F) {
	f.Add(strings.Repeat("0a", 32) + "  a.json")
	f.Add(`\SHA256 (a\\b) = ` + strings.Repeat("0a", 32))
	f.Fuzz(func(t *testing.T, line string) {
		if id, file, ok := parseListLine(line); ok && (len(id) != idDigits || file == "") {
			t.Errorf("%q: %q, %q", line, id, file)
		}
	})
}
