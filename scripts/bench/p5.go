package main

import (
	"encoding/hex"
	"fmt"

	"github.com/divtool/divtool/internal/input"
)

// p5 measures hex with all its separators against hex that knows none.
func p5(b *bench) error {
	raw := make([]byte, 8<<20)
	r := newRand()
	for i := range raw {
		raw[i] = byte(r.Uint32())
	}
	text := hex.AppendEncode(nil, raw)
	out := make([]byte, 0, len(raw))
	x, y, err := compareFuncs(4*b.runs, func() error {
		if _, at := input.AppendHex(out, text); at >= 0 {
			return fmt.Errorf("clean hex is refused at %d", at)
		}
		return nil
	}, func() error {
		_, err := hex.Decode(raw, text)
		return err
	})
	if err != nil {
		return err
	}
	b.rate("clean hex to bytes / encoding/hex", float64(len(text))/x, float64(len(text))/y, 0.5)
	return nil
}
