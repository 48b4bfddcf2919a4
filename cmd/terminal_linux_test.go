package cmd_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"github.com/divtool/divtool/internal/term"
)

// openTerminal opens a pseudo-terminal: what a program writes to terminal is read from
// controller.
func openTerminal(t *testing.T) (controller, terminal *os.File) {
	t.Helper()
	controller, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skipf("no terminal is to be had: %v", err)
	}
	var number, unlocked uint32
	for _, c := range []struct {
		request uintptr
		value   *uint32
	}{{syscall.TIOCGPTN, &number}, {syscall.TIOCSPTLCK, &unlocked}} {
		if _, _, errno := syscall.Syscall(syscall.SYS_IOCTL, controller.Fd(), c.request, uintptr(unsafe.Pointer(c.value))); errno != 0 {
			t.Skipf("no terminal is to be had: %v", errno)
		}
	}
	terminal, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("no terminal is to be had: %v", err)
	}
	t.Cleanup(func() { controller.Close() })
	return controller, terminal
}

// inTerminal runs the program with all its streams on a terminal without input, and
// returns its output and its status.
func inTerminal(t *testing.T, env []string, args ...string) (string, int) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	controller, terminal := openTerminal(t)
	c := exec.Command(self, args...)
	c.Args[0] = "divtool"
	c.Stdin, c.Stdout, c.Stderr = terminal, terminal, terminal
	c.Env = append([]string{"PATH=" + os.Getenv("PATH"), "HOME=" + t.TempDir()}, env...)
	c.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	terminal.Close()
	late := time.AfterFunc(30*time.Second, func() { c.Process.Kill() })
	var seen bytes.Buffer
	_, err = io.Copy(&seen, controller)
	if err != nil && !errors.Is(err, syscall.EIO) { // that is its end
		t.Fatal(err)
	}
	err = c.Wait()
	if !late.Stop() {
		t.Errorf("%v waits for something", args)
	}
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return seen.String(), c.ProcessState.ExitCode()
}

// On a real terminal the program sends no query, does not wait, and prints colours only
// where they are wanted.
func TestTerminal(t *testing.T) {
	examples, err := filepath.Abs(filepath.Join("..", "examples"))
	if err != nil {
		t.Fatal(err)
	}
	frame, cut := filepath.Join(examples, "fuse_read.hex"), filepath.Join(examples, "cut.hex")
	for _, tt := range []struct {
		args   []string
		status int
		plain  bool // it has no colours anywhere
	}{
		{args: []string{"decode", frame}},
		{args: []string{"decode", "-c", frame}},
		{args: []string{"decode", "--view", "tree", frame}},
		{args: []string{"decode", "--view", "hex", frame}},
		{args: []string{"decode", cut}, status: 1},
		{args: []string{"lint", filepath.Join(examples, "refused.json")}, status: 1},
		{args: []string{"encode", filepath.Join(examples, "fuse_setattr.json")}, plain: true},
		{args: []string{"template-id", filepath.Join(examples, "template.json")}, plain: true},
		{args: []string{"version"}, plain: true},
		{args: []string{"--help"}, plain: true},
		// Nothing to read, and a terminal on standard input: usage, and no wait.
		{args: []string{"decode"}, status: 2, plain: true},
		{args: []string{"encode"}, status: 2, plain: true},
		{args: []string{"template-id"}, status: 2, plain: true},
		{args: []string{"canon"}, status: 2, plain: true},
	} {
		for _, env := range [][]string{{"TERM=xterm-256color"}, {"TERM=xterm", "NO_COLOR=1"}, {"TERM=dumb"}, {}} {
			out, status := inTerminal(t, env, tt.args...)
			if status != tt.status {
				t.Errorf("%v with %v: status %d, not %d: %s", tt.args, env, status, tt.status, out)
			}
			coloured := escapeCode.MatchString(out)
			if rest := escapeCode.ReplaceAllString(out, ""); strings.Contains(rest, "\x1b") {
				t.Errorf("%v with %v asks or moves the terminal: %q", tt.args, env, rest)
			}
			wanted := len(env) == 1 && env[0] == "TERM=xterm-256color" && !tt.plain
			if coloured && !wanted && (len(env) > 0 || tt.plain) {
				t.Errorf("%v with %v prints colours: %q", tt.args, env, out)
			}
			if wanted && !coloured {
				t.Errorf("%v with %v prints no colours: %q", tt.args, env, out)
			}
		}
	}
}

// Views are fitted to COLUMNS, else to the terminal, else to 80 columns.
func TestTerminalWidth(t *testing.T) {
	example := filepath.Join("..", "examples", "conversation.txt")
	frame := filepath.Join("..", "examples", "registration.hex")
	for _, tt := range []struct {
		env  []string
		want int
	}{{nil, 80}, {[]string{"COLUMNS=55"}, 55}} {
		for _, args := range [][]string{{"follow", example}, {"decode", "--view", "tree", frame}, {"decode", "--view", "hex", frame}} {
			out, _ := inTerminal(t, append(tt.env, "TERM=dumb"), args...)
			widest := 0
			for line := range strings.Lines(out) {
				widest = max(widest, term.Width(strings.TrimRight(line, "\r\n")))
			}
			if widest > tt.want || widest < tt.want-12 {
				t.Errorf("%v with %v is %d columns wide, not %d", args, tt.env, widest, tt.want)
			}
		}
	}
}

// Exact bytes go to a terminal only when they are plain text.
func TestExactBytesToTerminal(t *testing.T) {
	dir := t.TempDir()
	for _, tt := range []struct {
		bytes, out string
		status     int
	}{
		{`{"text":"hello"}`, "hello", 0},
		{`{"text":"bell\u0007"}`, "divtool: `--out bin` writes bytes", 2},
		{`"ff"`, "divtool: `--out bin` writes bytes", 2},
	} {
		file := filepath.Join(dir, "payload.json")
		if err := os.WriteFile(file, []byte(`{"bytes":`+tt.bytes+`}`), 0o600); err != nil {
			t.Fatal(err)
		}
		out, status := inTerminal(t, []string{"TERM=dumb"}, "encode", "-t", "diverge.agents.response", "--answers", "oci_blob", "--out", "bin", file)
		if !strings.HasPrefix(out, tt.out) || status != tt.status || tt.status == 0 && out != tt.out {
			t.Errorf("%s: %q, status %d", tt.bytes, out, status)
		}
	}
}
