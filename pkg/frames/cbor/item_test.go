package cbor

import (
	"bytes"
	"math"
	"math/rand/v2"
	"testing"

	fxcbor "github.com/fxamacker/cbor/v2"
)

// Floats are written as another implementation writes them, and read back to the same bits.
func TestFloats(t *testing.T) {
	mode, err := fxcbor.EncOptions{ShortestFloat: fxcbor.ShortestFloat16, NaNConvert: fxcbor.NaNConvertPreserveSignal, InfConvert: fxcbor.InfConvertFloat16}.EncMode()
	if err != nil {
		t.Fatal(err)
	}
	check := func(v float64) {
		t.Helper()
		got := appendFloat(nil, v)
		h := headAt(got, 0)
		if math.Float64bits(floatValue(h)) != math.Float64bits(v) {
			t.Fatalf("%x is written as %x, which is %x", math.Float64bits(v), got, math.Float64bits(floatValue(h)))
		}
		if nonShortestFloat(h) {
			t.Fatalf("%x is reported as longer than needed", got)
		}
		if want, err := mode.Marshal(v); err != nil || !bytes.Equal(got, want) {
			t.Fatalf("%x is written as %x, want %x", math.Float64bits(v), got, want)
		}
	}
	for i := range 1 << 16 {
		check(halfValue(uint16(i)))
	}
	rng := rand.New(rand.NewPCG(1, 1))
	for range 200000 {
		check(singleValue(rng.Uint32()))
		check(math.Float64frombits(rng.Uint64()))
	}
	for _, v := range []float64{5e-324, math.MaxFloat64, math.MaxFloat32, math.SmallestNonzeroFloat32, 65504, 65520, 6.1e-5, 5.9604644775390625e-8} {
		check(v)
		check(-v)
	}
}

// Heads have the shortest form, and are read back.
func TestHeads(t *testing.T) {
	for _, arg := range []uint64{0, 23, 24, 255, 256, 65535, 65536, 1<<32 - 1, 1 << 32, math.MaxUint64} {
		for major := range byte(7) {
			b := appendHead(nil, major, arg)
			h := headAt(b, 0)
			if h.arg != arg || h.major != major || h.next != len(b) || h.nonShortest() {
				t.Errorf("major %d of %d is %x, and reads as %+v", major, arg, b, h)
			}
		}
	}
	for _, b := range [][]byte{{0x18, 23}, {0x19, 0, 255}, {0x1a, 0, 0, 255, 255}, {0x1b, 0, 0, 0, 0, 255, 255, 255, 255}} {
		if !headAt(b, 0).nonShortest() {
			t.Errorf("%x is not reported as longer than needed", b)
		}
	}
}

func TestAppend128(t *testing.T) {
	tests := []struct {
		hi, lo uint64
		want   string
	}{
		{0, 0, "0"},
		{0, math.MaxUint64, "18446744073709551615"},
		{1, 0, "18446744073709551616"},
		{0x0de0b6b3a7640000, 0, "18446744073709551616000000000000000000"},
		{math.MaxUint64, math.MaxUint64, "340282366920938463463374607431768211455"},
	}
	for _, tt := range tests {
		if got := string(append128(nil, tt.hi, tt.lo)); got != tt.want {
			t.Errorf("%x %x is %s, want %s", tt.hi, tt.lo, got, tt.want)
		}
		if hi, lo, ok := parse128([]byte(tt.want)); !ok || hi != tt.hi || lo != tt.lo {
			t.Errorf("%s is %x %x %v", tt.want, hi, lo, ok)
		}
	}
	if _, _, ok := parse128([]byte("340282366920938463463374607431768211456")); ok {
		t.Error("2^128 fits 128 bits")
	}
}
