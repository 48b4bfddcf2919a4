package cmd_test

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/divtool/divtool/cmd"
	"github.com/divtool/divtool/internal/term"
)

var update = flag.Bool("update", false, "write what the commands print into the transcripts")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"divtool": func() { os.Exit(cmd.Main(os.Args[1:], cmd.System())) },
	})
}

// TestScripts runs the transcripts: each has commands, their output and their exit
// status.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join("testdata", "script"),
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(e *testscript.Env) error {
			return os.CopyFS(filepath.Join(e.WorkDir, "examples"), os.DirFS(filepath.Join("..", "examples")))
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"status":  statusCommand,
			"unhex":   unhexCommand,
			"write":   writeCommand,
			"repeat":  repeatCommand,
			"is":      isCommand,
			"line":    lineCommand,
			"ishex":   isHexCommand,
			"objects": objectsCommand,

			"waitdraft": waitTempFileCommand,
		},
	})
}

// statusCommand runs a command and checks its exit status:
//
//	status N COMMAND ARG…
func statusCommand(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status N COMMAND ARG…")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	var exit *exec.ExitError
	switch err := ts.Exec(args[1], args[2:]...); {
	case errors.As(err, &exit):
		got = exit.ExitCode()
	default:
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("status %d, want %d", got, want)
	}
}

// unhexCommand writes a file of bytes, given as hex:
//
//	unhex FILE HEX…
func unhexCommand(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 1 {
		ts.Fatalf("usage: unhex FILE HEX…")
	}
	b, err := hex.DecodeString(strings.Join(args[1:], ""))
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), b, 0o666))
}

// writeCommand writes a file of exactly this text, without a newline:
//
//	write FILE TEXT
func writeCommand(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: write FILE TEXT")
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(args[1]), 0o666))
}

// repeatCommand writes a file with each text N times:
//
//	repeat FILE N TEXT…
func repeatCommand(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args)%2 == 0 {
		ts.Fatalf("usage: repeat FILE N TEXT…")
	}
	var b strings.Builder
	for pair := range slices.Chunk(args[1:], 2) {
		n, err := strconv.Atoi(pair[0])
		ts.Check(err)
		b.WriteString(strings.Repeat(pair[1], n))
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(b.String()), 0o666))
}

// isCommand checks that a file, or stdout or stderr, is exactly this text:
//
//	is FILE TEXT
func isCommand(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 2 {
		ts.Fatalf("usage: is FILE TEXT")
	}
	if got := ts.ReadFile(args[0]); (got == args[1]) == neg {
		ts.Fatalf("%s is %q", args[0], got)
	}
}

// lineCommand checks that a file, or stdout or stderr, is exactly this line:
//
//	line FILE TEXT
func lineCommand(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 2 {
		ts.Fatalf("usage: line FILE TEXT")
	}
	isCommand(ts, neg, []string{args[0], args[1] + "\n"})
}

// isHexCommand checks that a file, or stdout or stderr, consists of exactly these
// bytes:
//
//	ishex FILE HEX…
func isHexCommand(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) < 1 {
		ts.Fatalf("usage: ishex FILE HEX…")
	}
	want, err := hex.DecodeString(strings.Join(args[1:], ""))
	ts.Check(err)
	if got := ts.ReadFile(args[0]); (got == string(want)) == neg {
		ts.Fatalf("%s is %x", args[0], got)
	}
}

// objectsCommand checks that a file, or stdout or stderr, consists of N JSON
// objects, one per line:
//
//	objects FILE N
func objectsCommand(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: objects FILE N")
	}
	want, err := strconv.Atoi(args[1])
	ts.Check(err)
	got := 0
	for line := range strings.Lines(ts.ReadFile(args[0])) {
		var object map[string]any
		if err := json.Unmarshal([]byte(line), &object); err != nil || !strings.HasSuffix(line, "\n") {
			ts.Fatalf("%s: %q is not a JSON object: %v", args[0], line, err)
		}
		got++
	}
	if got != want {
		ts.Fatalf("%s holds %d objects, want %d", args[0], got, want)
	}
}

// waitTempFileCommand waits for the temporary file of a JSON file in a directory:
//
//	waitdraft DIR
func waitTempFileCommand(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: waitdraft DIR")
	}
	for range 500 {
		found, err := filepath.Glob(filepath.Join(ts.MkAbs(args[0]), ".*.json.*"))
		ts.Check(err)
		if len(found) > 0 {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	ts.Fatalf("no draft appears in %s", args[0])
}

// TestHelpWidth checks that help fits a terminal of 80 columns.
func TestHelpWidth(t *testing.T) {
	for _, name := range append([]string{""}, commandNames(t)...) {
		for line := range strings.Lines(help(t, strings.Fields(name)...)) {
			if n := term.Width(strings.TrimSuffix(line, "\n")); n > 80 {
				t.Errorf("divtool %s --help: %d columns: %s", name, n, line)
			}
		}
	}
}

// TestHelpExamples runs every command line that the help of a command shows, in order,
// in an empty directory: they must not need a checkout.
func TestHelpExamples(t *testing.T) {
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("sh is not installed")
	}
	for _, name := range append([]string{""}, commandNames(t)...) {
		t.Run("divtool "+name, func(t *testing.T) {
			lines := commandLines(section(help(t, strings.Fields(name)...), "Examples:"))
			if len(lines) < 2 {
				t.Errorf("%d examples, want at least 2", len(lines))
			}
			dir := t.TempDir()
			for _, line := range lines {
				c := exec.Command(shell, "-e", "-c", line)
				c.Dir = dir
				var stdout, stderr bytes.Buffer
				c.Stdout, c.Stderr = &stdout, &stderr
				if err := c.Run(); err != nil {
					t.Errorf("%s: %v\n%s", line, err, stderr.Bytes())
				}
				// A pipe hides the status of all but its last command, but not their
				// errors: lines that end with a name in brackets, but for those about
				// what was fixed.
				for complaint := range strings.Lines(stderr.String()) {
					if strings.HasSuffix(complaint, "]\n") && !strings.Contains(complaint, " fixed: ") {
						t.Errorf("%s: prints %s", line, complaint)
					}
				}
				if stdout.Len() == 0 {
					t.Errorf("%s: prints nothing", line)
				}
			}
		})
	}
}

// help returns what a command prints for --help.
func help(t *testing.T, args ...string) string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	status := cmd.Main(append(slices.Clone(args), "--help"), cmd.Streams{
		In: strings.NewReader(""), Out: &stdout, Err: &stderr,
		Env: func(string) string { return "" },
	})
	if status != 0 || stderr.Len() > 0 {
		t.Fatalf("%v --help: status %d, %s", args, status, stderr.Bytes())
	}
	return stdout.String()
}

// section returns the lines below a heading of a help text.
func section(help, heading string) []string {
	_, rest, _ := strings.Cut(help, "\n"+heading+"\n")
	body, _, _ := strings.Cut(rest, "\n\n")
	var lines []string
	for line := range strings.Lines(body) {
		if line = strings.TrimSuffix(line, "\n"); line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}

// commandLines joins each command with its further lines, which are indented more.
func commandLines(lines []string) (commands []string) {
	for _, line := range lines {
		if command, ok := strings.CutPrefix(line, "  "); ok && !strings.HasPrefix(command, " ") {
			commands = append(commands, command)
		} else {
			commands[len(commands)-1] += "\n" + line
		}
	}
	return commands
}

// commandNames returns the commands that completion offers.
func commandNames(t *testing.T) []string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	cmd.Main([]string{"__complete", ""}, cmd.Streams{
		In: strings.NewReader(""), Out: &stdout, Err: &stderr,
		Env: func(string) string { return "" },
	})
	var names []string
	for line := range strings.Lines(stdout.String()) {
		if name, _, ok := strings.Cut(line, "\t"); ok {
			names = append(names, name)
		}
	}
	if len(names) < 10 {
		t.Fatalf("completion offers only %v", names)
	}
	return names
}
