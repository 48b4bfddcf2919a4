package view_test

import (
	"encoding/hex"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/divtool/divtool/internal/corpus"
	"github.com/divtool/divtool/internal/term"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/internal/view"
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/all"
)

// colourCodes are the only escape codes that a view writes.
var colourCodes = regexp.MustCompile(`\x1b\[[0-9;]*m`)

// checkText checks that nothing but text and colours reaches a terminal, that
// colours are switched off at the end of every line, and that no line is wider
// than wanted.
func checkText(t *testing.T, what, out string, style view.Style) {
	t.Helper()
	for line := range strings.Lines(out) {
		if !strings.HasSuffix(line, "\n") {
			t.Fatalf("%s: no line break at the end of %q", what, line)
		}
		codes := colourCodes.FindAllString(line, -1)
		if n := len(codes); n > 0 && (!style.Colour || codes[n-1] != "\x1b[0m") {
			t.Fatalf("%s: escape codes %q", what, line)
		}
		plain := strings.TrimSuffix(colourCodes.ReplaceAllString(line, ""), "\n")
		checkPlain(t, what, plain)
		if strings.HasSuffix(plain, " ") {
			t.Fatalf("%s: spaces at the end of %q", what, plain)
		}
		if w := term.Width(plain); style.Width > 0 && w > max(style.Width, 60) {
			t.Fatalf("%s: %d columns, not %d: %q", what, w, style.Width, plain)
		}
	}
}

func checkPlain(t *testing.T, what, content string) {
	t.Helper()
	if !utf8.ValidString(content) {
		t.Fatalf("%s: not UTF-8: %q", what, content)
	}
	for _, r := range content {
		if text.IsHostile(r) {
			t.Fatalf("%s: U+%04X in %q", what, r, content)
		}
	}
}

var (
	pageTag  = regexp.MustCompile(`<(/?)(section|h2|span|p|div|i|b|table|tr|th|td)((?: [a-z-]+="[a-z0-9 -]*")*)>`)
	markup   = regexp.MustCompile(`[<>"']`)
	entities = regexp.MustCompile(`&(amp|lt|gt|#34|#39);`)
)

// checkPage checks that a part of a page has no tags and attributes but its
// own, and that the tags are closed.
func checkPage(t *testing.T, what, out string) {
	t.Helper()
	checkPlain(t, what, strings.ReplaceAll(out, "\n", ""))
	text := entities.ReplaceAllString(pageTag.ReplaceAllString(out, ""), "")
	if strings.Contains(text, "&") || markup.MatchString(text) {
		t.Fatalf("%s: markup in the text: %q", what, text)
	}
	var open []string
	for _, m := range pageTag.FindAllStringSubmatch(out, -1) {
		if m[1] == "" {
			open = append(open, m[2])
			continue
		}
		if n := len(open); n == 0 || open[n-1] != m[2] {
			t.Fatalf("%s: </%s> closes %v", what, m[2], open)
		}
		open = open[:len(open)-1]
	}
	if len(open) > 0 {
		t.Fatalf("%s: %v not closed", what, open)
	}
}

// checkAll shows a frame in every view, and checks what is printed.
func checkAll(t *testing.T, c *frameCase) {
	t.Helper()
	for _, style := range []view.Style{{Width: 40, ASCII: true}, {Width: 60, Colour: true}, {Width: 80}, {Width: 131, ASCII: true}, {Colour: true}} {
		for _, name := range []string{"tree", "hex"} {
			what := fmt.Sprintf("%s as %s, %s %+v", c.name, c.typeName, name, style)
			checkText(t, what, c.show(t, name, style), style)
		}
	}
	checkPage(t, c.name, c.show(t, "html", view.Style{}))
}

func TestSafe(t *testing.T) {
	for _, c := range cases(t) {
		checkAll(t, &c)
	}
}

// A view that has shown other frames shows the same as a new one.
func TestReset(t *testing.T) {
	for _, name := range []string{"tree", "hex", "html"} {
		style := view.Style{Width: 80}
		f := format(t, name)
		used := f.New(style)
		for _, c := range cases(t) {
			if got, want := c.showIn(t, f, used), c.show(t, name, style); got != want {
				t.Errorf("%s %s: after other frames\n%s\nalone\n%s", name, c.name, got, want)
			}
		}
	}
}

// Secrets are in no view, unless they are to be shown.
func TestSecrets(t *testing.T) {
	const secret = "tell nobody this"
	for _, c := range cases(t) {
		if c.name != "secret" && c.name != "secret_shown" && c.name != "secret_cut" && c.name != "secret_answer" && c.name != "secret_json" {
			continue
		}
		for _, name := range []string{"tree", "hex", "html"} {
			out := c.show(t, name, view.Style{})
			text := regexp.MustCompile(`<[^>]*>|\s`).ReplaceAllString(out, "")
			found := strings.Contains(text, "tellno") || strings.Contains(text, hex.EncodeToString([]byte("tell no")))
			if found != (c.name == "secret_shown") {
				t.Errorf("%s: the secret %q is shown: %v\n%s", c.name, secret, found, out)
			}
			if name != "tree" && c.name == "secret" && strings.Count(out, "·· ·· ··") == 0 {
				t.Errorf("%s %s: no dots in place of the secret\n%s", name, c.name, out)
			}
		}
	}
}

// A frame of very many members, all of them odd, is shown in part, and that is
// said. What is shown does not grow with the frame.
func TestManyFields(t *testing.T) {
	text := strings.Builder{}
	text.WriteString(`{"digest":"d"`)
	for i := range 100_000 {
		fmt.Fprintf(&text, `,"k%d":1`, i)
	}
	c := frameCase{name: "many", typeName: request, frame: jsonFrame(0, text.String()+"}")}
	for name, want := range map[string]string{
		"tree": "and 80,003 more fields, left out", "hex": "and 80,003 more fields, not named", "html": "and 80,003 more fields, left out",
	} {
		out := c.show(t, name, view.Style{Width: 80})
		if !strings.Contains(out, want) || !strings.Contains(out, "and 80,003 more warnings, left out") {
			t.Errorf("%s: does not say %q, but %q", name, want, out[len(out)-400:])
		}
		if len(out) > 16<<20 {
			t.Errorf("%s: %d bytes", name, len(out))
		}
	}
}

// Every frame of the corpus fits its columns.
func TestCorpus(t *testing.T) {
	var index []struct{ File, Type string }
	corpus.JSON(t, "laser/INDEX.json", &index)
	shown := 0
	for _, entry := range index {
		frame := corpus.Read(t, "laser/"+entry.File)
		var r frames.Reader
		if g := all.Types().Guess(&r, frame); g.Type != nil {
			checkAll(t, &frameCase{name: entry.File, typeName: g.Type.Name, frame: frame})
			shown++
		}
	}
	if shown < len(index)/2 {
		t.Errorf("only %d of %d frames were shown", shown, len(index))
	}
}

// FuzzViews shows any bytes as any type.
func FuzzViews(f *testing.F) {
	types := all.Types()
	for _, c := range cases(f) {
		if len(c.frame) > 4096 {
			continue
		}
		for i, t := range types {
			if t.Name == c.typeName {
				f.Add(byte(i), c.frame, c.options.Endpoint != "")
			}
		}
	}
	f.Fuzz(func(t *testing.T, kind byte, frame []byte, agents bool) {
		if len(frame) > 1<<14 {
			return
		}
		c := frameCase{name: "fuzz", typeName: types[int(kind)%len(types)].Name, frame: frame}
		if agents {
			c.options.Endpoint = "agents-run"
		}
		checkAll(t, &c)
	})
}
