package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// closers are the packages whose init function completes cyclic declarations,
// which Go does not allow in initializers. No other package may do work when the
// program starts, because every run of every command would pay for it.
var closers = []string{"pkg/frames/diverge", "pkg/frames/laser"}

func TestStartDoesNothing(t *testing.T) {
	if testing.CoverMode() != "" {
		t.Skip("what counts the coverage has an init in every package")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(self, "-test.run=^$")
	c.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	trace, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, trace)
	}
	line := regexp.MustCompile(`(?m)^init github\.com/divtool/divtool/(\S+) .*? (\d+) bytes, (\d+) allocs$`)
	inits := line.FindAllSubmatch(trace, -1)
	if len(inits) < len(closers) {
		t.Fatalf("not even the packages %v have an init:\n%s", closers, trace)
	}
	for _, m := range inits {
		name, bytes, allocs := string(m[1]), m[2], m[3]
		if string(allocs) != "0" {
			t.Errorf("init of %s allocates %s times, %s bytes", name, allocs, bytes)
		}
		if !slices.Contains(closers, name) {
			t.Errorf("%s has an init: look for a declaration that is not a literal", name)
		}
	}
}

// callsByName are the functions that may call a method by a name known only at run
// time. Each makes the linker keep all exported methods of all types, so it must be
// worth it: expressions of filters are.
var callsByName = []string{"github.com/expr-lang/expr/vm/runtime.Fetch"}

// If anything else calls a method by name, as text/template does, that may be hard to
// notice once filters are gone.
func TestUnusedMethodsAreLeftOut(t *testing.T) {
	graph, err := exec.Command("go", "build", "-ldflags=-dumpdep", "-o", filepath.Join(t.TempDir(), "divtool"), ".").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, graph)
	}
	if !bytes.Contains(graph, []byte("main.main -> ")) {
		t.Fatalf("this is not the graph of the program's functions:\n%.200s", graph)
	}
	for line := range strings.Lines(string(graph)) {
		caller, callee, _ := strings.Cut(strings.TrimSpace(line), " -> ")
		caller = strings.TrimSuffix(caller, " <ReflectMethod>")
		if callee == "reflect.Value.MethodByName" && !slices.Contains(callsByName, caller) {
			t.Errorf("%s calls methods by name", caller)
		}
	}
}
