package cmd

import (
	"testing"

	"github.com/divtool/divtool/pkg/canon"
)

func TestFindRegistration(t *testing.T) {
	for _, tt := range []struct {
		text, path, registration string
		isFrame                  bool
	}{
		{`{"type":"diverge.agents.request","tag":3,"payload":{"id":"r"}}`, "/payload", `{"id":"r"}`, true},
		{`{"type":"diverge.agents.request","name":"registration","payload":{"id":"r"}}`, "/payload", `{"id":"r"}`, true},
		{`{"type":"diverge.frame","size":9,"payload":{"type":"diverge.agents.request","tag":3,"payload":{"id":"r"}}}`, "/payload/payload", `{"id":"r"}`, true},
		{`{"type":"diverge.agents.request","tag":4,"payload":{"write_id":1}}`, "/payload", "", true},
		{`{"type":"diverge.agents.request","name":"write","payload":{}}`, "/payload", "", true},
		{`{"type":"diverge.agents.request"}`, "/payload", "", true},
		{`{"type":"diverge.frame","size":9}`, "/payload/payload", "", true},
		{`{"type":"laser.forward","size":9,"payload":{}}`, "/payload", "", true},
		{`{"type":"diverge.agents.request","image":{}}`, "", "", false},
		{`{"type":"x"}`, "", "", false},
		{`{"id":"r","dependencies":[]}`, "", "", false},
		{`[]`, "", "", false},
	} {
		var doc canon.Doc
		if err := doc.Read([]byte(tt.text)); err != nil {
			t.Fatal(err)
		}
		path, node, isFrame := findRegistration(&doc)
		registration := ""
		if node >= 0 {
			registration = string(doc.Raw(node))
		}
		if isFrame != tt.isFrame || path != tt.path || registration != tt.registration {
			t.Errorf("%s: %q, %s, %v", tt.text, path, registration, isFrame)
		}
	}
}
