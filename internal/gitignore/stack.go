package gitignore

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// maxSize is the size in bytes of the largest file that is read.
const maxSize = 8 << 20

// fileName is the name of the files.
const fileName = ".gitignore"

// Stack has the patterns that apply in a directory, the weakest file first. It does not
// change, so it can be shared. An empty one excludes nothing.
type Stack []level

// level is one file of patterns.
type level struct {
	rules  rules
	prefix string // of the directory of the stack, relative to that of the file: "a/b/"
}

// Enter returns the stack of a directory where a walk begins. It reads the files of the
// parents too, if the directory belongs to a repository. With an error, the stack has the
// files that could be read.
func Enter(dir string) (Stack, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	if resolved, err := filepath.EvalSymlinks(abs); err == nil {
		abs = resolved
	}
	dirs := []string{abs}
	for root := abs; !isRepository(root); {
		parent := filepath.Dir(root)
		if parent == root {
			dirs = []string{abs} // no repository: the parents do not count
			break
		}
		root = parent
		dirs = append(dirs, root)
	}
	var s Stack
	var problems []error
	for i := len(dirs) - 1; i >= 0; i-- {
		var err error
		s, err = s.Enter(dirs[i], filepath.Base(dirs[i]))
		problems = append(problems, err)
	}
	return s, errors.Join(problems...)
}

// Enter returns the stack of a directory called name, which is in the directory of s. A
// repository in a repository has its own files only.
func (s Stack) Enter(dir, name string) (Stack, error) {
	var entered Stack
	var problems []error
	add := func(file string) {
		list, err := read(file)
		problems = append(problems, err)
		if len(list) > 0 {
			entered = append(entered, level{rules: list})
		}
	}
	if isRepository(dir) {
		add(filepath.Join(gitDir(dir), "info", "exclude"))
	} else {
		for _, l := range s {
			entered = append(entered, level{l.rules, l.prefix + name + "/"})
		}
	}
	add(filepath.Join(dir, fileName))
	return entered, errors.Join(problems...)
}

// Ignored reports whether an entry of the directory is excluded.
func (s Stack) Ignored(name string, isDir bool) bool {
	for i := len(s) - 1; i >= 0; i-- {
		if ignored, decided := s[i].rules.match(s[i].prefix, name, isDir); decided {
			return ignored
		}
	}
	return false
}

// isRepository reports whether a directory is the root of a repository.
func isRepository(dir string) bool {
	_, err := os.Lstat(filepath.Join(dir, ".git"))
	return err == nil
}

// gitDir returns the directory of git for a repository. In a worktree and in a submodule,
// .git is a file that names it.
func gitDir(root string) string {
	dir := filepath.Join(root, ".git")
	if target, ok := readPointer(dir, "gitdir: ", root); ok {
		dir = target
		if common, ok := readPointer(filepath.Join(dir, "commondir"), "", dir); ok {
			dir = common
		}
	}
	return dir
}

// maxPointer is the size in bytes of the largest file that names a directory.
const maxPointer = 8 << 10

// readPointer reads a file that names a directory, which may be relative to base.
func readPointer(file, prefix, base string) (string, bool) {
	info, err := os.Stat(file)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxPointer {
		return "", false
	}
	text, err := os.ReadFile(file)
	target, found := strings.CutPrefix(string(bytes.TrimRight(text, "\r\n")), prefix)
	if err != nil || !found || target == "" {
		return "", false
	}
	if !filepath.IsAbs(target) {
		target = filepath.Join(base, target)
	}
	return target, true
}

// read reads a file of patterns. A file that does not exist has none, nor has what is not
// a regular file: git does not follow links there.
func read(file string) (rules, error) {
	info, err := os.Lstat(file)
	switch {
	case err != nil || !info.Mode().IsRegular():
		return nil, nil
	case info.Size() > maxSize:
		return nil, &fs.PathError{Op: "read", Path: file, Err: fmt.Errorf("the file is too large: the limit is %d bytes; use `--no-ignore`", maxSize)}
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return parse(text), nil
}
