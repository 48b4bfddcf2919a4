package frames_test

import (
	"testing"

	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/diverge"
)

// Reading frame after frame allocates nothing.
func TestReadAllocatesNothing(t *testing.T) {
	tests := []struct {
		name, hex string
		options   frames.Options
	}{
		{"fixed layout", "0b00026d310003612f62000000000000100000000200", frames.Options{}},
		{"fixed layout, annotated", "0b00026d310003612f62000000000000100000000200", frames.Options{Notes: true}},
		{"bytes", "0c00026d310003612f6200000000000000056869", frames.Options{Notes: true}},
		{"number", "0400000007", frames.Options{Notes: true}},
	}
	for _, tt := range tests {
		frame := unhex(t, tt.hex)
		r := frames.Reader{Options: tt.options}
		var doc frames.Document
		var out []byte
		n := testing.AllocsPerRun(100, func() {
			doc.Reset()
			if fault := r.Read(diverge.AgentsRequest, frame, &doc); fault != nil {
				t.Fatal(fault)
			}
			out = doc.Append(out[:0], frame, &frames.DocInfo{Type: "diverge.agents.request", Index: -1})
		})
		if n > 0 {
			t.Errorf("%s: %.0f allocations a frame", tt.name, n)
		}
	}
}
