package all_test

import (
	"bytes"
	"io"
	"testing"

	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/all"
)

// A frame after the prefix of a framing is read back by that framing.
func TestFramingsByName(t *testing.T) {
	frame := []byte("\x04\x00\x00\x00\x07")
	for _, name := range all.FramingNames() {
		prefix := all.AppendPrefix(nil, name, len(frame))
		if name == all.SubcFraming {
			if len(prefix) > 0 {
				t.Errorf("%s has a prefix of %d bytes", name, len(prefix))
			}
			continue
		}
		text := append(prefix, frame...)
		step := all.NewFraming(name, all.FramingOptions{MaxFrame: 100}).Next(append(text, text...), false)
		if step.Kind != frames.StepFrame || !bytes.Equal(text[step.Start:step.End], frame) || step.Next != len(text) {
			t.Errorf("%s: %+v", name, step)
		}
	}
	if all.NewFraming("lines", all.FramingOptions{}) != nil {
		t.Error("a framing that does not exist was made")
	}
}

// Each side's handshake is skipped, and with FindHandshake whatever is there.
func TestHandshakeOfSide(t *testing.T) {
	message := []byte("\x02\x00\x00\x00{}")
	for _, tt := range []struct {
		options  all.FramingOptions
		messages int
	}{
		{all.FramingOptions{Handshake: frames.Client}, 2},
		{all.FramingOptions{Handshake: frames.Server}, 1},
		{all.FramingOptions{FindHandshake: true}, 5},
	} {
		tt.options.MaxFrame = 100
		r := frames.NewSplitter(bytes.NewReader(bytes.Repeat(message, tt.messages)), all.NewFraming(all.SubcFraming, tt.options))
		var b frames.Batch
		if err := r.Next(&b, 10); err != io.EOF || len(b.Items) > 0 {
			t.Errorf("%+v: %v, %d items", tt.options, err, len(b.Items))
		}
	}
}
