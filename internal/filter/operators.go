package filter

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"reflect"
	"regexp"
	"strings"

	"github.com/expr-lang/expr/builtin"
	"github.com/expr-lang/expr/vm/runtime"
)

// function is a function that an expression calls in place of an operator.
type function struct {
	name string
	call func(a ...any) (any, error)
}

// operators returns the functions by the names that the rewriter calls. They are not a
// variable: that would cost every start of the program.
func operators() []function {
	return []function{
		{"==", func(a ...any) (any, error) { return a[0] != nil && a[1] != nil && equal(a[0], a[1]), nil }},
		{"!=", func(a ...any) (any, error) { return a[0] != nil && a[1] != nil && !equal(a[0], a[1]), nil }},
		{"<", func(a ...any) (any, error) { c, ok := compare(a[0], a[1]); return ok && c < 0, nil }},
		{"<=", func(a ...any) (any, error) { c, ok := compare(a[0], a[1]); return ok && c <= 0, nil }},
		{">", func(a ...any) (any, error) { c, ok := compare(a[0], a[1]); return ok && c > 0, nil }},
		{">=", func(a ...any) (any, error) { c, ok := compare(a[0], a[1]); return ok && c >= 0, nil }},
		{"is nil", func(a ...any) (any, error) { return a[0] == nil, nil }},
		{"is not nil", func(a ...any) (any, error) { return a[0] != nil, nil }},
		// The negation of a comparison is one too: false for nil. Its arguments are the
		// result and the operands.
		{"not compared", func(a ...any) (any, error) { return a[0] == false && a[1] != nil && a[2] != nil, nil }},
		{"in", func(a ...any) (any, error) { return contains(a[1], a[0]), nil }},
		{"matches", matches},
		{"contains", texts(strings.Contains)},
		{"startsWith", texts(strings.HasPrefix)},
		{"endsWith", texts(strings.HasSuffix)},
		{"+", func(a ...any) (any, error) { return add(a[0], a[1]) }},
		{"-", integerOperator((*big.Int).Sub, runtime.Subtract)},
		{"*", integerOperator((*big.Int).Mul, runtime.Multiply)},
		{"/", floatOperator(func(x, y float64) float64 { return x / y })},
		{"**", floatOperator(math.Pow)},
		{"%", remainder},
		{"unary -", func(a ...any) (any, error) { return negate(a[0]) }},
		{"unary +", func(a ...any) (any, error) { return a[0], nil }},
		{"big integer", func(a ...any) (any, error) { return a[0], nil }},
		{"get member", func(a ...any) (any, error) { return get(a[0], a[1]), nil }},
		{"get slice", slice},
		{"sum of", sum},
		{"function get", func(a ...any) (any, error) { return get(a[0], a[1]), nil }},
		{"function type", func(a ...any) (any, error) { return typeName(a[0]), nil }},
		{"function abs", abs},
		{"function max", extreme(1)},
		{"function min", extreme(-1)},
		{"function int", toInt},
		{"function string", toText},
	}
}

// The functions that have typed results, for the checker of expr.
const (
	truthName = "is true"
	listName  = "as list"
)

func truthTypes() []reflect.Type { return []reflect.Type{reflect.TypeFor[func(any) bool]()} }
func listTypes() []reflect.Type  { return []reflect.Type{reflect.TypeFor[func(any) []any]()} }

// callTruth returns a condition as true or false; nil is false.
func callTruth(a ...any) (any, error) {
	switch v := a[0].(type) {
	case nil:
		return false, nil
	case bool:
		return v, nil
	}
	return nil, fmt.Errorf("expected true or false, got %s", describe(a[0]))
}

// callList returns the elements of a list; nil has none.
func callList(a ...any) (any, error) {
	switch v := a[0].(type) {
	case nil:
		return []any{}, nil
	case []any:
		return v, nil
	}
	if v := reflect.ValueOf(a[0]); v.Kind() == reflect.Slice {
		list := make([]any, v.Len())
		for i := range list {
			list[i] = v.Index(i).Interface()
		}
		return list, nil
	}
	return nil, fmt.Errorf("expected a list, got %s", describe(a[0]))
}

// describe names the kind of a value in messages.
func describe(v any) string {
	switch v.(type) {
	case nil:
		return "nil"
	case string:
		return "a text"
	case bool:
		return "true or false"
	case []any:
		return "a list"
	case map[string]any:
		return "an object"
	}
	if _, ok := numberOf(v); ok {
		return "a number"
	}
	return fmt.Sprintf("a %T", v)
}

// typeName is the function type of expr; every integer is an int.
func typeName(v any) string {
	switch v.(type) {
	case nil:
		return "nil"
	case string:
		return "string"
	case bool:
		return "bool"
	case []any:
		return "array"
	case map[string]any:
		return "map"
	}
	if n, ok := numberOf(v); ok {
		if n.isFloat {
			return "float"
		}
		return "int"
	}
	return fmt.Sprintf("%T", v)
}

// equal compares two values that are not nil; nil inside them equals nil.
func equal(a, b any) bool {
	if c, ok := compare(a, b); ok {
		return c == 0
	}
	switch x := a.(type) {
	case bool:
		return a == b
	case nil:
		return b == nil
	case []any:
		y, ok := b.([]any)
		if !ok || len(x) != len(y) {
			return false
		}
		for i := range x {
			if !equal(x[i], y[i]) {
				return false
			}
		}
		return true
	case map[string]any:
		y, ok := b.(map[string]any)
		if !ok || len(x) != len(y) {
			return false
		}
		for name, v := range x {
			if w, ok := y[name]; !ok || !equal(v, w) {
				return false
			}
		}
		return true
	}
	return reflect.TypeOf(a) == reflect.TypeOf(b) && reflect.DeepEqual(a, b)
}

// compare compares two values that have an order: texts, or numbers. A text of decimal
// digits compares with a number as the number that it is, because integers of 128 bits
// are texts in documents.
func compare(a, b any) (c int, ok bool) {
	x, xText := a.(string)
	y, yText := b.(string)
	if xText && yText {
		return strings.Compare(x, y), true
	}
	m, ok := comparable128(a)
	if !ok {
		return compareTimes(a, b)
	}
	n, ok := comparable128(b)
	if !ok {
		return 0, false
	}
	return m.compare(n)
}

// comparable128 returns a value as a number, a text of decimal digits too.
func comparable128(v any) (number, bool) {
	if s, ok := v.(string); ok {
		return digits(s)
	}
	return numberOf(v)
}

// contains reports whether a list has an element, an object a member, or a text a part.
func contains(list, v any) bool {
	if v == nil || list == nil {
		return false
	}
	switch l := list.(type) {
	case []any:
		for _, e := range l {
			if e != nil && equal(e, v) {
				return true
			}
		}
		return false
	case map[string]any:
		name, ok := v.(string)
		_, has := l[name]
		return ok && has
	case string:
		part, ok := v.(string)
		return ok && strings.Contains(l, part)
	}
	if r := reflect.ValueOf(list); r.Kind() == reflect.Slice { // a range
		for i := range r.Len() {
			if equal(r.Index(i).Interface(), v) {
				return true
			}
		}
	}
	return false
}

// texts returns the operator of a function of two texts; it is false for other values.
func texts(f func(a, b string) bool) func(a ...any) (any, error) {
	return func(a ...any) (any, error) {
		x, xText := a[0].(string)
		y, yText := a[1].(string)
		return xText && yText && f(x, y), nil
	}
}

func matches(a ...any) (any, error) {
	s, ok := a[0].(string)
	switch pattern := a[1].(type) {
	case *regexp.Regexp:
		return ok && pattern.MatchString(s), nil
	case string:
		re, err := regexp.Compile(pattern)
		if err != nil {
			return nil, err
		}
		return ok && re.MatchString(s), nil
	}
	return false, nil
}

// get returns a member or an element, nil if there is none.
func get(v, key any) any {
	switch v := v.(type) {
	case map[string]any:
		if name, ok := key.(string); ok {
			return v[name]
		}
		return nil
	case []any:
		n, ok := numberOf(key)
		i, fits := n.int()
		if ok && fits && i < 0 {
			i += len(v)
		}
		if ok && fits && i >= 0 && i < len(v) {
			return v[i]
		}
		return nil
	case nil:
		return nil
	}
	return getFrom(v, key)
}

// getFrom is get for what functions of expr return. What it does not have is nil.
func getFrom(v, key any) (member any) {
	defer func() {
		if recover() != nil {
			member = nil
		}
	}()
	return runtime.Fetch(v, key)
}

func slice(a ...any) (v any, err error) {
	if a[0] == nil {
		return nil, nil
	}
	defer recoverError(&err)
	length := runtime.Len(a[0])
	if a[1] == nil {
		a[1] = 0
	}
	if a[2] == nil {
		a[2] = length
	}
	return runtime.Slice(a[0], a[1], a[2]), nil
}

// recoverError turns a panic of the runtime of expr, which is how it reports a value of
// the wrong type, into an error.
func recoverError(err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("%v", r)
	}
}

// letNilThrough returns a function of expr that returns nil if an argument is nil.
func letNilThrough(f *builtin.Function) func(a ...any) (any, error) {
	return func(a ...any) (v any, err error) {
		arguments := make([]any, len(a))
		for i := range a {
			if a[i] == nil {
				return nil, nil
			}
			if arguments[i] = a[i]; f.Name != "toJSON" {
				arguments[i] = plainNumber(a[i])
			}
		}
		defer recoverError(&err)
		switch {
		case f.Fast != nil && len(a) == 1:
			return f.Fast(arguments[0]), nil
		case f.Func != nil:
			return f.Func(arguments...)
		case f.Safe != nil:
			v, _, err = f.Safe(arguments...)
			return v, err
		}
		return nil, errors.New(f.Name + " is not supported")
	}
}

// functionResults returns what a function of expr returns that is never true or false.
func functionResults(name string) string {
	switch name {
	case "len", "count", "sum", "mean", "median", "abs", "ceil", "floor", "round", "int", "float", "indexOf", "lastIndexOf", "findIndex", "findLastIndex":
		return "a number"
	case "type", "string", "trim", "trimPrefix", "trimSuffix", "upper", "lower", "replace", "repeat", "join", "toJSON", "toBase64", "fromBase64":
		return "a text"
	case "filter", "map", "split", "splitAfter", "keys", "values", "toPairs", "sort", "sortBy", "uniq", "concat", "flatten", "reverse", "take":
		return "a list"
	case "groupBy", "fromPairs":
		return "an object"
	}
	return ""
}
