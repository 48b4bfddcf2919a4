package frames

import (
	"encoding/hex"
	"math"
	"testing"
)

func TestVarint(t *testing.T) {
	const truncated, tooLarge = varintTruncated, varintTooLarge
	tests := []struct {
		hex   string
		bits  int
		value uint64
		size  int
		fault varintFault
	}{
		{"00", 16, 0, 1, 0},
		{"7f", 16, 127, 1, 0},
		{"8001", 16, 128, 2, 0},
		{"ffff03", 16, math.MaxUint16, 3, 0},
		{"ffff04", 16, 0, 3, tooLarge}, // a bit too many
		{"ffff83", 16, 0, 3, tooLarge}, // a byte too many
		{"ffff8300", 16, 0, 3, tooLarge},
		{"808000", 16, 0, 3, 0}, // longer than needed, within the width
		{"80808000", 16, 0, 3, tooLarge},
		{"ffffffff0f", 32, math.MaxUint32, 5, 0},
		{"ffffffff10", 32, 0, 5, tooLarge},
		{"8080808000", 32, 0, 5, 0},
		{"ffffffff8f", 32, 0, 5, tooLarge},
		{"ffffffffffffffffff01", 64, math.MaxUint64, 10, 0},
		{"ffffffffffffffffff02", 64, 0, 10, tooLarge},
		{"80808080808080808000", 64, 0, 10, 0},
		{"8080808080808080808000", 64, 0, 10, tooLarge},
		{"", 64, 0, 0, truncated},
		{"80", 64, 0, 1, truncated},
		{"ffff", 16, 0, 2, truncated},
		{"0aff", 64, 10, 1, 0}, // what follows is not looked at
	}
	for _, tt := range tests {
		b, err := hex.DecodeString(tt.hex)
		if err != nil {
			t.Fatal(err)
		}
		v, size, fault := readVarint(b, tt.bits)
		if v != tt.value || size != tt.size || fault != tt.fault {
			t.Errorf("%s, %d bits: %d, %d bytes, fault %d; want %d, %d, %d", tt.hex, tt.bits, v, size, fault, tt.value, tt.size, tt.fault)
		}
	}
}

func TestVarintRoundTrip(t *testing.T) {
	for _, v := range []uint64{0, 1, 127, 128, 16383, 16384, math.MaxUint32, math.MaxUint64 - 1, math.MaxUint64} {
		b := appendVarint(nil, v)
		if got, size, fault := readVarint(b, 64); got != v || size != len(b) || fault != varintOK || isOverlong(b) {
			t.Errorf("%d is written as %x and read as %d", v, b, got)
		}
	}
}
