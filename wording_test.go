package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// oldWording matches phrases that messages and pages do not use. The plain ones
// are in internal/text.
var oldWording = regexp.MustCompile(`(?i)tells\s+whether|\bstands (for|behind|in front|twice)\b|\bis no (YAML|HAR|JSON|token|mask|frame)\b|` +
	`\bapart\s+by\b|\bmend\s+the\b|\banew\b|\bdo not go together\b|\bis needed here\b|\bwhole number|\bthere is no (such|member|type|key|kind)\b|` +
	`, so that the \w+ would\b|\bbehind the (end|message|algorithm)\b|\bone object a line\b|\bmay get, list\b|\bthose tagged\b`)

// Strings of the program and the pages of docs are in plain English.
func TestWording(t *testing.T) {
	checked := 0
	check := func(where, s string) {
		checked++
		if phrase := oldWording.FindString(s); phrase != "" {
			t.Errorf("%s: %q", where, phrase)
		}
	}
	for _, root := range []string{"cmd", "internal", "pkg", "scripts"} {
		err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
			if err == nil && strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go") {
				eachString(t, name, check)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range markdownPages(t) {
		for i, line := range strings.Split(readFile(t, filepath.FromSlash(name)), "\n") {
			check(name+":"+strconv.Itoa(i+1), line)
		}
	}
	const minChecked = 5000
	if checked < minChecked {
		t.Errorf("only %d texts checked: the search is broken", checked)
	}
}

// eachString calls visit for the string literals and the comments of a Go file.
func eachString(t *testing.T, name string, visit func(where, s string)) {
	t.Helper()
	src, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, name, src, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			if s, err := strconv.Unquote(lit.Value); err == nil {
				visit(set.Position(lit.Pos()).String(), s)
			}
		}
		return true
	})
	for _, group := range file.Comments {
		for _, c := range group.List {
			visit(set.Position(c.Pos()).String(), c.Text)
		}
	}
}

// oldNames matches identifiers that were replaced by the field's words.
var oldNames = regexp.MustCompile(`^(forge|Forge|[Ss]poil(ed|ing)?|Malform|[Ss]ift(er)?|Sure|keyring|ring|pile|outline|talk|turned?|lead|ways?|pointerWay|` +
	`[Dd]eclares|Varies|ShapeRows|Lose|Hide|Inside|inner|says?|said|told|tell|settled?|quiet|odd|leaves|passOver|doubt|Choice|Option|Enveloped|` +
	`Nothing|Opaque|Unconfirmed|minder|faultKeeper|drafts|makers|wholeTree|together|beginning|(most|least)[A-Z]\w*|strangers?|foreign|alike|livefill|` +
	`straight|tie|Mints|Kept|Own|Rival|Weak)$`)

// Identifiers are the terms that a Go programmer would search for.
func TestNames(t *testing.T) {
	checked := 0
	for _, root := range []string{"cmd", "internal", "pkg", "scripts"} {
		err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(name, ".go") {
				return err
			}
			set := token.NewFileSet()
			file, err := parser.ParseFile(set, name, nil, 0)
			if err != nil {
				return err
			}
			ast.Inspect(file, func(n ast.Node) bool {
				if id, ok := n.(*ast.Ident); ok {
					checked++
					if oldNames.MatchString(id.Name) {
						t.Errorf("%s: %s", set.Position(id.Pos()), id.Name)
					}
				}
				return true
			})
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if checked < 100_000 {
		t.Errorf("only %d identifiers checked: the search is broken", checked)
	}
}
