package laser_test

import (
	"encoding/binary"
	"os"
	"testing"

	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/laser"
	fxcbor "github.com/fxamacker/cbor/v2"
)

func zz(b *testing.B) (list [][]byte) {
	data, err := os.ReadFile("/tmp/lead/keep/queries.bin")
	if err != nil {
		b.Skip()
	}
	for len(data) > 0 {
		n := int(binary.LittleEndian.Uint32(data))
		list = append(list, data[4:4+n])
		data = data[4+n:]
	}
	return list[:10000]
}

func zzRun(b *testing.B, o frames.Options) {
	list := zz(b)
	r := frames.Reader{Options: o}
	var doc frames.Document
	var out []byte
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		frame := list[i%len(list)]
		i++
		doc.Reset()
		if fault := r.Read(laser.ForwardedQuery, frame, &doc); fault != nil {
			b.Fatal(fault)
		}
		out = doc.Append(out[:0], frame, frames.Envelope{Type: laser.ForwardedQuery.Name, Index: i})
	}
}
func BenchmarkZZPlain(b *testing.B) { zzRun(b, frames.Options{}) }
func BenchmarkZZNotes(b *testing.B) { zzRun(b, frames.Options{Notes: true}) }
func BenchmarkZZFx(b *testing.B) {
	list := zz(b)
	i := 0
	for b.Loop() {
		var v any
		if err := fxcbor.Unmarshal(list[i%len(list)], &v); err != nil {
			b.Fatal(err)
		}
		i++
	}
}
