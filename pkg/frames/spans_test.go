package frames_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/all"
)

// With spans, every member has a note, in the example of every message of
// every type: but those that stand in no byte.
func TestSpansOfEveryMember(t *testing.T) {
	for _, ty := range all.Types() {
		for _, m := range ty.Codec.Messages() {
			o := frames.Options{Spans: true, ShowSecrets: true, Request: m.Name}
			text, fault := decode(ty, unhex(t, m.Example), o)
			if fault != nil {
				t.Fatalf("%s %s: %v", ty.Name, m.Name, fault)
			}
			var doc map[string]any
			var noted struct{ Annotations []struct{ Path string } }
			if err := json.Unmarshal([]byte(text), &doc); err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			if err := json.Unmarshal([]byte(text), &noted); err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			has := map[string]bool{"/type": true, "/size": true}
			for _, n := range noted.Annotations {
				has[n.Path] = true
			}
			delete(doc, "annotations")
			delete(doc, "warnings")
			delete(doc, "lossy")
			delete(doc, "hex")
			for name, v := range doc {
				checkNotes(t, ty.Name+" "+m.Name, "/"+name, v, has)
			}
		}
	}
}

func checkNotes(t *testing.T, label, path string, v any, noted map[string]bool) {
	if !noted[path] {
		t.Errorf("%s: %s has no note", label, path)
	}
	switch v := v.(type) {
	case map[string]any:
		for name, child := range v {
			checkNotes(t, label, path+"/"+name, child, noted)
		}
	case []any:
		for i, child := range v {
			checkNotes(t, label, fmt.Sprintf("%s/%d", path, i), child, noted)
		}
	}
}
