package cmd

import (
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/divtool/divtool/internal/report"
	"github.com/divtool/divtool/internal/source"
)

// lintTarget is a file to lint, or one that cannot be had.
type lintTarget struct {
	source.Source
	named    bool          // by the caller, not found in a directory
	settings *lintSettings // nil beside an error
	err      error
}

// lintArguments are the arguments, or standard input when there are none.
func (a *app) lintArguments(args []string) ([]string, error) {
	if len(args) > 0 {
		return args, nil
	}
	if a.streams.InTerminal {
		return nil, &usageError{"nothing to read: no file, and standard input is a terminal", "Usage: divtool lint [FILE, DIR or GLOB…]"}
	}
	return []string{"-"}, nil
}

// lintWalk finds the files that arguments name, in order: files, patterns,
// standard input, and the *.json in directories.
type lintWalk struct {
	*app
	settings *lintResolver
	feed     *lintFeeder
}

// sendError hands over what cannot be had; it returns false when no more is wanted.
func (w *lintWalk) sendError(err error) bool {
	return w.feed.next(&lintJob{lintTarget: lintTarget{err: err}})
}

// newJob is a file to lint.
func (w *lintWalk) newJob(s source.Source, named bool) *lintJob {
	return &lintJob{lintTarget: lintTarget{Source: s, named: named, settings: w.settings.settingsFor(s.Name)}}
}

// walkArguments goes over what each argument names.
func (w *lintWalk) walkArguments(args []string) {
	for _, arg := range args {
		found, err := source.Find(arg, w.streams.In, w.common.stdinName)
		if err == nil && len(found) == 0 && !w.common.allowEmpty {
			err = report.NoMatch(arg)
		}
		if err != nil && !w.sendError(err) {
			return
		}
		for _, s := range found {
			if info, err := os.Stat(s.Name); arg != "-" && err == nil && info.IsDir() {
				if !w.walkDirectory(s.Name) {
					return
				}
			} else if !w.feed.next(w.newJob(s, true)) {
				return
			}
		}
	}
}

// walkDirectory finds the *.json below a directory, sorted. Hidden directories
// and links to directories are not entered. It returns false when no more are
// wanted.
func (w *lintWalk) walkDirectory(dir string) bool {
	entries, err := w.readEntries(dir)
	if err != nil && !w.sendError(err) {
		return false
	}
	for _, e := range entries {
		switch {
		case e.job != nil:
			if !w.feed.next(e.job) {
				return false
			}
		case !w.walkDirectory(filepath.Join(dir, e.name)):
			return false
		}
	}
	return true
}

// lintEntry is a file to lint, or a directory to enter.
type lintEntry struct {
	name string
	job  *lintJob // nil for a directory
}

// firstEntries is how many entries of a directory are handed over before the
// others have been read: enough to keep the workers busy meanwhile.
const firstEntries = 1024

// readEntries finds what is to be linted or entered in a directory, sorted.
func (w *lintWalk) readEntries(dir string) ([]lintEntry, error) {
	f, err := os.Open(dir)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	list, err := f.ReadDir(firstEntries)
	entries := w.appendEntries(nil, dir, list)
	if len(list) == firstEntries {
		var jobs []*lintJob
		for _, e := range entries {
			if e.job != nil {
				jobs = append(jobs, e.job)
			}
		}
		w.feed.sendEarly(jobs)
		list, err = f.ReadDir(-1)
		entries = w.appendEntries(entries, dir, list)
	}
	if err == io.EOF {
		err = nil
	}
	slices.SortFunc(entries, func(a, b lintEntry) int { return strings.Compare(a.name, b.name) })
	return entries, err
}

func (w *lintWalk) appendEntries(entries []lintEntry, dir string, list []fs.DirEntry) []lintEntry {
	for _, entry := range list {
		name := entry.Name()
		switch {
		case entry.IsDir():
			if !strings.HasPrefix(name, ".") {
				entries = append(entries, lintEntry{name: name})
			}
		case filepath.Ext(name) == ".json":
			if path := filepath.Join(dir, name); isLintable(path, entry) {
				entries = append(entries, lintEntry{name, w.newJob(source.Source{Name: path}, false)})
			}
		}
	}
	return entries
}

// isLintable tells whether an entry of a directory is a file, or a link to
// one or to nothing, which is told when it is read. Reading a pipe would wait
// for a writer.
func isLintable(name string, entry fs.DirEntry) bool {
	if entry.Type()&fs.ModeSymlink == 0 {
		return entry.Type().IsRegular()
	}
	info, err := os.Stat(name)
	return err != nil || info.Mode().IsRegular()
}
