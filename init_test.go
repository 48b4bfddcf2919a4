package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
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

// If anything calls a method by a name known only at run time, as text/template
// does, the linker must keep all exported methods of all types. The program is
// then a quarter larger and slower to start.
func TestUnusedMethodsAreLeftOut(t *testing.T) {
	_, bin := ciDir(t)
	names, err := exec.Command("go", "tool", "nm", filepath.Join(bin, "divtool")).Output()
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(names, []byte(" main.main\n")) {
		t.Fatalf("these are not the names of the program's functions:\n%.200s", names)
	}
	for _, method := range []string{"reflect.Value.MethodByName", "reflect.(*rtype).MethodByName"} {
		if bytes.Contains(names, []byte(" "+method+"\n")) {
			t.Errorf("%s is linked: go build -ldflags=-dumpdep shows from where, beside <ReflectMethod>", method)
		}
	}
}
