package sumlist

import (
	"strings"
	"testing"
)

func TestParseLine(t *testing.T) {
	id := strings.Repeat("0a", 32)
	for line, want := range map[string]string{
		id + "  a.json": "a.json", id + " *a.json": "a.json", id + " a.json": "a.json", id + "\ta.json": "a.json", id + "  *a.json": "*a.json",
		id + "   a.json": " a.json", strings.ToUpper(id) + "  a b.json": "a b.json", " \t" + id + "  a.json": "a.json",
		"SHA256 (a (b).json) = " + id: "a (b).json", `\` + id + `  a\\b\nc\rd`: "a\\b\nc\rd", id + `  a\\b`: `a\\b`, `\SHA256 (a\\b) = ` + id: `a\b`,
		"": "", id: "", id + "  ": "", id + " ": "", id + " *": "", id + "-a.json": "", id[1:] + "  a.json": "", id + "0  a.json": "", "g" + id[1:] + "  a.json": "",
		"SHA256 (a.json)": "", "SHA256 () = " + id: "", "SHA256 (a) = " + id[1:]: "", `\`: "",
	} {
		got, file, ok := ParseLine(line)
		if file != want || ok != (want != "") || ok && !strings.EqualFold(got, id) {
			t.Errorf("%q: %q, %q, %v; want %q", line, got, file, ok, want)
		}
	}
}

func FuzzParseLine(f *testing.F) {
	f.Add(strings.Repeat("0a", 32) + "  a.json")
	f.Add(`\SHA256 (a\\b) = ` + strings.Repeat("0a", 32))
	f.Fuzz(func(t *testing.T, line string) {
		if sum, file, ok := ParseLine(line); ok && (len(sum) != sumDigits || file == "") {
			t.Errorf("%q: %q, %q", line, sum, file)
		}
	})
}
