package gen_test

import (
	"fmt"

	"github.com/divtool/divtool/internal/gen"
)

// One generator gives samples, and all their faults.
func ExampleMutations() {
	var layout int // represents a declaration
	generate := func(g *gen.Gen, dst []byte) []byte {
		if g.Corrupt(&layout, "the byte is missing", "truncated", "") {
			return dst
		}
		if g.Corrupt(&layout, "the byte is too large", "range", "") {
			return append(dst, 10)
		}
		return append(dst, byte(g.Number(10)))
	}
	fmt.Println(len(generate(gen.New(1), nil)))
	for _, bad := range gen.Mutations(1, generate) {
		fmt.Println(bad.Bytes, bad.Code, bad.Description)
	}
	// Output:
	// 1
	// [] truncated the byte is missing
	// [10] range the byte is too large
}
