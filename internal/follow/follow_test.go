package follow

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/divtool/divtool/internal/decode"
	"github.com/divtool/divtool/internal/report"
	"github.com/divtool/divtool/internal/source"
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/all"
)

func newMode() *decode.Mode {
	return &decode.Mode{
		Types:        all.Types(),
		Options:      frames.Options{MaxFrame: frames.DefaultMaxFrame, MaxDepth: frames.DefaultMaxDepth},
		Conversation: &decode.Conversation{Scope: -1, Channel: -1, MaxOpen: 100},
	}
}

func newFollower(o Options, out, notes io.Writer) *Follower {
	return New(newMode(), o, bufio.NewWriter(out), &report.Reporter{Out: notes})
}

func options(width int) Options {
	return Options{Width: func() int { return width }, Stop: make(chan os.Signal)}
}

// follow returns the table of a text, and what is reported.
func follow(t *testing.T, m *decode.Mode, o Options, text string) (table string, errors string, r *report.Reporter) {
	t.Helper()
	var out, err bytes.Buffer
	r = &report.Reporter{Out: &err}
	w := bufio.NewWriter(&out)
	if e := New(m, o, w, r).Input("log.txt", strings.NewReader(text)); e != nil {
		t.Fatal(e)
	}
	w.Flush()
	return out.String(), err.String(), r
}

const log = `> 00 00000000 00000000 00
> 01 00000001 000000000f
zz
`

func TestTable(t *testing.T) {
	table, errors, r := follow(t, newMode(), options(80), log)
	for _, want := range []string{
		"   n  who    scope ch", "   2  client 1     –  request", "version",
		"!! 3  ", "3 messages; client sent 2, ", "open: 1 scope, ", "unanswered: 2 version (scope 1)", "1 message not decoded",
	} {
		if !strings.Contains(table, want) {
			t.Errorf("no %q in\n%s", want, table)
		}
	}
	if errors != "" {
		t.Errorf("what the table shows is reported, too: %s", errors)
	}
	if r.Outcome() != report.Invalid {
		t.Errorf("the outcome is %d", r.Outcome())
	}
	for line := range strings.Lines(table) {
		if n := len([]rune(strings.TrimSuffix(line, "\n"))); n > 80 {
			t.Errorf("a line has %d columns: %s", n, line)
		}
	}
}

// With JSON errors a fault is reported, since nothing reads the table.
func TestFaultsAsJSON(t *testing.T) {
	var out, errors bytes.Buffer
	w := bufio.NewWriter(&out)
	f := New(newMode(), options(80), w, &report.Reporter{Out: &errors, JSON: true})
	if err := f.Input("log.txt", strings.NewReader(log)); err != nil {
		t.Fatal(err)
	}
	if got := errors.String(); strings.Count(got, "\n") != 1 || !strings.Contains(got, `"file":"log.txt"`) || !strings.Contains(got, `"line":3`) {
		t.Errorf("reported:\n%s", got)
	}
}

func TestHeadings(t *testing.T) {
	o := options(80)
	o.ShowHeadings = true
	if table, _, _ := follow(t, newMode(), o, log); !strings.HasPrefix(table, "==> log.txt <==\n") {
		t.Errorf("the heading is missing:\n%s", table)
	}
}

// The filters hide messages, not what they open.
func TestFilter(t *testing.T) {
	m := newMode()
	m.Conversation.Name = "versio"
	table, errors, _ := follow(t, m, options(80), "> 01 00000001 000000000f\n")
	if !strings.Contains(table, "1 message (0 shown)") || !strings.Contains(table, "unanswered: 1 version") {
		t.Errorf("the summary is\n%s", table)
	}
	if !strings.Contains(errors, "did you mean `--name version`?") {
		t.Errorf("the note is %q", errors)
	}
}

func TestUnreadable(t *testing.T) {
	var errors bytes.Buffer
	r := &report.Reporter{Out: &errors}
	f := New(newMode(), options(80), bufio.NewWriter(io.Discard), r)
	if err := f.Run([]source.Source{{Name: filepath.Join(t.TempDir(), "missing")}}); err != nil {
		t.Fatal(err)
	}
	if r.Outcome() != report.Failed || !strings.Contains(errors.String(), "missing") {
		t.Errorf("outcome %d, %q", r.Outcome(), errors.String())
	}
}

// start follows an input in the background. It returns the lines of the table.
func start(src io.Reader, o Options) (lines *bufio.Reader, ended <-chan error) {
	return startWith(newMode(), o, io.Discard, func(f *Follower) error { return f.Input("log.txt", src) })
}

// startFiles follows files in the background. Notes go to notes.
func startFiles(o Options, notes io.Writer, names ...string) (lines *bufio.Reader, ended <-chan error) {
	return startMode(newMode(), o, notes, names...)
}

func startMode(m *decode.Mode, o Options, notes io.Writer, names ...string) (lines *bufio.Reader, ended <-chan error) {
	var list []source.Source
	for _, name := range names {
		list = append(list, source.Source{Name: name})
	}
	return startWith(m, o, notes, func(f *Follower) error { return f.Run(list) })
}

func startWith(m *decode.Mode, o Options, notes io.Writer, run func(f *Follower) error) (lines *bufio.Reader, ended <-chan error) {
	read, write := io.Pipe()
	result := make(chan error, 1)
	go func() {
		out := bufio.NewWriter(write)
		err := run(New(m, o, out, &report.Reporter{Out: notes}))
		out.Flush()
		write.Close()
		result <- err
	}()
	return bufio.NewReader(read), result
}

// readLine returns the next line, and fails when none comes.
func readLine(t *testing.T, out *bufio.Reader) string {
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

// A message is shown before the next one is read.
func TestDoesNotWait(t *testing.T) {
	in, feed := io.Pipe()
	out, ended := start(in, options(80))
	for n := 1; n < 4; n++ {
		fmt.Fprintln(feed, "> 06 00000001 00000000")
		if n == 1 {
			readLine(t, out) // the names of the columns
		}
		if got := readLine(t, out); !strings.Contains(got, "1") {
			t.Errorf("message %d: %q", n, got)
		}
		if n == 1 { // the scope is not known
			readLine(t, out)
			readLine(t, out)
		}
	}
	feed.Close()
	go io.Copy(io.Discard, out)
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// With Wait the end of a file is not the end; a signal is, and the summary is
// shown.
func TestGrowingFile(t *testing.T) {
	f, err := os.Create(filepath.Join(t.TempDir(), "log.txt"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	fmt.Fprintln(f, "> 00 00000000 00000000 00")
	stop := make(chan os.Signal, 1)
	o := options(80)
	o.Wait, o.Stop = true, stop
	out, ended := startFiles(o, io.Discard, f.Name())
	readLine(t, out)
	readLine(t, out)
	fmt.Fprint(f, "> 01 00000001 000000")
	time.Sleep(2 * tailInterval)
	fmt.Fprintln(f, "00 0f")
	if got := readLine(t, out); !strings.Contains(got, "version") {
		t.Errorf("the second message is shown as %q", got)
	}
	stop <- os.Interrupt
	var rest strings.Builder
	io.Copy(&rest, out)
	if err := <-ended; err != nil || !strings.Contains(rest.String(), "2 messages") || !strings.Contains(rest.String(), "unanswered: 2 version (scope 1)") {
		t.Errorf("%v, and at the end\n%s", err, rest.String())
	}
}

// A broken output ends the input.
func TestOutputError(t *testing.T) {
	out := bufio.NewWriterSize(brokenWriter{}, 16)
	f := New(newMode(), options(80), out, &report.Reporter{Out: io.Discard})
	if err := f.Input("log.txt", strings.NewReader(strings.Repeat(log, 100))); err != io.ErrShortWrite {
		t.Errorf("the error is %v", err)
	}
}

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, io.ErrShortWrite }
