package glob

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Find returns the names that a pattern matches, in the order of a directory walk, each
// once. As in a walk, wildcards do not enter hidden directories and links to directories.
// The error is [ErrSyntax] or that of a limit.
func Find(pattern string) ([]string, error) {
	expanded, err := parse(filepath.ToSlash(pattern))
	if err != nil {
		return nil, err
	}
	f := finder{seen: map[findState]bool{}}
	for _, alternative := range expanded {
		dir, rest := "", alternative
		if name := filepath.FromSlash(alternative); filepath.IsAbs(name) {
			dir = filepath.VolumeName(name) + string(filepath.Separator)
			rest = alternative[len(dir):]
		}
		f.match(dir, compact(strings.Split(rest, "/")))
		clear(f.seen)
	}
	slices.SortFunc(f.found, comparePaths)
	return slices.Compact(f.found), nil
}

// finder collects the names that a pattern matches.
type finder struct {
	found []string
	seen  map[findState]bool
}

// findState identifies a call of match. With two ** in a pattern, the same state
// can occur more than once.
type findState struct {
	dir       string
	partsLeft int
}

// match collects the matches of parts below a directory. A directory that cannot
// be read has no matches, as in [filepath.Glob].
func (f *finder) match(dir string, parts []string) {
	at := findState{dir, len(parts)}
	if f.seen[at] {
		return
	}
	f.seen[at] = true
	part, rest := parts[0], parts[1:]
	switch {
	case part == doubleStar:
		f.matchAnyDepth(dir, parts, rest)
	case isLiteral(part):
		f.accept(filepath.Join(dir, part), rest)
	default:
		for _, e := range readDir(dir) {
			if matchName(part, e.Name()) && (len(rest) == 0 || e.IsDir()) {
				f.accept(filepath.Join(dir, e.Name()), rest)
			}
		}
	}
}

// matchAnyDepth continues in a directory and in all directories below it.
func (f *finder) matchAnyDepth(dir string, parts, rest []string) {
	if len(rest) > 0 {
		f.match(dir, rest)
	}
	for _, e := range readDir(dir) {
		switch {
		case isHidden(e.Name()):
		case e.IsDir():
			f.match(filepath.Join(dir, e.Name()), parts)
		case len(rest) == 0:
			f.accept(filepath.Join(dir, e.Name()), nil)
		}
	}
}

// accept adds a name that matches the whole pattern, or continues below it.
func (f *finder) accept(name string, rest []string) {
	if len(rest) > 0 {
		f.match(name, rest)
		return
	}
	if _, err := os.Lstat(name); err == nil {
		f.found = append(f.found, name)
	}
}

func readDir(dir string) []fs.DirEntry {
	if dir == "" {
		dir = "."
	}
	list, _ := os.ReadDir(dir)
	return list
}

// comparePaths compares names directory by directory.
func comparePaths(a, b string) int {
	const separator = string(filepath.Separator)
	return slices.Compare(strings.Split(a, separator), strings.Split(b, separator))
}
