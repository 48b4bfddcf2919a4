package laser_test

import (
	"encoding/hex"
	"testing"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/laser"
)

// Any bytes as any type: no panic, the same result with and without notes, and what is
// accepted is written again to the same bytes, or is lossy.
func FuzzFrames(f *testing.F) {
	for i, ty := range laser.Types {
		frame, err := hex.DecodeString(ty.Messages()[0].Example)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(uint8(i), frame)
	}
	f.Fuzz(func(t *testing.T, which uint8, frame []byte) {
		checkFrame(t, laser.Types[int(which)%len(laser.Types)], frame)
		var r frames.Reader
		if g := laser.Types.Guess(&r, frame); g.Type == nil {
			_ = g.NoFit()
		} else if got := decode(g.Type, frame, frames.Options{}); got.fault != nil {
			t.Fatalf("%x is taken for %s, which refuses it: %v", frame, g.Type.Name, got.fault)
		}
	})
}

// Any payload as any type: no panic, and what is written can be read.
func FuzzPayloads(f *testing.F) {
	for i, ty := range laser.Types {
		frame, err := hex.DecodeString(ty.Messages()[0].Example)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(uint8(i), decode(ty, frame, frames.Options{}).payload)
	}
	f.Fuzz(func(t *testing.T, which uint8, payload string) {
		var doc jsondoc.Doc
		if doc.Read([]byte(payload)) != nil {
			return
		}
		ty := laser.Types[int(which)%len(laser.Types)]
		e := frames.Encoder{Type: ty}
		frame, refusal := e.Encode(nil, (*canon.Doc)(&doc), 0)
		if refusal != nil {
			return
		}
		if got := decode(ty, frame, frames.Options{}); got.fault != nil || got.lossy {
			t.Fatalf("%s %s is written as %x, which reads as %s", ty.Name, payload, frame, got.doc)
		}
	})
}
