package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// returnsDiagnostic are the functions whose purpose is to return a
// *diag.Diagnostic.
var returnsDiagnostic = []string{"pkg/diag.From"}

// An importer can name every type of an exported declaration below pkg, and no
// exported function returns a *diag.Diagnostic, which would become an error
// that is not nil.
func TestPublicAPI(t *testing.T) {
	checked := 0
	err := filepath.WalkDir("pkg", func(dir string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		dir = filepath.ToSlash(dir)
		checked += checkPackageAPI(t, dir)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	const minChecked = 200
	if checked < minChecked {
		t.Errorf("only %d exported declarations found: the search is broken", checked)
	}
}

// checkPackageAPI checks the exported declarations of the package in a
// directory, and returns their number.
func checkPackageAPI(t *testing.T, dir string) (checked int) {
	t.Helper()
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	set := token.NewFileSet()
	for _, f := range files {
		if !strings.HasSuffix(f.Name(), ".go") || strings.HasSuffix(f.Name(), "_test.go") {
			continue
		}
		file, err := parser.ParseFile(set, filepath.Join(dir, f.Name()), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		c := checkFileAPI(t, set, dir, file)
		for _, fault := range c.faults {
			t.Error(fault)
		}
		checked += c.checked
	}
	return checked
}

func checkFileAPI(t *testing.T, set *token.FileSet, dir string, file *ast.File) apiChecker {
	t.Helper()
	c := apiChecker{set: set, dir: dir, imports: importNames(t, file)}
	for _, d := range file.Decls {
		c.decl(d)
	}
	return c
}

// The checker of TestPublicAPI finds what it must, and nothing else.
func TestAPIChecker(t *testing.T) {
	const head = `package p
import ("github.com/divtool/divtool/internal/jsondoc"; "github.com/divtool/divtool/pkg/diag")
`
	for decl, wantFault := range map[string]bool{
		"func F(d *jsondoc.Doc) {}":                        true,
		"func F() []jsondoc.Step { return nil }":           true,
		"func F(g func(d *jsondoc.Doc)) {}":                true,
		"func F() *diag.Diagnostic { return nil }":         true,
		"func (t *T) F() *diag.Diagnostic { return nil }":  true,
		"type T struct { D jsondoc.Doc }":                  true,
		"type T struct { F func(d *jsondoc.Doc) }":         true,
		"type T struct { jsondoc.Doc }":                    true,
		"type T interface { F(d *jsondoc.Doc) }":           true,
		"type T = jsondoc.Doc":                             true,
		"type T []jsondoc.Step":                            true,
		"type T[K jsondoc.Kind] []K":                       true,
		"var V = jsondoc.Doc{}":                            true,
		"var V = &jsondoc.Doc{}":                           true,
		"var V []jsondoc.Kind":                             true,
		"func F() error { var d jsondoc.Doc; _ = d }":      false,
		"func F(report func(*diag.Diagnostic) bool) {}":    false,
		"func f() (*diag.Diagnostic, *jsondoc.Doc)":        false,
		"func (t *t) F() *diag.Diagnostic { return nil }":  false,
		"type T struct { d jsondoc.Doc; e, f jsondoc.Doc}": false,
		"type T interface { f(d *jsondoc.Doc) }":           false,
		"type T document; type document = jsondoc.Doc":     false,
		"var v = jsondoc.Doc{}":                            false,
	} {
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, "p.go", head+decl, 0)
		if err != nil {
			t.Fatal(err)
		}
		if c := checkFileAPI(t, set, "pkg/p", file); len(c.faults) > 0 != wantFault {
			t.Errorf("%s: found %q", decl, c.faults)
		}
	}
}

// importNames returns the import paths of a file by the names it uses.
func importNames(t *testing.T, file *ast.File) map[string]string {
	t.Helper()
	names := map[string]string{}
	for _, spec := range file.Imports {
		path, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			t.Fatal(err)
		}
		name := path[strings.LastIndex(path, "/")+1:]
		if spec.Name != nil {
			name = spec.Name.Name
		}
		names[name] = path
	}
	return names
}

// apiChecker checks the exported declarations of one file.
type apiChecker struct {
	set     *token.FileSet
	dir     string
	imports map[string]string
	checked int
	faults  []string
}

func (c *apiChecker) addFault(pos token.Pos, format string, args ...any) {
	c.faults = append(c.faults, c.set.Position(pos).String()+": "+fmt.Sprintf(format, args...))
}

func (c *apiChecker) decl(d ast.Decl) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Name.IsExported() && (d.Recv == nil || ast.IsExported(receiver(d))) {
			c.checked++
			c.types(d.Name.Name, d.Type)
			c.results(d)
		}
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			c.spec(spec)
		}
	}
}

func (c *apiChecker) spec(spec ast.Spec) {
	switch s := spec.(type) {
	case *ast.TypeSpec:
		if s.Name.IsExported() {
			c.checked++
			c.types(s.Name.Name, s.Type)
			if s.TypeParams != nil {
				c.types(s.Name.Name, s.TypeParams)
			}
		}
	case *ast.ValueSpec:
		exported := slices.ContainsFunc(s.Names, (*ast.Ident).IsExported)
		if !exported {
			return
		}
		c.checked++
		if s.Type != nil {
			c.types(s.Names[0].Name, s.Type)
			return
		}
		// The type of a value without one is that of the literal or of the
		// variable it is the address of.
		for _, v := range s.Values {
			if u, ok := v.(*ast.UnaryExpr); ok {
				v = u.X
			}
			switch v := v.(type) {
			case *ast.CompositeLit:
				c.types(s.Names[0].Name, v.Type)
			case *ast.SelectorExpr:
				c.types(s.Names[0].Name, v)
			}
		}
	}
}

// receiver returns the name of the type of a method.
func receiver(d *ast.FuncDecl) string {
	name := ""
	ast.Inspect(d.Recv.List[0].Type, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && name == "" {
			name = id.Name
		}
		return name == ""
	})
	return name
}

// types reports the types of internal packages that a declaration names,
// except in unexported fields and methods.
func (c *apiChecker) types(name string, node ast.Node) {
	ast.Inspect(node, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Field:
			embedded := len(n.Names) == 0
			return embedded || !isFieldOf(node, n) || slices.ContainsFunc(n.Names, (*ast.Ident).IsExported)
		case *ast.SelectorExpr:
			if x, ok := n.X.(*ast.Ident); ok && strings.HasPrefix(c.imports[x.Name], module+"internal/") {
				c.addFault(n.Pos(), "%s names %s.%s of %s, which an importer cannot", name, x.Name, n.Sel.Name, c.imports[x.Name])
			}
		}
		return true
	})
}

// isFieldOf reports whether field is a field of a struct or a method of an
// interface in node, and not a parameter.
func isFieldOf(node ast.Node, field *ast.Field) (found bool) {
	ast.Inspect(node, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.StructType:
			found = found || slices.Contains(n.Fields.List, field)
		case *ast.InterfaceType:
			found = found || slices.Contains(n.Methods.List, field)
		}
		return !found
	})
	return found
}

func (c *apiChecker) results(d *ast.FuncDecl) {
	name := c.dir + "." + d.Name.Name
	if d.Type.Results == nil || slices.Contains(returnsDiagnostic, name) {
		return
	}
	for _, r := range d.Type.Results.List {
		star, ok := r.Type.(*ast.StarExpr)
		if !ok {
			continue
		}
		s, qualified := star.X.(*ast.SelectorExpr)
		id, local := star.X.(*ast.Ident)
		if qualified && s.Sel.Name == "Diagnostic" && c.imports[s.X.(*ast.Ident).Name] == module+"pkg/diag" || local && id.Name == "Diagnostic" && c.dir == "pkg/diag" {
			c.addFault(d.Pos(), "%s returns a *diag.Diagnostic; return error", name)
		}
	}
}
