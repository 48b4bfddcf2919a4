package forge_test

import (
	"fmt"

	"github.com/divtool/divtool/pkg/forge"
)

// A writer that asks a forge gives samples, and all its faults.
func ExampleSpoil() {
	var layout int // stands for a declaration
	write := func(f *forge.Forge, dst []byte) []byte {
		if f.Spoil(&layout, "the byte is missing", "truncated", "") {
			return dst
		}
		if f.Spoil(&layout, "the byte is too large", "range", "") {
			return append(dst, 10)
		}
		return append(dst, byte(f.Number(10)))
	}
	fmt.Println(len(write(forge.New(1), nil)))
	for _, bad := range forge.Spoil(1, write) {
		fmt.Println(bad.Bytes, bad.Code, bad.What)
	}
	// Output:
	// 1
	// [] truncated the byte is missing
	// [10] range the byte is too large
}
