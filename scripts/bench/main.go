// Bench compares divtool with reference programs in one run. It prints each
// measurement, the ratio, and whether the goal is met:
//
//	go run ./scripts/bench [-only P2,P3] [-json FILE] [-runs N] [-keep DIR]
//
// The goals are in the files goals_*.go. divtool and the reference run
// alternately, and the fastest run of each counts, which reduces the influence of
// other load on the machine. A reference that is not installed is fetched from the
// Go module proxy if it is a Go program; otherwise it is reported as missing.
//
// The exit status is 1 if a goal is missed or cannot be measured, and 2 if the
// benchmark itself fails.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

type goal struct {
	id      string
	measure func(*bench) error
}

var goals = []goal{
	{"P1", p1}, {"P2", p2}, {"P3", p3}, {"P4", p4}, {"P5", p5}, {"P6", p6},
	{"P7", p7}, {"P8", p8}, {"P9", p9}, {"P10", p10}, {"P11", p11}, {"P13", p13}, {"P16", p16},
}

func main() {
	only := flag.String("only", "", "measure only these `GOALS`, such as P2,P3")
	out := flag.String("json", "", "also write the figures to `FILE`")
	runs := flag.Int("runs", 5, "number of runs of each command")
	keep := flag.String("keep", "", "keep the programs and the data in `DIR`")
	flag.Parse()
	chosen, err := choose(*only)
	if err == nil {
		err = run(chosen, *runs, *out, *keep)
	}
	if err == errMissed {
		os.Exit(1)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(2)
	}
}

// choose returns the goals named in a comma-separated list.
func choose(only string) ([]goal, error) {
	if only == "" {
		return goals, nil
	}
	var chosen []goal
	for id := range strings.SplitSeq(only, ",") {
		i := slices.IndexFunc(goals, func(g goal) bool { return strings.EqualFold(g.id, id) })
		if i < 0 {
			return nil, fmt.Errorf("unknown goal %q", id)
		}
		chosen = append(chosen, goals[i])
	}
	return chosen, nil
}

// run measures goals and prints each result immediately.
func run(chosen []goal, runs int, out, keep string) error {
	b, err := newBench(runs, keep)
	if err != nil {
		return err
	}
	defer b.clean()
	printHeader()
	for _, g := range chosen {
		before := len(b.figures)
		b.goal = g.id
		if err := g.measure(b); err != nil {
			return fmt.Errorf("%s: %w", g.id, err)
		}
		for _, f := range b.figures[before:] {
			f.printRow()
		}
	}
	if out != "" {
		if err := writeJSON(out, b.figures); err != nil {
			return err
		}
	}
	if slices.ContainsFunc(b.figures, func(f figure) bool { return !f.Met }) {
		return errMissed
	}
	return nil
}

// bench is a directory with the programs and the data, and the figures so far.
type bench struct {
	dir       string
	temporary bool
	divtool   string
	runs      int
	goal      string // id of the goal being measured
	figures   []figure
}

// newBench builds divtool in the directory keep, or in a temporary one if keep
// is "".
func newBench(runs int, keep string) (*bench, error) {
	b := &bench{dir: keep, runs: max(runs, 1), temporary: keep == ""}
	var err error
	if b.temporary {
		b.dir, err = os.MkdirTemp("", "divtool-bench-")
	} else {
		err = os.MkdirAll(keep, 0o755)
	}
	if err != nil {
		return nil, err
	}
	if b.divtool, err = b.build("divtool", "."); err != nil {
		b.clean()
		return nil, err
	}
	return b, nil
}

func (b *bench) clean() {
	if b.temporary {
		os.RemoveAll(b.dir)
	}
}

// build builds a program and installs a copy of it, as users would. The pages of a
// file that the linker has just written are slower to map.
func (b *bench) build(name, pkg string) (string, error) {
	linked, path := b.path(name+".linked"), b.path(name)
	c := exec.Command("go", "build", "-o", linked, pkg)
	if out, err := c.CombinedOutput(); err != nil {
		return "", fmt.Errorf("building %s: %w\n%s", name, err, out)
	}
	program, err := os.ReadFile(linked)
	if err != nil {
		return "", err
	}
	if err := os.Remove(linked); err != nil {
		return "", err
	}
	return path, os.WriteFile(path, program, 0o755)
}

func (b *bench) path(name string) string { return filepath.Join(b.dir, name) }

// Modules of references that are Go programs.
const (
	gojqModule       = "github.com/itchyny/gojq/cmd/gojq@v0.12.17"
	actionlintModule = "github.com/rhysd/actionlint/cmd/actionlint@v1.7.12"
)

// reference returns the path of a reference program. It fetches the program from
// the Go module proxy if it is not installed and module is not "".
func (b *bench) reference(name, module string) (string, error) {
	path, err := exec.LookPath(name)
	if err == nil || module == "" {
		return path, err
	}
	if path := b.path(name); exec.Command(path, "--version").Run() == nil {
		return path, nil
	}
	c := exec.Command("go", "install", module)
	c.Env = append(os.Environ(), "GOBIN="+b.dir)
	if out, err := c.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%s is missing and cannot be fetched: %w\n%s", name, err, out)
	}
	return b.path(name), nil
}
