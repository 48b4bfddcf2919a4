package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// programArchive returns an archive with a program that prints a word, as a release has
// it for a system.
func programArchive(t *testing.T, system string) []byte {
	t.Helper()
	const program = "#!/bin/sh\necho released\n"
	var b bytes.Buffer
	if system == "windows" {
		z := zip.NewWriter(&b)
		f, err := z.Create("divtool.exe")
		if err != nil {
			t.Fatal(err)
		}
		_, _ = f.Write([]byte(program))
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	z := gzip.NewWriter(&b)
	a := tar.NewWriter(z)
	for name, text := range map[string]string{"divtool": program, "README.md": "text"} {
		if err := a.WriteHeader(&tar.Header{Name: name, Mode: 0o755, Size: int64(len(text))}); err != nil {
			t.Fatal(err)
		}
		_, _ = a.Write([]byte(text))
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// releaseServer serves releases v1.0.0 (good), v2.0.0 (the archive is not the listed
// one) and v3.0.0 (none for this machine); the latest is v1.0.0.
func releaseServer(t *testing.T) string {
	t.Helper()
	archive := programArchive(t, runtime.GOOS)
	name := fmt.Sprintf("divtool_1.0.0_%s_%s.tar.gz", runtime.GOOS, runtime.GOARCH)
	list := fmt.Sprintf("%s  other_1.0.0_x.tar.gz\n%x  %s\n", strings.Repeat("0", 64), sha256.Sum256(archive), name)
	files := map[string]string{
		"/download/v1.0.0/checksums.txt": list,
		"/download/v1.0.0/" + name:       string(archive),
		"/latest/download/checksums.txt": list,
		"/latest/download/" + name:       string(archive),
		"/download/v2.0.0/checksums.txt": list,
		"/download/v2.0.0/" + name:       string(archive) + "changed",
		"/download/v3.0.0/checksums.txt": strings.ReplaceAll(list, runtime.GOARCH, "m68k"),
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		text, ok := files[r.URL.Path]
		if !ok {
			http.NotFound(w, r)
			return
		}
		_, _ = w.Write([]byte(text))
	}))
	t.Cleanup(server.Close)
	return server.URL
}

// scripts/install takes the program of a release only if its checksum is right, and
// builds it where there is no release.
func TestInstall(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the archive of the test has a shell script")
	}
	for _, program := range []string{"bash", "curl", "tar"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skip(program + " is not installed")
		}
	}
	root, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	server := releaseServer(t)
	for _, tt := range []struct {
		name, version string
		status        int
		says, runs    string
	}{
		{"a release", "v1.0.0", 0, "installed divtool_1.0.0", "released"},
		{"the latest release", "latest", 0, "installed divtool_1.0.0", "released"},
		{"a changed archive", "v2.0.0", 1, "it is not installed", ""},
		{"no archive for this machine", "v3.0.0", 0, "building from the checkout", "divtool "},
		{"no such release", "v4.0.0", 0, "no release v4.0.0 at " + server, "divtool "},
		{"the source", "source", 0, "building from the checkout", "divtool "},
	} {
		dir := filepath.Join(t.TempDir(), "new")
		status, out := shell(t, root, dir, "scripts/install '"+dir+"' "+tt.version, "DIVTOOL_RELEASES="+server)
		if status != tt.status || !strings.Contains(out, tt.says) {
			t.Errorf("%s: status %d\n%s", tt.name, status, out)
		}
		got, err := exec.Command(filepath.Join(dir, "divtool"), "version").Output()
		if (err != nil) != (tt.runs == "") || !strings.HasPrefix(string(got), tt.runs) {
			t.Errorf("%s: the program printed %q, %v", tt.name, got, err)
		}
	}
}

// Where it must be built and there is no Go, scripts/install has a status of its own, on
// which the action installs Go.
func TestInstallWithoutGo(t *testing.T) {
	root, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	bin := t.TempDir()
	for _, program := range []string{"bash", "dirname", "mkdir", "uname"} {
		path, err := exec.LookPath(program)
		if err != nil {
			t.Skip(program + " is not installed")
		}
		if err := os.Symlink(path, filepath.Join(bin, program)); err != nil {
			t.Skip(err)
		}
	}
	status, out := shell(t, root, bin, "scripts/install '"+t.TempDir()+"' source", "PATH="+bin)
	if status != 3 || !strings.Contains(out, "Go is not installed") {
		t.Errorf("status %d\n%s", status, out)
	}
}
