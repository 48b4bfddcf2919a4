package canon_test

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
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

func wantRefusal(t *testing.T, err error, upstream string) {
	t.Helper()
	var d *diag.Diagnostic
	if !errors.As(err, &d) {
		t.Fatalf("accepted, the reference says %s", upstream)
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
