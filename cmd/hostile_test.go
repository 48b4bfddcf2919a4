package cmd_test

import (
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// hostile lists characters that move the cursor, reorder or hide text, or that are for
// private use. The last kind may be shown.
var hostile = []struct {
	name string
	text string
}{
	{"C0: escape", "\x1b[2J"},
	{"C0: bell", "\a"},
	{"C0: carriage return", "\r"},
	{"C0: backspace", "\b\b"},
	{"DEL", "\x7f"},
	{"C1: control sequence", "\u009b31m"},
	{"C1: next line", "\u0085"},
	{"bidirectional: Arabic letter mark", "\u061c"},
	{"bidirectional: override", "\u202e"},
	{"bidirectional: isolate", "\u2066"},
	{"zero width: space", "\u200b"},
	{"zero width: joiner", "\u200d"},
	{"line separator", "\u2028"},
	{"word joiner", "\u2060"},
	{"byte order mark", "\ufeff"},
	{"tag", "\U000e0041"},
	{"private use", "\ue000"},
	{"not UTF-8", "\xff"},
	{"half a character", "\xe2\x80"},
}

// fuseRead returns a frame of fuse_read with a text as its id and its path.
func fuseRead(text string) []byte {
	frame := []byte{11}
	for range 2 {
		frame = binary.BigEndian.AppendUint16(frame, uint16(len(text)))
		frame = append(frame, text...)
	}
	return append(frame, make([]byte, 12)...)
}

// hostileInputs returns inputs with a text in every place that is shown.
func hostileInputs(text string) [][]byte {
	quoted, err := json.Marshal(text)
	if err != nil {
		panic(err)
	}
	q := string(quoted)
	raw := `"` + text + `"`
	return [][]byte{
		fuseRead(text),
		[]byte(hex.EncodeToString(fuseRead(text)) + "\n" + text + "\n"),
		[]byte("\x08{\"name\":" + raw + ",\"arguments\":{" + raw + ":1}}"),
		[]byte("\x00{" + q + ":1,\"digest\":" + q + "}"),
		[]byte(text),
		[]byte(`{"type":` + q + `}`),
		[]byte(`{"type":"diverge.agents.request","name":` + q + `,"payload":{` + q + `:` + q + `}}`),
		[]byte(`{"image":{"digest":` + q + `},"memory":` + q + `,` + q + `:1,"secrets":[` + q + `,` + q + `],"mode":` + raw + `}`),
		[]byte(`{"scope_epoch":1,"kind":` + q + `,` + raw + `:2}`),
		[]byte(`{"name":` + q + `,"inputSchema":{` + q + `:` + raw + `},"annotations":{` + q + `:1}}`),
		[]byte(`[{"agents":{"actions":[` + q + `]}},{` + q + `:{}}]`),
	}
}

// Hostile text in an input is escaped in every view, message and report.
func TestHostileText(t *testing.T) {
	for _, h := range hostile {
		for _, input := range hostileInputs(h.text) {
			for _, args := range readCommands {
				status, out, errors := runMain(args, input)
				if t.Run(h.name, func(t *testing.T) { checkOutput(t, args, input, status, out, errors) }); t.Failed() {
					return
				}
			}
		}
	}
}

// The names of files, the values of flags and arguments are escaped as well.
func TestHostileNames(t *testing.T) {
	dir := t.TempDir()
	for _, h := range hostile {
		name := filepath.Join(dir, "a"+h.text+"b.json")
		if err := os.WriteFile(name, []byte(`{"image":1`), 0o644); err != nil {
			t.Logf("%s: no such name here: %v", h.name, err)
			name = h.text
		}
		for _, args := range [][]string{
			{"decode", name},
			{"decode", "--in", "bin", "-c", name, name},
			{"decode", "--errors", "json", name},
			{"decode", "-t", "diverge.agents.request", "--view", "tree", name},
			{"encode", name},
			{"template-id", name},
			{"template-id", "--check", name},
			{"canon", name},
			{"lint", "--kind", "template", name},
			{"lint", "--kind", "template", "--format", "json", name},
			{"lint", "--kind", "template", "--format", "sarif", name},
			{"lint", "--kind", "template", "--format", "github", name},
			{"lint", "--kind", "template", "--format", "junit", name},
			{"diff", name, name},
			{"explain", name},
			{"decode", filepath.Join(dir, "missing"+h.text)},
			{"decode", "--stdin-name", h.text},
			{"decode", "-t", h.text},
			{"decode", "--in", h.text},
			{"decode", "--text", h.text},
			{"decode", "--" + h.text},
			{"decode", "--max-frame", h.text},
			{"encode", "--set", h.text},
			{"encode", "--name", h.text},
			{"lint", "--disable", h.text, name},
			{"lint", "--owner", h.text, name},
			{"explain", h.text},
			{"schema", h.text},
			{"types", h.text},
			{h.text},
		} {
			status, out, errors := runMain(args, []byte("ff"))
			checkOutput(t, args, []byte(h.name), status, out, errors)
		}
	}
}

// A terminal gets colours unless the environment forbids them or it is dumb. It is never
// queried: the only escape codes are those of colours.
func TestNoEscapeCodes(t *testing.T) {
	coloured := 0
	for _, env := range []map[string]string{{"TERM": "xterm"}, {"NO_COLOR": "1", "CLICOLOR_FORCE": "1"}, {"TERM": "dumb"}} {
		for _, args := range readCommands {
			for _, input := range []string{"0b00026d310003612f62000000000000100000000200", "ff", `{"image":1}`} {
				out, errors := runTerminal(args, input, env)
				codes := escapeCode.FindAllString(out+errors, -1)
				if plain := escapeCode.ReplaceAllString(out+errors, ""); strings.Contains(plain, "\x1b") {
					t.Errorf("%v with %v prints escape codes that are not colours: %q", args, env, plain)
				}
				if len(codes) > 0 && env["TERM"] != "xterm" {
					t.Errorf("%v with %v prints escape codes: %q", args, env, codes)
				}
				coloured += len(codes)
			}
		}
	}
	if coloured == 0 {
		t.Error("nothing is coloured on a terminal")
	}
}

// escapeCode matches the escape code of a colour.
var escapeCode = regexp.MustCompile(`\x1b\[[0-9;]*m`)
