package cbor

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// A key that stands twice is found among few and many keys, sorted or not,
// with other maps between; keys that stand once are not.
func TestRepeatedKeys(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for round := range 1000 {
		n := 1 + rng.IntN(150)
		keys := make([]string, n)
		for i := range keys {
			keys[i] = fmt.Sprintf("k%05d", 7*i+rng.IntN(7))
		}
		if round%2 == 0 {
			rng.Shuffle(n, func(i, j int) { keys[i], keys[j] = keys[j], keys[i] })
		}
		want := ""
		if n > 1 && round%3 == 0 {
			at := 1 + rng.IntN(n-1)
			keys[at] = keys[rng.IntN(at)]
			want = codeDuplicateKey
		}
		frame := appendHead(nil, majorMap, uint64(n))
		offset := 0
		for i, k := range keys {
			if want != "" && offset == 0 && slices.Contains(keys[:i], k) {
				offset = len(frame)
			}
			frame = append(appendHead(frame, majorText, uint64(len(k))), k...)
			nested := rng.IntN(3)
			frame = appendHead(frame, majorMap, uint64(40*nested))
			for j := range 40 * nested {
				frame = appendHead(appendHead(frame, majorUint, uint64(j*j)), majorUint, 0)
			}
		}
		var s scanner
		if s.scan(frame, 256) != len(frame) || s.violation.code != want || s.violation.offset != offset {
			t.Fatalf("%q: %q at %d, want %q at %d", keys, s.violation.code, s.violation.offset, want, offset)
		}
	}
}
