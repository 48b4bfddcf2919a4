package cmd_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/divtool/divtool/cmd"
	"github.com/divtool/divtool/internal/term"
	"github.com/divtool/divtool/pkg/lint"
)

// onTerminal runs a command whose results and errors go to a terminal of a width, and
// returns both.
func onTerminal(width int, in string, args ...string) string {
	var out bytes.Buffer
	env := map[string]string{"COLUMNS": fmt.Sprint(width), "NO_COLOR": "1", "TERM": "xterm", "LANG": "C.UTF-8"}
	cmd.Main(args, cmd.Streams{
		In: strings.NewReader(in), Out: &out, Err: &out, OutTerminal: true, ErrTerminal: true,
		Env: func(name string) string { return env[name] },
	})
	return out.String()
}

// layout is how the lines of a command are laid out.
type layout int

const (
	wrapped  layout = iota // all words are shown at each width
	withJSON               // the same, but for JSON, whose layout depends on the width
	cut                    // the ends of cells are cut, and end with an ellipsis
	asIs                   // JSON, which is as wide as it is
)

type widthCase struct {
	layout layout
	in     string
	args   []string
}

// maxMalformed limits the malformed samples of a type.
const maxMalformed = 12

// widthCases returns the commands that print for people.
func widthCases(t *testing.T) (list []widthCase) {
	t.Helper()
	add := func(l layout, args ...string) { list = append(list, widthCase{layout: l, args: args}) }
	addErrors := func(in string, args ...string) {
		if strings.HasPrefix(onTerminal(80, in, args...), "divtool:") {
			list = append(list, widthCase{wrapped, in, args})
		}
	}
	files, err := filepath.Glob(filepath.Join("..", "examples", "*"))
	if err != nil || len(files) == 0 {
		t.Fatal(err)
	}
	for _, file := range files {
		var stream []string
		switch filepath.Base(file) {
		case "conversation.har", "conversation.tshark.json":
			stream = []string{"--in", strings.Split(filepath.Base(file), ".")[1]}
		case "conversation.ndjson", "conversation.txt":
			stream = []string{"--conversation"}
		case "backend.txt":
			stream = []string{"--conversation", "--framing", "len32le"}
		case "session.txt":
			stream = []string{"--conversation", "--framing", "subc"}
		case "session.subc":
			stream = []string{"--framing", "subc"}
		case "requests.hex":
			stream = []string{"--lines"}
		}
		for name, l := range map[string]layout{"tree": cut, "hex": cut, "json": asIs} {
			add(l, append([]string{"decode", file, "--view", name}, stream...)...)
		}
		addErrors("", "decode", file)
		if stream != nil {
			add(cut, append([]string{"follow", file}, slices.DeleteFunc(stream, func(s string) bool { return s == "--conversation" || s == "--lines" })...)...)
		}
		add(wrapped, "lint", file)
		add(wrapped, "template-id", "--explain", file)
		add(withJSON, "explain", file)
		add(cut, "diff", file, filepath.Join("..", "examples", "template.json"))
		add(cut, "diff", filepath.Join("..", "examples", "scope.json"), file)
	}
	add(cut, "diff", "../examples/forwarded_query.bin", "../examples/forwarded_server.bin")
	for _, c := range cmd.Commands().Commands() {
		add(wrapped, "help", c.Name())
		add(wrapped, c.Name(), "--unknown-flag")
	}
	for _, word := range []string{
		"19", "laser.kv-set", "mask 5", "1000301", "grants", "template", "scope-record", "diverge.agents.request", "fuse_read", "unknown-field",
		"template/secret-empty", "create", "subc.frame", "tool-descriptor", "package-manifest", "nonsense-word", "UnknownTag", "scope_not_carrier",
	} {
		add(withJSON, "explain", word)
	}
	for _, r := range lint.Rules() {
		add(withJSON, "explain", r.ID)
	}
	for _, name := range []string{"diverge.agents.request/fuse_write", "laser.kv-set", "subc.frame", "diverge.frame"} {
		malformed := json.NewDecoder(strings.NewReader(onTerminal(80, "", "sample", "--malformed", name)))
		count := 0
		for ; malformed.More() && count < maxMalformed; count++ {
			var bad struct{ Hex string }
			if err := malformed.Decode(&bad); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			addErrors(bad.Hex, "decode")
			addErrors(bad.Hex, "decode", "-t", strings.Split(name, "/")[0])
			list = append(list, widthCase{cut, bad.Hex, []string{"decode", "--view", "tree"}})
		}
		if count < 3 {
			t.Errorf("%s: %d malformed samples", name, count)
		}
	}
	add(wrapped)
	add(wrapped, "types")
	add(wrapped, "types", "--messages")
	add(wrapped, "lint", "--list-rules")
	add(wrapped, "lint", "no-such-file-anywhere.json")
	add(wrapped, "decode", "--view", "none")
	add(wrapped, "nonsense")
	return list
}

var (
	jsonWord  = regexp.MustCompile(`^(?:\d+|true|false|null),?$`)
	preview   = regexp.MustCompile(`(?m)^ +… \d+ bytes in all$`) // of an example
	hexDigits = regexp.MustCompile(`^[0-9a-f]{8,}$`)             // bytes are in lines of some length
	dumpLine  = regexp.MustCompile(`(?m)^[0-9a-f]{8}  (?:(?:[0-9a-f]{2}|··)(?: +|$))*(?:\|.*\|)?|^(?:\*|…) .* up to [0-9a-f]{8}$`)
	caretLine = regexp.MustCompile(`(?m)^ +[0-9]* \| .*\n +\| +\^~*\n`) // an excerpt is cut around its caret
	continued = regexp.MustCompile(` \\\n`)                             // of a command

	// narrow matches what is only printed where there is little room: a depth in place of
	// an indentation, and a time without milliseconds.
	narrow = regexp.MustCompile(`^>\d+$|^\d\d:\d\d:\d\d$`)
)

// words returns the words of an output whose sequence must not depend on the width.
func words(out string, l layout) (list []string) {
	for _, r := range []*regexp.Regexp{caretLine, dumpLine, preview, continued} {
		out = r.ReplaceAllString(out, "\n")
	}
	for _, w := range strings.Fields(out) {
		isJSON := l == withJSON && (strings.ContainsAny(w, `{}[]"`) || jsonWord.MatchString(w))
		if !hexDigits.MatchString(w) && !isJSON && w != "·" {
			list = append(list, w)
		}
	}
	return list
}

// On a terminal no line is wider than it, unless it is one word or JSON, and no word is
// broken.
func TestWidths(t *testing.T) {
	for _, c := range widthCases(t) {
		want := words(onTerminal(term.MaxWidth, c.in, c.args...), c.layout)
		for _, width := range []int{60, 80, 100} {
			out := onTerminal(width, c.in, c.args...)
			got := words(out, c.layout)
			where := fmt.Sprintf("%v at %d columns", c.args, width)
			checkLines(t, where, out, width, c.layout)
			switch {
			case (c.layout == wrapped || c.layout == withJSON) && !slices.Equal(got, want):
				t.Errorf("%s: the words differ: %s", where, firstDifference(got, want))
			case c.layout == cut:
				checkCut(t, where, got, want)
			}
		}
	}
}

func checkLines(t *testing.T, where, out string, width int, l layout) {
	t.Helper()
	for line := range strings.Lines(out) {
		line = strings.TrimRight(line, "\n")
		body := strings.TrimLeft(line, " ")
		isJSON := strings.HasPrefix(body, `"`) || strings.HasPrefix(body, "{") || strings.HasPrefix(body, "[")
		if n := term.Width(line); n > width && strings.Contains(body, " ") && !(isJSON && l != cut) {
			t.Errorf("%s: a line of %d columns: %q", where, n, line)
		}
	}
}

// checkCut checks that words are whole, or end with an ellipsis.
func checkCut(t *testing.T, where string, got, want []string) {
	t.Helper()
	known := map[string]bool{}
	for _, w := range want {
		known[w] = true
	}
	for _, w := range got {
		if !known[w] && !strings.Contains(w, "…") && !narrow.MatchString(w) {
			t.Errorf("%s: part of a word: %q", where, w)
		}
	}
}

func firstDifference(got, want []string) string {
	i := 0
	for i < len(got) && i < len(want) && got[i] == want[i] {
		i++
	}
	from := max(i-3, 0)
	return fmt.Sprintf("got %q, want %q", got[from:min(i+3, len(got))], want[from:min(i+3, len(want))])
}
