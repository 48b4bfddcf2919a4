package config_test

import (
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/divtool/divtool/internal/lintrun/config"
)

func TestLayers(t *testing.T) {
	file := config.Parse(filepath.Join("p", config.FileName), "/p", []byte(`disable: [template/secret-empty, shape/quirk]
severity: {shape/range: info}
authority-owner: [a, b]
baseline: known.json
files:
  "*.json":
    enable: shape/quirk
    severity: {shape/range: error}
    baseline: d/known.json
  "x/*":
    authority-owner: c
`))
	flags := config.Section{Values: []config.Value{{Key: "disable", Text: "template/digest-form", Offset: -1}}}
	describe := func(path string) (lines []string) {
		layers := config.NewLayers(file, file.SectionsFor(path), &flags)
		for _, key := range config.Keys() {
			for _, v := range layers.Effective(&key) {
				text := v.Text
				if key.Path {
					text = filepath.ToSlash(v.Path())
				}
				lines = append(lines, key.Name+" "+text+" "+filepath.ToSlash(v.Origin()))
			}
		}
		return lines
	}
	for path, want := range map[string][]string{
		"a.txt": {
			"disable shape/quirk p/.divtool.yaml:1:34",
			"disable template/digest-form --disable",
			"disable template/secret-empty p/.divtool.yaml:1:11",
			"severity shape/range=info p/.divtool.yaml:2:12",
			"baseline p/known.json p/.divtool.yaml:4:11",
			"authority-owner a p/.divtool.yaml:3:19",
			"authority-owner b p/.divtool.yaml:3:22",
		},
		"x/a.json": {
			"disable template/digest-form --disable",
			"disable template/secret-empty p/.divtool.yaml:1:11",
			"enable shape/quirk p/.divtool.yaml:7:13, files *.json",
			"severity shape/range=error p/.divtool.yaml:8:16, files *.json",
			"baseline p/d/known.json p/.divtool.yaml:9:15, files *.json",
			"authority-owner c p/.divtool.yaml:11:22, files x/*",
		},
	} {
		if diff := cmp.Diff(want, describe(path)); diff != "" {
			t.Errorf("%s:\n%s", path, diff)
		}
	}
}

// Without a configuration only the flags apply, and their paths stay as they are.
func TestLayersOfFlags(t *testing.T) {
	flags := config.Section{Values: []config.Value{
		{Key: "fail-on", Text: "error", Offset: -1},
		{Key: "baseline", Text: "d/known.json", Offset: -1},
	}}
	layers := config.NewLayers(nil, nil, &flags)
	if v, ok := layers.Scalar("baseline"); !ok || v.Path() != "d/known.json" || v.Origin() != "--baseline" {
		t.Errorf("baseline is %+v", v)
	}
	if v, ok := layers.Scalar("kind"); ok {
		t.Errorf("kind is %+v", v)
	}
}
