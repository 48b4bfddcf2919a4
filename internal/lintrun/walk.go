package lintrun

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

// target is a file to lint, or the error of finding one.
type target struct {
	source   source.Source
	named    bool      // by the caller, as opposed to found in a directory
	settings *settings // nil when err is set
	err      error
}

// walker finds the files that arguments name, in order: files, patterns, standard
// input, and the *.json files in directories. It runs in one goroutine.
type walker struct {
	stdin      io.Reader
	stdinName  string
	allowEmpty bool
	resolver   *resolver
	feeder     *feeder
}

// walk finds the files of each argument, until the feeder stops.
func (w *walker) walk(args []string) {
	for _, arg := range args {
		found, err := source.Find(arg, w.stdin, w.stdinName)
		if err == nil && len(found) == 0 && !w.allowEmpty {
			err = report.NoMatch(arg)
		}
		if err != nil && !w.sendError(err) {
			return
		}
		for _, s := range found {
			if info, err := os.Stat(s.Name); arg != "-" && err == nil && info.IsDir() {
				if !w.walkDir(s.Name) {
					return
				}
			} else if !w.feeder.next(w.newJob(s, true)) {
				return
			}
		}
	}
}

// sendError sends an error in place of a file. It returns false when the feeder
// has stopped.
func (w *walker) sendError(err error) bool {
	return w.feeder.next(&job{target: target{err: err}})
}

func (w *walker) newJob(s source.Source, named bool) *job {
	return &job{target: target{source: s, named: named, settings: w.resolver.settingsFor(s.Name)}}
}

// walkDir finds the *.json files below a directory, sorted. It does not enter
// hidden directories and links to directories. It returns false when the feeder
// has stopped.
func (w *walker) walkDir(dir string) bool {
	entries, err := w.readEntries(dir)
	if err != nil && !w.sendError(err) {
		return false
	}
	for _, e := range entries {
		switch {
		case e.job != nil:
			if !w.feeder.next(e.job) {
				return false
			}
		case !w.walkDir(filepath.Join(dir, e.name)):
			return false
		}
	}
	return true
}

// dirEntry is a file to lint, or a directory to enter.
type dirEntry struct {
	name string
	job  *job // nil for a directory
}

// earlyEntries is the number of entries of a directory that are sent to the
// workers before the rest is read: enough to keep them busy until all entries are
// sorted.
const earlyEntries = 1024

// readEntries returns the files to lint and the directories to enter in a
// directory, sorted. It returns those it could read with the error.
func (w *walker) readEntries(dir string) ([]dirEntry, error) {
	f, err := os.Open(dir)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	list, err := f.ReadDir(earlyEntries)
	entries := w.appendEntries(nil, dir, list)
	if len(list) == earlyEntries {
		var jobs []*job
		for _, e := range entries {
			if e.job != nil {
				jobs = append(jobs, e.job)
			}
		}
		w.feeder.sendEarly(jobs)
		list, err = f.ReadDir(-1)
		entries = w.appendEntries(entries, dir, list)
	}
	if err == io.EOF {
		err = nil
	}
	slices.SortFunc(entries, func(a, b dirEntry) int { return strings.Compare(a.name, b.name) })
	return entries, err
}

func (w *walker) appendEntries(entries []dirEntry, dir string, list []fs.DirEntry) []dirEntry {
	for _, entry := range list {
		name := entry.Name()
		switch {
		case entry.IsDir():
			if !strings.HasPrefix(name, ".") {
				entries = append(entries, dirEntry{name: name})
			}
		case filepath.Ext(name) == ".json":
			if path := filepath.Join(dir, name); isLintable(path, entry) {
				entries = append(entries, dirEntry{name, w.newJob(source.Source{Name: path}, false)})
			}
		}
	}
	return entries
}

// isLintable reports whether an entry is a regular file or a link to one. Reading
// a pipe would block until it has a writer. A dangling link counts too: reading
// it reports the error.
func isLintable(name string, entry fs.DirEntry) bool {
	if entry.Type()&fs.ModeSymlink == 0 {
		return entry.Type().IsRegular()
	}
	info, err := os.Stat(name)
	return err != nil || info.Mode().IsRegular()
}

// workDir is the absolute working directory, or "" when it is unknown. A run looks
// it up once, because a lookup for each file costs more than reading the file.
type workDir string

func currentDir() workDir {
	dir, err := os.Getwd()
	if err != nil {
		return ""
	}
	return workDir(dir)
}

func (w workDir) abs(name string) string {
	if filepath.IsAbs(name) {
		return filepath.Clean(name)
	}
	return filepath.Join(string(w), name)
}

// relativeTo returns the path of a file relative to dir, with slashes.
func (w workDir) relativeTo(dir, name string) string {
	abs := w.abs(name)
	rel, err := filepath.Rel(dir, abs)
	if err != nil {
		rel = abs
	}
	return filepath.ToSlash(rel)
}
