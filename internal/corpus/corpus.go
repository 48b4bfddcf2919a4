// Package corpus gives tests access to the shared test vectors. Tests that need
// them are skipped if they are missing. Only tests import this package.
package corpus

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

// Read returns a file of the corpus by its slash-separated name. If the file is
// missing, the test is skipped, or fails if DIVTOOL_CORPUS_REQUIRED is 1.
func Read(t testing.TB, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir(), filepath.FromSlash(name)))
	if err == nil {
		return text
	}
	if os.Getenv("DIVTOOL_CORPUS_REQUIRED") == "1" {
		t.Fatalf("the corpus is required: %v", err)
	}
	t.Skipf("no corpus: %v", err)
	return nil
}

// JSON unmarshals a JSON file of the corpus into v.
func JSON(t testing.TB, name string, v any) {
	t.Helper()
	if err := json.Unmarshal(Read(t, name), v); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}

// dir returns $DIVTOOL_CORPUS, or the directory shared/corpus beside the checkout.
func dir() string {
	if d := os.Getenv("DIVTOOL_CORPUS"); d != "" {
		return d
	}
	current, err := os.Getwd()
	if err != nil {
		return "."
	}
	for {
		if _, err := os.Stat(filepath.Join(current, "go.mod")); err == nil {
			return filepath.Join(filepath.Dir(current), "shared", "corpus")
		}
		parent := filepath.Dir(current)
		if parent == current {
			return "."
		}
		current = parent
	}
}
