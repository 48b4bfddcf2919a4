package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
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

// build builds a program and installs it as users have it, as a copy: the
// pages of a file that the linker has just written are mapped more slowly.
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
