package view_test

import (
	"encoding/hex"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/divtool/divtool/internal/corpus"
	"github.com/divtool/divtool/internal/term"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/internal/view"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/all"
)

var update = flag.Bool("update", false, "write what the views print into the golden files")

type frameCase struct {
	name     string
	typeName string
	frame    []byte
	options  frames.Options
	envelope frames.DocInfo
}

// show returns the output of a view for a frame.
func (c *frameCase) show(t testing.TB, name string, style view.Style) string {
	t.Helper()
	f := format(t, name)
	return c.showIn(t, f, f.New(style))
}

func (c *frameCase) showIn(t testing.TB, f view.Format, v view.View) string {
	t.Helper()
	r := frames.Reader{Options: c.options}
	r.Notes, r.Spans = true, f.Spans
	v.Reset()
	e := c.envelope
	e.Type = c.typeName
	if e.Index == 0 && e.File == "" {
		e.Index = -1
	}
	kind := all.Types().ByName(c.typeName)
	if kind == nil {
		t.Fatalf("unknown type %s", c.typeName)
	}
	e.Fault, _ = diag.From(r.Read(kind, c.frame, v))
	return string(v.Append(nil, c.frame, &e))
}

func format(t testing.TB, name string) view.Format {
	t.Helper()
	for _, f := range view.Formats() {
		if f.Name == name {
			return f
		}
	}
	t.Fatalf("unknown view %s", name)
	return view.Format{}
}

func unhex(t testing.TB, text string) []byte {
	t.Helper()
	b, err := hex.DecodeString(strings.ReplaceAll(text, " ", ""))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func example(t testing.TB, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("..", "..", "examples", name))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

const (
	request  = "diverge.agents.request"
	outer    = "diverge.frame"
	response = "diverge.agents.response"
	command  = "laser.forwarded-command"
	setattr  = "13 0002 6d31 11 000001a4 0000000000000000 0000000000000000 00000000 00000000 6553f100 1dcd6500 612f62"
	fuseRead = "0b 0002 6d31 0003 612f62 0000000000001000 00000200"
)

// cases returns the frames of the golden files.
func cases(t testing.TB) []frameCase {
	hostile := "i\x1b[31md\u202e\u200b\x00"
	return []frameCase{
		{name: "setattr", typeName: request, frame: unhex(t, setattr)},
		{name: "setattr_warnings", typeName: request, frame: unhex(t, strings.Replace(setattr, "11 000001a4 00", "f1 000001a4 01", 1))},
		{name: "read", typeName: request, frame: unhex(t, fuseRead)},
		{name: "cut", typeName: request, frame: unhex(t, fuseRead)[:21]},
		{name: "cut_at_once", typeName: request, frame: []byte{0x0b}},
		{name: "unknown_tag", typeName: request, frame: []byte{0x63, 1, 2}},
		{name: "registration", typeName: request, frame: jsonFrame(3, `{"id":"run-7","dependencies":[{"image":{"digest":"sha256:ab"},`+
			`"memory":1048576,"disk":0,"arguments":{"a~b/c":[1.50,{}],"":[]},"mode":"service","scope":"global",`+
			`"permissions":[{"postgres":["get"]}]}],"secrets":{"api_key":"fixed"}}`)},
		{name: "json_warnings", typeName: request, frame: jsonFrame(0, "{ \"extra\":1, \"digest\":\"\\u0061b\",\n\"more\":null}")},
		{name: "json_fault", typeName: request, frame: jsonFrame(8, `{"name":"t","arguments":{"q":[1,2`)},
		{name: "json_null", typeName: request, frame: jsonFrame(6, `null`)},
		{name: "no_payload", typeName: request, frame: []byte{0x0a}},
		{name: "ignored_bytes", typeName: request, frame: unhex(t, "0a ffff")},
		{name: "no_bytes", typeName: request, frame: unhex(t, "0c 0000 0001 61 0000000000000000")},
		{name: "write", typeName: request, frame: unhex(t, "0c 0002 6d31 0003 612f62 0000000000000005 "+hex.EncodeToString([]byte("hi\nthere")))},
		{name: "hostile", typeName: request, frame: jsonFrame(8, `{"name":"`+strings.ReplaceAll(strings.ReplaceAll(hostile, "\x1b", `\u001b`), "\x00", `\u0000`)+
			`","arguments":{"\u001b]0;x\u0007":"日本語の文字","é":"e`+strings.Repeat("\u0301", 40)+`","<script>alert(1)</script>":"</td><img src=x>"}}`)},
		{name: "hostile_bytes", typeName: request, frame: append(unhex(t, "0b 0008"), "\x1b[2J\u202ex\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"...)},
		{name: "nested", typeName: outer, frame: unhex(t, "04 00000007 00000009"+fuseRead), options: frames.Options{Endpoint: "agents-run"}},
		{name: "nested_cut", typeName: outer, frame: unhex(t, "04 00000007 00000009"+fuseRead)[:28], options: frames.Options{Endpoint: "agents-run"}},
		{name: "list", typeName: response, options: frames.Options{Request: "fuse_list"}, frame: unhex(t, "00 00000002 00 0001 61 01 0003 737263")},
		{name: "list_cut", typeName: response, options: frames.Options{Request: "fuse_list"}, frame: unhex(t, "00 00000003 00 0001 61 01 0003 737263 02")},
		{name: "stat", typeName: outer, options: frames.Options{Request: "fuse_stat", Endpoint: "agents-run", From: frames.Client},
			frame: unhex(t, "05 00000007 00000009 00 00 0000000000100000 000001a4 00000001 00000002"+strings.Repeat("000000006553f100 1dcd6500", 3))},
		{name: "secret_answer", typeName: response, options: frames.Options{Request: "registration"}, frame: append([]byte{0}, "tell nobody this"...)},
		{name: "secret", typeName: outer, frame: append(unhex(t, "00 00000000 00000000 00"), "tell nobody this"...)},
		{name: "secret_json", typeName: "subc.frame", frame: append(unhex(t, "340000000209000000000000000100000000000000"), `{"launch_nonce":"tell nobody this","protocol_ver":2}`...)},
		{name: "secret_shown", typeName: outer, frame: append(unhex(t, "00 00000000 00000000 00"), "tell nobody this"...), options: frames.Options{ShowSecrets: true}},
		{name: "secret_cut", typeName: outer, frame: append(unhex(t, "00 00000000 00000000 00"), "tell no\xffbody"...)},
		{name: "command", typeName: command, frame: example(t, "forwarded_command.bin")},
		{name: "command_cut", typeName: command, frame: example(t, "forwarded_command.bin")[:70]},
		{name: "command_server", typeName: command, frame: example(t, "forwarded_server.bin"), envelope: frames.DocInfo{
			File: "cap\x1bture.bin", Index: 3, Offset: 12345, Alternatives: []string{"laser.kv-set", "diverge.frame"}}},
		{name: "long", typeName: request, frame: append(unhex(t, "0c 0002 6d31 0003 612f62 0000000000000005"), pattern(1<<20)...)},
		{name: "zeros", typeName: request, frame: append(unhex(t, "0c 0002 6d31 0003 612f62 0000000000000005"), make([]byte, 1<<20)...)},
		{name: "deep", typeName: request, frame: jsonFrame(8, `{"name":"t","arguments":`+strings.Repeat(`{"a":[`, 25)+strings.Repeat(`]}`, 25)+`}`)},
	}
}

func jsonFrame(tag byte, text string) []byte { return append([]byte{tag}, text...) }

// pattern returns bytes without repeated lines.
func pattern(n int) []byte {
	b := make([]byte, n)
	x := uint32(1)
	for i := range b {
		x = x*1664525 + 1013904223
		b[i] = byte(x >> 24)
	}
	return b
}

// Every view prints its golden file: without colour in ASCII at several widths,
// and with colour.
func TestGolden(t *testing.T) {
	styles := []view.Style{
		{Width: 60, ASCII: true}, {Width: 80, ASCII: true}, {Width: 120, ASCII: true}, {Width: 80, Colour: true},
	}
	for _, c := range cases(t) {
		t.Run(c.name, func(t *testing.T) {
			var b strings.Builder
			for _, name := range []string{"tree", "hex"} {
				if c.name == "command" {
					styles = append(styles, view.Style{ASCII: true})
				}
				for _, s := range styles {
					fmt.Fprintf(&b, "== %s, %d columns, colour %v\n", name, s.Width, s.Colour)
					b.WriteString(strings.ReplaceAll(c.show(t, name, s), "\x1b", "\\e"))
				}
			}
			file := filepath.Join("testdata", "golden", c.name+".txt")
			if *update {
				if err := os.WriteFile(file, []byte(b.String()), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), b.String()); diff != "" {
				t.Errorf("%s (-want +got):\n%s", file, diff)
			}
		})
	}
}

// colourCodes matches the only escape codes that a view writes.
var colourCodes = regexp.MustCompile(`\x1b\[[0-9;]*m`)

// checkText checks that only text and colours reach a terminal, that colours are
// switched off at the end of each line, and that no line is too wide.
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

// checkPage checks that a section of a page has only known tags and attributes, and
// that the tags are closed.
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

// checkAll shows a frame in every view and checks the output.
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

// A reused view prints the same as a new one.
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

// No view prints secrets, unless asked to.
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

// A frame with a very large number of unknown members is shown in part, and the
// output reports the rest. The size of the output is bounded.
func TestManyFields(t *testing.T) {
	text := strings.Builder{}
	text.WriteString(`{"digest":"d"`)
	for i := range 100_000 {
		fmt.Fprintf(&text, `,"k%d":1`, i)
	}
	c := frameCase{name: "many", typeName: request, frame: jsonFrame(0, text.String()+"}")}
	for name, want := range map[string]string{
		"tree": "and 80,003 more fields, not shown", "hex": "and 80,003 more fields, not labelled", "html": "and 80,003 more fields, not shown",
	} {
		out := c.show(t, name, view.Style{Width: 80})
		if !strings.Contains(out, want) || !strings.Contains(out, "and 80,003 more warnings, not shown") {
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

// FuzzViews shows arbitrary bytes as an arbitrary type.
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
