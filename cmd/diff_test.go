package cmd_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/divtool/divtool/cmd"
	"github.com/divtool/divtool/internal/corpus"
)

// runAlone runs a command without a standard input.
func runAlone(args ...string) (status int, stdout, stderr string) {
	var out, err bytes.Buffer
	status = cmd.Main(args, cmd.Streams{In: strings.NewReader(""), Out: &out, Err: &err, Env: func(string) string { return "" }})
	return status, out.String(), err.String()
}

// TestDiffVectors holds all vectors of differences between scope records
// against what the command prints.
func TestDiffVectors(t *testing.T) {
	var vectors []struct {
		Name          string
		Before, After json.RawMessage
		ParentState   *struct{ Before, After *string } `json:"parent_state"`
		Expect        map[string]any
	}
	corpus.JSON(t, "subc/diff_vectors.json", &vectors)
	state := func(s *string) string {
		if s == nil {
			return "none"
		}
		return *s
	}
	for _, v := range vectors {
		t.Run(v.Name, func(t *testing.T) {
			dir := t.TempDir()
			before, after := filepath.Join(dir, "before.json"), filepath.Join(dir, "after.json")
			for name, text := range map[string][]byte{before: v.Before, after: v.After} {
				if err := os.WriteFile(name, text, 0o666); err != nil {
					t.Fatal(err)
				}
			}
			args := []string{"diff", "--format", "json", before, after}
			if v.ParentState != nil {
				args = append(args, "--parent-state", state(v.ParentState.Before)+":"+state(v.ParentState.After))
			}
			status, stdout, stderr := runAlone(args...)
			want := 1
			if v.Expect["outcome"] == "unchanged" {
				want = 0
			}
			if status != want || stderr != "" {
				t.Errorf("status %d, want %d: %s", status, want, stderr)
			}
			var got map[string]any
			if err := json.Unmarshal([]byte(stdout), &got); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(v.Expect, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestSchemaCompletion(t *testing.T) {
	_, stdout, _ := runAlone("__complete", "schema", "")
	words := strings.Fields(stdout)
	for _, kind := range []string{"template", "scope-record", "laser-grants"} {
		if !slices.Contains(words, kind) {
			t.Errorf("%s is not completed: %q", kind, stdout)
		}
	}
}
