package lintconfig

import (
	"path"
	"slices"
	"strings"
)

// Match tells whether a pattern matches a path with slashes: * and ? match
// within a name, [a-z] one of some characters, ** any number of directories. A
// pattern without a slash matches the name of a file in any directory. One that
// ends with a slash means all files below the directory; ./ in front means the
// place where the configuration is, as / does.
func Match(pattern, name string) bool {
	if !strings.Contains(pattern, "/") {
		return matchName(pattern, path.Base(name))
	}
	if strings.HasSuffix(pattern, "/") {
		pattern += "**"
	}
	pattern = strings.TrimPrefix(strings.TrimPrefix(pattern, "./"), "/")
	return matchParts(strings.Split(pattern, "/"), strings.Split(name, "/"))
}

// matchParts goes back to the last ** alone: that is enough, and keeps the work
// in proportion to the product of the lengths.
func matchParts(pattern, name []string) bool {
	p, n := 0, 0
	lastStar, retryAt := -1, 0
	for n < len(name) {
		switch {
		case p < len(pattern) && pattern[p] == "**":
			lastStar, retryAt = p, n
			p++
			if p == len(pattern) {
				return true
			}
		case p < len(pattern) && matchName(pattern[p], name[n]):
			p, n = p+1, n+1
		case lastStar >= 0:
			retryAt++
			p, n = lastStar+1, retryAt
		default:
			return false
		}
	}
	return p == len(pattern)
}

func matchName(pattern, name string) bool {
	ok, err := path.Match(pattern, name)
	return ok && err == nil
}

// isValidPattern tells whether the names of a pattern are well formed. None leads
// out of the directory of the configuration, whose files alone it is for.
func isValidPattern(pattern string) bool {
	_, err := path.Match(pattern, "")
	return err == nil && pattern != "" && !slices.Contains(strings.Split(pattern, "/"), "..")
}
