package cmd_test

import (
	"slices"
	"strings"
	"testing"
)

func TestSchemaCompletion(t *testing.T) {
	_, stdout, _ := runMain([]string{"__complete", "schema", ""}, nil)
	words := strings.Fields(string(stdout))
	for _, kind := range []string{"template", "scope-record", "laser-grants"} {
		if !slices.Contains(words, kind) {
			t.Errorf("%s is not completed: %q", kind, stdout)
		}
	}
}
