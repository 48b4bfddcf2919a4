package sample_test

import (
	"bytes"
	"testing"

	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/all"
	"github.com/divtool/divtool/pkg/frames/sample"
)

// otherCodec is a codec that another module could implement.
type otherCodec struct{ frames.Codec }

func (otherCodec) Read(*frames.Reader) error { return nil }

func (otherCodec) Declaration() *frames.Declaration { return new(frames.Declaration) }

func TestOf(t *testing.T) {
	ty := all.Types().ByName("diverge.agents.request")
	m := ty.Message("fuse_read")
	frame := sample.Of(ty, m, 1)
	if !bytes.Equal(frame, sample.Of(ty, m, 1)) {
		t.Error("the same seed gives two frames")
	}
	if _, err := (frames.Set{ty}).Decode(frame, frames.Options{}); err != nil {
		t.Errorf("%x: %v", frame, err)
	}
	if b := sample.Of(&frames.Type{Codec: otherCodec{}}, m, 1); len(b) > 0 {
		t.Errorf("a foreign codec: %x", b)
	}
}

func TestMalformedOf(t *testing.T) {
	ty := all.Types().ByName("diverge.agents.request")
	list := sample.MalformedOf(ty, ty.Message("fuse_read"), 1)
	if len(list) == 0 {
		t.Fatal("no malformed frames")
	}
	for _, bad := range list {
		_, err := frames.Set{ty}.Decode(bad.Frame, frames.Options{})
		if d, ok := diag.From(err); !ok || d.Code != bad.Code || d.Upstream != bad.Upstream {
			t.Errorf("%s: %v, want %s", bad.Description, err, bad.Code)
		}
	}
}
