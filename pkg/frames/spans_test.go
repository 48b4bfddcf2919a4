package frames_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/known"
)

// With spans, every member has a note, in the example of every message of
// every type: but those that stand in no byte.
func TestSpansOfEveryMember(t *testing.T) {
	for _, of := range known.Types() {
		for _, m := range of.Codec.Messages() {
			o := frames.Options{Spans: true, ShowSecrets: true, Answers: m.Name}
			text, fault := decode(of, unhex(t, m.Example), o)
			if fault != nil {
				t.Fatalf("%s %s: %v", of.Name, m.Name, fault)
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
				needNotes(t, of.Name+" "+m.Name, "/"+name, v, has)
			}
		}
	}
}

func needNotes(t *testing.T, of, path string, v any, has map[string]bool) {
	if !has[path] {
		t.Errorf("%s: %s has no note", of, path)
	}
	switch v := v.(type) {
	case map[string]any:
		for name, inner := range v {
			needNotes(t, of, path+"/"+name, inner, has)
		}
	case []any:
		for i, inner := range v {
			needNotes(t, of, fmt.Sprintf("%s/%d", path, i), inner, has)
		}
	}
}
