package decode

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/divtool/divtool/internal/input"
	"github.com/divtool/divtool/internal/report"
	"github.com/divtool/divtool/internal/source"
	"github.com/divtool/divtool/internal/view"
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/all"
	"github.com/divtool/divtool/pkg/frames/diverge"
	"github.com/divtool/divtool/pkg/frames/subc"
)

const (
	write7    = "0400000007" // diverge.agents.request write, write_id 7
	document7 = `{"type":"diverge.agents.request","tag":4,"name":"write","size":5,"payload":{"write_id":7}}` + "\n"
)

func newMode(change func(*Mode)) *Mode {
	m := &Mode{
		Types: all.Types(), View: view.Formats()[0], Compact: true,
		Options: frames.Options{MaxFrame: frames.DefaultMaxFrame, MaxDepth: frames.DefaultMaxDepth},
	}
	if change != nil {
		change(m)
	}
	return m
}

func newConversation(change func(*Mode, *Conversation)) *Mode {
	return newMode(func(m *Mode) {
		m.Conversation = &Conversation{Scope: -1, Channel: -1, MaxOpen: 100}
		if change != nil {
			change(m, m.Conversation)
		}
	})
}

// run is a Decoder whose results and errors go to one text, so that their order
// can be seen.
type run struct {
	*Decoder
	text bytes.Buffer
	out  *bufio.Writer
}

func newRun(m *Mode) *run {
	r := new(run)
	r.out = bufio.NewWriter(&r.text)
	reporter := &report.Reporter{Out: &r.text, Before: func() { r.out.Flush() }}
	r.Decoder = New(m, r.out, reporter)
	return r
}

// decode returns the results and errors of a text, and the outcome.
func decode(t *testing.T, m *Mode, text string) (string, report.Outcome) {
	t.Helper()
	r := newRun(m)
	if err := r.Text("in", text); err != nil {
		t.Fatal(err)
	}
	r.Close()
	r.out.Flush()
	return r.text.String(), r.report.Outcome()
}

func TestFrame(t *testing.T) {
	for _, tt := range []struct {
		name    string
		text    string
		change  func(*Mode)
		want    string // what is printed, or a part of it
		outcome report.Outcome
	}{
		{"hex", write7, nil, document7, report.Clean},
		{"bytes", "\x04\x00\x00\x00\x07", nil, document7, report.Clean},
		{"file name", write7, func(m *Mode) { m.NameFiles = true }, `{"file":"in",` + document7[1:], report.Clean},
		{"several lines", write7, func(m *Mode) { m.Compact = false }, "\n  \"name\": \"write\",\n", report.Clean},
		{"form", write7, func(m *Mode) { m.Verbose = true }, "divtool: in: read as hex: ", report.Clean},
		{"empty", "", nil, "the input is empty: expected a frame of at least 1 byte [empty]", report.Invalid},
		{"empty, of a type", "", func(m *Mode) { m.Given = subc.Frame }, "[empty]", report.Invalid},
		{"empty CBOR", "", func(m *Mode) { m.Given = m.Types.ByName("laser.forwarded_query") }, "divtool: in: ", report.Invalid},
		{"no hex", "0400zz", func(m *Mode) { m.Form = input.Hex }, "divtool: in: 1:5: ", report.Invalid},
		{"too large", write7, func(m *Mode) { m.Options.MaxFrame = 3 }, "[limit]", report.Invalid},
		{"nearly hex", "04000000 0g", nil, "    1 | 04000000 0g\n", report.Invalid},
		{"cut", "0b00026d310003612f6200000000000010", func(m *Mode) { m.Given = m.Types.ByName("diverge.agents.request") },
			"  read so far: ", report.Invalid},
		{"conversation", "> 04\n< 05\n", nil, "in: 1:3 (byte 0, 0x00): message 1: the frame ends inside the header", report.Invalid},
		{"conversation of a type", "> 04\n< 05\n", func(m *Mode) { m.Given = m.Types.ByName("diverge.agents.request") },
			"this looks like a conversation; use `--conversation`", report.Invalid},
		{"two frames", write7 + write7, func(m *Mode) { m.Given = m.Types.ByName("diverge.agents.request") }, "the frame may be diverge.agents.request, 5 bytes and another frame; decode one frame at a time, or use `--lines` or `--framing`", report.Invalid},
		{"verified", write7, func(m *Mode) { m.Verify = true }, document7, report.Clean},
		{"verified drawing", write7, func(m *Mode) { m.Verify, m.View = true, view.Formats()[1] }, "write_id", report.Clean},
	} {
		got, outcome := decode(t, newMode(tt.change), tt.text)
		if outcome != tt.outcome || !strings.Contains(got, tt.want) {
			t.Errorf("%s: outcome %d, want %d; no %q in\n%s", tt.name, outcome, tt.outcome, tt.want, got)
		}
	}
}

// The document of a broken frame precedes its error and contains the place of the fault.
func TestBrokenFrame(t *testing.T) {
	got, _ := decode(t, newMode(func(m *Mode) { m.Given = m.Types.ByName("diverge.agents.request") }), "# cut\n0400000")
	if strings.HasPrefix(got, "{") {
		t.Errorf("an input that is not read as a frame is shown: %s", got)
	}
	got, _ = decode(t, newMode(func(m *Mode) { m.Given = m.Types.ByName("diverge.agents.request") }), "04 00 00")
	var doc struct {
		Error struct {
			Code         string
			Line, Column int
		}
	}
	line, errors, _ := strings.Cut(got, "\n")
	if err := json.Unmarshal([]byte(line), &doc); err != nil {
		t.Fatal(err, got)
	}
	if doc.Error.Code == "" || doc.Error.Line != 1 || doc.Error.Column == 0 || !strings.HasPrefix(errors, fmt.Sprintf("divtool: in: 1:%d", doc.Error.Column)) {
		t.Errorf("%+v, and reported\n%s", doc, errors)
	}
}

// What was read before a fault is listed, and the same for documents and drawings.
func TestReadSoFar(t *testing.T) {
	for _, tt := range []struct{ name, typeName, frame, want string }{
		{"envelope", "diverge.frame", "000000000000000000007265706f7274ff", "mode 0"},
		{"frame in an envelope", "diverge.frame", "0400000001000000000b00026d310003612f62000000000000100000", `id "m1", path "a/b", offset 4096`},
		{"JSON", "diverge.agents.request", "007b22646967657374223a2262657461222c22646967657374223a227265706f7274227d", `digest "beta"`},
		{"part of an array", "diverge.agents.request", "037b226964223a2262657461222c22646570656e64656e63696573223a5b2274657874225d7d", `id "beta", dependencies []`},
		{"CBOR, with a name that is not UTF-8", "laser.kv-set", "a4696e616d6573706163656462657461636b65794c8aac1de2a11aafc5e0e4fc8e6776616c75654895209b0afe45947071657870697265735f61745f6d6963726f731b0006546234586380",
			`namespace "beta", key "8aac1de2a11aafc5e0e4fc…, valueH� -1`},
		{"too wide", "laser.kv-set", "a4696e616d6573706163656462657461636b65794c8aac1de2a11aafc5e0e4fc8e6576616c7565488aac1de2a11aafc567616263646566676869",
			`namespace "beta", key "8aac1de2a11aafc5e0e4fc…, …`},
		{"nothing", "diverge.agents.request", "0b", ""},
	} {
		for i := range 2 { // as a document, as a tree
			mode := newMode(func(m *Mode) { m.Given, m.View = m.Types.ByName(tt.typeName), view.Formats()[i] })
			mode.Options.Endpoint, mode.Options.From = "agents-run", frames.Server
			got, outcome := decode(t, mode, tt.frame)
			_, line, found := strings.Cut(got, "\n  read so far: ")
			line, _, _ = strings.Cut(line, "\n")
			if outcome != report.Invalid || found != (tt.want != "") || line != tt.want {
				t.Errorf("%s: %q, want %q, in\n%s", tt.name, line, tt.want, got)
			}
		}
	}
}

// Inputs begin and end one drawing.
func TestSeparators(t *testing.T) {
	html := view.Formats()[3]
	r := newRun(newMode(func(m *Mode) { m.View = html }))
	for range 2 {
		r.Frame("in", []byte(write7))
	}
	if err := New(r.mode, r.out, r.report).Text("in", "zz"); err != nil {
		t.Error(err)
	}
	r.Close()
	r.out.Flush()
	got := r.text.String()
	if strings.Count(got, "<!DOCTYPE") != 1 || strings.Count(got, "</html>") != 1 {
		t.Errorf("two frames do not make one page:\n%s", got)
	}
}

func TestSource(t *testing.T) {
	name := filepath.Join(t.TempDir(), "frame.hex")
	if err := os.WriteFile(name, []byte(write7+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, m := range []*Mode{newMode(nil), newMode(func(m *Mode) { m.Lines = true }), newConversation(nil)} {
		r := newRun(m)
		for _, name := range []string{name, name + ".missing"} {
			if err := r.Source(source.Source{Name: name}); err != nil {
				t.Fatal(err)
			}
		}
		r.out.Flush()
		if got := r.text.String(); !strings.Contains(got, `"`) || !strings.Contains(got, ".missing") || r.report.Outcome() != report.Failed {
			t.Errorf("outcome %d:\n%s", r.report.Outcome(), got)
		}
	}
}

// Documents and errors come in the order of the lines, whatever the workers do.
func TestLines(t *testing.T) {
	const n = 5000
	var lines, want strings.Builder
	for i := range n {
		if i%100 == 99 {
			lines.WriteString("zz\n")
			continue
		}
		fmt.Fprintf(&lines, "04%08x\n", i)
	}
	m := newMode(func(m *Mode) { m.Lines = true })
	got, outcome := decode(t, m, lines.String())
	for i := range n {
		if i%100 == 99 {
			fmt.Fprintf(&want, "%d error\n", i)
			fmt.Fprintf(&want, "divtool: in: %d:1: frame %d:\n", i+1, i)
			continue
		}
		fmt.Fprintf(&want, "%d write %d\n", i, i)
	}
	if outcome != report.Invalid {
		t.Errorf("outcome %d", outcome)
	}
	if got := summarize(t, got); got != want.String() {
		t.Errorf("got\n%.3000s", got)
	}
}

// summarize returns a line for each document and each error.
func summarize(t *testing.T, text string) string {
	t.Helper()
	var s strings.Builder
	for line := range strings.Lines(text) {
		var doc struct {
			Index   int
			Name    string
			Payload struct {
				ID int `json:"write_id"`
			}
			Error any
		}
		switch {
		case strings.HasPrefix(line, "divtool: "):
			words := strings.Fields(line)
			fmt.Fprintln(&s, strings.Join(words[:5], " "))
		case strings.HasPrefix(line, " "): // the line of an error
		case json.Unmarshal([]byte(line), &doc) != nil:
			t.Fatalf("not a document: %s", line)
		case doc.Error != nil:
			fmt.Fprintf(&s, "%d error\n", doc.Index)
		default:
			fmt.Fprintf(&s, "%d %s %d\n", doc.Index, doc.Name, doc.Payload.ID)
		}
	}
	return s.String()
}

// The first frame that fits a type shows the family of the stream, and what else
// it may be, however many lines precede it; the result is always the same.
func TestFamilyOfStream(t *testing.T) {
	const frame = "a163457272a16d496e6465784e6f74466f756e64667265706f7274" // the reply to one of two laser requests
	for _, bad := range []int{0, 1, 500, 2 * maxUnknown} {
		text := strings.Repeat("zz\n", bad) + strings.Repeat(frame+"\n", 3000)
		m := newMode(func(m *Mode) { m.Lines = true })
		want := 1
		if bad > maxUnknown {
			want = 3000 // of no known family
		}
		for range 2 {
			got, _ := decode(t, m, text)
			if n := strings.Count(got, `"alternatives":`); n != want {
				t.Errorf("after %d bad lines %d documents have alternatives, want %d", bad, n, want)
			}
		}
	}
}

func TestFramings(t *testing.T) {
	m := newMode(func(m *Mode) { m.Framing, m.Form = "len32le", input.Bin })
	frame := "\x05\x00\x00\x00\x04\x00\x00\x00\x07"
	got, outcome := decode(t, m, strings.Repeat(frame, 3)+frame[:7])
	if outcome != report.Invalid || strings.Count(got, `"write_id":7`) != 3 || !strings.Contains(got, "[truncated]") {
		t.Errorf("outcome %d\n%s", outcome, got)
	}
	m.Form = input.Hex // the stream itself is spelled by text
	if got, outcome := decode(t, m, hex.EncodeToString([]byte(strings.Repeat(frame, 3)))); outcome != report.Clean || strings.Count(got, `"write_id":7`) != 3 {
		t.Errorf("outcome %d\n%s", outcome, got)
	}
	if got, outcome := decode(t, m, "zz"); outcome != report.Invalid || !strings.HasPrefix(got, "divtool: in: 1:1: ") {
		t.Errorf("outcome %d\n%s", outcome, got)
	}
	if got, outcome := decode(t, m, ""); outcome != report.Clean || got != "" {
		t.Errorf("outcome %d\n%s", outcome, got)
	}
}

// Handshakes are skipped on the side that the mode names.
func TestHandshake(t *testing.T) {
	m := newMode(func(m *Mode) {
		m.Framing, m.Form, m.Given, m.Handshake = "subc", input.Bin, subc.Frame, frames.Server
	})
	if got, outcome := decode(t, m, "\x02\x00\x00\x00{}"); outcome != report.Clean || got != "" {
		t.Errorf("outcome %d\n%s", outcome, got)
	}
	m.Handshake = frames.UnknownSender
	if got, outcome := decode(t, m, "\x02\x00\x00\x00{}"); outcome != report.Invalid {
		t.Errorf("outcome %d\n%s", outcome, got)
	}
}

// A mode that checks more reports more, after the document.
func TestChecks(t *testing.T) {
	registration, err := os.ReadFile(filepath.Join("..", "..", "examples", "registration.hex"))
	if err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(*Mode){
		"lint":               func(m *Mode) { m.Lint = true },
		"verify":             func(m *Mode) { m.Verify = true },
		"lint, verify, tree": func(m *Mode) { m.Lint, m.Verify, m.View = true, true, view.Formats()[1] },
	} {
		got, outcome := decode(t, newMode(change), string(registration))
		if outcome == report.Failed || !strings.Contains(got, "registration") {
			t.Errorf("%s: outcome %d\n%s", name, outcome, got)
		}
	}
	// A frame of another type than the table's confirmed revision has a warning.
	for _, tp := range all.Types() {
		var r frames.Reader
		var doc frames.Document
		for _, frame := range [][]byte{{0}, {1}, {0, 0, 0, 0, 0}} {
			doc.Reset()
			if r.Read(tp, frame, &doc) != nil || doc.CountWarnings() == 0 {
				continue
			}
			text := hex.EncodeToString(frame)
			given := func(m *Mode) { m.Given, m.Form = tp, input.Hex }
			if got, outcome := decode(t, newMode(given), text); outcome != report.Clean {
				t.Errorf("%s %s: outcome %d\n%s", tp.Name, text, outcome, got)
			}
			if got, outcome := decode(t, newMode(func(m *Mode) { given(m); m.Strict = true }), text); outcome != report.Invalid || !strings.Contains(got, "\ndivtool: in: ") {
				t.Errorf("%s %s, strict: outcome %d\n%s", tp.Name, text, outcome, got)
			}
			return
		}
	}
	t.Error("no frame has a warning")
}

// What the document does not encode to is found.
func TestVerify(t *testing.T) {
	m := newMode(nil)
	var reader frames.Reader
	tree := func(frame string) *frames.Tree {
		tree := new(frames.Tree)
		if err := reader.Read(diverge.AgentsRequest, []byte(frame), tree); err != nil {
			t.Fatal(err)
		}
		return tree
	}
	const write = "\x04\x00\x00\x00\x07"
	for frame, want := range map[string]string{
		write:                      "",
		"\x04\x00\x00\x00":         "encoding the document gives 5 bytes; the frame has 4",
		"\x04\x00\x00\x00\x07\x00": "encoding the document gives only the first 5 of 6 bytes",
		"\x04\x00\x00\x01\x07":     "encoding the document gives 0x00 at this offset; the frame has 0x01",
	} {
		fault := verify(m, tree(write), diverge.AgentsRequest, []byte(frame))
		if (fault == nil) != (want == "") || fault != nil && fault.Message != want {
			t.Errorf("%x: %v", frame, fault)
		}
	}
	if fault := verify(m, tree(write), diverge.Frame, []byte(write)); fault == nil || !strings.HasPrefix(fault.Message, "the document does not encode: ") {
		t.Errorf("a document of another type: %v", fault)
	}
}

const log = `# a log
> 01 00000001 000000000f
< 07 00000009 00
zz
`

func TestConversation(t *testing.T) {
	got, outcome := decode(t, newConversation(nil), log)
	lines := strings.Split(got, "\n")
	if outcome != report.Invalid || !strings.HasPrefix(lines[0], `{"n":1,"direction":"client","type":"diverge.frame"`) || !strings.HasPrefix(lines[1], `{"n":2,"direction":"server"`) {
		t.Errorf("outcome %d\n%s", outcome, got)
	}
	if !strings.HasPrefix(lines[2], "divtool: in: 3:3 (byte 0, 0x00): message 2: ") {
		t.Errorf("the message that is cut:\n%s", got)
	}
	if !strings.HasPrefix(lines[5], `{"n":3`) || !strings.HasPrefix(lines[6], "divtool: in: 4:1: message 3: ") {
		t.Errorf("the line that is not a message:\n%s", got)
	}
}

func TestConversationFilters(t *testing.T) {
	for name, tt := range map[string]struct {
		change func(*Mode, *Conversation)
		text   string
		want   string
	}{
		"scope":      {func(_ *Mode, c *Conversation) { c.Scope = 1 }, "> 01 00000001 000000000f\n", `{"n":1,`},
		"no scope":   {func(_ *Mode, c *Conversation) { c.Scope = 2 }, "> 01 00000001 000000000f\n", "divtool: in: no message matches the filters (1 read)\n"},
		"no channel": {func(_ *Mode, c *Conversation) { c.Channel = 2 }, "> 01 00000001 000000000f\n", "divtool: in: no message matches the filters (1 read)\n"},
		"name":       {func(_ *Mode, c *Conversation) { c.Name = "version" }, "> 01 00000001 000000000f\n", `{"n":1,`},
		"near name":  {func(_ *Mode, c *Conversation) { c.Name = "versio" }, "> 01 00000001 000000000f\n", "did you mean `--name version`?"},
		"UTF-16":     {nil, "\xff\xfe>\x00 \x00", "divtool: in: "},
		"no capture": {func(_ *Mode, c *Conversation) { c.Capture = CaptureByName("har") }, `{"log":{"entries":[]}}`, "no WebSocket messages found"},
		"drawing":    {func(m *Mode, _ *Conversation) { m.View = view.Formats()[1] }, "> 01 00000001 000000000f\n", "#1 version, client"},
	} {
		if got, _ := decode(t, newConversation(tt.change), tt.text); !strings.Contains(got, tt.want) {
			t.Errorf("%s: no %q in\n%s", name, tt.want, got)
		}
	}
}

// The streams of the two sides are read with the framing of the mode.
func TestConversationFraming(t *testing.T) {
	session, err := os.ReadFile(filepath.Join("..", "..", "examples", "session.txt"))
	if err != nil {
		t.Fatal(err)
	}
	m := newConversation(func(m *Mode, _ *Conversation) { m.Framing, m.Given = "subc", subc.Frame })
	got, outcome := decode(t, m, string(session))
	if outcome != report.Clean || strings.Count(got, `"type":"subc.frame"`) < 3 {
		t.Errorf("outcome %d\n%s", outcome, got)
	}
}

func TestCaptureNames(t *testing.T) {
	for _, name := range CaptureNames() {
		if f := CaptureByName(name); f == nil || f.Name != name {
			t.Errorf("%s: %v", name, f)
		}
	}
	if CaptureByName("hex") != nil {
		t.Error("hex is a capture")
	}
	if names := ConversationNames(); !slices.IsSorted(names) || !slices.Contains(names, "fuse_read") {
		t.Errorf("names: %v", names)
	}
}

// An input that pauses holds nothing back: each frame is shown before the next
// one is read.
func TestPauses(t *testing.T) {
	for name, tt := range map[string]struct {
		mode  *Mode
		piece string
		want  string
	}{
		"lines":        {newMode(func(m *Mode) { m.Lines = true }), write7 + "\n", `"write_id":7`},
		"bad lines":    {newMode(func(m *Mode) { m.Lines = true }), "zzzz\n", `"error":`},
		"lengths":      {newMode(func(m *Mode) { m.Framing, m.Form = "len32le", input.Bin }), "\x05\x00\x00\x00\x04\x00\x00\x00\x07", `"write_id":7`},
		"tree":         {newMode(func(m *Mode) { m.Lines, m.View = true, view.Formats()[1] }), write7 + "\n", "write_id"},
		"conversation": {newConversation(nil), "> 06 00000001 00000000\n", `"n":`},
	} {
		in, feed := io.Pipe()
		printed, out := io.Pipe()
		ended := make(chan error, 1)
		go func() {
			w := bufio.NewWriter(out)
			err := New(tt.mode, w, &report.Reporter{Out: io.Discard}).Stream("in", in)
			w.Flush()
			out.Close()
			ended <- err
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
			awaitLine(t, name, i, tt.want, lines)
		}
		feed.Close()
		for range lines {
		}
		if err := <-ended; err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// awaitLine waits for a line that holds a text.
func awaitLine(t *testing.T, name string, i int, want string, lines <-chan string) {
	t.Helper()
	late := time.After(time.Minute)
	for {
		select {
		case line, ok := <-lines:
			if !ok {
				t.Fatalf("%s: frame %d is not shown", name, i)
			}
			if strings.Contains(line, want) {
				return
			}
		case <-late:
			t.Fatalf("%s: frame %d is not shown while the input pauses", name, i)
		}
	}
}

// The error of the input is reported, that of the output is returned; no
// goroutine outlives either.
func TestStreamEnds(t *testing.T) {
	lines := strings.Repeat(write7+"\n", 20000)
	before := runtime.NumGoroutine()
	for name, tt := range map[string]struct {
		in      io.Reader
		out     io.Writer
		err     error
		outcome report.Outcome
	}{
		"good":          {strings.NewReader(lines), io.Discard, nil, report.Clean},
		"broken input":  {io.MultiReader(strings.NewReader(lines), iotest.ErrReader(io.ErrUnexpectedEOF)), io.Discard, nil, report.Failed},
		"broken output": {strings.NewReader(lines), brokenWriter{}, io.ErrShortWrite, report.Clean},
	} {
		r := &report.Reporter{Out: io.Discard}
		err := New(newMode(func(m *Mode) { m.Lines = true }), bufio.NewWriter(tt.out), r).Stream("in", tt.in)
		if !errors.Is(err, tt.err) || r.Outcome() != tt.outcome {
			t.Errorf("%s: %v, outcome %d", name, err, r.Outcome())
		}
	}
	for range 200 {
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("%d goroutines before, %d after", before, runtime.NumGoroutine())
}

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, io.ErrShortWrite }
