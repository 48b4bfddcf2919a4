package source

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// doubleStar is the part of a pattern that matches any number of directories,
// including none. As the last part it matches the files in them.
const doubleStar = "**"

// glob returns the names that a pattern matches, in the order of a directory walk.
// As in a walk, ** does not enter hidden directories or links to directories.
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

// globState identifies a call of match. With two ** in a pattern, the same state
// can occur more than once.
type globState struct {
	dir       string
	partsLeft int
}

// match collects the matches of parts below a directory. A directory that cannot
// be read has no matches, as in [filepath.Glob].
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

// matchAnyDepth continues in a directory and in all directories below it.
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

// accept adds a name that matches the whole pattern, or continues below it.
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
