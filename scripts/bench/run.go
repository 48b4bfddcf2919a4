package main

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/canon"
)

// bench is a folder with the programs that are measured.
type bench struct {
	dir  string
	runs int
	gojq string
	// actionlint lints workflow files, as divtool lints documents.
	actionlint string
}

func (b *bench) build() error {
	for name, pkg := range map[string]string{"divtool": ".", "empty": "./scripts/bench/empty"} {
		c := exec.Command("go", "build", "-o", filepath.Join(b.dir, name), pkg)
		if out, err := c.CombinedOutput(); err != nil {
			return fmt.Errorf("building %s: %w\n%s", name, err, out)
		}
	}
	var err error
	if b.gojq, err = b.reference("gojq", "github.com/itchyny/gojq/cmd/gojq@v0.12.17"); err != nil {
		return err
	}
	b.actionlint, err = b.reference("actionlint", "github.com/rhysd/actionlint/cmd/actionlint@v1.7.12")
	return err
}

// reference finds a program that ours is measured against, or fetches it.
func (b *bench) reference(name, module string) (string, error) {
	if path, err := exec.LookPath(name); err == nil {
		return path, nil
	}
	c := exec.Command("go", "install", module)
	c.Env = append(os.Environ(), "GOBIN="+b.dir)
	if out, err := c.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%s is missing and cannot be fetched: %w\n%s", name, err, out)
	}
	return filepath.Join(b.dir, name), nil
}

// pair runs two commands by turns and returns the median seconds of each.
func (b *bench) pair(ours, theirs []string) (float64, float64, error) {
	var x, y []float64
	for i := range b.runs + 1 {
		s, err := once(ours)
		if err != nil {
			return 0, 0, err
		}
		t, err := once(theirs)
		if err != nil {
			return 0, 0, err
		}
		if i > 0 { // the first run warms up
			x, y = append(x, s), append(y, t)
		}
	}
	return median(x), median(y), nil
}

func once(args []string) (float64, error) {
	c := exec.Command(args[0], args[1:]...)
	start := time.Now()
	if err := c.Run(); err != nil {
		return 0, fmt.Errorf("%v: %w", args, err)
	}
	return time.Since(start).Seconds(), nil
}

func median(s []float64) float64 {
	slices.Sort(s)
	return s[len(s)/2]
}

// process is a goal that is measured on whole processes.
type process struct {
	goal, what   string
	ours, theirs []string
	atLeast      float64
	atMost       float64
	runs         int
}

// all measures every goal.
func (b *bench) all(templates, frame string) ([]figure, error) {
	divtool := filepath.Join(b.dir, "divtool")
	empty := filepath.Join(b.dir, "empty")
	text, err := os.ReadFile(templates)
	if err != nil {
		return nil, err
	}
	ours := testing.Benchmark(func(t *testing.B) { ids(t, text) })
	theirs := testing.Benchmark(func(t *testing.B) { reference(t, text) })
	figures := []figure{faster("P4", "ids of 50,000 templates, in process / Unmarshal+Marshal+SHA-256",
		float64(ours.NsPerOp())/1e9, float64(theirs.NsPerOp())/1e9, 5)}

	processes := []process{
		{"P4", "ids of 50,000 templates, process / gojq -c .", []string{divtool, "template-id", templates}, []string{b.gojq, "-c", ".", templates}, 6, 0, 3},
		{"P6", "divtool version / an empty cobra program", []string{divtool, "version"}, []string{empty}, 0, 1.3, 8 * b.runs},
		{"P6", "decode of one small frame / an empty cobra program", []string{divtool, "decode", frame}, []string{empty}, 0, 1.3, 8 * b.runs},
	}
	documents, workflows := filepath.Join(b.dir, "documents"), filepath.Join(b.dir, "repo", ".github", "workflows")
	if err := writeFiles(documents, workflows, 10000); err != nil {
		return nil, err
	}
	files, err := filepath.Glob(filepath.Join(workflows, "*.yml"))
	if err != nil {
		return nil, err
	}
	lint := []string{divtool, "lint", documents}
	processes = append(processes, process{"P10", "lint of 10,000 files / actionlint on as many", lint,
		append([]string{b.actionlint, "-shellcheck=", "-pyflakes="}, files...), 1, 0, 3})
	processes = append(processes, process{"P10", "lint on two cores / on one", append([]string{}, lint...), append([]string{"env", "GOMAXPROCS=1"}, lint...), 1.7, 0, 7})
	for _, p := range processes {
		b.runs = p.runs
		x, y, err := b.pair(p.ours, p.theirs)
		if err != nil {
			return nil, err
		}
		if p.atMost > 0 {
			figures = append(figures, within(p.goal, p.what, x, y, p.atMost))
		} else {
			figures = append(figures, faster(p.goal, p.what, x, y, p.atLeast))
		}
	}
	return figures, nil
}

// ids computes the ids of all templates of a text.
func ids(b *testing.B, text []byte) {
	var hasher canon.Hasher
	var id canon.ID
	walk := canon.Templates{Visit: func(_ string, doc *jsondoc.Doc, node, depth int) {
		if d := hasher.Check(doc, node, depth); d != nil {
			b.Fatal(d)
		}
		id = hasher.ID(doc, node)
	}}
	for b.Loop() {
		walk.Read(text)
	}
	_ = id
}

// reference does what a program without our rules would do.
func reference(b *testing.B, text []byte) {
	for b.Loop() {
		var all []any
		if err := json.Unmarshal(text, &all); err != nil {
			b.Fatal(err)
		}
		for _, one := range all {
			out, err := json.Marshal(one)
			if err != nil {
				b.Fatal(err)
			}
			sha256.Sum256(out)
		}
	}
}
