package lintrun

import (
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/divtool/divtool/internal/gitignore"
	"github.com/divtool/divtool/internal/report"
	"github.com/divtool/divtool/internal/source"
)

// target is a file to lint, or the error of finding one.
type target struct {
	source   source.Source
	named    bool        // by the caller, as opposed to found in a directory
	excluded bool        // named, but excluded by the settings
	output   *outputFile // the output that is this file, or nil
	settings *settings   // nil when err is set
	err      error
}

// walker finds the files that arguments name, in order: files, patterns, standard
// input, and the *.json files in directories. It finds each file once. It runs in one
// goroutine.
type walker struct {
	stdin      io.Reader
	stdinName  string
	stdinInfo  os.FileInfo // nil if unknown
	allowEmpty bool
	noIgnore   bool // .gitignore files do not count
	resolver   *resolver
	feeder     *feeder
	outputs    *outputFiles
	seen       map[fileID]bool // files, and directories with an empty name
}

// isFirst reports whether a file has not been found before.
func (w *walker) isFirst(id fileID) bool {
	if w.seen[id] {
		return false
	}
	w.seen[id] = true
	return true
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
			if !w.walkNamed(s, arg == "-") {
				return
			}
		}
	}
}

// walkNamed finds a file that an argument names, or the files in a directory. It returns
// false when the feeder has stopped.
func (w *walker) walkNamed(s source.Source, isStdin bool) bool {
	if isStdin {
		j := w.newJob(s, true)
		j.target.output = w.outputs.findStdin(w.stdinInfo)
		return !w.isFirst(fileID{}) || w.feeder.next(j)
	}
	if w.resolver.excluded(s.Name) {
		j := w.newJob(s, true)
		j.target.excluded = true
		return w.feeder.next(j)
	}
	if info, err := os.Stat(s.Name); err == nil && info.IsDir() {
		d := directory{name: s.Name, real: w.resolver.dir.real(s.Name)}
		if !w.noIgnore {
			d.ignore, err = gitignore.Enter(s.Name)
		}
		return (err == nil || w.sendError(err)) && w.walkDir(&d)
	}
	j := w.newJob(s, true)
	j.target.output = w.outputs.find(s.Name)
	return !w.isFirst(w.resolver.dir.realID(s.Name)) || w.feeder.next(j)
}

// sendError sends an error in place of a file. It returns false when the feeder
// has stopped.
func (w *walker) sendError(err error) bool {
	return w.feeder.next(&job{target: target{err: err}})
}

func (w *walker) newJob(s source.Source, named bool) *job {
	return &job{target: target{source: s, named: named, settings: w.resolver.settingsFor(s.Name)}}
}

// foundJob returns the job of a file that is found in a directory.
func (w *walker) foundJob(d *directory, name string) *job {
	path := filepath.Join(d.name, name)
	j := w.newJob(source.Source{Name: path}, false)
	j.target.output = w.outputs.find(path)
	return j
}

// directory is a directory that is being walked.
type directory struct {
	name   string
	real   string // absolute and without links
	ignore gitignore.Stack
	links  []string // names of links, which are looked at last
}

// walkDir finds the *.json files below a directory, sorted. It does not enter
// hidden directories, links to directories and directories that it entered before. It
// returns false when the feeder has stopped.
func (w *walker) walkDir(d *directory) bool {
	if !w.isFirst(fileID{dir: d.real}) {
		return true
	}
	entries, err := w.readEntries(d)
	if err != nil && !w.sendError(err) {
		return false
	}
	for _, e := range entries {
		switch {
		case e.job != nil:
			if !w.feeder.next(e.job) {
				return false
			}
		case !w.enter(d, e.name):
			return false
		}
	}
	return true
}

// enter walks a directory in a directory.
func (w *walker) enter(parent *directory, name string) bool {
	d := directory{name: filepath.Join(parent.name, name), real: filepath.Join(parent.real, name)}
	if !w.noIgnore {
		var err error
		if d.ignore, err = parent.ignore.Enter(d.name, name); err != nil && !w.sendError(err) {
			return false
		}
	}
	return w.walkDir(&d)
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
func (w *walker) readEntries(d *directory) ([]dirEntry, error) {
	f, err := os.Open(d.name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	list, err := f.ReadDir(earlyEntries)
	entries := w.appendEntries(nil, d, list)
	if len(list) == earlyEntries {
		var jobs []*job
		for _, e := range entries {
			if e.job != nil {
				jobs = append(jobs, e.job)
			}
		}
		w.feeder.sendEarly(jobs)
		list, err = f.ReadDir(-1)
		entries = w.appendEntries(entries, d, list)
	}
	if err == io.EOF {
		err = nil
	}
	entries = w.appendLinks(entries, d)
	slices.SortFunc(entries, func(a, b dirEntry) int { return strings.Compare(a.name, b.name) })
	return entries, err
}

func (w *walker) appendEntries(entries []dirEntry, d *directory, list []fs.DirEntry) []dirEntry {
	for _, entry := range list {
		name := entry.Name()
		switch {
		case entry.IsDir():
			if !strings.HasPrefix(name, ".") && !w.skips(d, name, true) {
				entries = append(entries, dirEntry{name: name})
			}
		case filepath.Ext(name) != ".json":
		case entry.Type()&fs.ModeSymlink != 0:
			d.links = append(d.links, name)
		// Reading a pipe would block until it has a writer.
		case entry.Type().IsRegular() && !w.skips(d, name, false) && w.isFirst(fileID{d.real, name}):
			entries = append(entries, dirEntry{name, w.foundJob(d, name)})
		}
	}
	return entries
}

// appendLinks adds the links to files. They come after the other files of the directory,
// so that a file and a link to it are linted under the name of the file.
func (w *walker) appendLinks(entries []dirEntry, d *directory) []dirEntry {
	slices.Sort(d.links)
	for _, name := range d.links {
		path := filepath.Join(d.name, name)
		if isLintable(path) && !w.skips(d, name, false) && w.isFirst(w.resolver.dir.realID(path)) {
			entries = append(entries, dirEntry{name, w.foundJob(d, name)})
		}
	}
	return entries
}

// skips reports whether an entry of a directory is excluded or ignored.
func (w *walker) skips(d *directory, name string, isDir bool) bool {
	return d.ignore.Ignored(name, isDir) || w.resolver.excluded(filepath.Join(d.name, name))
}

// isLintable reports whether a link leads to a regular file. A dangling link counts too:
// reading it reports the error.
func isLintable(name string) bool {
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

// real returns the absolute path of a file without links, if it exists.
func (w workDir) real(name string) string {
	abs := w.abs(name)
	if path, err := filepath.EvalSymlinks(abs); err == nil {
		return path
	}
	return abs
}

// below returns the working directory and the directory that reports name files from. The
// first is below the second if that is so without links.
func (w workDir) below(root string) (dir, base string) {
	dir = string(w)
	if !filepath.IsAbs(root) {
		return dir, dir
	}
	if !isBelow(root, dir) {
		realRoot, realDir := w.real(root), w.real(dir)
		if isBelow(realRoot, realDir) {
			return realDir, realRoot
		}
	}
	return dir, filepath.Clean(root)
}

func isBelow(root, dir string) bool {
	rel, err := filepath.Rel(root, dir)
	return err == nil && filepath.IsLocal(rel)
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
