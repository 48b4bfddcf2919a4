package cmd_test

import (
	"bufio"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/divtool/divtool/cmd"
)

// Results do not wait while the input pauses: they are printed before more is read.
func TestPauses(t *testing.T) {
	const document = `{"type":"diverge.agents.request","name":"write","payload":{"write_id":7}}` + "\n"
	for _, tt := range []struct {
		args  []string
		piece string
		want  string
	}{
		{[]string{"decode", "--lines", "-c"}, "0400000007\n", `"write_id":7`},
		{[]string{"decode", "--lines", "--each"}, "\n", "null"},
		{[]string{"decode", "--lines", "--each"}, "0400000007\n", `"write_id":7`},
		{[]string{"decode", "--lines", "--each"}, "z\n", `"code":"form"`},
		{[]string{"decode", "--framing", "len32le", "-c"}, "\x05\x00\x00\x00\x04\x00\x00\x00\x07", `"write_id":7`},
		{[]string{"decode", "--lines", "--view", "tree"}, "0400000007\n", `write_id`},
		{[]string{"encode", "--out", "hex"}, document, "0400000007"},
	} {
		in, feed := io.Pipe()
		printed, out := io.Pipe()
		ended := make(chan int, 1)
		go func() {
			status := cmd.Main(tt.args, cmd.Streams{In: in, Out: out, Err: io.Discard, Env: func(string) string { return "" }})
			out.Close()
			ended <- status
		}()
		lines := make(chan string)
		go func() {
			defer close(lines)
			for s := bufio.NewScanner(printed); s.Scan(); {
				lines <- s.Text()
			}
		}()
		for i := range 3 {
			if _, err := io.WriteString(feed, tt.piece); err != nil {
				t.Fatal(err)
			}
			awaitLine(t, tt.args, i, tt.want, lines)
		}
		feed.Close()
		for range lines {
		}
		if status := <-ended; (status != 0) != strings.Contains(tt.want, "code") {
			t.Errorf("%v: status %d", tt.args, status)
		}
	}
}

// awaitLine waits for a line that contains a text.
func awaitLine(t *testing.T, args []string, i int, want string, lines <-chan string) {
	t.Helper()
	late := time.After(time.Minute)
	for {
		select {
		case line, ok := <-lines:
			if !ok {
				t.Fatalf("%v: no more lines; piece %d is not printed", args, i)
			}
			if strings.Contains(line, want) {
				return
			}
		case <-late:
			t.Fatalf("%v: piece %d is not printed while the input pauses", args, i)
		}
	}
}

// A closed output ends the program, even when the input never ends.
func TestClosedPipe(t *testing.T) {
	for _, tt := range []struct {
		args  []string
		piece string
	}{
		{[]string{"decode", "--lines", "-c"}, "0400000007\n"},
		{[]string{"encode", "--out", "hex"}, `{"type":"diverge.agents.request","name":"write","payload":{"write_id":7}}` + "\n"},
	} {
		printed, out := io.Pipe()
		go func() {
			printed.Read(make([]byte, 10))
			printed.Close()
		}()
		var errors strings.Builder
		status := cmd.Main(tt.args, cmd.Streams{In: &endlessReader{piece: tt.piece}, Out: out, Err: &errors, Env: func(string) string { return "" }})
		if status != 0 || errors.Len() > 0 {
			t.Errorf("%v: status %d, %q", tt.args, status, errors.String())
		}
	}
}

// endlessReader repeats a text without end.
type endlessReader struct {
	piece string
	at    int
}

func (e *endlessReader) Read(p []byte) (int, error) {
	n := copy(p, e.piece[e.at:])
	e.at = (e.at + n) % len(e.piece)
	return n, nil
}

// No goroutine outlives a command, however it ends.
func TestGoroutinesEnd(t *testing.T) {
	lines := strings.Repeat("0400000007\n", 20000)
	signal.Stop(watchedSignals()) // what the standard library starts for the first one stays
	before := runtime.NumGoroutine()
	for _, tt := range []struct {
		args []string
		in   io.Reader
		out  io.Writer
	}{
		{[]string{"decode", "--lines", "-c"}, strings.NewReader(lines), io.Discard},
		{[]string{"decode", "--lines", "-c"}, strings.NewReader(lines), brokenWriter{}},
		{[]string{"decode", "--lines", "-c"}, io.MultiReader(strings.NewReader(lines), iotest.ErrReader(io.ErrUnexpectedEOF)), io.Discard},
		{[]string{"decode", "--lines", "-c", "-o", filepath.Join(t.TempDir(), "out.json")}, strings.NewReader(lines), io.Discard},
		{[]string{"template-id"}, strings.NewReader("[" + strings.Repeat("{},", 5000) + "{}]"), io.Discard},
		{[]string{"template-id"}, strings.NewReader("[" + strings.Repeat("{},", 5000) + "{}]"), brokenWriter{}},
		{[]string{"lint", filepath.Join("..", "examples")}, strings.NewReader(""), brokenWriter{}},
	} {
		cmd.Main(tt.args, cmd.Streams{In: tt.in, Out: tt.out, Err: io.Discard, Env: func(string) string { return "" }})
	}
	for range 200 {
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	stacks := make([]byte, 1<<16)
	t.Errorf("%d goroutines before, %d after:\n%s", before, runtime.NumGoroutine(), stacks[:runtime.Stack(stacks, true)])
}

func watchedSignals() chan os.Signal {
	c := make(chan os.Signal, 1)
	signal.Notify(c, os.Interrupt)
	return c
}

// brokenWriter fails at every write.
type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, io.ErrShortWrite }
