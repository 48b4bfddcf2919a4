package lintrun_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/divtool/divtool/internal/lintrun"
	"github.com/divtool/divtool/internal/report"
)

// linted returns the files that a run over faulty templates reports, in order.
func linted(t *testing.T, options lintrun.Options, args ...string) (files []string, o outcome) {
	t.Helper()
	o = run{options: options}.start(t, args...)
	for line := range strings.SplitSeq(o.out, "\n") {
		if name, _, found := strings.Cut(line, ".json:"); found {
			files = append(files, name+".json")
		}
	}
	return files, o
}

// project is a repository with a fault in each *.json file.
func project(t *testing.T) {
	t.Helper()
	fault := template(`""`)
	tree(t, map[string]string{
		".git/HEAD": "", ".gitignore": "/out/\n*.gen.json\n!keep.gen.json\n", ".git/info/exclude": "local.json",
		"a.json": fault, "local.json": fault, "x.gen.json": fault, "keep.gen.json": fault, "out/a.json": fault,
		"d/out/a.json": fault, "d/.gitignore": "b.json", "d/b.json": fault, "d/e/b.json": fault, "d/e/c.json": fault,
		".hidden/a.json": fault, "node_modules/m/a.json": fault,
	})
}

func TestWhatIsLinted(t *testing.T) {
	for _, tt := range []struct {
		name     string
		options  lintrun.Options
		args     string
		want     string
		excluded int
	}{
		{name: "directory", args: ".", want: "a.json d/e/c.json d/out/a.json keep.gen.json node_modules/m/a.json"},
		{name: "below", args: "d", want: "d/e/c.json d/out/a.json"},
		{name: "no ignore", options: lintrun.Options{NoIgnore: true}, args: "d", want: "d/b.json d/e/b.json d/e/c.json d/out/a.json"},
		{name: "named although ignored", args: "x.gen.json out d/b.json", want: "x.gen.json out/a.json d/b.json"},
		{name: "excluded", options: lintrun.Options{Flags: flags("exclude=node_modules", "exclude=d/**", "exclude=keep*")}, args: ".", want: "a.json"},
		{name: "excluded by any part", options: lintrun.Options{Flags: flags("exclude={e,m}")}, args: ".", want: "a.json d/out/a.json keep.gen.json"},
		{name: "excluded although named", options: lintrun.Options{Flags: flags("exclude=d")}, args: "a.json d d/b.json d/*/c.json", want: "a.json", excluded: 3},
		{name: "excluded at the top", options: lintrun.Options{Flags: flags("exclude=/a.json")}, args: "a.json d/e/c.json", want: "d/e/c.json", excluded: 1},
		{name: "once", args: "a.json ./a.json d d/e/c.json d/../a.json d/e", want: "a.json d/e/c.json d/out/a.json"},
		{name: "once in the end", args: "d/e/c.json .", want: "d/e/c.json a.json d/out/a.json keep.gen.json node_modules/m/a.json"},
		{name: "patterns", args: "*/a.json {a,none}.json", want: "out/a.json a.json"},
		{name: "hidden", args: ".hidden/*.json .*/a.json", want: ".hidden/a.json"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			project(t)
			files, o := linted(t, tt.options, strings.Fields(tt.args)...)
			if diff := cmp.Diff(strings.Fields(tt.want), files); diff != "" {
				t.Error(diff, o.errs)
			}
			if o.totals.Excluded != tt.excluded {
				t.Errorf("%d excluded", o.totals.Excluded)
			}
		})
	}
}

// The patterns of a configuration start at its directory, and those of a flag at the
// working directory; both apply.
func TestExcludeInConfiguration(t *testing.T) {
	project(t)
	if err := os.WriteFile("d/.divtool.yml", []byte("exclude: [/e/**, b.json]\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	t.Chdir("d/e")
	files, o := linted(t, lintrun.Options{Flags: flags("exclude=../out")}, "..", "c.json", "../../a.json", "../b.json")
	if diff := cmp.Diff([]string{"../../a.json"}, files); diff != "" || o.totals.Excluded != 2 {
		t.Error(diff, o.errs, o.totals)
	}
	files, o = linted(t, lintrun.Options{}, "c.json")
	if len(files) > 0 || o.outcome != report.Failed || !strings.Contains(o.errs, "nothing to lint: all files are excluded") {
		t.Errorf("%v %+v", files, o)
	}
	if _, o = linted(t, lintrun.Options{AllowEmpty: true}, "c.json"); o.outcome != report.Clean {
		t.Errorf("%+v", o)
	}
}

// The flag may have an absolute path.
func TestExcludeAbsolute(t *testing.T) {
	project(t)
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	files, o := linted(t, lintrun.Options{Flags: flags("exclude="+dir+"/d", "exclude="+dir+"/node_modules/**")}, ".")
	if diff := cmp.Diff([]string{"a.json", "keep.gen.json"}, files); diff != "" {
		t.Error(diff, o.errs)
	}
}

// A file that is also reached through links is linted once, under its own name if the link
// is beside it.
func TestLinksOnce(t *testing.T) {
	fault := template(`""`)
	tree(t, map[string]string{"p/b.json": fault, "q/c.json": fault})
	for link, target := range map[string]string{"p/a.json": "b.json", "p/z.json": "../q/c.json", "p/dir": "../q", "all": "p"} {
		if err := os.Symlink(target, link); err != nil {
			t.Skip(err)
		}
	}
	for args, want := range map[string]string{
		".": "p/b.json p/z.json", "p all": "p/b.json p/z.json", "all/b.json p": "all/b.json p/z.json", "q .": "q/c.json p/b.json", "p/a.json p/b.json": "p/a.json",
	} {
		if files, o := linted(t, lintrun.Options{}, strings.Fields(args)...); !slices.Equal(files, strings.Fields(want)) {
			t.Errorf("%s: %v, want %s\n%s", args, files, want, o.errs)
		}
	}
}

// In a directory, a file that is JSON but for comments and commas is judged by its members.
func TestCommentedFiles(t *testing.T) {
	for text, skipped := range map[string]bool{
		"{ // TypeScript\n \"compilerOptions\": {\"strict\": true,},\n}": true,
		"/* settings */ {\"a\": \"//\", }":                               true,
		"// tasks\n[1, 2,]":                                              true,
		"{\"a\": 1,}":                                                    true,
		"{ // no JSON":                                                   false,
		"{\"a\": 1 // b\n, c: 1}":                                        false,
		"// a template\n" + template(``):                                 false,
		strings.Replace(template(``), `"mode"`, "// mode\n\"mode\"", 1): false,
		`{"inputSchema": {},}`: false,
		"":                     false,
	} {
		tree(t, map[string]string{"a.json": text, "ok.json": template(``)})
		o := run{}.start(t, ".")
		if got := o.totals.Skipped == 1 && o.out == ""; got != skipped || !skipped && !strings.Contains(o.out, "[shape/syntax]") {
			t.Errorf("%q: %+v\n%s", text, o.totals, o.out)
		}
		if o = (run{}).start(t, "a.json"); !strings.Contains(o.out, "[shape/syntax]") {
			t.Errorf("%q, named: %+v\n%s", text, o.totals, o.out)
		}
	}
}

// Ignored files are left out whatever the number of workers and the size of a directory.
func TestLargeDirectory(t *testing.T) {
	files := map[string]string{".gitignore": "*5.json"}
	var want []string
	for i := range 1500 {
		name := fmt.Sprintf("%04d.json", i)
		files[name] = template(`""`)
		if i%10 != 5 {
			want = append(want, name)
		}
	}
	tree(t, files)
	for _, jobs := range []int{1, 4} {
		if got, _ := linted(t, lintrun.Options{Jobs: jobs}, ".", "0001.json"); !slices.Equal(got, want) {
			t.Errorf("%d workers: %d files, want %d", jobs, len(got), len(want))
		}
	}
}
