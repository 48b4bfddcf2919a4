package canon_test

import (
	"crypto/sha256"
	"encoding/json"
	"testing"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/canon"
)

const benchTemplate = `{"image":{"digest":"sha256:0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0","references":[{"registry":"ghcr.io","name":"acme/search"}]},"memory":268435456,"disk":1073741824,"arguments":{"endpoint":"https://search.example/api","limits":{"rate":0.25,"burst":40},"tags":["a","b","c"]},"secrets":["token","api_key"],"mode":"transient","fuse_file_mounts":[{"agent_path":["home","agent","a.txt"],"tool_path":["in","a.txt"]}],"permissions":[{"agents":{"actions":["message","get"],"within":"self"}},{"volumes":{"actions":["mount"],"within":{"any_tags":["scratch"]}}}]}`

func BenchmarkTemplateID(b *testing.B) {
	var doc jsondoc.Doc
	var h canon.Hasher
	text := []byte(benchTemplate)
	b.ReportAllocs()
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if f := doc.Read(text); f != nil {
			b.Fatal(f)
		}
		if d := h.Check(&doc, 0, 1); d != nil {
			b.Fatal(d)
		}
		h.ID(&doc, 0)
	}
}

// The usual way: a tree of any, printed again and hashed.
func BenchmarkTemplateIDReference(b *testing.B) {
	text := []byte(benchTemplate)
	b.ReportAllocs()
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		var v any
		if err := json.Unmarshal(text, &v); err != nil {
			b.Fatal(err)
		}
		out, err := json.Marshal(v)
		if err != nil {
			b.Fatal(err)
		}
		sha256.Sum256(out)
	}
}
