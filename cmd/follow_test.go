//go:build unix

package cmd

import (
	"bufio"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// Ctrl-C ends `follow -f`, which prints its summary. The engine has its own tests.
func TestFollowInterrupt(t *testing.T) {
	name := filepath.Join(t.TempDir(), "log.txt")
	if err := os.WriteFile(name, []byte("> 01 00000001 00000000 0f\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	read, write := io.Pipe()
	status := make(chan int, 1)
	go func() {
		status <- Main([]string{"follow", "-f", name}, Streams{In: strings.NewReader(""), Out: write, Err: io.Discard, Env: func(string) string { return "" }})
		write.Close()
	}()
	out := bufio.NewReader(read)
	for _, want := range []string{"scope", "version"} {
		if line, err := out.ReadString('\n'); err != nil || !strings.Contains(line, want) {
			t.Fatalf("%q, %v; want a line with %q", line, err, want)
		}
	}
	if err := syscall.Kill(syscall.Getpid(), syscall.SIGINT); err != nil {
		t.Skip(err)
	}
	late := time.AfterFunc(time.Minute, func() { write.CloseWithError(os.ErrDeadlineExceeded) })
	defer late.Stop()
	rest, err := io.ReadAll(out)
	if got := <-status; err != nil || got != 0 || !strings.Contains(string(rest), "unanswered: 1 version (scope 1)") {
		t.Errorf("status %d, %v, and at the end\n%s", got, err, rest)
	}
}
