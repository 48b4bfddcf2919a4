package main

import (
	"encoding/hex"
	"fmt"
	"testing"

	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/diverge"
	"github.com/divtool/divtool/pkg/frames/laser"
)

// p11 counts allocations once the first frames have been read.
func p11(b *bench) error {
	query, err := queries(1)
	if err != nil {
		return err
	}
	for _, c := range []struct {
		what      string
		frameType *frames.Type
		frame     string
		atMost    float64
	}{
		{"fixed layout", diverge.AgentsRequest, "0b00026d310003612f62000000000000100000000200", 0},
		{"CBOR", laser.ForwardedQuery, hex.EncodeToString(query[0]), 0},
		{"JSON", diverge.AgentsRequest, "08" + hex.EncodeToString([]byte(`{"name":"echo","arguments":{"text":"hi"}}`)), 3},
	} {
		frame, err := hex.DecodeString(c.frame)
		if err != nil {
			return err
		}
		for _, notes := range []bool{false, true} {
			result := testing.Benchmark(func(t *testing.B) { decodeAll(t, c.frameType, frame, frames.Options{Notes: notes}) })
			if result.N == 0 { // it has failed
				return fmt.Errorf("a frame of %s is refused", c.what)
			}
			what := fmt.Sprintf("allocations a frame of %s, annotated: %t", c.what, notes)
			b.atMost(what, allocations, float64(result.AllocsPerOp()), c.atMost)
		}
	}
	return nil
}

func decodeAll(t *testing.B, frameType *frames.Type, frame []byte, o frames.Options) {
	t.ReportAllocs()
	r := frames.Reader{Options: o}
	var doc frames.Document
	var out []byte
	for t.Loop() {
		doc.Reset()
		if fault := r.Read(frameType, frame, &doc); fault != nil {
			t.Fatal(fault)
		}
		out = doc.Append(out[:0], frame, &frames.DocInfo{Type: frameType.Name, Index: -1})
	}
}
