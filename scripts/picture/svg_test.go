package main

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParseANSI(t *testing.T) {
	got := parseANSI("\x1b[1mtype\x1b[0m  x\n  \x1b[2mid\x1b[0m \x1b[36mé m\x1b[0m   \x1b[1;31mbad\x1b[39m.\x1b[0K\n\nplain")
	want := [][]textRun{
		{{0, "type", style{bold: true}}, {6, "x", style{}}},
		{{2, "id", style{dim: true}}, {5, "é m", style{color: 36}}, {11, "bad", style{bold: true, color: 31}}, {14, ".", style{bold: true}}},
		nil,
		{{0, "plain", style{bold: true}}},
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(textRun{}, style{})); diff != "" {
		t.Error(diff)
	}
}

func TestRenderSVG(t *testing.T) {
	got := string(renderSVG("divtool x", parseANSI("a  <b>\n")))
	for _, want := range []string{`>divtool x</text>`, `x="40" y="65" textLength="24">&lt;b&gt;</text>`, `aria-label="divtool x"`} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s in\n%s", want, got)
		}
	}
	if strings.Contains(got, "\x1b") {
		t.Error("an escape is left")
	}
}
