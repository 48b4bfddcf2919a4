package gitignore_test

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/divtool/divtool/internal/gitignore"
)

// tree writes files into a new directory, and returns it.
func tree(t *testing.T, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for name, text := range files {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// walk returns the files below dir that are not excluded.
func walk(t *testing.T, dir string) []string {
	t.Helper()
	stack, err := gitignore.Enter(dir)
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	var enter func(dir, name string, stack gitignore.Stack)
	enter = func(path, name string, stack gitignore.Stack) {
		list, err := os.ReadDir(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range list {
			switch below := filepath.Join(path, e.Name()); {
			case e.Name() == ".git", stack.Ignored(e.Name(), e.IsDir()):
			case e.IsDir():
				deeper, err := stack.Enter(below, e.Name())
				if err != nil {
					t.Fatal(err)
				}
				enter(below, e.Name(), deeper)
			default:
				rel, _ := filepath.Rel(dir, below)
				found = append(found, filepath.ToSlash(rel))
			}
		}
	}
	enter(dir, "", stack)
	slices.Sort(found)
	return found
}

// names are the files that patterns are tried on.
const names = "a.json b.json x/a.json x/y/a.json x/y/z/b.json build/c.json x/build/d.json .h/e.json #c !n {a,b} \\{a sp\u00e4t.json x/build.json"

var patterns = []string{
	"a.json", "/a.json", "x/a.json", "*.json", "!*.json", "*.json\n!b.json", "build/", "/build/", "build", "x/build", "x/", "x/*\n!x/y/", "x/*\n!x/y",
	"x/**", "x/**/b.json", "**/a.json", "**/y/**", "**/build/", "x/**/", "/**/a.json", "?.json", "[ab].json", "[!a].json", "[^a].json", "[a-b].json", "[]a].json",
	"#c", `\#c`, `\!n`, "!n", "{a,b}", `\{a`, "{a", "a.json ", `a.json\ `, "a.json\r", "\ufeffa.json", "[a.json", `a.json\`, `*\.json`, "x/*/a.json", "x*", "*/a.json", "**", "**/",
	"*", "*\n!*/\n!b.json", "x\n!x/a.json", ".h", ".*", "y", "y/*", "sp\u00e4t*", "s**t.json", "[[:alpha:]].json", "[!]a].json", "/", "//", "", "!", "x//a.json", "./a.json", "x/y/../a.json", "a.JSON",
}

// git decides the same.
func TestLikeGit(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	files := map[string]string{}
	for name := range strings.FieldsSeq(names) {
		files[name] = ""
	}
	root := tree(t, files)
	git := func(args ...string) string {
		c := exec.Command("git", append([]string{"-c", "core.excludesFile=", "-C", root}, args...)...)
		out, err := c.Output()
		if err != nil {
			t.Fatalf("git %s: %v", args, err)
		}
		return string(out)
	}
	git("init", "-q")
	for _, at := range []string{"x/.gitignore", ".gitignore"} {
		for _, pattern := range patterns {
			if err := os.WriteFile(filepath.Join(root, filepath.FromSlash(at)), []byte(pattern+"\n"), 0o644); err != nil {
				t.Fatal(err)
			}
			want := strings.FieldsFunc(git("ls-files", "-o", "-z", "--exclude-standard"), func(c rune) bool { return c == 0 })
			slices.Sort(want)
			if diff := cmp.Diff(want, walk(t, root), cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("%q in %s: %s", pattern, at, diff)
			}
		}
		if err := os.Remove(filepath.Join(root, filepath.FromSlash(at))); err != nil {
			t.Fatal(err)
		}
	}
}

// The files of parents count up to the root of the repository, and a repository in a
// repository has its own.
func TestNested(t *testing.T) {
	root := tree(t, map[string]string{
		".gitignore": "*.json\n", "outer.json": "",
		"repo/.git/HEAD": "", "repo/.git/info/exclude": "excluded.json\nboth.json\n", "repo/.gitignore": "/sub/rooted.json\nname.json\n!both.json\n",
		"repo/sub/.gitignore":  "!name.json\nown.json\n",
		"repo/sub/rooted.json": "", "repo/sub/name.json": "", "repo/sub/own.json": "", "repo/sub/excluded.json": "", "repo/sub/both.json": "",
		"repo/sub/deep/rooted.json": "", "repo/sub/deep/own.json": "",
		"repo/module/.git": "gitdir: ../.git/modules/m", "repo/.git/modules/m/info/exclude": "m.json", "repo/module/m.json": "", "repo/module/name.json": "",
		"repo/tree/.git": "gitdir: ../.git/worktrees/w\n", "repo/.git/worktrees/w/commondir": "../..\n", "repo/tree/excluded.json": "", "repo/tree/name.json": "",
	})
	for dir, want := range map[string][]string{
		"repo/sub":      {".gitignore", "both.json", "deep/rooted.json", "name.json"},
		"repo/sub/deep": {"rooted.json"},
		"repo/module":   {"name.json"},
		"repo/tree":     {"name.json"},
	} {
		if diff := cmp.Diff(want, walk(t, filepath.Join(root, filepath.FromSlash(dir)))); diff != "" {
			t.Errorf("%s: %s", dir, diff)
		}
	}
	if got := walk(t, root); !slices.Contains(got, "repo/module/name.json") || slices.Contains(got, "outer.json") || slices.Contains(got, "repo/sub/own.json") {
		t.Errorf("from the top: %v", got)
	}
}

// Without a repository, only the files at and below the start count.
func TestNoRepository(t *testing.T) {
	root := tree(t, map[string]string{".gitignore": "a.json", "d/.gitignore": "b.json", "d/a.json": "", "d/b.json": ""})
	if diff := cmp.Diff([]string{".gitignore", "a.json"}, walk(t, filepath.Join(root, "d"))); diff != "" {
		t.Error(diff)
	}
}

// A link and a directory in place of the file have no patterns; a large file is an error.
func TestUnusual(t *testing.T) {
	root := tree(t, map[string]string{"a.json": "", "patterns": "a.json", "d/.gitignore/x": "", "d/a.json": ""})
	if err := os.Symlink("patterns", filepath.Join(root, ".gitignore")); err != nil {
		t.Skip(err)
	}
	if got := walk(t, root); !slices.Contains(got, "a.json") || !slices.Contains(got, "d/a.json") {
		t.Errorf("found %v", got)
	}
	large := filepath.Join(root, "d", "large")
	if err := os.MkdirAll(large, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(large, ".gitignore"), make([]byte, 8<<20+1), fs.FileMode(0o644)); err != nil {
		t.Fatal(err)
	}
	if _, err := gitignore.Enter(large); err == nil || !strings.Contains(err.Error(), "8388608") {
		t.Errorf("a large file: %v", err)
	}
}
