package filter

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/big"
	"reflect"
	"time"

	"github.com/expr-lang/expr/vm/runtime"
)

// number is an exact integer, or a float. Expressions hold integers as int, as uint64 if
// they need the last bit, and else as *big.Int.
type number struct {
	small   int64
	big     *big.Int // of an integer that small cannot hold; nil otherwise
	float   float64
	isFloat bool
}

func numberOf(v any) (n number, ok bool) {
	switch v := v.(type) {
	case int:
		return number{small: int64(v)}, true
	case uint64:
		return unsigned(v), true
	case float64:
		return number{float: v, isFloat: true}, true
	case *big.Int:
		return bigNumber(v), true
	case time.Duration:
		return n, false
	}
	r := reflect.ValueOf(v)
	switch {
	case !r.IsValid():
	case r.CanInt():
		return number{small: r.Int()}, true
	case r.CanUint():
		return unsigned(r.Uint()), true
	case r.CanFloat():
		return number{float: r.Float(), isFloat: true}, true
	}
	return n, false
}

func unsigned(v uint64) number {
	if v <= math.MaxInt64 {
		return number{small: int64(v)}
	}
	return number{big: new(big.Int).SetUint64(v)}
}

func bigNumber(v *big.Int) number {
	if v.IsInt64() {
		return number{small: v.Int64()}
	}
	return number{big: v}
}

// digits returns the number that a text of decimal digits without leading zeros spells.
func digits(s string) (n number, ok bool) {
	const max128 = 39 // digits of the largest integer of 128 bits
	if s == "" || len(s) > max128 || s[0] == '0' && len(s) > 1 {
		return n, false
	}
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return n, false
		}
	}
	v, ok := new(big.Int).SetString(s, 10)
	if !ok {
		return n, false
	}
	return bigNumber(v), true
}

// value returns a number as expressions hold it.
func (n number) value() any {
	switch {
	case n.isFloat:
		return n.float
	case n.big == nil:
		return int(n.small)
	case n.big.IsUint64():
		return n.big.Uint64()
	}
	return n.big
}

func (n number) int() (i int, ok bool) {
	return int(n.small), n.big == nil && !n.isFloat
}

func (n number) integer() *big.Int {
	if n.big != nil {
		return n.big
	}
	return big.NewInt(n.small)
}

func (n number) toFloat() float64 {
	switch {
	case n.isFloat:
		return n.float
	case n.big != nil:
		f, _ := new(big.Float).SetInt(n.big).Float64()
		return f
	}
	return float64(n.small)
}

// compare compares exactly, an integer with a float too. Nothing compares with NaN.
func (n number) compare(m number) (c int, ok bool) {
	switch {
	case n.isFloat && math.IsNaN(n.float), m.isFloat && math.IsNaN(m.float):
		return 0, false
	case n.isFloat && m.isFloat:
		return cmp.Compare(n.float, m.float), true
	case n.isFloat:
		c, ok = m.compare(n)
		return -c, ok
	case !m.isFloat && n.big == nil && m.big == nil:
		return cmp.Compare(n.small, m.small), true
	case !m.isFloat:
		return n.integer().Cmp(m.integer()), true
	}
	return new(big.Float).SetInt(n.integer()).Cmp(big.NewFloat(m.float)), true
}

// plainNumber returns an integer that the functions of expr do not know as a float.
func plainNumber(v any) any {
	switch v.(type) {
	case uint64, *big.Int:
		n, _ := numberOf(v)
		return n.toFloat()
	}
	return v
}

// compareTimes compares what functions of expr return: times and durations.
func compareTimes(a, b any) (c int, ok bool) {
	switch x := a.(type) {
	case time.Time:
		y, ok := b.(time.Time)
		return x.Compare(y), ok
	case time.Duration:
		y, ok := b.(time.Duration)
		return cmp.Compare(x, y), ok
	}
	return 0, false
}

// integerOperator returns an operator that is exact for integers. fallback is for other
// values, such as times.
func integerOperator(exact func(z, x, y *big.Int) *big.Int, fallback func(a, b any) any) func(a ...any) (any, error) {
	return func(a ...any) (v any, err error) {
		if a[0] == nil || a[1] == nil {
			return nil, nil
		}
		x, y, ok := operands(a[0], a[1])
		if !ok || x.isFloat || y.isFloat {
			defer recoverError(&err)
			return fallback(plainNumber(a[0]), plainNumber(a[1])), nil
		}
		return bigNumber(exact(new(big.Int), x.integer(), y.integer())).value(), nil
	}
}

// operands returns two values as numbers. Of a number and a text of digits, the text is
// the number that it spells.
func operands(a, b any) (x, y number, ok bool) {
	x, isX := numberOf(a)
	y, isY := numberOf(b)
	switch s, _ := a.(string); {
	case isX && isY:
		return x, y, true
	case isY:
		x, isX = digits(s)
	case isX:
		s, _ = b.(string)
		y, isY = digits(s)
	}
	return x, y, isX && isY
}

func add(a, b any) (any, error) {
	x, xText := a.(string)
	y, yText := b.(string)
	if xText && yText {
		return x + y, nil
	}
	return integerOperator((*big.Int).Add, runtime.Add)(a, b)
}

func floatOperator(f func(x, y float64) float64) func(a ...any) (any, error) {
	return func(a ...any) (any, error) {
		if a[0] == nil || a[1] == nil {
			return nil, nil
		}
		x, y, ok := operands(a[0], a[1])
		if !ok {
			return nil, fmt.Errorf("expected two numbers, got %s and %s", describe(a[0]), describe(a[1]))
		}
		return f(x.toFloat(), y.toFloat()), nil
	}
}

func remainder(a ...any) (any, error) {
	if a[0] == nil || a[1] == nil {
		return nil, nil
	}
	x, y, ok := operands(a[0], a[1])
	switch {
	case !ok || x.isFloat || y.isFloat:
		return nil, fmt.Errorf("%%: expected two integers, got %s and %s", describe(a[0]), describe(a[1]))
	case y.integer().Sign() == 0:
		return nil, errors.New("integer divide by zero")
	}
	return bigNumber(new(big.Int).Rem(x.integer(), y.integer())).value(), nil
}

func negate(v any) (any, error) {
	n, ok := numberOf(v)
	switch {
	case v == nil:
		return nil, nil
	case !ok:
		return nil, fmt.Errorf("-: expected a number, got %s", describe(v))
	case n.isFloat:
		return -n.float, nil
	}
	return bigNumber(new(big.Int).Neg(n.integer())).value(), nil
}

func abs(a ...any) (any, error) {
	if n, ok := numberOf(a[0]); ok && (n.isFloat && n.float >= 0 || !n.isFloat && n.integer().Sign() >= 0) {
		return a[0], nil
	}
	return negate(a[0])
}

// sum adds the numbers of a list.
func sum(a ...any) (any, error) {
	list, err := callList(a[0])
	if err != nil {
		return nil, err
	}
	var total any = 0
	for _, v := range list.([]any) {
		if v == nil {
			continue
		}
		if _, ok := numberOf(v); !ok {
			return nil, fmt.Errorf("sum: expected numbers, got %s", describe(v))
		}
		if total, err = add(total, v); err != nil {
			return nil, err
		}
	}
	return total, nil
}

// extreme returns the function max for the sign 1, and min for -1: of its arguments, and
// of the elements of lists among them.
func extreme(sign int) func(a ...any) (any, error) {
	return func(a ...any) (any, error) {
		var best any
		for _, v := range a {
			list := []any{v}
			if l, ok := v.([]any); ok {
				list = l
			}
			for _, v := range list {
				if v == nil {
					continue
				}
				if _, ok := numberOf(v); !ok {
					return nil, fmt.Errorf("expected numbers, got %s", describe(v))
				}
				if c, ok := compare(v, best); best == nil || ok && c == sign {
					best = v
				}
			}
		}
		return best, nil
	}
}

// toInt is the function int: exact for integers and for texts of them.
func toInt(a ...any) (any, error) {
	switch v := a[0].(type) {
	case nil:
		return nil, nil
	case string:
		n, ok := new(big.Int).SetString(v, 10)
		if !ok {
			return nil, errors.New("int: expected a text of decimal digits")
		}
		return bigNumber(n).value(), nil
	}
	n, ok := numberOf(a[0])
	switch {
	case !ok:
		return nil, fmt.Errorf("int: expected a number or a text, got %s", describe(a[0]))
	case !n.isFloat:
		return n.value(), nil
	case math.IsNaN(n.float) || math.IsInf(n.float, 0):
		return nil, errors.New("int: the number is not finite")
	}
	i, _ := big.NewFloat(n.float).Int(nil)
	return bigNumber(i).value(), nil
}

// toText is the function string.
func toText(a ...any) (any, error) {
	if a[0] == nil {
		return nil, nil
	}
	if s, ok := a[0].(string); ok {
		return s, nil
	}
	return fmt.Sprint(a[0]), nil
}
