package lint_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/divtool/divtool/pkg/lint"
)

// TestImageForms tells the digests, registries and repositories that are as they
// should be from those that are not.
func TestImageForms(t *testing.T) {
	hex64, hex128 := strings.Repeat("0a", 32), strings.Repeat("0a", 64)
	l := linter(t, lint.Config{})
	for _, c := range []struct {
		rule      string
		good, bad []string
	}{
		{
			"template/digest-form",
			[]string{"sha256:" + hex64, "sha512:" + hex128, "blake3:0A", "multihash+base58:00", "sha256.v2:0"},
			[]string{"", ":", "sha256", "sha256:", ":" + hex64, hex64, "sha256:" + hex64[1:], "sha256:" + hex64 + "0", "sha256:" + strings.ToUpper(hex64),
				"sha512:" + hex64, "SHA256:" + hex64, "sha256:" + hex64[1:] + "g", " sha256:" + hex64, "sha256:" + hex64 + "\n", "x:y:z", "sha 256:00"},
		},
		{
			"template/registry-form",
			[]string{"docker.io", "localhost:5000", "[::1]:5000", "é"},
			[]string{"", "https://docker.io", "docker.io/", "docker.io/library", " docker.io", "docker.io\n", "a\u00a0b", "//docker.io"},
		},
		{
			"template/repository-form",
			[]string{"nginx", "library/nginx", "a/b/c", "a.b", "a_b", "a__b", "a-b", "a---b", "0/9", "a1-b2.c3_d4"},
			[]string{"", "/", "a/", "/a", "a//b", "a:latest", "a@sha256:00", "A", "é", "a..b", "a___b", "a._b", ".a", "a.", "-a", "a-", "_a", "a_", "a b", "a\n", "a-_b", "docker.io:5000/a"},
		},
	} {
		for _, list := range [][]string{c.good, c.bad} {
			for _, value := range list {
				quoted, _ := json.Marshal(value)
				digest, registry, name := `"blake3:00"`, `"r"`, `"n"`
				switch c.rule {
				case "template/digest-form":
					digest = string(quoted)
				case "template/registry-form":
					registry = string(quoted)
				default:
					name = string(quoted)
				}
				text := `{"image":{"digest":` + digest + `,"references":[{"registry":` + registry + `,"name":` + name + `}]},"memory":1,"disk":1,"mode":"transient","arguments":{}}`
				r := l.Lint([]byte(text), lint.Template, nil)
				found := len(r.Findings) == 1 && r.Findings[0].Code == c.rule
				if isBad := &list[0] == &c.bad[0]; found != isBad || !isBad && len(r.Findings) > 0 {
					t.Errorf("%s %q: got %v", c.rule, value, r.Findings)
				}
			}
		}
	}
}

// TestMissingHint tells of a member that may have been meant for a missing
// one, in the same object only.
func TestMissingHint(t *testing.T) {
	l := linter(t, lint.Config{})
	for text, want := range map[string]string{
		`{"image":{"digest":"d"},"memroy":1,"disk":1,"mode":"transient","arguments":{}}`:       `"memroy"`,
		`{"image":{"digest":"d","memroy":1},"disk":1,"mode":"transient","arguments":{}}`:       "",
		`{"image":{"digets":"d"},"x":1,"memory":1,"disk":1,"mode":"transient","arguments":{}}`: `"digets"`,
	} {
		r := l.Lint([]byte(text), lint.Template, nil)
		if len(r.Findings) != 1 || r.Findings[0].Code != "shape/missing" || !strings.Contains(r.Findings[0].Hint, want) || want == "" && r.Findings[0].Hint != "" {
			t.Errorf("%s: got %+v", text, r.Findings)
		}
	}
}
