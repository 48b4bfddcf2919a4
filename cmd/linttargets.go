package cmd

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/divtool/divtool/internal/source"
)

// lintTarget is a file to lint.
type lintTarget struct {
	source.Source
	named bool // by the caller, not found in a directory
}

// lintTargets finds the files that arguments name: files, patterns, standard
// input, and the *.json in directories.
func (a *app) lintTargets(args []string) ([]lintTarget, error) {
	if len(args) == 0 && a.streams.InTerminal {
		return nil, &usageError{"nothing to read: no file, and standard input is a terminal", "Usage: divtool lint [FILE, DIR or GLOB…]"}
	}
	if len(args) == 0 {
		args = []string{"-"}
	}
	var list []lintTarget
	for _, arg := range args {
		found, err := source.Find(arg, a.streams.In, a.common.stdinName)
		if err == nil && len(found) == 0 && !a.common.allowEmpty {
			err = fmt.Errorf("%s: no file matches this pattern", arg)
		}
		if err != nil {
			a.unreadable(err)
			continue
		}
		for _, s := range found {
			if info, err := os.Stat(s.Name); arg != "-" && err == nil && info.IsDir() {
				list = append(list, a.directory(s.Name)...)
			} else {
				list = append(list, lintTarget{s, true})
			}
		}
	}
	return list, nil
}

// directory finds the *.json below a directory, sorted. Hidden directories
// and links to directories are not entered.
func (a *app) directory(root string) (list []lintTarget) {
	err := filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			a.unreadable(err)
			if entry != nil && entry.IsDir() {
				return fs.SkipDir
			}
			return nil
		case entry.IsDir():
			if name != root && strings.HasPrefix(entry.Name(), ".") {
				return fs.SkipDir
			}
			return nil
		case filepath.Ext(name) != ".json":
			return nil
		}
		if entry.Type()&fs.ModeSymlink != 0 {
			if info, err := os.Stat(name); err == nil && info.IsDir() {
				return nil
			}
		}
		list = append(list, lintTarget{Source: source.Source{Name: name}})
		return nil
	})
	if err != nil && !errors.Is(err, fs.SkipAll) {
		a.unreadable(err)
	}
	return list
}
