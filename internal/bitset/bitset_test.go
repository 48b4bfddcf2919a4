package bitset_test

import (
	"testing"

	"github.com/divtool/divtool/internal/bitset"
)

func TestSet(t *testing.T) {
	var s bitset.Set
	in := map[int]bool{0: true, 1: true, 63: true, 64: true, 65: true, 127: true, 128: true, 1000: true}
	for i := range in {
		s.Add(i)
	}
	for i := range 1100 {
		if s.Has(i) != in[i] {
			t.Errorf("Has(%d) = %v", i, s.Has(i))
		}
	}
	s.Reset()
	for i := range 1100 {
		if s.Has(i) {
			t.Errorf("after Reset, Has(%d)", i)
		}
	}
}

func TestLowNumbersDoNotAllocate(t *testing.T) {
	n := testing.AllocsPerRun(100, func() {
		var s bitset.Set
		for i := range 64 {
			s.Add(i)
		}
	})
	if n != 0 {
		t.Errorf("%v allocations", n)
	}
}
