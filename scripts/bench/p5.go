package main

import (
	"encoding/hex"

	"github.com/divtool/divtool/internal/input"
)

// p5 measures hex with all its separators against hex that knows none.
func p5(b *bench) error {
	raw := make([]byte, 8<<20)
	r := seeded()
	for i := range raw {
		raw[i] = byte(r.Uint32())
	}
	text := hex.AppendEncode(nil, raw)
	out := make([]byte, 0, len(raw))
	x, y := inProcess(4*b.runs, func() {
		if _, at := input.AppendHex(out, text); at >= 0 {
			panic("hex is refused")
		}
	}, func() {
		if _, err := hex.Decode(raw, text); err != nil {
			panic(err)
		}
	})
	b.rate("clean hex to bytes / encoding/hex", float64(len(text))/x, float64(len(text))/y, 0.5)
	return nil
}
