package follow

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// tailTest is a file of which a tail reads what there is after each change.
type tailTest struct {
	*testing.T
	name  string
	tail  *tail
	notes []string
}

func newTailTest(t *testing.T, content string) *tailTest {
	l := &tailTest{T: t, name: filepath.Join(t.TempDir(), "log")}
	l.write(content)
	l.tail = &tail{name: l.name, note: func(message string) { l.notes = append(l.notes, message) }}
	t.Cleanup(func() { l.tail.close() })
	l.want(content)
	return l
}

func (l *tailTest) write(content string) {
	l.Helper()
	if err := os.WriteFile(l.name, []byte(content), 0o600); err != nil {
		l.Fatal(err)
	}
}

func (l *tailTest) add(content string) {
	l.Helper()
	f, err := os.OpenFile(l.name, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		l.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteString(content); err != nil {
		l.Fatal(err)
	}
}

func (l *tailTest) rename() {
	l.Helper()
	if err := os.Rename(l.name, l.name+".1"); err != nil {
		l.Skip(err) // an open file cannot be renamed everywhere
	}
}

// want checks what some polls return, where | is a new start, and the notes.
func (l *tailTest) want(text string, notes ...string) {
	l.Helper()
	var got strings.Builder
	buf := make([]byte, 7)
	for range 20 {
		n, err := l.tail.poll(buf)
		got.Write(buf[:n])
		if errors.Is(err, errNewStart) {
			got.WriteByte('|')
		} else if err != nil {
			l.Fatal(err)
		}
	}
	if got.String() != text {
		l.Errorf("read %q, want %q", got.String(), text)
	}
	if diff := cmp.Diff(notes, l.notes); diff != "" {
		l.Errorf("notes: %s", diff)
	}
	l.notes = nil
}

func TestTail(t *testing.T) {
	for _, test := range []struct {
		name string
		run  func(l *tailTest)
	}{
		{"grows", func(l *tailTest) {
			l.add("two\nthr")
			l.want("two\nthr")
			l.add("ee\n")
			l.want("ee\n")
		}},
		{"truncated", func(l *tailTest) {
			l.write("")
			l.want("|", noteTruncated)
			l.add("new\n")
			l.want("new\n")
		}},
		{"shorter", func(l *tailTest) {
			l.write("n\n")
			l.want("|n\n", noteTruncated)
		}},
		{"written again, longer", func(l *tailTest) {
			l.write("another first line\n")
			l.want("|another first line\n", noteRewritten)
		}},
		{"replaced", func(l *tailTest) {
			l.add("late\n")
			l.rename()
			l.write("new\n")
			l.want("late\n|new\n", noteReplaced)
			l.rename()
			l.write("")
			l.want("|", noteReplaced)
			l.add("newer\n")
			l.want("newer\n")
		}},
		{"deleted and made again", func(l *tailTest) {
			if err := os.Remove(l.name); err != nil {
				l.Skip(err)
			}
			l.want("", noteGone)
			l.want("")
			l.write("new\n")
			l.want("|new\n", noteAppeared)
		}},
		{"renamed, which is still written", func(l *tailTest) {
			l.rename()
			l.want("", noteGone)
			l.name += ".1"
			l.add("late\n")
			l.want("late\n")
		}},
		{"a directory", func(l *tailTest) {
			l.rename()
			if err := os.Mkdir(l.name, 0o700); err != nil {
				l.Fatal(err)
			}
			l.want("", "the file cannot be opened (not a regular file); waiting for one that can")
			l.want("")
		}},
	} {
		t.Run(test.name, func(t *testing.T) { test.run(newTailTest(t, "first\n")) })
	}
}

// A file that does not exist may come; that is not a new start.
func TestTailWaits(t *testing.T) {
	l := &tailTest{T: t, name: filepath.Join(t.TempDir(), "log")}
	l.tail = &tail{name: l.name, note: func(message string) { l.notes = append(l.notes, message) }}
	defer l.tail.close()
	l.want("", noteMissing)
	l.want("")
	l.write("first\n")
	l.want("first\n", noteAppeared)
}

// notes collects what is reported, for a test that waits for it.
type notes struct {
	mutex sync.Mutex
	text  bytes.Buffer
}

func (n *notes) Write(p []byte) (int, error) {
	n.mutex.Lock()
	defer n.mutex.Unlock()
	return n.text.Write(p)
}

func (n *notes) waitFor(t *testing.T, want string) {
	t.Helper()
	for range 600 {
		n.mutex.Lock()
		found := strings.Contains(n.text.String(), want)
		n.mutex.Unlock()
		if found {
			return
		}
		time.Sleep(tailInterval / 2)
	}
	t.Fatalf("no note %q in\n%s", want, n.text.String())
}

const (
	authLine    = "> 00000000000000000000\n"
	requestLine = "> 0100000001000000000f\n"
	finishLine  = "< 030000000100000000\n"
)

// A half line is never glued to the lines of another file. A connection goes on in
// the new file, unless that begins with a new one.
func TestRotation(t *testing.T) {
	name := filepath.Join(t.TempDir(), "log")
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	rotate := func(text string) {
		t.Helper()
		if err := os.Rename(name, name+".1"); err != nil {
			t.Skip(err)
		}
		write(text)
	}
	write(authLine + requestLine + "> 0100000002")
	stop := make(chan os.Signal, 1)
	o := options(80)
	o.Wait, o.Stop = true, stop
	var reported notes
	out, ended := startFiles(o, &reported, name)
	for range 3 { // the columns and two messages
		readLine(t, out)
	}
	rotate(finishLine)
	if got := readLine(t, out); !strings.Contains(got, "   3  server 1     –  · finish") {
		t.Errorf("the answer in the new file is %q", got)
	}
	reported.waitFor(t, noteReplaced)
	reported.waitFor(t, "the last line has no line feed, its 12 bytes are not shown")
	rotate(authLine + "> 01")
	if got := readLine(t, out); !strings.Contains(got, "   4  client –     –  auth") {
		t.Errorf("the first message of another connection is %q", got)
	}
	stop <- os.Interrupt
	var rest strings.Builder
	io.Copy(&rest, out)
	if err := <-ended; err != nil || !strings.Contains(rest.String(), "4 messages in 2 connections") || strings.Contains(rest.String(), "!!") {
		t.Errorf("%v, and at the end\n%s", err, rest.String())
	}
	reported.waitFor(t, "its 4 bytes are not shown")
}

// Files are followed at the same time, their lines below their names.
func TestFollowsAllFiles(t *testing.T) {
	dir := t.TempDir()
	names := []string{filepath.Join(dir, "a"), filepath.Join(dir, "b"), filepath.Join(dir, "none")}
	for _, name := range names[:2] {
		if err := os.WriteFile(name, []byte(authLine), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	stop := make(chan os.Signal, 1)
	o := options(0)
	o.Wait, o.ShowHeadings, o.Stop = true, true, stop
	var reported notes
	out, ended := startFiles(o, &reported, names...)
	wantLines := func(want ...string) {
		t.Helper()
		for _, w := range want {
			if got := readLine(t, out); !strings.Contains(got, w) || w == "\n" && got != w {
				t.Errorf("read %q, want %q", got, w)
			}
		}
	}
	wantLines("==> "+names[0]+" <==\n", "who", "auth", "\n", "==> "+names[1]+" <==\n", "who", "auth")
	f, err := os.OpenFile(names[0], os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprint(f, requestLine)
	f.Close()
	wantLines("\n", "==> "+names[0]+" <==\n", "   2  client  1")
	stop <- os.Interrupt
	var rest strings.Builder
	io.Copy(&rest, out)
	if err := <-ended; err != nil || !strings.Contains(rest.String(), "2 messages") || !strings.Contains(rest.String(), "1 message;") {
		t.Errorf("%v, and at the end\n%s", err, rest.String())
	}
	reported.waitFor(t, "none: "+noteMissing)
	reported.waitFor(t, "none: no such file")
}

// Streams of frames grow too.
func TestGrowingStream(t *testing.T) {
	name := filepath.Join(t.TempDir(), "stream")
	ping := "\x00\x00\x00\x00\x02\x07\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00"
	if err := os.WriteFile(name, []byte(ping+ping[:9]), 0o600); err != nil {
		t.Fatal(err)
	}
	m := newMode()
	m.Framing, m.Form = "subc", 0
	stop := make(chan os.Signal, 1)
	o := options(80)
	o.Wait, o.Stop = true, stop
	out, ended := startMode(m, o, io.Discard, name)
	readLine(t, out)
	if got := readLine(t, out); !strings.Contains(got, "PING") {
		t.Errorf("the first frame is %q", got)
	}
	f, err := os.OpenFile(name, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprint(f, ping[9:]+ping[:5])
	f.Close()
	if got := readLine(t, out); !strings.Contains(got, "   2  ") || !strings.Contains(got, "PING") {
		t.Errorf("the second frame is %q", got)
	}
	stop <- os.Interrupt
	var rest strings.Builder
	io.Copy(&rest, out)
	if err := <-ended; err != nil || !strings.Contains(rest.String(), "2 messages") || strings.Contains(rest.String(), "!!") {
		t.Errorf("%v, and at the end\n%s", err, rest.String())
	}
}

// When nobody reads the table any more, the wait ends.
func TestReaderGone(t *testing.T) {
	o := options(80)
	o.ReaderGone = func() bool { return true }
	read, _ := io.Pipe()
	f := newFollower(o, io.Discard, io.Discard)
	if err := f.Input("log", read); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("the error is %v", err)
	}
}
