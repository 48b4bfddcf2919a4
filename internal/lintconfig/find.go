package lintconfig

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"github.com/divtool/divtool/internal/source"
)

// Finder finds the configurations of files, and remembers what it found.
type Finder struct {
	byName map[string]*Config // by the directory of a file, as it is named
	byDir  map[string]*Config // by absolute directory
}

// NewFinder makes a finder.
func NewFinder() *Finder {
	return &Finder{byName: map[string]*Config{}, byDir: map[string]*Config{}}
}

// For returns the configuration that applies to a file, or nil.
func (f *Finder) For(name string) *Config {
	dir := filepath.Dir(name)
	c, ok := f.byName[dir]
	if !ok {
		abs, err := filepath.Abs(dir)
		if err == nil {
			c = f.search(dir, abs)
		}
		f.byName[dir] = c
	}
	return c
}

// search looks in a directory and, when there is nothing, in the one above it.
func (f *Finder) search(dir, abs string) *Config {
	if c, ok := f.byDir[abs]; ok {
		return c
	}
	c := Load(filepath.Join(dir, FileName))
	if c == nil {
		if _, err := os.Lstat(filepath.Join(abs, ".git")); err != nil && abs != filepath.Dir(abs) {
			c = f.search(parentDir(dir), filepath.Dir(abs))
		}
	}
	f.byDir[abs] = c
	return c
}

// parentDir is the directory above one, named from where that one is named from.
func parentDir(dir string) string {
	if base := filepath.Base(dir); base == "." || base == ".." {
		return filepath.Join(dir, "..")
	}
	return filepath.Dir(dir)
}

// Load reads a configuration; nil when there is none.
func Load(file string) *Config {
	dir, err := filepath.Abs(filepath.Dir(file))
	if err != nil {
		return nil
	}
	text, err := source.Source{Name: file}.Read(maxSize)
	switch {
	case isMissing(file, err):
		return nil
	case err != nil && !errors.Is(err, source.ErrTooLarge):
		c := &Config{File: file, Dir: dir}
		var path *fs.PathError
		if errors.As(err, &path) {
			err = path.Err // the name is told anyway
		}
		c.addProblem(-1, 0, fmt.Sprintf("the configuration cannot be read: %v", err))
		return c
	}
	return Parse(file, dir, text)
}

// isMissing tells whether a file that was not read is not there. A link to nothing
// is: who made it wants it read.
func isMissing(file string, err error) bool {
	if errors.Is(err, syscall.ENOTDIR) {
		return true
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return false
	}
	_, err = os.Lstat(file)
	return err != nil
}
