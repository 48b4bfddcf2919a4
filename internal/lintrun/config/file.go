// Package config reads the lint configuration of a project, the file
// .divtool.yaml or .divtool.yml, and merges it with the flags of the command.
//
// Only the nearest file applies. The search goes from the directory of a linted
// file to the root, and ends after a directory that contains .git. A file has a
// top section, and sections for the files that match a pattern. A later section
// overrides an earlier one, and flags override all of them.
//
// An error in a file is reported with its position, and the rest of the file
// still applies.
//
// Not goals: reading the files that values name, and what the values mean to the
// linter; both belong to package lintrun.
package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/divtool/divtool/internal/glob"
	"github.com/divtool/divtool/internal/source"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/diag"
)

// FileName is the name of a configuration file, and otherName another that is read too.
const (
	FileName  = ".divtool.yaml"
	otherName = ".divtool.yml"
)

// maxSize is the maximum size of a configuration file in bytes.
const maxSize = 64 << 10

// File is a configuration file that has been read.
type File struct {
	Name     string // as messages show it
	Dir      string // absolute; paths and patterns are relative to it
	Text     []byte
	Top      Section
	Sections []Section // in the order of the text
	Problems []*diag.Diagnostic
}

// Section is the configuration of some files.
type Section struct {
	Pattern  string // "" for the top section
	Values   []Value
	compiled *glob.Pattern
}

// Value is one value of a key.
type Value struct {
	Key    string
	Text   string
	Offset int // in the text of the file; below 0 for a flag
}

// ValuesOf returns the values of a key.
func (s *Section) ValuesOf(key string) (values []Value) {
	for _, v := range s.Values {
		if v.Key == key {
			values = append(values, v)
		}
	}
	return values
}

// SectionsFor returns the sections that apply to a file, the weakest first. The
// path is relative to f.Dir and has slashes.
func (f *File) SectionsFor(path string) []*Section {
	list := []*Section{&f.Top}
	for i := range f.Sections {
		if f.Sections[i].compiled.Match(path) {
			list = append(list, &f.Sections[i])
		}
	}
	return list
}

// addProblem adds a problem, unless there is one at the same offset.
func (f *File) addProblem(offset, length int, message string) {
	if slices.ContainsFunc(f.Problems, func(d *diag.Diagnostic) bool { return d.Offset == offset }) {
		return
	}
	f.Problems = append(f.Problems, &diag.Diagnostic{Code: "config", Offset: offset, Length: length, Message: message})
}

// Finder finds the configuration of files and reads each configuration once. It
// is not safe for concurrent use.
type Finder struct {
	byName map[string]*File // by the directory of a linted file, as it is named
	byDir  map[string]*File // by absolute directory
}

// NewFinder returns a Finder.
func NewFinder() *Finder {
	return &Finder{byName: map[string]*File{}, byDir: map[string]*File{}}
}

// For returns the configuration that applies to the file called name, or nil.
// The file need not exist.
func (f *Finder) For(name string) *File {
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

// search looks in a directory, and then in its parents.
func (f *Finder) search(dir, abs string) *File {
	if c, ok := f.byDir[abs]; ok {
		return c
	}
	c := loadFrom(dir)
	if c == nil {
		if _, err := os.Lstat(filepath.Join(abs, ".git")); err != nil && abs != filepath.Dir(abs) {
			c = f.search(parentDir(dir), filepath.Dir(abs))
		}
	}
	f.byDir[abs] = c
	return c
}

// loadFrom reads the configuration in a directory, or returns nil. Two of them are a
// problem, because the author of one may not know of the other.
func loadFrom(dir string) *File {
	name, other := filepath.Join(dir, FileName), filepath.Join(dir, otherName)
	c := Load(name)
	if c == nil {
		return Load(other)
	}
	if _, err := os.Lstat(other); err == nil {
		c.addProblem(-1, 0, fmt.Sprintf("%s exists too and is not read; remove one of them", text.Escape(other)))
	}
	return c
}

// parentDir returns the parent of a directory. A relative name stays relative to
// the same directory.
func parentDir(dir string) string {
	if base := filepath.Base(dir); base == "." || base == ".." {
		return filepath.Join(dir, "..")
	}
	return filepath.Dir(dir)
}

// Load reads a configuration file. It returns nil when the file does not exist;
// any other error is a problem of the result.
func Load(name string) *File {
	dir, err := filepath.Abs(filepath.Dir(name))
	if err != nil {
		return nil
	}
	text, err := source.Source{Name: name}.Read(maxSize)
	switch {
	case isMissing(name, err):
		return nil
	case err != nil && !errors.Is(err, source.ErrTooLarge):
		f := &File{Name: name, Dir: dir}
		var path *fs.PathError
		if errors.As(err, &path) {
			err = path.Err // the report shows the name
		}
		f.addProblem(-1, 0, fmt.Sprintf("cannot read the configuration: %v", err))
		return f
	}
	return Parse(name, dir, text)
}

// isMissing reports whether err means that a file does not exist. A dangling link
// does exist: its author expects it to be read.
func isMissing(name string, err error) bool {
	if errors.Is(err, syscall.ENOTDIR) {
		return true
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return false
	}
	_, err = os.Lstat(name)
	return err != nil
}

// compilePattern compiles a pattern. It must not lead out of the directory of the
// configuration, because a configuration applies only to files below it.
func compilePattern(pattern string) (*glob.Pattern, error) {
	if slices.Contains(strings.Split(pattern, "/"), "..") {
		return nil, fmt.Errorf("%s leads out of the directory of the configuration", text.Quote(pattern))
	}
	p, err := glob.Compile(pattern)
	return p, patternError(pattern, err)
}
