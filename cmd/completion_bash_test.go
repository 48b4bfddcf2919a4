package cmd_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The script for bash works without the package bash-completion, and prints no error.
func TestBashCompletion(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("bash is not installed")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.Symlink(self, filepath.Join(dir, "divtool")); err != nil {
		t.Skip(err)
	}
	_, script, _ := runMain([]string{"completion", "bash"}, nil)
	for name, text := range map[string]string{"complete.bash": string(script), "frame.hex": ""} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct {
		line  string
		words []string // as bash splits the line
		want  string   // one of the completions
	}{
		{"divtool dec", []string{"divtool", "dec"}, "decode"},
		{"divtool decode --view ", []string{"divtool", "decode", "--view", ""}, "tree"},
		{"divtool decode --view=tr", []string{"divtool", "decode", "--view", "=", "tr"}, "tree"},
		{"divtool decode -t laser.kv-se", []string{"divtool", "decode", "-t", "laser.kv-se"}, "laser.kv-set"},
	} {
		// compopt works only while bash completes.
		c := exec.Command(bash, "--norc", "--noprofile", "-c", `source ./complete.bash
compopt() { :; }
COMP_LINE=$1 COMP_POINT=${#1}
shift
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
__start_divtool
printf '%s\n' "${COMPREPLY[@]}"
cur=fr
COMPREPLY=()
__divtool_filedir
printf '%s\n' "${COMPREPLY[@]}"`, "bash", tt.line)
		c.Args = append(c.Args, tt.words...)
		c.Dir = dir
		c.Env = []string{"PATH=" + dir + string(os.PathListSeparator) + os.Getenv("PATH"), "COLUMNS=80"}
		var stderr strings.Builder
		c.Stderr = &stderr
		out, err := c.Output()
		if err != nil || stderr.Len() > 0 {
			t.Errorf("%q: %v, %s", tt.line, err, stderr.String())
		}
		words := strings.Fields(string(out))
		if !slices.Contains(words, tt.want) || !slices.Contains(words, "frame.hex") {
			t.Errorf("%q: got %q, want %q", tt.line, words, tt.want)
		}
	}
}
