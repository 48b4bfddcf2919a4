package laser_test

import (
	"encoding/hex"
	"testing"

	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/laser"
)

// Reading frame after frame allocates nothing, with and without notes, and
// when the types take turns.
func TestReadAllocatesNothing(t *testing.T) {
	for _, o := range []frames.Options{{}, {Notes: true}, {Spans: true}} {
		r := frames.Reader{Options: o}
		var doc frames.Document
		var out []byte
		var list [][]byte
		for _, ty := range laser.Types {
			frame, err := hex.DecodeString(ty.Codec.Messages()[0].Example)
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, frame)
		}
		n := testing.AllocsPerRun(20, func() {
			for i, ty := range laser.Types {
				doc.Reset()
				if fault := r.Read(ty, list[i], &doc); fault != nil {
					t.Fatal(fault)
				}
				out = doc.Append(out[:0], list[i], &frames.DocInfo{Type: ty.Name, Index: -1})
			}
		})
		if n > 0 {
			t.Errorf("%+v: %.0f allocations for %d frames", o, n, len(list))
		}
	}
}
