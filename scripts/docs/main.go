// Docs generates the documentation from the declarations, and THIRD_PARTY.md from the
// modules in the program:
//
//	go run ./scripts/docs          # writes docs/ and THIRD_PARTY.md
//	go run ./scripts/docs -check   # exits 1 if one of them is not current
//
// The output is reproducible, to the byte.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// pages returns the generated files by their path from docs, but for that of
// [thirdParty]. The other pages are written by hand.
func pages() map[string][]byte {
	list := map[string][]byte{
		"rules.md":         rulesPage(),
		"types.md":         typesPage(),
		"errors.md":        errorsPage(),
		"commands.md":      commandsPage(),
		"conversations.md": conversationsPage(),
	}
	for name, text := range manPages() {
		list["man/"+name] = text
	}
	return list
}

// root is the output directory, relative to the top of the module.
const root = "docs"

func main() {
	check := flag.Bool("check", false, "check whether the files are current; write nothing")
	flag.Parse()
	list := pages()
	var err error
	if list["../THIRD_PARTY.md"], err = thirdParty(); err != nil {
		fmt.Fprintln(os.Stderr, "THIRD_PARTY.md:", err)
		os.Exit(2)
	}
	stale := stalePages(list)
	for _, name := range sorted(list) {
		path, text := filepath.Join(root, filepath.FromSlash(name)), list[name]
		if current, err := os.ReadFile(path); err == nil && bytes.Equal(current, text) {
			continue
		}
		if stale = append(stale, path); *check {
			continue
		}
		if err := write(path, text); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(2)
		}
	}
	if !*check {
		return
	}
	for _, path := range stale {
		fmt.Fprintf(os.Stderr, "%s is out of date; run `go run ./scripts/docs`\n", path)
	}
	if len(stale) > 0 {
		os.Exit(1)
	}
}

func write(path string, text []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, text, 0o644)
}

func sorted[V any](list map[string]V) (names []string) {
	for name := range list {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// stalePages returns the manual pages of commands that no longer exist.
func stalePages(list map[string][]byte) (stale []string) {
	found, err := fs.Glob(os.DirFS(root), "man/*.1")
	if err != nil {
		return nil
	}
	for _, name := range found {
		if list[name] == nil {
			stale = append(stale, filepath.Join(root, filepath.FromSlash(name)))
		}
	}
	return stale
}
