package main

import (
	"crypto/sha256"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// releaseBuild is the part of .goreleaser.yaml that decides what is in a binary.
type releaseBuild struct {
	Env     []string
	Goos    []string
	Goarch  []string
	Flags   []string
	Ldflags []string
}

func releaseConfig(t *testing.T) releaseBuild {
	t.Helper()
	var config struct {
		Builds []releaseBuild
	}
	readYAMLPart(t, readFile(t, ".goreleaser.yaml"), &config)
	if len(config.Builds) != 1 {
		t.Fatalf("%d builds in .goreleaser.yaml", len(config.Builds))
	}
	return config.Builds[0]
}

// Two builds of a release in different folders are the same bytes, and show the version
// and the commit of the release.
func TestReleaseIsReproducible(t *testing.T) {
	if testing.Short() {
		t.Skip("builds twice")
	}
	build := releaseConfig(t)
	var sums [2][sha256.Size]byte
	for i := range sums {
		dir := copySources(t)
		binary := filepath.Join(dir, "program")
		args := append([]string{"build", "-o", binary}, build.Flags...)
		ldflags := strings.NewReplacer("{{ .Version }}", "9.8.7", "{{ .FullCommit }}", "0123abcd").Replace(strings.Join(build.Ldflags, " "))
		c := exec.Command("go", append(args, "-ldflags", ldflags, ".")...)
		c.Dir, c.Env = dir, append(os.Environ(), build.Env...)
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		content, err := os.ReadFile(binary)
		if err != nil {
			t.Fatal(err)
		}
		sums[i] = sha256.Sum256(content)
		out, err := exec.Command(binary, "version").Output()
		if err != nil {
			t.Fatal(err)
		}
		want := "divtool v9.8.7 " + runtime.Version() + " " + runtime.GOOS + "/" + runtime.GOARCH + " commit 0123abcd\n"
		if string(out) != want {
			t.Errorf("version: %q, want %q", out, want)
		}
	}
	if sums[0] != sums[1] {
		t.Errorf("the builds differ: %x, %x", sums[0], sums[1])
	}
}

// A release has the platforms that .ci/run builds.
func TestReleasePlatforms(t *testing.T) {
	build := releaseConfig(t)
	script := readFile(t, filepath.Join(".ci", "run"))
	for _, system := range build.Goos {
		for _, arch := range build.Goarch {
			if !strings.Contains(script, system+"/"+arch) {
				t.Errorf(".ci/run does not build %s/%s", system, arch)
			}
		}
	}
	if n := len(build.Goos) * len(build.Goarch); n != 6 {
		t.Errorf("%d platforms, want 6", n)
	}
}

// copySources copies what the program is built from into a new directory.
func copySources(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	out, err := exec.Command("go", "list", "-deps", "-f", `{{with .Module}}{{if .Main}}{{$.Dir}}{{range $.GoFiles}}
{{.}}{{end}}{{range $.IgnoredGoFiles}}
{{.}}{{end}}{{range $.EmbedFiles}}
{{.}}{{end}}

{{end}}{{end}}`, ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	root, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	copyFile := func(name string) {
		content, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		to, err := filepath.Rel(root, name)
		if err != nil {
			t.Fatal(err)
		}
		to = filepath.Join(dir, to)
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(to, content, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	copyFile(filepath.Join(root, "go.mod"))
	copyFile(filepath.Join(root, "go.sum"))
	for pkg := range strings.SplitSeq(strings.TrimSpace(string(out)), "\n\n") {
		files := strings.Split(strings.TrimSpace(pkg), "\n")
		for _, file := range files[1:] {
			copyFile(filepath.Join(files[0], file))
		}
	}
	return dir
}
