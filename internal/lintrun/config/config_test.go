package config_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/divtool/divtool/internal/lintrun/config"
	"github.com/divtool/divtool/internal/text"
)

const whole = `# a comment
disable: template/service-mounts
enable:
  - shape/quirk   # why not
  - "shape/range"
severity:
  template/secret-empty: warning
fail-on: info
now: 2026-01-31T12:00:00Z
owner: 123
baseline: known.json
files:
  "*.grants.json":
    kind: grants
  templates/**/é.json: {kind: template, fail-on: never}
  empty:
`

// summary describes a configuration, one value or problem on a line.
func summary(c *config.File) string {
	var b strings.Builder
	section := func(s *config.Section) {
		for _, v := range s.Values {
			at := text.PositionAt(c.Text, v.Offset)
			fmt.Fprintf(&b, "%d:%d [%s] %s %s\n", at.Line, at.Column, s.Pattern, v.Key, v.Text)
		}
	}
	section(&c.Top)
	for i := range c.Sections {
		section(&c.Sections[i])
	}
	for _, d := range c.Problems {
		at := text.PositionAt(c.Text, max(d.Offset, 0))
		fmt.Fprintf(&b, "%d:%d +%d %s\n", at.Line, at.Column, d.Length, d.Message)
	}
	return b.String()
}

func TestParse(t *testing.T) {
	want := `2:10 [] disable template/service-mounts
4:5 [] enable shape/quirk
5:5 [] enable shape/range
7:3 [] severity template/secret-empty=warning
8:10 [] fail-on info
9:6 [] now 2026-01-31T12:00:00Z
10:8 [] owner 123
11:11 [] baseline known.json
14:11 [*.grants.json] kind grants
15:31 [templates/**/é.json] kind template
15:50 [templates/**/é.json] fail-on never
`
	for _, text := range []string{whole, strings.ReplaceAll(whole, "\n", "\r\n"), strings.TrimSuffix(whole, "\n")} {
		if diff := cmp.Diff(want, summary(config.Parse("f", "d", []byte(text)))); diff != "" {
			t.Error(diff)
		}
	}
}

// A problem has a position, and the rest of the configuration applies.
func TestProblems(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"", ""},
		{"# nothing\n", ""},
		{"---\n", ""},
		{"disabel: a\nowner: core\n", "2:8 [] owner core\n1:1 +7 unknown key \"disabel\"; did you mean \"disable\"?\n"},
		{"zzz: a", "1:1 +3 unknown key \"zzz\"; `divtool lint --help` lists the keys\n"},
		{"disable:\n- template/secret-emty\n", "2:3 +20 disable: unknown rule \"template/secret-emty\"; did you mean \"template/secret-empty\"?\n"},
		{"severity:\n  template/secret-empty: loud\n", "2:3 +21 severity: expected RULE=LEVEL with the level error, warning or info, got \"template/secret-empty=loud\"\n"},
		{"severity: error", "1:11 +5 severity: expected a mapping of rules to levels, got a single value\n"},
		{"fail-on: errors", "1:10 +6 fail-on: \"errors\" is not valid; did you mean \"error\"?\n"},
		{"&x a: b", "1:1 +1 expected a plain key, got an anchor, an alias or a tag, which are not supported\n"},
		{"kind: [template]", "1:7 +1 kind: expected a single value, got a sequence\n"},
		{"kind: {a: b}", "1:7 +1 kind: expected a single value, got a mapping\n"},
		{"disable: [[a]]", "1:11 +1 disable: expected a single value, got a sequence\n"},
		{"now: noon", "1:6 +4 now: expected a time in milliseconds since 1970 or in RFC 3339, such as 2026-01-31T12:00:00Z, got \"noon\"\n"},
		{"owner: a\nowner: b", "2:1 +5 not valid YAML: mapping key \"owner\" already defined at [1:1]\n"},
		{"owner: a\n\"owner\": b", "2:1 +7 not valid YAML: mapping key \"owner\" already defined at [1:1]\n"},
		{"files:\n  '[': {}\n", "2:3 +3 \"[\" is not a valid pattern\n"},
		{"files:\n  ../a: {}\n", "2:3 +4 \"../a\" leads out of the directory of the configuration\n"},
		{"files:\n  a: {exclude: b}\n", "2:7 +7 exclude is not a setting of some files; move it to the top of the configuration\n"},
		{"exclude: ['{a,b}', ../c, '{']\n", "1:11 [] exclude {a,b}\n1:20 +4 exclude: \"../c\" leads out of the directory of the configuration\n1:26 +3 exclude: \"{\" is not a valid pattern\n"},
		{"files:\n  a: {file: {}}\n", "2:7 +4 unknown key \"file\"; `divtool lint --help` lists the keys\n"},
		{"files: []", "1:8 +1 files: expected a mapping of patterns to sections, got a sequence\n"},
		{"- a", "1:1 +1 expected a mapping of keys to values, got a sequence\n"},
		{"word", "1:1 +4 expected a mapping of keys to values, got a single value\n"},
		{"owner: *x\n", "1:8 +1 owner: expected a single value, got an anchor, an alias or a tag, which are not supported\n"},
		{"owner: a\n---\nowner: b\n", "1:8 [] owner a\n3:6 +1 unexpected second YAML document; a configuration is one document\n"},
		{"owner: \xff", "1:8 +1 invalid UTF-8\n"},
	} {
		if diff := cmp.Diff(tt.want, summary(config.Parse("f", "d", []byte(tt.text)))); diff != "" {
			t.Errorf("%q:\n%s", tt.text, diff)
		}
	}
	for _, text := range []string{"a: [", "a: \"b", "\tb: c", "a: b: c", "{", strings.Repeat("[", 60000), strings.Repeat("a:\n", 70000), "a: &x [*x]\n<<: *x"} {
		if c := config.Parse("f", "d", []byte(text)); len(c.Problems) == 0 {
			t.Errorf("%.20q is taken", text)
		}
	}
}

// The nearest configuration applies, and the search ends after a directory with
// .git.
func TestFind(t *testing.T) {
	root := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		name = filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write(".divtool.yaml", "owner: outside")
	write("repo/.git", "gitdir: elsewhere")
	write("repo/a/x.json", "")
	write("own/.git/HEAD", "")
	write("own/.divtool.yaml", "owner: own")
	write("own/d/e/.divtool.yaml", "owner: inner")
	write("own/d/y/.divtool.yml", "owner: other")
	t.Chdir(filepath.Join(root, "own", "d"))
	for name, want := range map[string]string{
		"x.json":                      filepath.Join("..", ".divtool.yaml"),
		"../x.json":                   filepath.Join("..", ".divtool.yaml"),
		"e/x.json":                    filepath.Join("e", ".divtool.yaml"),
		"e/f/g/x.json":                filepath.Join("e", ".divtool.yaml"),
		"y/x.json":                    filepath.Join("y", ".divtool.yml"),
		"<stdin>":                     filepath.Join("..", ".divtool.yaml"),
		"../../repo/a/x.json":         "",
		"../../plain/x.json":          filepath.Join("..", "..", ".divtool.yaml"),
		filepath.Join(root, "x.json"): filepath.Join(root, ".divtool.yaml"),
	} {
		got := ""
		if c := config.NewFinder().For(name); c != nil {
			got = c.Name
		}
		if got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

// Two configurations in one directory are a problem.
func TestTwoConfigurations(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{".divtool.yaml", ".divtool.yml"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("owner: a"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	c := config.NewFinder().For(filepath.Join(dir, "x.json"))
	if c == nil || c.Name != filepath.Join(dir, ".divtool.yaml") || len(c.Problems) != 1 || !strings.HasSuffix(c.Problems[0].Message, ".divtool.yml exists too and is not read; remove one of them") {
		t.Errorf("%+v", c)
	}
}

// A file that exists and cannot be read is a problem, so that it is not taken for
// a missing one.
func TestLoad(t *testing.T) {
	dir := t.TempDir()
	if c := config.Load(filepath.Join(dir, config.FileName)); c != nil {
		t.Errorf("a missing file: %+v", c)
	}
	if err := os.WriteFile(filepath.Join(dir, "file"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if c := config.Load(filepath.Join(dir, "file", config.FileName)); c != nil {
		t.Errorf("a file in place of the directory: %+v", c)
	}
	if c := config.Load(dir); c == nil || len(c.Problems) != 1 || c.Problems[0].Message != "cannot read the configuration: is a directory" {
		t.Errorf("a directory: %+v", c)
	}
	large := filepath.Join(dir, "large")
	if err := os.WriteFile(large, make([]byte, 64<<10+1), 0o644); err != nil {
		t.Fatal(err)
	}
	if c := config.Load(large); c == nil || len(c.Problems) != 1 || c.Problems[0].Message != "the configuration is too large: the limit is 65536 bytes" {
		t.Errorf("a large file: %+v", c)
	}
	link := filepath.Join(dir, "link")
	if err := os.Symlink("nowhere", link); err != nil {
		t.Skip(err)
	}
	if c := config.Load(link); c == nil || len(c.Problems) != 1 {
		t.Errorf("a dangling link: %+v", c)
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(whole))
	f.Add([]byte("a: &x [*x]\n<<: *x\n? [a]\n: !!str |\n  b\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		c := config.Parse("f", "d", text)
		for _, d := range c.Problems {
			if d.Offset < 0 || d.Offset+d.Length > len(text) {
				t.Errorf("%+v is outside of the text", d)
			}
		}
		summary(c)
	})
}
