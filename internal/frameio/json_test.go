package frameio

import (
	"encoding/hex"
	"math"
	"strconv"
	"testing"
)

func TestAppendUint(t *testing.T) {
	check := func(v uint64) {
		if got, want := string(AppendUint([]byte("x"), v)), "x"+strconv.FormatUint(v, 10); got != want {
			t.Errorf("%d is written as %s", v, got)
		}
	}
	for v := range uint64(100_000) {
		check(v)
	}
	for p := uint64(1); ; p *= 10 {
		check(p - 1)
		check(p)
		check(p + 1)
		if p > math.MaxUint64/10 {
			break
		}
	}
	for shift := range 64 {
		check(1<<shift - 1)
		check(1 << shift)
	}
	check(math.MaxUint64)
}

func TestAppendHex(t *testing.T) {
	all := make([]byte, 256)
	for i := range all {
		all[i] = byte(i)
	}
	for start := range all {
		for end := start; end <= min(len(all), start+17); end++ {
			b := all[start:end]
			if got, want := string(AppendHex([]byte("x"), b)), "x"+hex.EncodeToString(b); got != want {
				t.Fatalf("%x is written as %s", b, got)
			}
		}
	}
}
