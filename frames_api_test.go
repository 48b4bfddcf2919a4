package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// An importer can use all that is exported below pkg/frames: no exported declaration
// names a type of internal/, and no exported function returns *diag.Diagnostic, whose
// nil pointer would be a non-nil error.
func TestFramesAPI(t *testing.T) {
	files := 0
	err := filepath.WalkDir("pkg/frames", func(name string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return err
		}
		files++
		checkExported(t, name)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if files < 40 {
		t.Errorf("only %d files were checked", files)
	}
}

func checkExported(t *testing.T, name string) {
	t.Helper()
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, name, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	c := exportedChecker{t: t, set: set, internal: internalImports(t, file)}
	for _, decl := range file.Decls {
		switch decl := decl.(type) {
		case *ast.FuncDecl:
			if decl.Name.IsExported() {
				c.checkType(decl.Name.Name, decl.Type)
				c.checkResults(decl.Name.Name, decl.Type)
			}
		case *ast.GenDecl:
			for _, spec := range decl.Specs {
				c.checkSpec(spec)
			}
		}
	}
}

// internalImports returns the names of the imported packages of internal/.
func internalImports(t *testing.T, file *ast.File) map[string]bool {
	t.Helper()
	names := map[string]bool{}
	for _, spec := range file.Imports {
		path, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(path, module+"internal/") {
			names[path[strings.LastIndexByte(path, '/')+1:]] = true
		}
	}
	return names
}

// exportedChecker checks the exported declarations of one file.
type exportedChecker struct {
	t        *testing.T
	set      *token.FileSet
	internal map[string]bool
}

func (c *exportedChecker) checkSpec(spec ast.Spec) {
	switch spec := spec.(type) {
	case *ast.TypeSpec:
		if spec.Name.IsExported() {
			c.checkType(spec.Name.Name, spec.Type)
		}
	case *ast.ValueSpec:
		for _, name := range spec.Names {
			if name.IsExported() && spec.Type != nil {
				c.checkType(name.Name, spec.Type)
			}
		}
	}
}

// checkType reports the types of internal/ that an exported declaration names. Fields
// that are not exported are no part of it.
func (c *exportedChecker) checkType(name string, typ ast.Expr) {
	ast.Inspect(typ, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.StructType:
			for _, f := range n.Fields.List {
				if len(f.Names) == 0 || f.Names[0].IsExported() {
					c.checkType(name, f.Type)
				}
			}
			return false
		case *ast.InterfaceType:
			for _, f := range n.Methods.List {
				if len(f.Names) == 0 || !f.Names[0].IsExported() {
					continue
				}
				c.checkType(name+"."+f.Names[0].Name, f.Type)
				c.checkResults(name+"."+f.Names[0].Name, f.Type)
			}
			return false
		case *ast.SelectorExpr:
			if x, ok := n.X.(*ast.Ident); ok && c.internal[x.Name] {
				c.t.Errorf("%s: %s names %s.%s of internal/", c.set.Position(n.Pos()), name, x.Name, n.Sel.Name)
			}
		}
		return true
	})
}

func (c *exportedChecker) checkResults(name string, typ ast.Expr) {
	f, ok := typ.(*ast.FuncType)
	if !ok || f.Results == nil {
		return
	}
	for _, r := range f.Results.List {
		star, ok := r.Type.(*ast.StarExpr)
		if !ok {
			continue
		}
		if sel, ok := star.X.(*ast.SelectorExpr); ok && sel.Sel.Name == "Diagnostic" {
			c.t.Errorf("%s: %s returns *diag.Diagnostic, not error", c.set.Position(r.Pos()), name)
		}
	}
}
