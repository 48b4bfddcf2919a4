package laser_test

import (
	"encoding/hex"
	"testing"

	fxcbor "github.com/fxamacker/cbor/v2"

	"github.com/divtool/divtool/internal/corpus"
	"github.com/divtool/divtool/pkg/frames"
)

// benchFrames are the confirmed vectors of at most 1 KiB, and their types.
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

// BenchmarkFxamacker is what the speed is measured against.
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
