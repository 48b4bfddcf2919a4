package view_test

import (
	"testing"

	"github.com/divtool/divtool/internal/view"
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/all"
)

// BenchmarkViews shows the same frame repeatedly, as in a stream.
func BenchmarkViews(b *testing.B) {
	kind := all.Types().ByName(command)
	frame := example(b, "forwarded_command.bin")
	for _, f := range view.Formats() {
		b.Run(f.Name, func(b *testing.B) {
			v := f.New(view.Style{Width: 100, Colour: true})
			r := frames.Reader{Options: frames.Options{Notes: true, Spans: f.Spans}}
			var out []byte
			b.ReportAllocs()
			for b.Loop() {
				v.Reset()
				r.Read(kind, frame, v)
				out = v.Append(out[:0], frame, &frames.DocInfo{Type: command, Index: -1})
			}
			b.SetBytes(int64(len(out)))
		})
	}
}
