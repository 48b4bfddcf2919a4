//go:build unix

package cmd

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// runPiped runs a command whose streams are pipes.
func runPiped(t *testing.T, args ...string) (in *io.PipeWriter, out *bufio.Reader, status chan int) {
	t.Helper()
	inRead, inWrite := io.Pipe()
	outRead, outWrite := io.Pipe()
	status = make(chan int, 1)
	go func() {
		status <- Main(args, Streams{In: inRead, Out: outWrite, Err: io.Discard, Env: func(string) string { return "" }})
		outWrite.Close()
	}()
	return inWrite, bufio.NewReader(outRead), status
}

// line reads a line, or fails when none comes.
func line(t *testing.T, out *bufio.Reader) string {
	t.Helper()
	text := make(chan string, 1)
	go func() {
		s, _ := out.ReadString('\n')
		text <- s
	}()
	select {
	case s := <-text:
		return s
	case <-time.After(time.Minute):
		t.Fatal("nothing is printed")
		return ""
	}
}

// A message is shown before the next one is there.
func TestFollowDoesNotWait(t *testing.T) {
	for _, args := range [][]string{{"follow"}, {"decode", "--conversation", "-c"}} {
		in, out, status := runPiped(t, args...)
		if args[0] == "follow" {
			args = nil
		}
		for n := 1; n < 4; n++ {
			fmt.Fprintln(in, "> 06 00000001 00000000")
			if n == 1 && args == nil {
				line(t, out) // the names of the columns
			}
			if got := line(t, out); !strings.Contains(got, "1") {
				t.Errorf("message %d: %q", n, got)
			}
			if n == 1 && args == nil {
				line(t, out) // the scope is not known
				line(t, out)
			}
		}
		in.Close()
		go io.Copy(io.Discard, out)
		if got := <-status; got != 0 {
			t.Errorf("status %d", got)
		}
	}
}

// With --follow the end of a file is not the end; Ctrl-C is, and prints the
// summary.
func TestFollowGrowingFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "log.txt")
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	fmt.Fprintln(f, "> 00 00000000 00000000 00")
	_, out, status := runPiped(t, "follow", "-f", name)
	line(t, out)
	line(t, out)
	fmt.Fprint(f, "> 01 00000001 000000")
	time.Sleep(2 * tailInterval)
	fmt.Fprintln(f, "00 0f")
	if got := line(t, out); !strings.Contains(got, "version") {
		t.Errorf("the second message is shown as %q", got)
	}
	if err := syscall.Kill(syscall.Getpid(), syscall.SIGINT); err != nil {
		t.Skip(err)
	}
	var rest strings.Builder
	io.Copy(&rest, out)
	if got := <-status; got != 0 || !strings.Contains(rest.String(), "2 messages") || !strings.Contains(rest.String(), "unanswered: 2 version (scope 1)") {
		t.Errorf("status %d, and at the end\n%s", got, rest.String())
	}
}

func TestHumanTime(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "0 ms", 999: "999 ns", 1500: "1.5 µs", 92 * time.Millisecond: "92 ms", 999499 * time.Microsecond: "999 ms", 999500 * time.Microsecond: "1 s", 999500: "1 ms",
		1234 * time.Millisecond: "1.23 s", 90 * time.Second: "90 s", 150 * time.Second: "2.5 min", 1234 * time.Second: "21 min", -1234 * time.Second: "-21 min", 99 * time.Minute: "99 min", 100 * time.Minute: "1.67 h", 3 * time.Hour: "3 h",
		-time.Second: "-1 s", -1234 * time.Millisecond: "-1.23 s", -12345 * time.Microsecond: "-12 ms", 12345 * time.Microsecond: "12.3 ms",
	} {
		if got := formatDuration(d); got != want {
			t.Errorf("%d ns is %s, want %s", d, got, want)
		}
	}
}

func TestHumanBytes(t *testing.T) {
	for n, want := range map[int]string{0: "0", 999: "999", 1204: "1,204", 20001: "20,001", 999999: "999,999", 1234567: "1.2 MB", 67_108_864: "67.1 MB", 99_950_000: "100 MB", 999_499_999: "999 MB", 999_500_000: "1.0 GB", 5 << 30: "5.4 GB"} {
		if got := formatBytes(n); got != want {
			t.Errorf("%d bytes are %s, want %s", n, got, want)
		}
	}
}

func TestWrap(t *testing.T) {
	if got := strings.Join(wrapText("a bb ccc dddd eeeee ffffff", 20), "|"); got != "a bb ccc dddd eeeee|ffffff" {
		t.Error(got)
	}
	if got := truncate("abcdef", 4); got != "abc…" {
		t.Error(got)
	}
}

func TestGrouped(t *testing.T) {
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", 123456: "123,456", 1234567: "1,234,567"} {
		if got := groupDigits(n); got != want {
			t.Errorf("%d: %s", n, got)
		}
	}
}
