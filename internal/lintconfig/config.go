// Package lintconfig reads what a project says of its lint: the file
// .divtool.yaml, found upwards from each file that is linted.
//
// The nearest file applies, alone; the search ends at the root, or behind a
// directory that holds .git. A configuration is a top section and sections for
// the files that a pattern matches. What a later section says beats what an
// earlier one does, and flags beat them all.
//
// What is wrong with a configuration is reported with its place; what is
// right of it applies all the same.
//
// Not goals: what flags say, and putting the two together, which are the
// command's.
package lintconfig

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

// FileName is the name of a configuration.
const FileName = ".divtool.yaml"

// maxSize is the size of a configuration in bytes at most.
const maxSize = 64 << 10

// Config is a configuration that has been read.
type Config struct {
	File     string // as messages call it
	Dir      string // absolute: where its paths and patterns start
	Text     []byte
	Top      Section
	Sections []Section // in their order
	Problems []*diag.Diagnostic
}

// Section is what is said of some files.
type Section struct {
	Pattern string // "" for the top
	Values  []Value
}

// Value is one value of a key.
type Value struct {
	Key    string
	Text   string
	Offset int // in the configuration
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

// SectionsFor returns the sections that apply to a file below the directory of
// the configuration, the weakest first.
func (c *Config) SectionsFor(path string) []*Section {
	list := []*Section{&c.Top}
	for i := range c.Sections {
		if Match(c.Sections[i].Pattern, path) {
			list = append(list, &c.Sections[i])
		}
	}
	return list
}

// addProblem notes what is wrong, once at a place.
func (c *Config) addProblem(offset, length int, message string) {
	if slices.ContainsFunc(c.Problems, func(d *diag.Diagnostic) bool { return d.Offset == offset }) {
		return
	}
	c.Problems = append(c.Problems, &diag.Diagnostic{Code: "config", Offset: offset, Length: length, Message: message})
}

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

// Match tells whether a pattern matches a path with slashes: * and ? match
// within a name, [a-z] one of some characters, ** any number of directories. A
// pattern without a slash matches the name of a file in any directory. One that
// ends with a slash means all files below the directory; ./ in front means the
// place where the configuration is, as / does.
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

// matchParts goes back to the last ** alone: that is enough, and keeps the work
// in proportion to the product of the lengths.
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

// isValidPattern tells whether the names of a pattern are well formed. None leads
// out of the directory of the configuration, whose files alone it is for.
func isValidPattern(pattern string) bool {
	_, err := path.Match(pattern, "")
	return err == nil && pattern != "" && !slices.Contains(strings.Split(pattern, "/"), "..")
}
