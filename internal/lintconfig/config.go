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
	"slices"

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
