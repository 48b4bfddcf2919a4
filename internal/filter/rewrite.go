package filter

import (
	"math/big"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/builtin"
	"github.com/expr-lang/expr/conf"
	"github.com/expr-lang/expr/file"
	"github.com/expr-lang/expr/parser/lexer"

	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/frames"
)

// rewriter replaces the members that an expression names by slots, and its operators and
// functions by those of this package.
type rewriter struct {
	types     frames.Set
	given     *frames.Type // of all documents; nil if it is not known
	functions conf.FunctionsTable
	slots     [][]string          // paths of the members
	integers  map[string]*big.Int // the literals of more than 63 bits, by the names that replace them
	variables []string            // of let, the innermost last
	elements  [][]string          // paths of the elements of the lists around a predicate; nil if unknown
}

func newRewriter(types frames.Set, given *frames.Type) *rewriter {
	return &rewriter{types: types, given: given, integers: map[string]*big.Int{}}
}

// hasMember reports whether a document may have the member at a path.
func (r *rewriter) hasMember(path []string) bool {
	return r.types.HasMember(path) || r.given != nil && frames.Set{r.given}.HasMember(path)
}

func slotName(i int) string { return "member " + strconv.Itoa(i) }

// replaceIntegers replaces integer literals of more than 63 bits, which expr cannot
// parse, by names of the same length.
func (r *rewriter) replaceIntegers(source string) string {
	tokens, err := lexer.Lex(file.NewSource(source))
	if err != nil {
		return source // the parser reports it
	}
	runes := []rune(source)
	for _, t := range tokens {
		if t.Kind != lexer.Number {
			continue
		}
		spelling := string(runes[t.From:t.To])
		n, ok := new(big.Int).SetString(spelling, 0)
		if decimal := strings.ReplaceAll(spelling, "_", ""); !ok || strings.Trim(decimal, "0123456789") == "" {
			n, ok = new(big.Int).SetString(decimal, 10)
		}
		if !ok || n.IsInt64() {
			continue
		}
		index := strconv.Itoa(len(r.integers))
		name := "_" + strings.Repeat("0", max(0, t.To-t.From-1-len(index))) + index
		r.integers[name] = n
		copy(runes[t.From:t.To], []rune(name))
	}
	return string(runes)
}

// program rewrites a whole expression, which must be a truth value.
func (r *rewriter) program(n ast.Node) (ast.Node, error) {
	if what := r.notTruth(n); what != "" {
		return nil, errorAt(n, text.Expected("an expression that is true or false", what))
	}
	return r.truth(n)
}

// notTruth returns what an expression is that is never true or false, "" if it may be.
func (r *rewriter) notTruth(n ast.Node) string {
	switch n := n.(type) {
	case *ast.IntegerNode, *ast.FloatNode:
		return "a number"
	case *ast.StringNode, *ast.BytesNode:
		return "a text"
	case *ast.ArrayNode, *ast.SliceNode:
		return "a list"
	case *ast.MapNode:
		return "an object"
	case *ast.NilNode:
		return "nil"
	case *ast.IdentifierNode:
		if slices.Contains(r.variables, n.Value) {
			return ""
		}
		if kind := frames.MemberKind(n.Value); kind != "" {
			return kind
		}
	case *ast.UnaryNode:
		if n.Operator == "-" || n.Operator == "+" {
			return "a number"
		}
	case *ast.BinaryNode:
		switch n.Operator {
		case "+", "-", "*", "/", "%", "**", "^":
			return "a number"
		case "..":
			return "a list"
		}
	case *ast.BuiltinNode:
		return functionResults(n.Name)
	case *ast.VariableDeclaratorNode:
		return r.notTruth(n.Expr)
	case *ast.SequenceNode:
		return r.notTruth(n.Nodes[len(n.Nodes)-1])
	case *ast.ConditionalNode:
		if what := r.notTruth(n.Exp1); what != "" {
			return what
		}
		return r.notTruth(n.Exp2)
	}
	return ""
}

// truth rewrites a condition.
func (r *rewriter) truth(n ast.Node) (ast.Node, error) {
	rewritten, err := r.node(n)
	if err != nil {
		return nil, err
	}
	return call(n, truthName, rewritten), nil
}

// call returns the call of a function of this package in place of a node.
func call(at ast.Node, name string, arguments ...ast.Node) ast.Node {
	callee := &ast.IdentifierNode{Value: name}
	callee.SetLocation(at.Location())
	n := &ast.CallNode{Callee: callee, Arguments: arguments}
	n.SetLocation(at.Location())
	return n
}

func constant(v any) ast.Node {
	n := &ast.ConstantNode{Value: v}
	n.SetType(reflect.TypeOf(v))
	return n
}

// node rewrites a node and all below it.
func (r *rewriter) node(n ast.Node) (ast.Node, error) {
	switch n := n.(type) {
	case *ast.IdentifierNode, *ast.MemberNode, *ast.ChainNode:
		return r.access(n)
	case *ast.UnaryNode:
		return r.unary(n)
	case *ast.BinaryNode:
		return r.binary(n)
	case *ast.BuiltinNode:
		return r.builtin(n)
	case *ast.CallNode:
		return nil, r.unknownFunction(n)
	case *ast.ConditionalNode:
		var err error
		if n.Cond, err = r.truth(n.Cond); err != nil {
			return nil, err
		}
		return n, r.nodes(&n.Exp1, &n.Exp2)
	case *ast.VariableDeclaratorNode:
		if err := r.nodes(&n.Value); err != nil {
			return nil, err
		}
		r.variables = append(r.variables, n.Name)
		err := r.nodes(&n.Expr)
		r.variables = r.variables[:len(r.variables)-1]
		return n, err
	case *ast.SequenceNode:
		return n, r.list(n.Nodes)
	case *ast.ArrayNode:
		return n, r.list(n.Nodes)
	case *ast.MapNode:
		return n, r.list(n.Pairs)
	case *ast.PairNode:
		return n, r.nodes(&n.Key, &n.Value)
	case *ast.SliceNode:
		return r.slice(n)
	}
	return n, nil // a literal, or # in a predicate
}

func (r *rewriter) nodes(list ...*ast.Node) error {
	for _, n := range list {
		rewritten, err := r.node(*n)
		if err != nil {
			return err
		}
		*n = rewritten
	}
	return nil
}

func (r *rewriter) list(nodes []ast.Node) error {
	for i := range nodes {
		if err := r.nodes(&nodes[i]); err != nil {
			return err
		}
	}
	return nil
}

func (r *rewriter) unary(n *ast.UnaryNode) (ast.Node, error) {
	if n.Operator == "-" || n.Operator == "+" {
		if err := r.nodes(&n.Node); err != nil {
			return nil, err
		}
		return call(n, "unary "+n.Operator, n.Node), nil
	}
	// "a not in b" is a comparison, so that it is false if a is nil; "not (a in b)" is true.
	if b, ok := n.Node.(*ast.BinaryNode); ok && n.Location().From >= b.Location().From && isWordOperator(b.Operator) {
		if err := r.nodes(&b.Left, &b.Right); err != nil {
			return nil, err
		}
		positive, err := r.comparison(b)
		if err != nil {
			return nil, err
		}
		return call(n, "not compared", positive, b.Left, b.Right), nil
	}
	var err error
	n.Node, err = r.truth(n.Node)
	return n, err
}

func isWordOperator(name string) bool {
	return slices.Contains([]string{"in", "matches", "contains", "startsWith", "endsWith"}, name)
}

func (r *rewriter) binary(n *ast.BinaryNode) (ast.Node, error) {
	var err error
	switch n.Operator {
	case "and", "&&", "or", "||":
		if n.Left, err = r.truth(n.Left); err != nil {
			return nil, err
		}
		n.Right, err = r.truth(n.Right)
		return n, err
	}
	_, leftNil := n.Left.(*ast.NilNode)
	_, rightNil := n.Right.(*ast.NilNode)
	if err := r.nodes(&n.Left, &n.Right); err != nil {
		return nil, err
	}
	operand := n.Left
	if leftNil {
		operand = n.Right
	}
	switch {
	case n.Operator == "??" || n.Operator == "..":
		return n, nil
	case n.Operator == "==" && (leftNil || rightNil):
		return call(n, "is nil", operand), nil
	case n.Operator == "!=" && (leftNil || rightNil):
		return call(n, "is not nil", operand), nil
	}
	return r.comparison(n)
}

// comparison returns the call of a binary operator whose operands have been rewritten.
func (r *rewriter) comparison(n *ast.BinaryNode) (ast.Node, error) {
	right := n.Right
	if pattern, ok := right.(*ast.StringNode); ok && n.Operator == "matches" {
		re, err := regexp.Compile(pattern.Value)
		if err != nil {
			return nil, errorAt(right, err.Error())
		}
		right = constant(re)
	}
	name := n.Operator
	if name == "^" {
		name = "**"
	}
	if _, ok := r.functions[name]; !ok {
		return nil, errorAt(n, "the operator "+n.Operator+" is not supported")
	}
	return call(n, name, n.Left, right), nil
}

func (r *rewriter) slice(n *ast.SliceNode) (ast.Node, error) {
	if n.From == nil {
		n.From = &ast.NilNode{}
	}
	if n.To == nil {
		n.To = &ast.NilNode{}
	}
	if err := r.nodes(&n.Node, &n.From, &n.To); err != nil {
		return nil, err
	}
	return call(n, "get slice", n.Node, n.From, n.To), nil
}

// builtin rewrites the call of a function of expr.
func (r *rewriter) builtin(n *ast.BuiltinNode) (ast.Node, error) {
	f := builtin.Builtins[builtin.Index[n.Name]]
	if !f.Predicate {
		if err := checkArguments(n, f); err != nil {
			return nil, err
		}
		if err := r.list(n.Arguments); err != nil {
			return nil, err
		}
		return call(n, r.function(f), n.Arguments...), nil
	}
	element := r.path(n.Arguments[0])
	if element != nil {
		element = append(slices.Clone(element), "0")
	}
	if err := r.nodes(&n.Arguments[0]); err != nil {
		return nil, err
	}
	n.Arguments[0] = call(n, listName, n.Arguments[0])
	r.elements = append(r.elements, element)
	defer func() { r.elements = r.elements[:len(r.elements)-1] }()
	for i := range n.Arguments[1:] {
		p, ok := n.Arguments[i+1].(*ast.PredicateNode)
		if !ok {
			if err := r.nodes(&n.Arguments[i+1]); err != nil {
				return nil, err
			}
			continue
		}
		rewrite := r.node
		if slices.Contains([]string{"all", "none", "any", "one", "filter", "count", "find", "findIndex", "findLast", "findLastIndex"}, n.Name) {
			rewrite = r.truth
		}
		var err error
		if p.Node, err = rewrite(p.Node); err != nil {
			return nil, err
		}
	}
	if n.Name != "sum" {
		return n, nil
	}
	if len(n.Arguments) > 1 { // the sum of what the predicate makes of the elements
		values := &ast.BuiltinNode{Name: "map", Arguments: n.Arguments}
		values.SetLocation(n.Location())
		return call(n, "sum of", values), nil
	}
	return call(n, "sum of", n.Arguments[0]), nil
}

// checkArguments checks the number of arguments of a function, and the types of literals.
func checkArguments(n *ast.BuiltinNode, f *builtin.Function) error {
	if f.Validate != nil {
		types := make([]reflect.Type, len(n.Arguments))
		for i, a := range n.Arguments {
			types[i] = reflect.TypeFor[any]()
			switch a.(type) {
			case *ast.IntegerNode:
				types[i] = reflect.TypeFor[int]()
			case *ast.BoolNode:
				types[i] = reflect.TypeFor[bool]()
			}
		}
		if _, err := f.Validate(types); err != nil {
			return errorAt(n, n.Name+": "+err.Error())
		}
		return nil
	}
	for _, t := range f.Types {
		least := t.NumIn()
		if t.IsVariadic() {
			least--
		}
		if len(n.Arguments) == least || t.IsVariadic() && len(n.Arguments) > least {
			return nil
		}
	}
	if len(f.Types) == 0 && len(n.Arguments) == 1 {
		return nil
	}
	return errorAt(n, n.Name+": invalid number of arguments: "+strconv.Itoa(len(n.Arguments)))
}

// function returns the name under which a function of expr is called: that of this
// package in its place, or one that lets nil through.
func (r *rewriter) function(f *builtin.Function) string {
	name := "function " + f.Name
	if r.functions[name] == nil {
		r.functions[name] = &builtin.Function{Name: name, Func: letNilThrough(f)}
	}
	return name
}

func (r *rewriter) unknownFunction(n *ast.CallNode) error {
	name := ""
	switch callee := n.Callee.(type) {
	case *ast.IdentifierNode:
		name = callee.Value
	case *ast.MemberNode:
		if property, ok := callee.Property.(*ast.StringNode); ok {
			name = property.Value
		}
	}
	return errorAt(n, "unknown function "+text.Quote(name)+text.Suggestion(name, builtin.Names, 0))
}
