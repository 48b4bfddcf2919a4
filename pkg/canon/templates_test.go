package canon_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/diag"
)

const small = `{"image":{"digest":"x"},"memory":1,"disk":1,"arguments":%d,"mode":"transient"}`

// walkTemplates lists what Templates finds in a text, and what it refuses.
func walkTemplates(text string) (found, refused []string) {
	var h canon.Hasher
	walk := canon.Templates{
		Visit: func(path string, doc *jsondoc.Doc, node, depth int) {
			what := "refused"
			if d := h.Check(doc, node, depth); d == nil {
				what = h.ID(doc, node).String()[:8]
			}
			found = append(found, fmt.Sprintf("%s:%d:%s", path, depth, what))
		},
		OnError: func(d *diag.Diagnostic) { refused = append(refused, fmt.Sprintf("%s@%d", d.Code, d.Offset)) },
	}
	walk.Read([]byte(text))
	return found, refused
}

func TestTemplatesOfAText(t *testing.T) {
	one := fmt.Sprintf(small, 1)
	id := "88d9e7a8"
	tests := []struct{ name, text, found, refused string }{
		{"one", one, ":1:" + id, ""},
		{"array of one", "[" + one + "]", "/0:1:" + id, ""},
		{"array", " [ " + one + " , {} , " + one + " ] \n", "/0:1:" + id + " /1:1:refused /2:1:" + id, ""},
		{"empty array", "[ ]", "", ""},
		{"registration", `{"id":"r","dependencies":[` + one + `]}`, "/dependencies/0:3:" + id, ""},
		{"registration without id", `{"dependencies":[` + one + `]}`, "/dependencies/0:3:" + id, "shape/missing@0"},
		{"registration without dependencies", `{"id":"r"}`, "", ""},
		{"document", `{"type":"diverge.agents.request","tag":3,"payload":{"id":"r","dependencies":[` + one + `]}}`, "/payload/dependencies/0:3:" + id, ""},
		{"document of another message", `{"type":"diverge.agents.request","tag":4,"payload":{"write_id":1}}`, "", ""},
		{"text behind", one + one, "", fmt.Sprintf("shape/syntax@%d", len(one))},
		{"text behind an array", "[" + one + "]x", "/0:1:" + id, fmt.Sprintf("shape/syntax@%d", len(one)+2)},
		{"trailing comma", "[" + one + ",]", "/0:1:" + id, fmt.Sprintf("shape/syntax@%d", len(one)+1)},
		{"no comma", "[" + one + one + "]", "/0:1:" + id, fmt.Sprintf("shape/syntax@%d", len(one)+1)},
		{"cut", "[" + one, "/0:1:" + id, fmt.Sprintf("shape/syntax@%d", len(one)+1)},
		{"cut in an element", "[" + one + ",{", "/0:1:" + id, fmt.Sprintf("shape/syntax@%d", len(one)+3)},
		{"bracket alone", "[", "", "shape/syntax@1"},
		{"no JSON", "x", "", "shape/syntax@0"},
		{"nothing", "", "", "shape/syntax@0"},
	}
	for _, tt := range tests {
		found, refused := walkTemplates(tt.text)
		if strings.Join(found, " ") != tt.found || strings.Join(refused, " ") != tt.refused {
			t.Errorf("%s: found %v, refused %v; want %s, %s", tt.name, found, refused, tt.found, tt.refused)
		}
	}
}

// Elements are visited in their order, however many there are.
func TestManyTemplates(t *testing.T) {
	for _, n := range []int{31, 32, 33, 96, 1000} {
		var parts []string
		for i := range n {
			parts = append(parts, fmt.Sprintf(small, i))
		}
		found, refused := walkTemplates("[" + strings.Join(parts, ",") + "]")
		if len(found) != n || len(refused) != 0 {
			t.Fatalf("%d templates: found %d, refused %v", n, len(found), refused)
		}
		for i, f := range found {
			id, _ := canon.TemplateID([]byte(parts[i]))
			if want := fmt.Sprintf("/%d:1:%s", i, id.String()[:8]); f != want {
				t.Fatalf("element %d is %s, want %s", i, f, want)
			}
		}
	}
}
