package canon_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/divtool/divtool/internal/corpus"
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/diag"
)

// vector is an entry of any of the three files of corpus/diverge.
type vector struct {
	Name      string
	Input     *string
	InputHex  string `json:"input_hex"`
	Canonical string
	ID        string
	Output    string
	Sorted    string
	Error     string
}

func (v vector) text(t *testing.T) []byte {
	t.Helper()
	if v.Input != nil {
		return []byte(*v.Input)
	}
	text, err := hex.DecodeString(v.InputHex)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// readVectors reads vectors of the project's own.
func readVectors(t *testing.T, name string) (vectors []vector) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name))
	if err == nil {
		err = json.Unmarshal(text, &vectors)
	}
	if err != nil || len(vectors) == 0 {
		t.Fatalf("%s: %d vectors, %v", name, len(vectors), err)
	}
	return vectors
}

func TestTemplates(t *testing.T) { testTemplates(t, readVectors(t, "templates.json")) }

func TestCorpusTemplates(t *testing.T) {
	var vectors []vector
	corpus.JSON(t, "diverge/template_ids.json", &vectors)
	testTemplates(t, vectors)
}

func testTemplates(t *testing.T, vectors []vector) {
	for _, v := range vectors {
		t.Run(v.Name, func(t *testing.T) {
			got, err := canon.AppendTemplate(nil, v.text(t))
			id, idErr := canon.TemplateID(v.text(t))
			if v.Error != "" {
				wantRefusal(t, err, v.Error)
				wantRefusal(t, idErr, v.Error)
				return
			}
			if err != nil || idErr != nil {
				t.Fatalf("refused: %v, %v", err, idErr)
			}
			if string(got) != v.Canonical || id.String() != v.ID {
				t.Errorf("got  %s %s\nwant %s %s", id, got, v.ID, v.Canonical)
			}
		})
	}
}

// Only the scope may be an object with an empty object inside: the reference reads it from a
// buffer.
func TestWordsWithEmptyObjects(t *testing.T) {
	template := func(mode, scope, action string) []byte {
		return []byte(`{"image":{"digest":"x"},"memory":1,"disk":1,"arguments":1,"mode":` + mode + `,"scope":` + scope +
			`,"permissions":[{"agents":{"actions":[` + action + `],"within":"any"}}]}`)
	}
	want, err := canon.TemplateID(template(`"service"`, `"global"`, `"get"`))
	if err != nil {
		t.Fatal(err)
	}
	for _, scope := range []string{`{"global":null}`, `{"global":{}}`} {
		if id, err := canon.TemplateID(template(`"service"`, scope, `"get"`)); err != nil || id != want {
			t.Errorf("%s: %s, %v; want %s", scope, id, err, want)
		}
	}
	for _, refused := range [][]byte{
		template(`"service"`, `{"global":[]}`, `"get"`),
		template(`"service"`, `{"global":{"a":1}}`, `"get"`),
		template(`"service"`, `{"all":{}}`, `"get"`),
		template(`"service"`, `{"global":{},"template":{}}`, `"get"`),
		template(`{"service":{}}`, `"global"`, `"get"`),
		template(`"service"`, `"global"`, `{"get":{}}`),
	} {
		_, err := canon.TemplateID(refused)
		wantRefusal(t, err, string(refused))
	}
}

// An empty array or object that the reference leaves out is remarked, unless it is one of the
// arguments.
func TestExplicitEmpty(t *testing.T) {
	var doc canon.Doc
	text := `{"id":"r","dependencies":[{"image":{"digest":"x","references":[]},"memory":1,"disk":1,"arguments":{"a":[]},"mode":"transient",` +
		`"fuse_file_mounts":[],"permissions":[{"agents":{"actions":[],"within":{"all_tags":[]}}}]}],"secrets":{}}`
	if err := doc.Read([]byte(text)); err != nil {
		t.Fatal(err)
	}
	var got []string
	r := canon.Reader{Doc: &doc, OnRemark: func(m canon.Remark) {
		if m.Kind == canon.ExplicitEmpty {
			got = append(got, doc.Pointer(m.Node))
		}
	}}
	if err := r.Read(0, &canon.RegistrationShape, 1); err != nil {
		t.Fatal(err)
	}
	const template = "/dependencies/0"
	want := []string{template + "/image/references", template + "/fuse_file_mounts", template + "/permissions/0/agents/within/all_tags", "/secrets"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

func wantRefusal(t *testing.T, err error, upstream string) {
	t.Helper()
	var d *diag.Diagnostic
	if !errors.As(err, &d) {
		t.Fatalf("accepted, expected %s", upstream)
	}
	if !strings.HasPrefix(d.Code, "shape/") && d.Code != "grant/unknown-action" {
		t.Errorf("code %q", d.Code)
	}
}

func TestValues(t *testing.T) {
	testValues(t, readVectors(t, "numbers.json"))
	testValues(t, readVectors(t, "strings.json"))
}

func TestCorpusValues(t *testing.T) {
	for _, file := range []string{"diverge/serde_numbers.json", "diverge/serde_strings.json"} {
		var vectors []vector
		corpus.JSON(t, file, &vectors)
		testValues(t, vectors)
	}
}

func testValues(t *testing.T, vectors []vector) {
	for _, v := range vectors {
		got, err := canon.Append(nil, v.text(t))
		want := v.Output
		if v.Sorted != "" {
			want = v.Sorted
		}
		switch {
		case v.Error != "":
			wantRefusal(t, err, v.Error)
		case err != nil || string(got) != want:
			t.Errorf("%q gives %q, %v; want %q", v.text(t), got, err, want)
		}
	}
}

// A value that cannot be read is named itself, at any depth, and a
// name by its object.
func TestErrorPath(t *testing.T) {
	for text, want := range map[string]struct {
		path           string
		offset, length int
	}{
		`{"a":[1,{"b":1e999}]}`:     {"/a/1/b", 13, 5},
		`1e999`:                     {"", 0, 5},
		`{"a":[{},"x",["\ud800"]]}`: {"/a/2/0", 15, 1},
		`{"a":{"$serde_json::private::RawValue":"1","b":2}}`: {"/a/b", 43, 3},
		`{"a":{"\ud800":1}}`:            {"/a", 7, 1},
		"{\"~/\":{\"c\":[\"ok\xff\"]}}": {"/~0~1/c/0", 15, 1},
	} {
		_, err := canon.Append(nil, []byte(text))
		var d *diag.Diagnostic
		if !errors.As(err, &d) {
			t.Errorf("%s: no refusal", text)
			continue
		}
		if d.Path != want.path || d.Offset != want.offset || d.Length != want.length {
			t.Errorf("%s: %q at %d, %d long; want %v", text, d.Path, d.Offset, d.Length, want)
		}
	}
}

// With Refused the reading goes on after what is refused, for as long as it
// is wanted; the first refusal is that of a reading without.
func TestOnError(t *testing.T) {
	const text = `{"id":1,"dependencies":[{"mode":"x"},5],"secrets":{"a":"no","b":"fixed","c":2}}`
	var doc canon.Doc
	if err := doc.Read([]byte(text)); err != nil {
		t.Fatal(err)
	}
	first, _ := diag.From((&canon.Reader{Doc: &doc}).Read(0, &canon.RegistrationShape, 1))
	want := []string{
		"shape/type /id", "shape/variant /dependencies/0/mode", "shape/missing /dependencies/0", "shape/missing /dependencies/0",
		"shape/missing /dependencies/0", "shape/missing /dependencies/0", "shape/type /dependencies/1", "shape/variant /secrets/a", "shape/type /secrets/c",
	}
	for maxErrors := 1; maxErrors <= len(want)+1; maxErrors++ {
		var got []string
		r := canon.Reader{Doc: &doc, OnError: func(d *canon.Problem) bool {
			if len(got) == 0 && (d.Code != first.Code || d.Path != first.Path) {
				t.Errorf("the first refusal is %v, want %v", d, first)
			}
			got = append(got, d.Code+" "+d.Path)
			return len(got) < maxErrors
		}}
		stopped := r.Read(0, &canon.RegistrationShape, 1)
		if expected := want[:min(maxErrors, len(want))]; !slices.Equal(got, expected) {
			t.Errorf("at most %d: got %q, want %q", maxErrors, got, expected)
		}
		if (stopped != nil) != (maxErrors <= len(want)) {
			t.Errorf("at most %d: ended with %v", maxErrors, stopped)
		}
	}
}

// A record may have any number of members.
func TestWideRecord(t *testing.T) {
	for _, n := range []int{1, 15, 16, 17, 63, 64, 65, 200} {
		shape := canon.Shape{Kind: canon.Record, Name: "a wide record"}
		var members []string
		for i := range n {
			name := fmt.Sprintf("m%03d", i)
			shape.Members = append(shape.Members, canon.Member{Name: name, Shape: &canon.String})
			members = append(members, fmt.Sprintf("%q:%q", name, name))
		}
		whole := "{" + strings.Join(members, ",") + "}"
		if d := readShape(t, &shape, whole); d != nil {
			t.Errorf("%d members: %s", n, d.Message)
		}
		last := members[n-1]
		if d := readShape(t, &shape, "{"+strings.Join(append(members[:n-1:n-1], ""), ",")+`"x":1}`); d == nil || d.Code != "shape/missing" {
			t.Errorf("%d members, the last one missing: %v", n, d)
		}
		if d := readShape(t, &shape, "{"+strings.Join(members, ",")+","+last+"}"); d == nil || d.Code != "shape/duplicate" {
			t.Errorf("%d members, the last one twice: %v", n, d)
		}
	}
}

func readShape(t *testing.T, s *canon.Shape, text string) *diag.Diagnostic {
	t.Helper()
	var doc canon.Doc
	if err := doc.Read([]byte(text)); err != nil {
		t.Fatal(err)
	}
	r := canon.Reader{Doc: &doc}
	d, _ := diag.From(r.Read(0, s, 1))
	return d
}

const small = `{"image":{"digest":"x"},"memory":1,"disk":1,"arguments":%d,"mode":"transient"}`

// walkTemplates lists what Templates finds in a text, and what it refuses.
func walkTemplates(text string) (found, refused []string) {
	walk := canon.Templates{
		Visit: func(t *canon.VisitedTemplate) {
			what := "refused"
			if t.Err == nil {
				what = t.ID.String()[:8]
			}
			found = append(found, fmt.Sprintf("%s:%d:%s", t.Path, t.Depth, what))
		},
		OnError: func(d *diag.Diagnostic) { refused = append(refused, fmt.Sprintf("%s@%d", d.Code, d.Offset)) },
		Unwrap: func(doc *canon.Doc) (path string, registration int, ok bool) {
			if registration, ok = doc.Member(0, "in"); ok && doc.Kind(registration) != canon.KindObject {
				registration = -1
			}
			return "/in", registration, ok
		},
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
		{"wrapped", `{"in":{"id":"r","dependencies":[` + one + `]}}`, "/in/dependencies/0:3:" + id, ""},
		{"wrapped, but empty", `{"in":1}`, "", ""},
		{"trailing text", one + one, "", fmt.Sprintf("shape/syntax@%d", len(one))},
		{"trailing text after an array", "[" + one + "]x", "/0:1:" + id, fmt.Sprintf("shape/syntax@%d", len(one)+2)},
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

const benchTemplate = `{"image":{"digest":"sha256:0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0","references":[{"registry":"ghcr.io","name":"acme/search"}]},"memory":268435456,"disk":1073741824,"arguments":{"endpoint":"https://search.example/api","limits":{"rate":0.25,"burst":40},"tags":["a","b","c"]},"secrets":["token","api_key"],"mode":"transient","fuse_file_mounts":[{"agent_path":["home","agent","a.txt"],"tool_path":["in","a.txt"]}],"permissions":[{"agents":{"actions":["message","get"],"within":"self"}},{"volumes":{"actions":["mount"],"within":{"any_tags":["scratch"]}}}]}`

func BenchmarkTemplateID(b *testing.B) {
	var doc canon.Doc
	var h canon.Hasher
	text := []byte(benchTemplate)
	b.ReportAllocs()
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if err := doc.Read(text); err != nil {
			b.Fatal(err)
		}
		if err := h.Check(&doc, 0, 1); err != nil {
			b.Fatal(err)
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
