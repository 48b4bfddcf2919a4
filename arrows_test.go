package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/divtool/divtool/"

// primitives are the packages of internal that pkg may import. The other packages
// of internal are for commands and may import pkg.
var primitives = []string{"internal/bitset", "internal/frameio", "internal/gen", "internal/jsondoc", "internal/pool", "internal/text"}

// adapters are packages of internal between a primitive and pkg/diag: pkg may
// import them, and they import nothing of pkg but diag.
var adapters = []string{"internal/input", "internal/syntax"}

// families are packages that must not import others in the same directory.
var families = []string{
	"pkg/frames/diverge", "pkg/frames/laser", "pkg/frames/subc",
	"internal/lintrules/baseline", "internal/lintrules/laser", "internal/lintrules/scope", "internal/lintrules/template", "internal/lintrules/tool",
}

// forbidden reports whether package from must not import package to.
func forbidden(from, to string) bool {
	switch {
	case to == "cmd":
		return true
	case slices.Contains(families, from) && slices.Contains(families, to) && path.Dir(from) == path.Dir(to):
		return true
	case from == "pkg/frames" || from == "pkg/canon":
		return !slices.Contains(primitives, to) && !slices.Contains(adapters, to) && !slices.Contains([]string{"pkg/canon", "pkg/diag"}, to)
	case slices.Contains(adapters, from):
		return !slices.Contains(primitives, to) && to != "pkg/diag"
	case strings.HasPrefix(from, "pkg/lint") && strings.HasPrefix(to, "internal/lintrules/"):
		return false // the rules belong to pkg/lint but not to its API
	case from == "pkg/frames/sample" && to == "internal/generate":
		return false // so do the generators
	case strings.HasPrefix(from, "pkg/"):
		return strings.HasPrefix(to, "internal/") && !slices.Contains(primitives, to) && !slices.Contains(adapters, to)
	case slices.Contains(primitives, from):
		return !slices.Contains(primitives, to)
	}
	return false
}

// Imports have one direction, and only cmd uses standard streams, flags,
// arguments and exit statuses.
func TestArrows(t *testing.T) {
	files := 0
	for _, root := range []string{"pkg", "internal"} {
		err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
				return err
			}
			files++
			checkArrows(t, name)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if files < 100 {
		t.Errorf("only %d files looked at", files)
	}
}

func checkArrows(t *testing.T, name string) {
	t.Helper()
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, name, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	from := path.Dir(filepath.ToSlash(name))
	for _, spec := range file.Imports {
		imported, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			t.Fatal(err)
		}
		if to, ours := strings.CutPrefix(imported, module); ours && forbidden(from, to) {
			t.Errorf("%s: %s must not know %s", set.Position(spec.Pos()), from, to)
		}
		if slices.Contains([]string{"flag", "github.com/spf13/cobra", "github.com/spf13/pflag"}, imported) {
			t.Errorf("%s: flags belong to cmd", set.Position(spec.Pos()))
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		s, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		if x, ok := s.X.(*ast.Ident); ok && x.Name == "os" &&
			slices.Contains([]string{"Stdin", "Stdout", "Stderr", "Args", "Exit"}, s.Sel.Name) {
			t.Errorf("%s: os.%s belongs to cmd", set.Position(s.Pos()), s.Sel.Name)
		}
		return true
	})
}
