package main

import (
	"bytes"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// newRow is a message of diverge.agents.request that no revision has, after the last one.
const newRow = `			{Tag: 20, Name: "fuse_clone", Meaning: "clone a live-mounted file",
				Body:   &frames.Layout{Fields: []frames.Field{mountID, {Name: "origin", Kind: frames.Text16, Meaning: "path of the original"}, newPath}},
				Answer: &frames.Message{Meaning: "number of the clone", Body: connectionID, Summary: "clone {connection_id}", Example: "00000003"},
				Exchange: once, Summary: "{origin} to {to}", Example: "1400026d310003746d70612f62"},
`

// A message is one row: whoever adds it changes one place, and every command knows it.
func TestAddMessage(t *testing.T) {
	if testing.Short() {
		t.Skip("the module is built")
	}
	dir := t.TempDir()
	copyModule(t, dir)
	name := filepath.Join(dir, "pkg", "frames", "diverge", "agents.go")
	source := readFile(t, name)
	const lastRow = `"1300026d3111000001a40000000000000000000000000000000000000000000000006553f1001dcd6500612f62"},` + "\n"
	if strings.Count(source, lastRow) != 1 {
		t.Fatalf("the last row of the table is not found")
	}
	if err := os.WriteFile(name, []byte(strings.Replace(source, lastRow, lastRow+newRow, 1)), 0o644); err != nil {
		t.Fatal(err)
	}
	run := func(name string, args ...string) string {
		t.Helper()
		c := exec.Command(name, args...)
		var errors bytes.Buffer
		c.Dir, c.Stderr = dir, &errors
		out, err := c.Output()
		if err != nil {
			t.Fatalf("%s %q: %v\n%s", name, args, err, &errors)
		}
		return string(out)
	}
	bin := filepath.Join(dir, "bin")
	run("go", "build", "-o", bin+string(filepath.Separator), ".", "./scripts/docs")
	divtool := filepath.Join(bin, "divtool")
	run(filepath.Join(bin, "docs"))
	document := run(divtool, "decode", "-c", "--no-annotations", "--text", "1400026d310003746d70612f62")
	log := filepath.Join(dir, "log.txt")
	const messages = `> 01 00000001 00000000 00 7b22696d616765223a7b22646967657374223a2261227d2c226d656d6f7279223a302c226469736b223a302c22617267756d656e7473223a307d
< 04 00000001 00000000 14 0002 6d31 0003 746d70 612f62
> 05 00000001 00000000 00000003
> 05 00000001 00000000 00000003
`
	for name, text := range map[string]string{log: messages, filepath.Join(dir, "doc.json"): document} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	conversation := run(divtool, "follow", "--width", "110", log)
	for _, c := range []struct{ what, got, want string }{
		{"decode", document, `{"type":"diverge.agents.request","tag":20,"name":"fuse_clone","size":13,"payload":{"id":"m1","origin":"tmp","to":"a/b"}}`},
		{"decode of an answer", run(divtool, "decode", "-c", "-t", "diverge.agents.response", "--answers", "fuse_clone", "--text", "00000003"), `"payload":{"connection_id":3}`},
		{"encode", run(divtool, "encode", "--out", "hex", filepath.Join(dir, "doc.json")), "1400026d310003746d70612f62"},
		{"sample", run(divtool, "sample", "diverge.agents.request/fuse_clone", "--out", "hex"), "1400026d310003746d70612f62"},
		{"types", run(divtool, "types"), "clone a live-mounted file"},
		{"types --json", run(divtool, "types", "--json"), `"name": "fuse_clone"`},
		{"explain", run(divtool, "explain", "fuse_clone"), "path of the original"},
		{"completion", run(divtool, "__complete", "sample", "diverge.agents.request/fuse_cl"), "diverge.agents.request/fuse_clone"},
		{"completion of --answers", run(divtool, "__complete", "decode", "--answers", "fuse_cl"), "fuse_clone"},
		{"follow", conversation, "fuse_clone     tmp to a/b "},
		{"follow of the answer", conversation, "· clone 3 "},
		{"what is wrong with the conversation", conversation, "second answer to fuse_clone (message 2), which expects one"},
		{"the documentation", readFile(t, filepath.Join(dir, "docs", "types.md")), "path of the original"},
	} {
		if !strings.Contains(c.got, c.want) {
			t.Errorf("%s: no %q in\n%.2000s", c.what, c.want, c.got)
		}
	}
}

// copyModule copies the files of the module, without tests.
func copyModule(t *testing.T, dir string) {
	t.Helper()
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		switch base := filepath.Base(path); {
		case err != nil:
			return err
		case d.IsDir() && path != "." && (base[0] == '.' || base == "testdata" || base == "web" || base == "integrations"):
			return fs.SkipDir
		case d.IsDir():
			return os.MkdirAll(filepath.Join(dir, path), 0o755)
		case strings.HasSuffix(base, "_test.go") || !d.Type().IsRegular():
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(dir, path), text, 0o644)
	})
	if err != nil {
		t.Fatal(err)
	}
}
