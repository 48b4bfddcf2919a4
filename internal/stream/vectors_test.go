package stream_test

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/divtool/divtool/internal/corpus"
	"github.com/divtool/divtool/internal/stream"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/all"
	"github.com/divtool/divtool/pkg/frames/subc"
)

// frameVector is a stream with the frames that the reference reads from it,
// and how it ends.
type frameVector struct {
	Name   string
	Stream string `json:"stream_hex"`
	Frames []struct {
		Len     uint32
		Type    byte
		Flags   byte
		Channel uint16
		Epoch   uint32
		Corr    uint64
		Body    string `json:"body_hex"`
	}
	End struct {
		End              string
		Offset           int
		Stage            string
		Expected, Actual int
		Len, Max         uint64
	}
}

func TestFrameVectors(t *testing.T) {
	var vectors []frameVector
	if err := json.Unmarshal(corpus.Read(t, "subc/frame_vectors.json"), &vectors); err != nil {
		t.Fatal(err)
	}
	for _, v := range vectors {
		t.Run(v.Name, func(t *testing.T) {
			input, err := hex.DecodeString(v.Stream)
			if err != nil {
				t.Fatal(err)
			}
			r := stream.NewReader(bytes.NewReader(input), &stream.Subc{MaxBody: subc.MaxBody})
			var b stream.Batch
			for _, want := range v.Frames {
				if err := r.Next(&b, 1); err != nil || b.Items[0].Fault != nil {
					t.Fatalf("%v, %+v", err, b.Items)
				}
				frame := b.Text[b.Items[0].Start:b.Items[0].End]
				h, d := subc.ParseHeader(frame)
				got := fmt.Sprint(h, hex.EncodeToString(frame[subc.HeaderSize:]))
				if s := fmt.Sprint(subc.Header{Len: want.Len, Type: want.Type, Flags: want.Flags, Channel: want.Channel, Epoch: want.Epoch, Corr: want.Corr}, want.Body); d != nil || got != s {
					t.Errorf("%s, want %s", got, s)
				}
				detect(t, frame)
			}
			err = r.Next(&b, 1)
			if v.End.End == "clean_eof" {
				if err == nil {
					t.Errorf("%+v", b.Items)
				}
				return
			}
			if err != nil || len(b.Items) != 1 || b.Items[0].Fault == nil {
				t.Fatalf("%v, %+v", err, b.Items)
			}
			v.checkEnd(t, b.Items[0])
		})
	}
}

func (v *frameVector) checkEnd(t *testing.T, it stream.Item) {
	d := it.Fault
	if d.Code != v.End.End || it.Offset != v.End.Offset {
		t.Errorf("%s at %d, want %s at %d", d.Code, it.Offset, v.End.End, v.End.Offset)
	}
	need, have := diag.Fact(""), diag.Fact("")
	switch d.Code {
	case "unexpected_eof":
		need, have = diag.Count(v.End.Expected), diag.Count(v.End.Actual)
	case "body_too_large":
		need, have = diag.Number(v.End.Max), diag.Number(v.End.Len)
	default:
		return
	}
	if d.Need != need || d.Have != have {
		t.Errorf("needs %s, has %s; want %s, %s", d.Need, d.Have, need, have)
	}
}

// detect checks that a frame is told without its type being given.
func detect(t *testing.T, frame []byte) {
	var r frames.Reader
	if g := all.Types().Guess(&r, frame); g.Type != subc.Frame {
		t.Errorf("%x is taken for %v", frame, g.Type)
	}
}
