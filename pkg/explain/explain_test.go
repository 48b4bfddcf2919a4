package explain_test

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/divtool/divtool/docs/protocols"
	"github.com/divtool/divtool/pkg/explain"
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/all"
	"github.com/divtool/divtool/pkg/frames/laser"
	"github.com/divtool/divtool/pkg/lint"
)

// Every word has entries, which are complete and refer to known words.
func TestWords(t *testing.T) {
	words := explain.Words()
	if len(words) < 500 {
		t.Fatalf("only %d words", len(words))
	}
	seen := map[string]bool{}
	for _, word := range words {
		entries := explain.Find(word)
		if len(entries) == 0 {
			t.Errorf("Find(%q) finds nothing, although Words lists it", word)
		}
		for _, e := range entries {
			checkEntry(t, word, &e)
			for _, see := range e.See {
				if !seen[see] && len(explain.Find(see)) == 0 {
					t.Errorf("%s: refers to the unknown word %s", word, see)
				}
				seen[see] = true
			}
		}
	}
}

func checkEntry(t *testing.T, word string, e *explain.Entry) {
	t.Helper()
	if e.Word == "" || e.Class == "" || e.Title == "" {
		t.Errorf("%s: incomplete entry: %+v", word, e)
	}
	for _, table := range e.Tables {
		if len(table.Rows) == 0 {
			t.Errorf("%s: the table %q is empty", word, table.Title)
		}
		for _, row := range table.Rows {
			if len(row) != len(table.Head) {
				t.Errorf("%s: the table %q has a row of %d cells, want %d", word, table.Title, len(row), len(table.Head))
			}
		}
	}
}

// Every tag and every command code is found by its number, and messages of
// outdated declarations come last.
func TestNumbers(t *testing.T) {
	for _, c := range laser.Commands() {
		if e := explain.Find(decimal(uint64(c.Code))); len(e) != 1 || e[0].Class != "command code" {
			t.Errorf("%d: %+v", c.Code, e)
		}
	}
	for _, ty := range all.Types() {
		for _, m := range ty.Messages() {
			if m.Name == "" || ty.IsResponse() {
				continue
			}
			e := explain.Find(decimal(uint64(m.Tag)))
			has := func(row []string) bool { return row[0] == ty.Name && row[1] == m.Name }
			if len(e) < 2 || !slices.ContainsFunc(e[0].Tables[0].Rows, has) {
				t.Errorf("tag %d does not list %s/%s", m.Tag, ty.Name, m.Name)
			}
		}
	}
	rows := explain.Find("7")[0].Tables[0].Rows
	old := slices.IndexFunc(rows, func(r []string) bool { return r[2] == string(frames.Old) })
	if old < 1 || slices.ContainsFunc(rows[old:], func(r []string) bool { return r[2] != string(frames.Old) }) {
		t.Errorf("outdated tables are not listed last: %v", rows)
	}
}

func decimal(n uint64) string {
	if n < 10 {
		return string(rune('0' + n))
	}
	return decimal(n/10) + string(rune('0'+n%10))
}

// No document causes a panic.
func FuzzDocument(f *testing.F) {
	for _, text := range []string{
		`{"image":{"digest":"x"},"memory":1,"disk":1,"arguments":{},"mode":"transient","permissions":[{"agents":["create"]}]}`,
		`{"id":"r","secrets":{"a":"fixed"},"dependencies":[{}]}`,
		`{"op":"scope.apply","generation":1,"upsert":[{"ref":"w","scope_epoch":1,"kind":"worker"}],"end":[{"ref":"o"}]}`,
		`{"name":"a","description":"","inputSchema":{"properties":{"x":{"type":"string"}},"required":["x"]}}`,
		`[{"effect":"allow","feature":"kv","action":"read","resource":{"kind":"prefix"}}]`,
		`{"runtimeType":"generic"}`, `[]`, `[1`, `{"owner":{},"ref":""}`,
	} {
		f.Add([]byte(text), uint8(0))
	}
	kinds := []lint.Kind{lint.Auto}
	for _, k := range lint.Kinds() {
		kinds = append(kinds, k.Kind)
	}
	f.Fuzz(func(t *testing.T, text []byte, kind uint8) {
		entries, _, ok := explain.Document("x", text, kinds[int(kind)%len(kinds)])
		if ok && len(entries) == 0 {
			t.Error("no entries for a recognized document")
		}
	})
}

// Every refusal that a scope rule predicts is explained, and so are masks in any
// spelling.
func TestRefusalsOfRules(t *testing.T) {
	words := map[string]bool{"mask ContextInvalidation(5)": true, "MASK system": true}
	for _, r := range lint.Rules() {
		if strings.HasPrefix(r.ID, "scope/") && r.Upstream != "" {
			words[r.Upstream] = true
		}
	}
	for word := range words {
		if len(explain.Find(word)) == 0 {
			t.Errorf("Find(%q) finds nothing", word)
		}
	}
}

// Every citation in a declaration leads to a page, and no entry names a file that
// is not in the repository.
func TestCitations(t *testing.T) {
	for _, ty := range all.Types() {
		if len(protocols.Targets(ty.Spec)) == 0 {
			t.Errorf("%s: the citation %q has no target", ty.Name, ty.Spec)
		}
	}
	for _, r := range lint.Rules() {
		for _, citation := range protocols.Find(r.Title + r.Reason) {
			if len(protocols.Targets(citation)) == 0 {
				t.Errorf("%s: the citation %q has no target", r.ID, citation)
			}
		}
	}
	private := regexp.MustCompile(`\bspec/|\.md \d`)
	for _, word := range explain.Words() {
		for _, e := range explain.Find(word) {
			checkSource(t, word, &e)
			if text, err := json.Marshal(e); err != nil || private.Match(text) {
				t.Errorf("%s: cites a file that is not in the repository: %s, %v", word, text, err)
			}
		}
	}
}

// checkSource checks that an entry about a protocol names its source.
func checkSource(t *testing.T, word string, e *explain.Entry) {
	t.Helper()
	described := func(f explain.Fact) bool {
		return f.Name == "described in" && strings.HasPrefix(f.Text, "docs/protocols")
	}
	for _, class := range []string{
		"frame type", "message of ", "answer of ", "command code", "refusal of a ", "outcome of ", "close reason ",
		"invalidation mask", "context slot", "side effect", "kind of grant", "action of ", "endpoint", "op of ", "code of an error body",
	} {
		if strings.HasPrefix(e.Class, class) && !slices.ContainsFunc(e.Facts, described) {
			t.Errorf("%s: the entry of class %q names no page", word, e.Class)
		}
	}
}

// The types of the agent runtime are found by their names in both releases.
func TestRuntimeTypes(t *testing.T) {
	for word, other := range map[string]string{
		"AgentPackage": "AgentDefinition", "AgentDefinition": "AgentPackage",
		"PackageManifest": "DefinitionManifest", "definitionmanifest": "PackageManifest",
		"PackageId": "DefinitionId", "DefinitionId": "PackageId",
		"ToolDescriptor": "the same name", "SideEffect": "the same name",
	} {
		found := false
		for _, e := range explain.Find(word) {
			for _, f := range e.Facts {
				found = found || strings.Contains(f.Text, other)
			}
		}
		if !found {
			t.Errorf("%s: no entry names %s: %+v", word, other, explain.Find(word))
		}
	}
}
