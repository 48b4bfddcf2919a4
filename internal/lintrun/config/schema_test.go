package config_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/divtool/divtool/internal/lintrun/config"
)

// The schema accepts what Parse reads, and refuses what an editor can know to be wrong.
func TestSchema(t *testing.T) {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(config.Schema()))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("config.json", doc); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile("config.json")
	if err != nil {
		t.Fatal(err)
	}
	validate := func(text string) error {
		var value any
		if err := yaml.Unmarshal([]byte(text), &value); err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		asJSON, err := json.Marshal(value)
		if err != nil {
			t.Fatal(err)
		}
		instance, err := jsonschema.UnmarshalJSON(bytes.NewReader(asJSON))
		if err != nil {
			t.Fatal(err)
		}
		return schema.Validate(instance)
	}
	for _, text := range append(examples(t), whole, "", "# nothing", "exclude: a", "exclude: [a, '{b,c}/**']", "kind: mcp-tools", "now: 5", "owner: true", "disable:", "files:", "files: {a: }", "severity: {shape/quirk: info}") {
		if problems := config.Parse("f", "d", []byte(text)).Problems; len(problems) > 0 {
			t.Errorf("%q: %v", text, problems[0])
		}
		if err := validate(text); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	}
	for _, text := range []string{
		"disabel: a", "kind: templat", "kind: [template]", "fail-on: errors", "disable: shape/quark", "disable: [[shape/quirk]]", "severity: error", "severity: {shape/quirk: loud}",
		"severity: {shape/quark: info}", "files: []", "files: {a: {file: b}}", "files: {a: {exclude: b}}", "files: {a: {fail-on: x}}", "exclude: {a: b}", "- a", "word", "baseline: [a]",
	} {
		if problems := config.Parse("f", "d", []byte(text)).Problems; len(problems) == 0 {
			t.Errorf("%q is read", text)
		}
		if err := validate(text); err == nil {
			t.Errorf("the schema accepts %q", text)
		}
	}
}

// examples returns the configurations in the guide.
func examples(t *testing.T) (list []string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "docs", "configuration.md"))
	if err != nil {
		t.Fatal(err)
	}
	for i, block := range strings.Split(string(text), "```") {
		if yaml, found := strings.CutPrefix(block, "yaml\n"); i%2 == 1 && found {
			list = append(list, yaml)
		}
	}
	if len(list) == 0 {
		t.Fatal("the guide has no configuration")
	}
	return list
}
