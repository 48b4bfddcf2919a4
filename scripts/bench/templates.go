package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
)

// newRand makes the same data at every run.
func newRand() *rand.Rand { return rand.New(rand.NewPCG(1, 2)) }

// templates is an array of templates.
func templates(count int) []byte {
	var w bytes.Buffer
	r := newRand()
	w.WriteByte('[')
	for i := range count {
		if i > 0 {
			w.WriteString(",\n")
		}
		fmt.Fprintf(&w, `{"image":{"digest":"sha256:%016x%016x%016x%016x","references":[{"registry":"ghcr.io","name":"acme/tool-%d"}]},`,
			r.Uint64(), r.Uint64(), r.Uint64(), r.Uint64(), r.IntN(1000))
		fmt.Fprintf(&w, `"memory":%d,"disk":%d,"arguments":{"endpoint":"https://%d.example/api","limits":{"rate":%.2f,"burst":%d},"tags":["a","b","c"]},`,
			r.Uint64N(1<<34), r.Uint64N(1<<40), r.IntN(100000), r.Float64(), r.IntN(100))
		fmt.Fprintf(&w, `"secrets":["token","api_key"],"mode":"transient","fuse_file_mounts":[{"agent_path":["home","agent","f%d.txt"],"tool_path":["in","a.txt"]}],`, i)
		w.WriteString(`"permissions":[{"agents":{"actions":["message","get"],"within":"self"}},{"volumes":{"actions":["mount"],"within":{"any_tags":["scratch"]}}}]}`)
	}
	w.WriteString("]\n")
	return w.Bytes()
}
