package source

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// doubleStar is the part of a pattern that stands for any number of
// directories, also none. As the last part it stands for the files in them.
const doubleStar = "**"

// glob returns the names that a pattern matches, sorted as a directory is
// walked. Hidden directories and links to directories are not entered for **,
// as they are not in a directory that is given by its name.
func glob(pattern string) ([]string, error) {
	parts := strings.Split(filepath.ToSlash(pattern), "/")
	if !slices.Contains(parts, doubleStar) {
		return filepath.Glob(pattern)
	}
	for _, part := range parts {
		if _, err := filepath.Match(part, ""); err != nil {
			return nil, err
		}
	}
	g := globber{seen: map[globState]bool{}}
	dir := ""
	if volume := filepath.VolumeName(pattern) + string(filepath.Separator); filepath.IsAbs(pattern) {
		dir, parts = volume, strings.Split(filepath.ToSlash(pattern[len(volume):]), "/")
	}
	g.match(dir, slices.Compact(parts))
	slices.SortFunc(g.found, comparePaths)
	return slices.Compact(g.found), nil
}

// globber collects the names that a pattern with ** matches.
type globber struct {
	found []string
	seen  map[globState]bool
}

// globState is a directory and how many parts of the pattern are left in it. Two
// ** come to one in many ways.
type globState struct {
	dir       string
	partsLeft int
}

// match finds what the parts of a pattern match below a directory. What cannot
// be read matches nothing, as in [filepath.Glob].
func (g *globber) match(dir string, parts []string) {
	at := globState{dir, len(parts)}
	if g.seen[at] {
		return
	}
	g.seen[at] = true
	part, rest := parts[0], parts[1:]
	switch {
	case part == doubleStar:
		g.matchAnyDepth(dir, parts, rest)
	case part == "" || !strings.ContainsAny(part, `*?[\`):
		g.accept(filepath.Join(dir, part), rest)
	default:
		for _, e := range readDir(dir) {
			if ok, err := filepath.Match(part, e.Name()); ok && err == nil {
				g.accept(filepath.Join(dir, e.Name()), rest)
			}
		}
	}
}

// matchAnyDepth goes on in a directory and in all below it.
func (g *globber) matchAnyDepth(dir string, parts, rest []string) {
	if len(rest) > 0 {
		g.match(dir, rest)
	}
	for _, e := range readDir(dir) {
		switch {
		case e.IsDir():
			if !strings.HasPrefix(e.Name(), ".") {
				g.match(filepath.Join(dir, e.Name()), parts)
			}
		case len(rest) == 0:
			g.accept(filepath.Join(dir, e.Name()), nil)
		}
	}
}

// accept takes a name that the whole pattern matches, or goes on below it.
func (g *globber) accept(name string, rest []string) {
	if len(rest) > 0 {
		g.match(name, rest)
		return
	}
	if _, err := os.Lstat(name); err == nil {
		g.found = append(g.found, name)
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
