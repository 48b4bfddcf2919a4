// Package gitignore tells which files .gitignore files exclude.
//
// A [Stack] has the files that apply in a directory: those of the directory and of its
// parents up to the root of the repository, and .git/info/exclude. [Enter] makes it,
// [Stack.Enter] extends it for a directory below.
//
// Goal: the decisions of git, for files that are not tracked. Non-goals: the excludes
// file of the user, so that a project has the same files on every machine; and the index
// of git, which keeps ignored files that are tracked.
package gitignore

import (
	"bytes"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// rules are the patterns of one file.
type rules []rule

// rule is one pattern.
type rule struct {
	pattern string // in the syntax of doublestar
	form    form
	negated bool // includes again what an earlier pattern excludes
	dirOnly bool
	named   bool // matches names, else paths
}

// form is how a pattern is matched. Most patterns are names or endings of names.
type form uint8

const (
	general form = iota
	literal
	suffix // a star, and then literal text
)

// parse reads the text of a .gitignore file.
func parse(text []byte) (list rules) {
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	for line := range bytes.Lines(text) {
		line = bytes.TrimSuffix(bytes.TrimSuffix(line, []byte("\n")), []byte("\r"))
		if r, ok := parseLine(string(line)); ok {
			list = append(list, r)
		}
	}
	return list
}

// parseLine reads one pattern. It returns false for a line without one.
func parseLine(line string) (r rule, ok bool) {
	if strings.HasPrefix(line, "#") {
		return r, false
	}
	line = trimSpaces(line)
	line, r.negated = strings.CutPrefix(line, "!")
	line, r.dirOnly = strings.CutSuffix(line, "/")
	if line == "" {
		return r, false
	}
	r.named = !strings.Contains(line, "/")
	line = strings.TrimPrefix(line, "/")
	if strings.HasSuffix(line, "/**") {
		line += "/*" // what is below a directory, but not the directory
	}
	switch {
	case !strings.ContainsAny(line, `*?[\`):
		r.form, r.pattern = literal, line
	case r.named && line[0] == '*' && !strings.ContainsAny(line[1:], `*?[\`):
		r.form, r.pattern = suffix, line[1:]
	default:
		r.pattern = translate(line)
		if !doublestar.ValidatePattern(r.pattern) {
			return r, false // git matches nothing with it
		}
	}
	return r, true
}

// trimSpaces removes the spaces at the end of a line, except one that is escaped.
func trimSpaces(line string) string {
	trimmed := strings.TrimRight(line, " ")
	escapes := len(trimmed) - len(strings.TrimRight(trimmed, `\`))
	if escapes%2 == 1 && len(trimmed) < len(line) {
		return trimmed + " "
	}
	return trimmed
}

// translate returns a pattern in the syntax of doublestar: in .gitignore files, braces have
// no meaning, a class may begin with a bracket, and classes have names.
func translate(pattern string) string {
	var b strings.Builder
	for i := 0; i < len(pattern); i++ {
		switch c := pattern[i]; {
		case c == '\\' && i+1 < len(pattern):
			b.WriteByte(c)
			i++
		case c == '{', c == '}':
			b.WriteByte('\\')
		case c == '[':
			start := i + 1
			for start < len(pattern) && (pattern[start] == '!' || pattern[start] == '^') {
				start++
			}
			if start < len(pattern) && pattern[start] == ']' {
				b.WriteString(pattern[i:start] + `\`)
				i = start
			}
		}
		b.WriteByte(pattern[i])
	}
	return strings.NewReplacer("[:digit:]", "0-9", "[:alpha:]", "A-Za-z", "[:alnum:]", "0-9A-Za-z", "[:upper:]", "A-Z",
		"[:lower:]", "a-z", "[:xdigit:]", "0-9A-Fa-f", "[:space:]", " \t", "[:blank:]", " \t").Replace(b.String())
}

// match returns the decision of the last pattern that matches a name in a directory, which
// is relative to the directory of the file. decided is false if no pattern matches.
func (list rules) match(dir, name string, isDir bool) (ignored, decided bool) {
	for i := len(list) - 1; i >= 0; i-- {
		if list[i].matches(dir, name, isDir) {
			return !list[i].negated, true
		}
	}
	return false, false
}

func (r *rule) matches(dir, name string, isDir bool) bool {
	if r.dirOnly && !isDir {
		return false
	}
	if r.named {
		dir = ""
	}
	switch r.form {
	case literal:
		return len(r.pattern) == len(dir)+len(name) && strings.HasPrefix(r.pattern, dir) && strings.HasSuffix(r.pattern, name)
	case suffix:
		return strings.HasSuffix(name, r.pattern)
	}
	return doublestar.MatchUnvalidated(r.pattern, dir+name)
}
