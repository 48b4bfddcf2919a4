// Package glob matches patterns of files: * and ? match within a name, [a-z] and
// [!a-z] one character, {a,b} either text, and ** any number of directories. As in a
// shell, a name that starts with a dot matches only a pattern that has the dot.
//
// [Find] looks for files, [Compile] returns a pattern that is matched with paths. In
// both, a backslash escapes the next character.
//
// Non-goals: .gitignore files, whose patterns are those of package gitignore.
package glob

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// doubleStar is the part of a pattern that matches any number of directories,
// including none. As the last part it matches the files in them.
const doubleStar = "**"

const (
	// maxLength is the length in bytes of the longest pattern.
	maxLength = 4096
	// maxAlternatives limits the patterns that the braces of one pattern stand for.
	maxAlternatives = 1000
)

// ErrSyntax is the error of a pattern that is not well formed.
var ErrSyntax = errors.New("not a valid pattern")

// limitError is the error of a pattern that exceeds a limit.
type limitError string

func (e limitError) Error() string { return string(e) }

// IsLimit reports whether a pattern is refused because of a limit.
func IsLimit(err error) bool {
	var limit limitError
	return errors.As(err, &limit)
}

// IsPattern reports whether an argument that is not the name of a file is a pattern.
// Pasted JSON is not, although it has braces.
func IsPattern(arg string) bool {
	return strings.ContainsAny(arg, "*?[") || strings.Contains(arg, "{") && strings.Contains(arg, ",") && !strings.Contains(arg, `"`)
}

// Pattern is a compiled pattern.
type Pattern struct {
	alternatives [][]string // the parts between slashes, without braces
	below        bool       // matches what is below the directories that the parts match
}

// Compile compiles a pattern of paths that are relative to some directory. A pattern
// without a slash matches the name of a file in any directory, one that ends in a
// slash everything below a directory. A leading ./ or / is that directory. The error is
// [ErrSyntax] or that of a limit.
func Compile(pattern string) (*Pattern, error) {
	expanded, err := parse(pattern)
	if err != nil {
		return nil, err
	}
	p := &Pattern{below: strings.HasSuffix(pattern, "/")}
	for _, alternative := range expanded {
		rooted := strings.Contains(alternative, "/")
		alternative = strings.TrimPrefix(strings.TrimPrefix(alternative, "./"), "/")
		parts := strings.Split(strings.TrimSuffix(alternative, "/"), "/")
		if !rooted {
			parts = []string{doubleStar, alternative}
		}
		p.alternatives = append(p.alternatives, compact(parts))
	}
	return p, nil
}

// compact joins consecutive **.
func compact(parts []string) []string {
	return slices.CompactFunc(parts, func(a, b string) bool { return a == doubleStar && b == doubleStar })
}

// Match reports whether the pattern matches a path with slashes. The path may lead out of
// the directory.
func (p *Pattern) Match(name string) bool {
	if !p.below {
		return p.match(name)
	}
	for dir := path.Dir(name); dir != "." && dir != "/"; dir = path.Dir(dir) {
		if p.match(dir) {
			return true
		}
	}
	return false
}

// MatchTree reports whether the pattern matches a path or a directory above it. An
// excluded directory excludes everything below it.
func (p *Pattern) MatchTree(name string) bool {
	for ; name != "." && name != "/"; name = path.Dir(name) {
		if p.match(name) {
			return true
		}
	}
	return false
}

func (p *Pattern) match(name string) bool {
	parts := strings.Split(name, "/")
	outside := 0
	for outside < len(parts)-1 && parts[outside] == ".." {
		outside++
	}
	return slices.ContainsFunc(p.alternatives, func(pattern []string) bool {
		if pattern[0] == doubleStar {
			return matchParts(pattern, parts[outside:])
		}
		return matchParts(pattern, parts)
	})
}

// matchParts backtracks to the last ** only. Earlier ones need no retry, which
// bounds the time by the product of the lengths.
func matchParts(pattern, name []string) bool {
	p, n := 0, 0
	lastStar, retryAt := -1, 0
	for n < len(name) {
		switch {
		case p < len(pattern) && pattern[p] == doubleStar:
			lastStar, retryAt = p, n
			p++
		case p < len(pattern) && matchName(pattern[p], name[n]):
			p, n = p+1, n+1
		case lastStar >= 0 && !isHidden(name[retryAt]):
			retryAt++
			p, n = lastStar+1, retryAt
		default:
			return false
		}
	}
	for p < len(pattern) && pattern[p] == doubleStar {
		p++ // a directory is below itself
	}
	return p == len(pattern)
}

// matchName reports whether a part of a pattern matches a name.
func matchName(part, name string) bool {
	if isHidden(name) && !strings.HasPrefix(part, ".") && !strings.HasPrefix(part, `\.`) {
		return false
	}
	return doublestar.MatchUnvalidated(part, name)
}

func isHidden(name string) bool { return strings.HasPrefix(name, ".") }

// isLiteral reports whether a part of a pattern matches only itself.
func isLiteral(part string) bool { return !strings.ContainsAny(part, `*?[\`) }

// parse checks a pattern and returns the patterns that its braces stand for.
func parse(pattern string) ([]string, error) {
	switch {
	case len(pattern) > maxLength:
		return nil, limitError(fmt.Sprintf("the pattern is too long: the limit is %d bytes", maxLength))
	case pattern == "" || !doublestar.ValidatePattern(pattern):
		return nil, ErrSyntax
	}
	return expand(pattern)
}

// expand returns the patterns that the braces of a valid pattern stand for, in the
// order of the text.
func expand(pattern string) ([]string, error) {
	open := indexSyntax(pattern, '{')
	if open < 0 {
		return []string{pattern}, nil
	}
	inside, rest, found := cutBraces(pattern[open+1:])
	if !found {
		return nil, ErrSyntax
	}
	rests, err := expand(rest)
	if err != nil {
		return nil, err
	}
	var list []string
	for _, alternative := range inside {
		starts, err := expand(alternative)
		if err != nil {
			return nil, err
		}
		if len(starts)*len(rests)+len(list) > maxAlternatives {
			return nil, limitError(fmt.Sprintf("the braces stand for too many patterns: the limit is %d", maxAlternatives))
		}
		for _, start := range starts {
			for _, end := range rests {
				list = append(list, pattern[:open]+start+end)
			}
		}
	}
	return list, nil
}

// cutBraces splits the text after an opening brace into the alternatives up to the
// closing brace, and the rest.
func cutBraces(text string) (alternatives []string, rest string, found bool) {
	depth, start := 0, 0
	for i := 0; i < len(text); {
		next := i + nextSyntax(text[i:])
		if next >= len(text) {
			break
		}
		switch c := text[next]; {
		case c == '{':
			depth++
		case c == '}' && depth == 0:
			return append(alternatives, text[start:next]), text[next+1:], true
		case c == '}':
			depth--
		case c == ',' && depth == 0:
			alternatives, start = append(alternatives, text[start:next]), next+1
		}
		i = next + 1
	}
	return nil, "", false
}

// indexSyntax returns the index of the first c that is neither escaped nor in brackets,
// or -1.
func indexSyntax(text string, c byte) int {
	for i := 0; i < len(text); i++ {
		if i += nextSyntax(text[i:]); i < len(text) && text[i] == c {
			return i
		}
	}
	return -1
}

// nextSyntax returns the index of the first brace or comma that is neither escaped nor in
// brackets, or the length of the text.
func nextSyntax(text string) int {
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '[':
			i = endOfClass(text, i)
		case '{', '}', ',':
			return i
		}
	}
	return len(text)
}

// endOfClass returns the index of the bracket that closes the class at start. In a
// pattern that is valid, every class ends.
func endOfClass(text string, start int) int {
	i := start + 1
	for ; i < len(text) && text[i] != ']'; i++ {
		if text[i] == '\\' {
			i++
		}
	}
	return i
}
