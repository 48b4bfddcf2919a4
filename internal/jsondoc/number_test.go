package jsondoc

import (
	"math"
	"math/big"
	"strconv"
	"strings"
	"testing"
)

func TestNum(t *testing.T) {
	tests := map[string]string{
		"0": "0", "-0": "-0.0", "0.0": "0.0", "-0e0": "-0.0", "0e5": "0.0",
		"1": "1", "-1": "-1", "1.0": "1.0", "1e0": "1.0", "1E+2": "100.0", "1e01": "10.0",
		"1e5": "100000.0", "1e15": "1000000000000000.0", "1e16": "1e+16", "1e21": "1e+21",
		"1e-1": "0.1", "1e-4": "0.0001", "0.00001": "0.00001", "0.000012345": "0.000012345", "0.000001": "1e-6",
		"1e-307": "1.0000000000000001e-307", "1e-308": "1e-308", "4.9e-324": "5e-324", "2e-324": "0.0", "-1e-400": "-0.0",
		"2.2250738585072011e-308": "2.2250738585072014e-308",
		"0e999999999999":          "0.0", "1e-999999999999": "0.0", "1e-2147483649": "0.0",
		"9007199254740993": "9007199254740993", "9007199254740993.0": "9007199254740994.0",
		"-9223372036854775808": "-9223372036854775808", "-9223372036854775809": "-9.223372036854776e+18",
		"18446744073709551615": "18446744073709551615", "18446744073709551616": "1.8446744073709552e+19",
		"123456789012345680000":                              "1.2345678901234567e+20",
		"123456789012345678901234567890e5":                   "1.2345678901234567e+34",
		"9999999999999999.0":                                 "9999999999999998.0",
		"333333333.33333329":                                 "333333333.33333325",
		"1.00000000000000011102230246251565":                 "1.0000000000000002",
		"17976931348623157e292":                              "1.7976931348623157e+308",
		"12345.678":                                          "12345.678",
		"6.0221407600000001e23":                              "6.02214076e+23",
		"1234567890123456.7":                                 "1234567890123456.8",
		"1" + strings.Repeat("0", 30) + ".00000000000000005": "1e+30",
	}
	for in, want := range tests {
		n, ok := ParseNum([]byte(in))
		if got := string(AppendNum(nil, n)); !ok || got != want {
			t.Errorf("%s gives %s, %v; want %s", in, got, ok, want)
		}
	}
	for _, in := range []string{"1e309", "-1e309", "1.7976931348623158e308", "1e999999999999", "1e2147483647", "1" + strings.Repeat("0", 309)} {
		if _, ok := ParseNum([]byte(in)); ok {
			t.Errorf("%s is accepted", in)
		}
	}
}

// oracle reads a number by the text of the rule, one step after the other,
// with numbers that cannot overflow.
func oracle(s string) (string, bool) {
	limit := new(big.Int).SetUint64(math.MaxUint64)
	sig, exp := new(big.Int), new(big.Int)
	negative := strings.HasPrefix(s, "-")
	s = strings.TrimPrefix(s, "-")
	at, isFloat := 0, false
	digit := func() bool { return at < len(s) && s[at] >= '0' && s[at] <= '9' }
	grow := func() bool {
		next := new(big.Int).Mul(sig, big.NewInt(10))
		if next.Add(next, big.NewInt(int64(s[at]-'0'))); next.Cmp(limit) > 0 {
			return false
		}
		sig = next
		return true
	}
	for ; digit(); at++ { // step 1
		if isFloat || !grow() {
			isFloat = true
			exp.Add(exp, big.NewInt(1))
		}
	}
	if !isFloat && at == len(s) { // step 2
		if !negative {
			return sig.String(), true
		}
		if sig.Sign() > 0 && sig.Cmp(new(big.Int).Lsh(big.NewInt(1), 63)) <= 0 {
			return "-" + sig.String(), true
		}
	}
	if at < len(s) && s[at] == '.' { // step 3
		full := false
		for at++; digit(); at++ {
			if !full && grow() {
				exp.Sub(exp, big.NewInt(1))
			} else {
				full = true
			}
		}
	}
	if at < len(s) { // step 4
		e, _ := new(big.Int).SetString(strings.TrimPrefix(s[at+1:], "+"), 10)
		size := new(big.Int).Abs(e)
		if size.Cmp(big.NewInt(math.MaxInt32)) > 0 {
			if sig.Sign() != 0 && e.Sign() > 0 {
				return "", false
			}
			return oracleFloat(0, negative), true
		}
		exp.Add(exp, e)
	}
	f := float64(sig.Uint64()) // step 5
	for {
		if exp.CmpAbs(big.NewInt(308)) <= 0 {
			p, _ := strconv.ParseFloat("1e"+new(big.Int).Abs(exp).String(), 64)
			if exp.Sign() >= 0 {
				f *= p
			} else {
				f /= p
			}
			return oracleFloat(f, negative), !math.IsInf(f, 0)
		}
		if f == 0 {
			return oracleFloat(f, negative), true
		}
		if exp.Sign() > 0 {
			return "", false
		}
		f /= 1e308
		exp.Add(exp, big.NewInt(308))
	}
}

// oracleFloat prints a double by the text of the printing rule.
func oracleFloat(f float64, negative bool) string {
	sign := ""
	if negative {
		sign = "-"
	}
	if f == 0 || math.IsInf(f, 0) {
		return sign + "0.0"
	}
	digits, e, _ := strings.Cut(strconv.FormatFloat(f, 'e', -1, 64), "e")
	x, _ := strconv.Atoi(e)
	if x >= -5 && x <= 15 {
		text := strconv.FormatFloat(f, 'f', -1, 64)
		if !strings.Contains(text, ".") {
			text += ".0"
		}
		return sign + text
	}
	if x > 0 {
		return sign + digits + "e+" + strconv.Itoa(x)
	}
	return sign + digits + "e" + strconv.Itoa(x)
}

func FuzzNum(f *testing.F) {
	for _, s := range []string{"0", "-0", "1.5e-7", "18446744073709551616", "1e309", "123456789012345678901234567890e5", "0.1", "1e2147483648", "5e-324", "9007199254740993.0"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		var d Doc
		if d.Read([]byte(s)) != nil || d.Kind(0) != Number {
			return
		}
		spelling := string(d.Raw(0))
		want, ok := oracle(spelling)
		if refused := d.ValueFault(0) != nil; refused == ok {
			t.Fatalf("%s: rejected is %v", spelling, refused)
		}
		if !ok {
			return
		}
		if got := string(AppendNum(nil, d.Num(0))); got != want {
			t.Errorf("%s gives %s, want %s", spelling, got, want)
		}
	})
}
