package laser_test

import (
	"encoding/hex"
	"testing"

	fxcbor "github.com/fxamacker/cbor/v2"

	"github.com/divtool/divtool/internal/corpus"
	"github.com/divtool/divtool/pkg/frames"
)

// benchFrames returns the confirmed vectors of at most 1 KiB, and their types.
func benchFrames(b *testing.B) (list [][]byte, types []*frames.Type, size int) {
	var vectors []vector
	corpus.JSON(b, "laser/forward_vectors.json", &vectors)
	for _, v := range vectors {
		frame, err := hex.DecodeString(v.Hex)
		if err != nil {
			b.Fatal(err)
		}
		if v.Confirmed && len(frame) <= 1024 {
			list, types, size = append(list, frame), append(types, typeOf(b, v.Type)), size+len(frame)
		}
	}
	return list, types, size
}

func benchmarkDecode(b *testing.B, o frames.Options) {
	list, types, size := benchFrames(b)
	r := frames.Reader{Options: o}
	var doc frames.Document
	var out []byte
	b.SetBytes(int64(size))
	b.ReportAllocs()
	for b.Loop() {
		for i, frame := range list {
			doc.Reset()
			if fault := r.Read(types[i], frame, &doc); fault != nil {
				b.Fatal(fault)
			}
			out = doc.Append(out[:0], frame, &frames.DocInfo{Type: types[i].Name, Index: i})
		}
	}
}

func BenchmarkDecode(b *testing.B)          { benchmarkDecode(b, frames.Options{}) }
func BenchmarkDecodeAnnotated(b *testing.B) { benchmarkDecode(b, frames.Options{Notes: true}) }

// BenchmarkFxamacker is the reference for the speed.
func BenchmarkFxamacker(b *testing.B) {
	list, _, size := benchFrames(b)
	b.SetBytes(int64(size))
	b.ReportAllocs()
	for b.Loop() {
		for _, frame := range list {
			var v any
			if err := fxcbor.Unmarshal(frame, &v); err != nil {
				b.Fatal(err)
			}
		}
	}
}

// Reading frame after frame allocates nothing, with and without notes, and with alternating
// types.
func TestReadAllocatesNothing(t *testing.T) {
	for _, o := range []frames.Options{{}, {Notes: true}, {Spans: true}} {
		r := frames.Reader{Options: o}
		var doc frames.Document
		var out []byte
		var list [][]byte
		var types frames.Set
		for _, ty := range declarations() {
			frame, err := hex.DecodeString(ty.Messages()[0].Example)
			if err != nil {
				t.Fatal(err)
			}
			if len(decode(ty, frame, frames.Options{}).warnings) == 0 { // a warning is allocated
				types, list = append(types, ty), append(list, frame)
			}
		}
		n := testing.AllocsPerRun(20, func() {
			for i, ty := range types {
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
