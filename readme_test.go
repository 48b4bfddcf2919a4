package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// consoleCommand is a command line of README.md and its documented output.
type consoleCommand struct{ line, output string }

// consoleCommands returns the command lines in the console blocks of a text.
func consoleCommands(text string) []consoleCommand {
	var list []consoleCommand
	inside := false
	for line := range strings.Lines(text) {
		switch {
		case strings.HasPrefix(line, "```"):
			inside = strings.HasPrefix(line, "```console")
		case !inside:
		case strings.HasPrefix(line, "$ "):
			list = append(list, consoleCommand{line: strings.TrimSpace(line[2:])})
		case len(list) > 0:
			list[len(list)-1].output += line
		}
	}
	return list
}

// Every command line in README.md prints the documented output.
func TestReadme(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("no sh to run the command lines with")
	}
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	bin := t.TempDir()
	if out, err := exec.Command("go", "build", "-o", filepath.Join(bin, "divtool"), ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	commands := consoleCommands(string(text))
	if len(commands) < 10 {
		t.Fatalf("only %d command lines found", len(commands))
	}
	for _, c := range commands {
		for _, tool := range []string{"jq", "sha256sum"} {
			if _, err := exec.LookPath(tool); err != nil && strings.Contains(c.line, "| "+tool) {
				t.Logf("not run, there is no %s: %s", tool, c.line)
				c.line = ""
			}
		}
		if c.line == "" {
			continue
		}
		run := exec.Command("sh", "-c", c.line)
		run.Env = append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"), "NO_COLOR=1")
		var out bytes.Buffer
		run.Stdout, run.Stderr = &out, &out
		_ = run.Run() // some commands fail on purpose; the output is checked instead
		if strings.TrimSuffix(out.String(), "\n") != strings.TrimSuffix(c.output, "\n") {
			t.Errorf("$ %s\nprints\n%s\nREADME.md says\n%s", c.line, out.String(), c.output)
		}
	}
}
