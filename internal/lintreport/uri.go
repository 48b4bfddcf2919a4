package lintreport

import (
	"path/filepath"
	"strings"
)

// relative is the name of a file with slashes: relative where it is named so
// or stands below the run's directory.
func (r *Run) relative(name string) string {
	name = filepath.Clean(name)
	if filepath.IsAbs(name) {
		if rel, err := filepath.Rel(r.Dir, name); err == nil && filepath.IsLocal(rel) {
			name = rel
		}
	}
	return filepath.ToSlash(name)
}

// uri is [Run.relative] as a percent-encoded URI.
func (r *Run) uri(name string) (uri string, relative bool) {
	path := r.relative(name)
	if filepath.IsAbs(filepath.FromSlash(path)) {
		return "file:///" + percentEncode(strings.TrimPrefix(path, "/")), false
	}
	return percentEncode(path), true
}

// percentEncode encodes all bytes of a path but slashes and those that stand
// for themselves in every part of a URI.
func percentEncode(path string) string {
	const digits = "0123456789ABCDEF"
	var b strings.Builder
	for i := range len(path) {
		c := path[i]
		switch {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', strings.IndexByte("-._~/", c) >= 0:
			b.WriteByte(c)
		default:
			b.WriteByte('%')
			b.WriteByte(digits[c>>4])
			b.WriteByte(digits[c&15])
		}
	}
	return b.String()
}
