package diag_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/divtool/divtool/pkg/diag"
)

// Every code that the code base can emit is declared. Codes are found in the
// source: as Code of a literal, as the first argument of Refuse and Warn, as
// constants named code…, and in tables of codes and texts.
func TestCodesAreDeclared(t *testing.T) {
	root := filepath.Join("..", "..")
	found := map[string]string{}
	for _, dir := range []string{"pkg", "internal", "cmd"} {
		err := filepath.WalkDir(filepath.Join(root, dir), func(path string, d fs.DirEntry, err error) error {
			if err == nil && strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go") && filepath.Base(path) != "codes.go" {
				codesIn(t, path, found)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	const minCodes = 50
	if len(found) < minCodes {
		t.Fatalf("only %d codes found in the source: the search is broken", len(found))
	}
	for code, where := range found {
		if _, ok := diag.CodeByName(code); !ok {
			t.Errorf("%s: the code %q is not declared in codes.go", where, code)
		}
	}
	declared := map[string]bool{}
	for _, c := range diag.Codes() {
		if found[c.Name] == "" {
			t.Errorf("nothing emits the code %q", c.Name)
		}
		if declared[c.Name] {
			t.Errorf("the code %q is declared twice", c.Name)
		}
		declared[c.Name] = true
		if !strings.HasSuffix(c.Meaning, ".") || !strings.HasSuffix(c.Remedy, ".") || c.Source == "" || c.Severities == "" {
			t.Errorf("the declaration of %q is not whole sentences: %+v", c.Name, c)
		}
	}
}

// codeForm is what codes look like; the ids of lint rules have a slash.
var codeForm = regexp.MustCompile(`^[a-z][a-z0-9]*([-_][a-z0-9]+)*$`)

// codesIn collects the codes of a file.
func codesIn(t *testing.T, path string, found map[string]string) {
	t.Helper()
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, path, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	add := func(e ast.Expr) {
		lit, ok := e.(*ast.BasicLit)
		if !ok || lit.Kind != token.STRING {
			return
		}
		if text, err := strconv.Unquote(lit.Value); err == nil && codeForm.MatchString(text) {
			found[text] = set.Position(lit.Pos()).String()
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.KeyValueExpr:
			if key, ok := n.Key.(*ast.Ident); ok && key.Name == "Code" {
				add(n.Value)
			}
		case *ast.CallExpr:
			if f, ok := n.Fun.(*ast.SelectorExpr); ok && len(n.Args) > 0 && (f.Sel.Name == "ErrorAt" || f.Sel.Name == "errorAt" || f.Sel.Name == "Warn") {
				add(n.Args[0])
			}
		case *ast.AssignStmt:
			for i, left := range n.Lhs {
				if f, ok := left.(*ast.SelectorExpr); ok && f.Sel.Name == "Code" && i < len(n.Rhs) {
					add(n.Rhs[i])
				}
			}
			if len(n.Lhs) == len(n.Rhs) {
				for i, left := range n.Lhs {
					if name, ok := left.(*ast.Ident); ok && name.Name == "code" {
						add(n.Rhs[i])
					}
				}
			}
		case *ast.ValueSpec:
			tableCodes(n, add)
		}
		return true
	})
}

// tableCodes collects those of constants named code…, and of tables whose rows
// have a code and a text.
func tableCodes(n *ast.ValueSpec, add func(ast.Expr)) {
	for i, name := range n.Names {
		if i >= len(n.Values) {
			return
		}
		if strings.HasPrefix(name.Name, "code") {
			add(n.Values[i])
		}
		table, ok := n.Values[i].(*ast.CompositeLit)
		if !ok || name.Name != "warnings" && name.Name != "remarkTexts" {
			continue
		}
		for _, row := range table.Elts {
			if kv, ok := row.(*ast.KeyValueExpr); ok {
				row = kv.Value
			}
			if lit, ok := row.(*ast.CompositeLit); ok && len(lit.Elts) > 0 {
				add(lit.Elts[0])
			}
		}
	}
}
