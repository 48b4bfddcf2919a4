package capture_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"testing"

	"github.com/divtool/divtool/internal/capture"
)

// attachedHAR returns a HAR file with an entry for each name of a file.
func attachedHAR(names ...string) string {
	var entries []string
	for _, name := range names {
		entries = append(entries, fmt.Sprintf(`{"_resourceType":"websocket","response":{"content":{"size":-1,"_file":%q}}}`, name))
	}
	return `{"log":{"entries":[` + strings.Join(entries, ",") + `]}}`
}

var attachedFiles = map[string]string{
	"a.jsonl":    `{"type":"send","time":1.5,"opcode":2,"data":"BgA="}` + "\n" + `{"type":"receive","opcode":9,"data":""}` + "\n\n" + `{"type":"receive","opcode":1,"data":"hi"}`,
	"bad.jsonl":  "{\n" + `{"type":"send","opcode":2,"data":"Bw=="}` + "\n",
	"page.html":  "<html>",
	"none.jsonl": "",
}

func openAttached(name string) (io.ReadCloser, error) {
	text, ok := attachedFiles[name]
	if !ok {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return io.NopCloser(strings.NewReader(text)), nil
}

func TestHARAttached(t *testing.T) {
	read := func(har string) []string {
		return pieces(t, capture.NewHAR(strings.NewReader(har), limits, openAttached))
	}
	check(t, "attached", read(attachedHAR("none.jsonl", "a.jsonl", "page.html", "bad.jsonl")),
		"2 client 1970-01-01T00:00:01.5Z 0600", "2 server  6869", "3   json", "3 client  07")
	check(t, "missing", read(attachedHAR("b.jsonl", "a.jsonl"))[:2], "1   missing", "2 client 1970-01-01T00:00:01.5Z 0600")
	for _, name := range []string{"../a.jsonl", "/a.jsonl", `..\a.jsonl`, "c:a.jsonl"} {
		check(t, name, read(attachedHAR(name)), "1   missing")
	}
	check(t, "a body that is lines of JSON", read(strings.ReplaceAll(attachedHAR("a.jsonl"), `"websocket"`, `"fetch"`)))
	check(t, "both", read(`{"log":{"entries":[{"_webSocketMessages":[{"type":"send","opcode":2,"data":"CA=="}],"response":{"content":{"_file":"a.jsonl"}}}]}}`), "1 client  08")
	check(t, "named elsewhere", read(`{"log":{"entries":[{"request":{"content":{"_file":"a.jsonl"}},"comment":"a.jsonl","_file":"a.jsonl"}]}}`))
}

// zipped returns an archive of the attached files and one more.
func zipped(t *testing.T, name, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	add := func(name, text string) {
		f, err := w.Create(name)
		if err == nil {
			_, err = io.WriteString(f, text)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for file, text := range attachedFiles {
		add(file, text)
	}
	add(name, text)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestHARZip(t *testing.T) {
	read := func(data []byte) []string {
		return pieces(t, capture.NewHAR(bytes.NewReader(data), limits, nil))
	}
	whole := zipped(t, "har.har", attachedHAR("a.jsonl", "b.jsonl"))
	check(t, "zip", read(whole), "1 client 1970-01-01T00:00:01.5Z 0600", "1 server  6869", "2   missing")
	check(t, "another name", read(zipped(t, "run.har", attachedHAR("a.jsonl")))[:1], "1 client 1970-01-01T00:00:01.5Z 0600")
	check(t, "cut", read(whole[:len(whole)-30]), "end form")
	check(t, "no HAR file", read(zipped(t, "run.txt", "")), "end form")
}

// FuzzHARZip checks that reading an archive terminates without a panic.
func FuzzHARZip(f *testing.F) {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for name, text := range map[string]string{"har.har": attachedHAR("a.jsonl"), "a.jsonl": attachedFiles["a.jsonl"]} {
		file, err := w.Create(name)
		if err == nil {
			_, err = io.WriteString(file, text)
		}
		if err != nil {
			f.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		f.Fatal(err)
	}
	f.Add(b.Bytes())
	f.Add([]byte("PK\x05\x06" + strings.Repeat("\x00", 18)))
	f.Fuzz(func(t *testing.T, data []byte) {
		r := capture.NewHAR(io.LimitReader(bytes.NewReader(data), 1<<16), capture.Limits{Frame: 1 << 10, Line: 1 << 13}, openAttached)
		for n := 0; n < 1000; n++ {
			if _, err := r.Next(); err != nil {
				return
			}
		}
	})
}
