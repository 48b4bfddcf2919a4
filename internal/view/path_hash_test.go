package view

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// Hashing paths one after the other gives what hashing each alone gives.
func TestPathHasher(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	var h pathHasher
	for range 20_000 {
		var path strings.Builder
		for range random.IntN(6) {
			path.WriteString("/" + []string{"", "a", "b", "ab", "~1"}[random.IntN(5)])
		}
		seed := hashSeed + uint64(random.IntN(2))
		if got, want := h.hash(seed, []byte(path.String())), hashPath(seed, path.String()); got != want {
			t.Fatalf("hash(%d, %q) = %d, want %d", seed, path.String(), got, want)
		}
	}
}
