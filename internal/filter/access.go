package filter

import (
	"slices"
	"strconv"

	"github.com/expr-lang/expr/ast"

	"github.com/divtool/divtool/internal/text"
)

// findPaths finds the paths of all members that an expression names, so that of two of
// which one holds the other only the outer one has a slot.
func (r *rewriter) findPaths(root ast.Node) {
	ast.Walk(&root, pathFinder{r})
	slices.SortStableFunc(r.slots, func(a, b []string) int { return len(a) - len(b) })
	var kept [][]string
	for _, path := range r.slots {
		if !slices.ContainsFunc(kept, func(outer []string) bool { return isPrefix(outer, path) }) {
			kept = append(kept, path)
		}
	}
	r.slots = kept
}

type pathFinder struct{ *rewriter }

// Visit adds the path of a member. That of a variable is harmless: it costs a slot.
func (f pathFinder) Visit(n *ast.Node) {
	if path := f.path(*n); path != nil {
		f.slots = append(f.slots, path)
	}
}

func isPrefix(prefix, path []string) bool {
	return len(prefix) <= len(path) && slices.Equal(prefix, path[:len(prefix)])
}

// path returns the path of a member of the document, nil for other nodes.
func (r *rewriter) path(n ast.Node) []string {
	switch n := n.(type) {
	case *ast.ChainNode:
		return r.path(n.Node)
	case *ast.IdentifierNode:
		if r.isMember(n.Value) {
			return []string{n.Value}
		}
	case *ast.MemberNode:
		if base := r.path(n.Node); base != nil {
			if name, ok := n.Property.(*ast.StringNode); ok {
				return append(slices.Clone(base), name.Value)
			}
		}
	}
	return nil
}

// isMember reports whether a name is not one of something else.
func (r *rewriter) isMember(name string) bool {
	return r.integers[name] == nil && !slices.Contains(r.variables, name) && name != "$env"
}

// access rewrites a name, or the access to a member or an element.
func (r *rewriter) access(n ast.Node) (ast.Node, error) {
	if c, ok := n.(*ast.ChainNode); ok {
		return r.node(c.Node) // below nil there is nil
	}
	if path := r.path(n); path != nil {
		if err := r.checkPath(n, path); err != nil {
			return nil, err
		}
		return r.slotOf(n, path), nil
	}
	switch n := n.(type) {
	case *ast.IdentifierNode:
		if v := r.integers[n.Value]; v != nil {
			return call(n, "big integer", constant(v)), nil
		}
		if n.Value == "$env" {
			return nil, errorAt(n, "$env is not supported; name a member")
		}
	case *ast.MemberNode:
		if err := r.checkElement(n); err != nil {
			return nil, err
		}
		if err := r.nodes(&n.Node, &n.Property); err != nil {
			return nil, err
		}
		return call(n, "get member", n.Node, n.Property), nil
	}
	return n, nil
}

// slotOf returns the access to a member: its slot, or what leads to it from the slot of
// an outer one.
func (r *rewriter) slotOf(at ast.Node, path []string) ast.Node {
	i := slices.IndexFunc(r.slots, func(outer []string) bool { return isPrefix(outer, path) })
	var n ast.Node = &ast.IdentifierNode{Value: slotName(i)}
	n.SetLocation(at.Location())
	for _, name := range path[len(r.slots[i]):] {
		n = call(at, "get member", n, &ast.StringNode{Value: name})
	}
	return n
}

// checkPath refuses a name that no type has.
func (r *rewriter) checkPath(n ast.Node, path []string) error {
	for i := range path {
		if r.hasMember(path[:i+1]) {
			continue
		}
		names := r.types.MemberNames(path[:i])
		message := "no type has a member " + text.Quote(path[i])
		if i > 0 {
			message += " in " + text.Quote(path[i-1])
		}
		return &SyntaxError{Column: columnOf(n, len(path)-1-i) + 1, Message: message + text.Suggestion(path[i], names, 0)}
	}
	return nil
}

// columnOf returns the column, from 0, of the name that is up levels out from a member.
func columnOf(n ast.Node, up int) int {
	for {
		switch node := n.(type) {
		case *ast.ChainNode:
			n = node.Node
			continue
		case *ast.MemberNode:
			if up > 0 {
				up--
				n = node.Node
				continue
			}
			return node.Property.Location().From
		}
		return n.Location().From
	}
}

// checkElement refuses a member that no element of the list around a predicate has.
func (r *rewriter) checkElement(n *ast.MemberNode) error {
	path := r.elementPath(n)
	if path == nil || r.hasMember(path) {
		return nil
	}
	name := path[len(path)-1]
	names := r.types.MemberNames(path[:len(path)-1])
	return &SyntaxError{Column: n.Property.Location().From + 1, Message: "no type has a member " + text.Quote(name) + " there" + text.Suggestion(name, names, 0)}
}

// elementPath returns the path of a member of an element: of # in a predicate, or of an
// element by its number. It is nil if that is not known.
func (r *rewriter) elementPath(n ast.Node) []string {
	switch n := n.(type) {
	case *ast.ChainNode:
		return r.elementPath(n.Node)
	case *ast.PointerNode:
		if n.Name == "" && len(r.elements) > 0 {
			return r.elements[len(r.elements)-1]
		}
	case *ast.MemberNode:
		base := r.path(n.Node)
		if base == nil {
			base = r.elementPath(n.Node)
		}
		if base == nil {
			return nil
		}
		switch p := n.Property.(type) {
		case *ast.StringNode:
			return append(slices.Clone(base), p.Value)
		case *ast.IntegerNode:
			return append(slices.Clone(base), strconv.Itoa(max(p.Value, 0)))
		}
	}
	return nil
}
