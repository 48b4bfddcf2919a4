// Package config reads the lint configuration of a project, the file
// .divtool.yaml, and merges it with the flags of the command.
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
	"path"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/divtool/divtool/internal/source"
	"github.com/divtool/divtool/pkg/diag"
)

// FileName is the name of a configuration file.
const FileName = ".divtool.yaml"

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
	Pattern string // "" for the top section
	Values  []Value
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
		if Match(f.Sections[i].Pattern, path) {
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
	c := Load(filepath.Join(dir, FileName))
	if c == nil {
		if _, err := os.Lstat(filepath.Join(abs, ".git")); err != nil && abs != filepath.Dir(abs) {
			c = f.search(parentDir(dir), filepath.Dir(abs))
		}
	}
	f.byDir[abs] = c
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

// Match reports whether a pattern matches a path with slashes. In a name, * and
// ? match any characters and one character, and [a-z] a set of characters; **
// matches any number of directories. A pattern without a slash matches the name
// of a file in any directory. A pattern that ends in a slash matches all files
// below the directory. A leading ./ or / is the directory of the configuration.
func Match(pattern, name string) bool {
	if !strings.Contains(pattern, "/") {
		return matchName(pattern, path.Base(name))
	}
	if strings.HasSuffix(pattern, "/") {
		pattern += "**"
	}
	pattern = strings.TrimPrefix(strings.TrimPrefix(pattern, "./"), "/")
	return matchParts(strings.Split(pattern, "/"), strings.Split(name, "/"))
}

// matchParts backtracks to the last ** only. Earlier ones need no retry, which
// bounds the time by the product of the lengths.
func matchParts(pattern, name []string) bool {
	p, n := 0, 0
	lastStar, retryAt := -1, 0
	for n < len(name) {
		switch {
		case p < len(pattern) && pattern[p] == "**":
			lastStar, retryAt = p, n
			p++
			if p == len(pattern) {
				return true
			}
		case p < len(pattern) && matchName(pattern[p], name[n]):
			p, n = p+1, n+1
		case lastStar >= 0:
			retryAt++
			p, n = lastStar+1, retryAt
		default:
			return false
		}
	}
	return p == len(pattern)
}

func matchName(pattern, name string) bool {
	ok, err := path.Match(pattern, name)
	return ok && err == nil
}

// isValidPattern reports whether a pattern is well formed. A pattern must not
// lead out of the directory of the configuration, because a configuration
// applies only to files below it.
func isValidPattern(pattern string) bool {
	_, err := path.Match(pattern, "")
	return err == nil && pattern != "" && !slices.Contains(strings.Split(pattern, "/"), "..")
}
