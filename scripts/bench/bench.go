package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// bench is a folder with the programs and the data that are measured.
type bench struct {
	dir       string
	temporary bool
	divtool   string
	runs      int
	goal      string // that is being measured
	figures   []figure
}

// newBench builds the program, in a folder of its own when keep names none.
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

// clean removes the folder.
func (b *bench) clean() {
	if b.temporary {
		os.RemoveAll(b.dir)
	}
}

func (b *bench) build(name, pkg string) (string, error) {
	path := b.path(name)
	c := exec.Command("go", "build", "-o", path, pkg)
	if out, err := c.CombinedOutput(); err != nil {
		return "", fmt.Errorf("building %s: %w\n%s", name, err, out)
	}
	return path, nil
}

func (b *bench) path(name string) string { return filepath.Join(b.dir, name) }

// The modules of references that Go can build.
const (
	gojqModule       = "github.com/itchyny/gojq/cmd/gojq@v0.12.17"
	actionlintModule = "github.com/rhysd/actionlint/cmd/actionlint@v1.7.12"
)

// reference finds a program that ours is measured against, or fetches it from
// the Go module proxy; module is "" for a program that is not in Go.
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

// turns runs two sides by turns and returns the least seconds of each. The
// first turn only warms up.
func turns(runs int, ours, theirs func() (float64, error)) (x, y float64, err error) {
	for i := range runs + 1 {
		s, err := ours()
		if err != nil {
			return 0, 0, err
		}
		t, err := theirs()
		if err != nil {
			return 0, 0, err
		}
		if i <= 1 {
			x, y = s, t
		}
		x, y = min(x, s), min(y, t)
	}
	return x, y, nil
}

// pair runs two commands by turns, their output thrown away.
func pair(runs int, ours, theirs *command) (float64, float64, error) {
	return turns(runs, ours.run, theirs.run)
}

// inProcess runs two functions by turns.
func inProcess(runs int, ours, theirs func()) (float64, float64) {
	timed := func(f func()) func() (float64, error) {
		return func() (float64, error) {
			start := time.Now()
			f()
			return time.Since(start).Seconds(), nil
		}
	}
	x, y, _ := turns(runs, timed(ours), timed(theirs))
	return x, y
}

// command is a process that is measured.
type command struct {
	args []string
	env  []string // beside that of the bench
	held int64    // the most memory it held in its last run, in bytes
}

func process(args ...string) *command { return &command{args: args} }

// oneCore keeps a Go program on one core.
func (c *command) oneCore() *command {
	c.env = append(c.env, "GOMAXPROCS=1")
	return c
}

func (c *command) cmd() *exec.Cmd {
	p := exec.Command(c.args[0], c.args[1:]...)
	p.Env = append(os.Environ(), c.env...)
	return p
}

// run runs the command once and returns the seconds it took.
func (c *command) run() (float64, error) {
	p := c.cmd()
	start := time.Now()
	if err := p.Run(); err != nil {
		return 0, fmt.Errorf("%v: %w", c.args, err)
	}
	c.held = held(p.ProcessState)
	return time.Since(start).Seconds(), nil
}

// refused runs a command that may say with its status 1 that its input is
// wrong.
func (c *command) refused() (float64, error) {
	p := c.cmd()
	start := time.Now()
	if err := p.Run(); err != nil && p.ProcessState.ExitCode() != 1 {
		return 0, fmt.Errorf("%v: %w", c.args, err)
	}
	c.held = held(p.ProcessState)
	return time.Since(start).Seconds(), nil
}
