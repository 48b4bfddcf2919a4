package glob_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/divtool/divtool/internal/glob"
)

func compile(t *testing.T, pattern string) *glob.Pattern {
	t.Helper()
	p, err := glob.Compile(pattern)
	if err != nil {
		t.Fatalf("%s: %v", pattern, err)
	}
	return p
}

func TestMatch(t *testing.T) {
	for _, tt := range []struct {
		pattern, name string
		want          bool
	}{
		{"*.json", "a.json", true}, {"*.json", "d/e/a.json", true}, {"a.json", "d/b.json", false},
		{"d/*.json", "d/a.json", true}, {"d/*.json", "d/e/a.json", false}, {"/*.json", "a.json", true}, {"/*.json", "d/a.json", false},
		{"d/**", "d/a", true}, {"d/**", "d/e/a", true}, {"d/**", "e/a", false}, {"**/a", "a", true}, {"**/a", "d/e/a", true},
		{"d/**/a", "d/a", true}, {"d/**/a", "d/e/f/a", true}, {"d/**/a", "d/e/b", false}, {"**/b/**/a", "b/c/b/d/a", true},
		{"./a.json", "a.json", true}, {"./a.json", "d/a.json", false}, {".d/a", ".d/a", true}, {".d/a", "d/a", false},
		{"d/", "d/a", true}, {"d/", "d/e/a", true}, {"d/", "d/.a", true}, {"d/", "e/d/a", false}, {"./d/", "d/a", true}, {"**/d/", "e/d/a", true},
		{"d/[ab].json", "d/b.json", true}, {"d/?", "d/é", true},
		// A set of characters.
		{"[!x]/r", "y/r", true}, {"[!x]/r", "x/r", false}, {"[^x]/r", "x/r", false}, {`[\]]`, "]", true}, {"[a-c]", "b", true},
		// Braces.
		{"{x,y}/r", "y/r", true}, {"{x,y}/r", "z/r", false}, {"{a,b/{c,d}}/r", "b/d/r", true}, {"{a,b/{c,d}}/r", "b/r", false},
		{"{a,b/c}", "d/a", true}, {"{a,b/c}", "d/b/c", false}, {"a{,b}", "a", true}, {`\{a,b\}`, "{a,b}", true}, {"[{]a", "{a", true}, {"{a}", "a", true},
		// Hidden names need the dot.
		{"*", ".a", false}, {"?a", ".a", false}, {"[.]a", ".a", false}, {"**/a", ".d/a", false}, {"**/a", "e/.d/a", false}, {"**", "d/.a", false},
		{".*", ".a", true}, {"**/.*/a", "e/.d/a", true}, {`\.a`, ".a", true}, {"{.,}*", ".a", true}, {"d/**", "d/.e/a", false},
		{strings.Repeat("**/", 40) + "x", strings.Repeat("a/", 200) + "b", false},
	} {
		if got := compile(t, tt.pattern).Match(tt.name); got != tt.want {
			t.Errorf("%s on %s: %v", tt.pattern, tt.name, got)
		}
	}
}

// A directory that matches has everything below it, hidden or not.
func TestMatchTree(t *testing.T) {
	for _, tt := range []struct {
		pattern, name string
		want          bool
	}{
		{"node_modules", "a/node_modules/b/.c/d.json", true}, {"node_modules/**", "node_modules/.bin/x.json", true}, {"node_modules/**", "node_modules", true},
		{"node_modules/**", "a/node_modules/b.json", false}, {"/a", "b/a/c", false}, {"*.gen.json", "d/x.gen.json", true}, {"d/", "d", true}, {"d/", "d/x", true},
		{"a", "../a/b", true}, {"../a/**", "../a/b", true}, {"a", "/a/b", true},
	} {
		if got := compile(t, tt.pattern).MatchTree(tt.name); got != tt.want {
			t.Errorf("%s on %s: %v", tt.pattern, tt.name, got)
		}
	}
}

func TestCompileRefuses(t *testing.T) {
	for _, pattern := range []string{"", "[", "[]]", "a/[b", "{", "{a", "a}", `\`, "{a,{b}"} {
		if _, err := glob.Compile(pattern); !errors.Is(err, glob.ErrSyntax) {
			t.Errorf("%s: %v", pattern, err)
		}
	}
	for _, pattern := range []string{strings.Repeat("{a,b}", 10), strings.Repeat("{a,b}", 800), strings.Repeat("a", 4097), "{" + strings.Repeat(",", 1000) + "}"} {
		if _, err := glob.Compile(pattern); !glob.IsLimit(err) {
			t.Errorf("%.20s: %v", pattern, err)
		}
	}
	if _, err := glob.Compile(strings.Repeat("{", 2000) + strings.Repeat("}", 2000)); err != nil {
		t.Error(err)
	}
}

func TestIsPattern(t *testing.T) {
	for arg, want := range map[string]bool{"a*": true, "{a,b}": true, "a?": true, "[a]": true, "a.json": false, `{"a":1,"b":2}`: false, "{a}": false} {
		if glob.IsPattern(arg) != want {
			t.Errorf("%s: not %v", arg, want)
		}
	}
}

// The names are unique and in the order of a directory walk.
func TestFind(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{
		"a.json", "b/a.json", "b/b/a.json", "b/b/c.txt", "b.d/a.json", ".hidden/a.json", "b/.h.json", "[x]/a.json", "z.json",
	} {
		name = filepath.FromSlash(name)
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("b", "link"); err != nil {
		t.Skip("no symbolic links here")
	}
	if err := os.Symlink("a.json", "x.json"); err != nil {
		t.Skip("no symbolic links here")
	}
	for pattern, want := range map[string][]string{
		"*.json":           {"a.json", "x.json", "z.json"},
		"*/a.json":         {"[x]/a.json", "b/a.json", "b.d/a.json"},
		"[!b]*/a.json":     {"[x]/a.json"},
		".*/a.json":        {".hidden/a.json"},
		".hidden/*.json":   {".hidden/a.json"},
		"b/.*":             {"b/.h.json"},
		"**/*.json":        {"[x]/a.json", "a.json", "b/a.json", "b/b/a.json", "b.d/a.json", "x.json", "z.json"},
		"./**/a.json":      {"[x]/a.json", "a.json", "b/a.json", "b/b/a.json", "b.d/a.json"},
		"b/**/*.json":      {"b/a.json", "b/b/a.json"},
		"b/**":             {"b/a.json", "b/b/a.json", "b/b/c.txt"},
		"**/b":             {"b", "b/b"},
		"**/**/b/**/?.txt": {"b/b/c.txt"},
		"link/**/a.json":   {"link/a.json", "link/b/a.json"},
		"{b,b.d}/*.json":   {"b/a.json", "b.d/a.json"},
		"{b/b,b,b}/a.json": {"b/a.json", "b/b/a.json"},
		"{b,z.json}":       {"b", "z.json"},
		`\[x\]/*`:          {"[x]/a.json"},
		"none/**/*.json":   nil,
		"b/**.json":        {"b/a.json"},
	} {
		found, err := glob.Find(pattern)
		if err != nil {
			t.Errorf("%s: %v", pattern, err)
		}
		for i := range found {
			found[i] = filepath.ToSlash(found[i])
		}
		if diff := cmp.Diff(want, found); diff != "" {
			t.Errorf("%s: %s", pattern, diff)
		}
	}
	dir, _ := os.Getwd()
	found, err := glob.Find(filepath.Join(dir, "**", "c.txt"))
	if err != nil || len(found) != 1 || found[0] != filepath.Join(dir, "b", "b", "c.txt") {
		t.Errorf("absolute: %v, %v", found, err)
	}
	if _, err := glob.Find("**/["); err == nil {
		t.Error("a malformed pattern is not an error")
	}
}

func FuzzMatch(f *testing.F) {
	f.Add("{a,b/{c,d}}/**/[!x]*.json", "b/c/.d/y.json")
	f.Add(`**/\{[]]?`, "a/{]x")
	f.Add("*a*a*a*a*a*a*b", strings.Repeat("a", 60))
	f.Fuzz(func(t *testing.T, pattern, name string) {
		p, err := glob.Compile(pattern)
		if err != nil || len(name) > 1<<10 {
			return
		}
		start := time.Now()
		if p.Match(name) && !p.MatchTree(name) && !strings.HasSuffix(pattern, "/") && name != "." && name != "/" {
			t.Errorf("%q matches %q but not its tree", pattern, name)
		}
		if took := time.Since(start); took > 5*time.Second {
			t.Errorf("%q on %q took %v", pattern, name, took)
		}
	})
}
