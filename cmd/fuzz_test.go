package cmd_test

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/divtool/divtool/cmd"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/frames/all"
)

// readCommands lists commands that read any input.
var readCommands = [][]string{
	{"decode"},
	{"decode", "-c", "--spans"},
	{"decode", "-c", "--verify", "--strict", "--errors", "json"},
	{"decode", "--in", "bin", "--view", "tree"},
	{"decode", "--in", "bin", "--view", "hex"},
	{"decode", "--in", "bin", "--view", "html"},
	{"decode", "--in", "bin", "--lint", "-c"},
	{"decode", "--lines", "-c"},
	{"decode", "--lines", "--max-frame", "8", "--errors", "json"},
	{"decode", "--framing", "len32le", "-c"},
	{"decode", "--framing", "len32be", "--in", "hex"},
	{"decode", "--framing", "subc", "--skip-handshake", "server", "-c"},
	{"encode", "--out", "hex"},
	{"encode", "--out", "hexdump", "-t", "diverge.agents.request", "--name", "fuse_write", "--set", "/offset=1"},
	{"encode", "--out", "base64", "--errors", "json"},
	{"template-id", "--json"},
	{"template-id", "--explain"},
	{"lint"},
	{"lint", "--format", "json"},
	{"lint", "--format", "sarif"},
	{"lint", "--format", "github"},
	{"lint", "--format", "junit"},
}

// runMain runs a command on an input.
func runMain(args []string, input []byte) (status int, out, errors []byte) {
	var stdout, stderr bytes.Buffer
	status = cmd.Main(args, cmd.Streams{In: bytes.NewReader(input), Out: &stdout, Err: &stderr, Env: func(string) string { return "" }})
	return status, stdout.Bytes(), stderr.Bytes()
}

// unsafeOffset returns the offset of the first character that must not reach a terminal;
// -1 for none. Line breaks and tabs are printed by the commands themselves.
func unsafeOffset(output []byte) int {
	for at := 0; at < len(output); {
		r, size := utf8.DecodeRune(output[at:])
		if r == utf8.RuneError && size == 1 || r != '\n' && r != '\t' && text.IsHostile(r) {
			return at
		}
		at += size
	}
	return -1
}

// checkOutput checks what every command promises about its output.
func checkOutput(t *testing.T, args []string, input []byte, status int, out, errors []byte) {
	t.Helper()
	for _, text := range [][]byte{out, errors} {
		if at := unsafeOffset(text); at >= 0 {
			t.Fatalf("%v of %q: %q reaches the terminal", args, input, text[max(at-20, 0):min(at+20, len(text))])
		}
	}
	if status < 0 || status > 2 {
		t.Fatalf("%v of %q: status %d", args, input, status)
	}
	// Findings are printed to standard output.
	if status != 0 && len(errors) == 0 && (args[0] != "lint" && args[0] != "explain" || len(out) == 0) {
		t.Fatalf("%v of %q: status %d without a word", args, input, status)
	}
	if slices.Contains(args, "-c") {
		for line := range bytes.Lines(out) {
			if !json.Valid(line) {
				t.Fatalf("%v of %q: %q is not JSON", args, input, line)
			}
		}
	}
	if i := slices.Index(args, "--errors"); i >= 0 {
		for line := range bytes.Lines(errors) {
			if !json.Valid(line) {
				t.Fatalf("%v of %q: the error %q is not JSON", args, input, line)
			}
		}
	}
}

// Every command handles every input: with a status, a message for it, JSON where JSON is
// promised, and escaped text.
func FuzzCommands(f *testing.F) {
	for _, t := range all.Types() {
		for k, m := range t.Messages() {
			frame, err := hex.DecodeString(strings.ReplaceAll(m.Example, " ", ""))
			if err != nil {
				f.Fatal(err)
			}
			f.Add(byte(k), frame)
		}
	}
	for i := range readCommands {
		f.Add(byte(i), []byte("0b00026d310003612f62000000000000100000000200\n"))
		f.Add(byte(i), []byte(`{"type":"diverge.agents.request","name":"write","payload":{"write_id":7}}`))
		f.Add(byte(i), []byte(`{"image":{"digest":"sha256:ab"},"memory":1e999,"secrets":["\u202e",""],"x":1}`))
		f.Add(byte(i), []byte("[{\"inputSchema\":{}},[\x1b]7"))
	}
	f.Fuzz(func(t *testing.T, which byte, input []byte) {
		args := readCommands[int(which)%len(readCommands)]
		status, out, errors := runMain(args, input)
		checkOutput(t, args, input, status, out, errors)
	})
}

// runTerminal runs a command whose outputs are terminals.
func runTerminal(args []string, input string, env map[string]string) (out, errors string) {
	var stdout, stderr strings.Builder
	cmd.Main(args, cmd.Streams{
		In: strings.NewReader(input), Out: &stdout, Err: &stderr, OutTerminal: true, ErrTerminal: true,
		Env: func(name string) string { return env[name] },
	})
	return stdout.String(), stderr.String()
}
