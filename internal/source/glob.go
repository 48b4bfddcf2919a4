package source

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// anyDirectories is the part of a pattern that stands for any number of
// directories, also none. As the last part it stands for the files in them.
const anyDirectories = "**"

// glob returns the names that a pattern matches, sorted as a directory is
// walked. Hidden directories and links to directories are not entered for **,
// as they are not in a directory that is given by its name.
func glob(pattern string) ([]string, error) {
	parts := strings.Split(filepath.ToSlash(pattern), "/")
	if !slices.Contains(parts, anyDirectories) {
		return filepath.Glob(pattern)
	}
	for _, part := range parts {
		if _, err := filepath.Match(part, ""); err != nil {
			return nil, err
		}
	}
	g := globber{seen: map[place]bool{}}
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
	seen  map[place]bool
}

// place is a directory and how many parts of the pattern are left in it. Two
// ** come to one in many ways.
type place struct {
	dir  string
	left int
}

// match finds what the parts of a pattern match below a directory. What cannot
// be read matches nothing, as in [filepath.Glob].
func (g *globber) match(dir string, parts []string) {
	at := place{dir, len(parts)}
	if g.seen[at] {
		return
	}
	g.seen[at] = true
	part, rest := parts[0], parts[1:]
	switch {
	case part == anyDirectories:
		g.anyDirectory(dir, parts, rest)
	case part == "" || !strings.ContainsAny(part, `*?[\`):
		g.take(filepath.Join(dir, part), rest)
	default:
		for _, e := range entries(dir) {
			if ok, err := filepath.Match(part, e.Name()); ok && err == nil {
				g.take(filepath.Join(dir, e.Name()), rest)
			}
		}
	}
}

// anyDirectory goes on in a directory and in all below it.
func (g *globber) anyDirectory(dir string, parts, rest []string) {
	if len(rest) > 0 {
		g.match(dir, rest)
	}
	for _, e := range entries(dir) {
		switch {
		case e.IsDir():
			if !strings.HasPrefix(e.Name(), ".") {
				g.match(filepath.Join(dir, e.Name()), parts)
			}
		case len(rest) == 0:
			g.take(filepath.Join(dir, e.Name()), nil)
		}
	}
}

// take takes a name that the whole pattern matches, or goes on below it.
func (g *globber) take(name string, rest []string) {
	if len(rest) > 0 {
		g.match(name, rest)
		return
	}
	if _, err := os.Lstat(name); err == nil {
		g.found = append(g.found, name)
	}
}

func entries(dir string) []fs.DirEntry {
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
