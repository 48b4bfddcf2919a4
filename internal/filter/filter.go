// Package filter evaluates expressions over the members of documents, and selects
// members, from the events of a frame: no document is printed for it.
//
// The language is that of github.com/expr-lang/expr, which parses, compiles and runs an
// expression. Its operators are replaced: what a document lacks is nil and compares as
// false, and integers are exact over their whole range. Only the members that an
// expression names are materialised.
//
// Non-goals: flags, output, and which frames are read.
package filter

import (
	"errors"
	"strings"

	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/builtin"
	"github.com/expr-lang/expr/checker"
	"github.com/expr-lang/expr/compiler"
	"github.com/expr-lang/expr/conf"
	"github.com/expr-lang/expr/file"
	"github.com/expr-lang/expr/parser"
	"github.com/expr-lang/expr/vm"

	"github.com/divtool/divtool/pkg/frames"
)

// Program is a compiled expression. It is immutable, and shared by matchers.
type Program struct {
	code  *vm.Program
	paths [][]string // of the members that the expression names, by slot
}

// SyntaxError is why a text is not an expression over documents.
type SyntaxError struct {
	Column  int // from 1, in code points; 0 when it is not known
	Message string
}

func (e *SyntaxError) Error() string { return e.Message }

// Compile compiles an expression over the documents of types; given is the type of all
// of them, nil if it is not known. The error is a [SyntaxError].
func Compile(source string, types frames.Set, given *frames.Type) (*Program, error) {
	if strings.TrimSpace(source) == "" {
		return nil, &SyntaxError{Message: "the expression is empty"}
	}
	r := newRewriter(types, given)
	config := newConfig(r)
	tree, err := parser.ParseWithConfig(r.replaceIntegers(source), config)
	if err != nil {
		return nil, syntaxError(err)
	}
	r.findPaths(tree.Node)
	if tree.Node, err = r.program(tree.Node); err != nil {
		return nil, err
	}
	if _, err := checker.Check(tree, config); err != nil {
		return nil, syntaxError(err)
	}
	code, err := compiler.Compile(tree, config)
	if err != nil {
		return nil, syntaxError(err)
	}
	return &Program{code: code, paths: r.slots}, nil
}

// newConfig returns the configuration of expr: the functions that replace operators,
// and any member for a name.
func newConfig(r *rewriter) *conf.Config {
	c := conf.CreateNew()
	c.WithEnv(map[string]any{})
	c.Strict = false // the rewriter has checked the names
	for _, f := range operators() {
		c.Functions[f.name] = &builtin.Function{Name: f.name, Func: f.call}
	}
	c.Functions[truthName] = &builtin.Function{Name: truthName, Func: callTruth, Types: truthTypes()}
	c.Functions[listName] = &builtin.Function{Name: listName, Func: callList, Types: listTypes()}
	r.functions = c.Functions
	return c
}

// syntaxError returns an error of expr as a SyntaxError.
func syntaxError(err error) error {
	var at *file.Error
	if errors.As(err, &at) {
		return &SyntaxError{Column: at.Column + 1, Message: at.Message}
	}
	message, _, _ := strings.Cut(err.Error(), "\n")
	return &SyntaxError{Message: message}
}

// errorAt returns the SyntaxError of a node.
func errorAt(n ast.Node, message string) error {
	return &SyntaxError{Column: n.Location().From + 1, Message: message}
}

// Matcher evaluates a program for one frame after the other. It keeps its memory, and is
// not safe for concurrent use.
type Matcher struct {
	Collector
	program *Program
	machine vm.VM
	names   []string // of the slots, in env
	env     map[string]any
}

// NewMatcher returns a matcher of the program.
func (p *Program) NewMatcher() *Matcher {
	m := &Matcher{program: p, env: make(map[string]any, len(p.paths))}
	m.Collector.init(p.paths, false)
	for i := range p.paths {
		m.names = append(m.names, slotName(i))
	}
	return m
}

// Match reports whether the expression is true of the frame whose events were collected.
// An error is why it cannot be evaluated, or is not a truth value.
func (m *Matcher) Match() (bool, error) {
	for i, name := range m.names {
		m.env[name] = m.slots[i].boxed()
	}
	result, err := m.machine.Run(m.program.code, m.env)
	if err != nil {
		var at *file.Error
		if errors.As(err, &at) {
			return false, errors.New(at.Message)
		}
		return false, err
	}
	return result == true, nil
}
