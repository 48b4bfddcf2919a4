package main

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
)

// writeTemplates writes an array of templates: the same ones at every run.
func writeTemplates(name string, count int) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(f)
	r := rand.New(rand.NewPCG(1, 2))
	w.WriteByte('[')
	for i := range count {
		if i > 0 {
			w.WriteString(",\n")
		}
		fmt.Fprintf(w, `{"image":{"digest":"sha256:%016x%016x%016x%016x","references":[{"registry":"ghcr.io","name":"acme/tool-%d"}]},`,
			r.Uint64(), r.Uint64(), r.Uint64(), r.Uint64(), r.IntN(1000))
		fmt.Fprintf(w, `"memory":%d,"disk":%d,"arguments":{"endpoint":"https://%d.example/api","limits":{"rate":%.2f,"burst":%d},"tags":["a","b","c"]},`,
			r.Uint64N(1<<34), r.Uint64N(1<<40), r.IntN(100000), r.Float64(), r.IntN(100))
		fmt.Fprintf(w, `"secrets":["token","api_key"],"mode":"transient","fuse_file_mounts":[{"agent_path":["home","agent","f%d.txt"],"tool_path":["in","a.txt"]}],`, i)
		w.WriteString(`"permissions":[{"agents":{"actions":["message","get"],"within":"self"}},{"volumes":{"actions":["mount"],"within":{"any_tags":["scratch"]}}}]}`)
	}
	w.WriteString("]\n")
	if err := w.Flush(); err != nil {
		return err
	}
	return f.Close()
}

// writeFiles writes as many small documents as small workflow files.
func writeFiles(documents, workflows string, count int) error {
	for _, dir := range []string{documents, workflows, filepath.Join(filepath.Dir(filepath.Dir(workflows)), ".git")} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return err
		}
	}
	for i := range count {
		template := fmt.Sprintf("{\n  \"image\": {\"digest\": \"sha256:%064x\"},\n  \"memory\": 268435456,\n  \"disk\": 1073741824,\n  \"arguments\": {\"port\": %d},\n  \"secrets\": [\"api\"],\n  \"mode\": \"service\",\n  \"scope\": \"global\"\n}\n", i, i)
		if err := os.WriteFile(filepath.Join(documents, fmt.Sprintf("t%05d.json", i)), []byte(template), 0o644); err != nil {
			return err
		}
		workflow := fmt.Sprintf("name: job %d\non: push\njobs:\n  test:\n    runs-on: ubuntu-latest\n    steps:\n      - uses: actions/checkout@v4\n      - run: go test ./...\n", i)
		if err := os.WriteFile(filepath.Join(workflows, fmt.Sprintf("w%05d.yml", i)), []byte(workflow), 0o644); err != nil {
			return err
		}
	}
	return nil
}
