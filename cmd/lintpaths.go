package cmd

import (
	"os"
	"path/filepath"
)

// workDir is the absolute directory from where names count. It is asked for
// once: for each file that would cost more than reading it.
type workDir string

func currentDir() workDir {
	dir, err := os.Getwd()
	if err != nil {
		return "" // names stay as they are
	}
	return workDir(dir)
}

func (w workDir) abs(name string) string {
	if filepath.IsAbs(name) {
		return filepath.Clean(name)
	}
	return filepath.Join(string(w), name)
}

// relativeTo is the path of a file from a directory, with slashes.
func (w workDir) relativeTo(dir, name string) string {
	abs := w.abs(name)
	rel, err := filepath.Rel(dir, abs)
	if err != nil {
		rel = abs
	}
	return filepath.ToSlash(rel)
}
