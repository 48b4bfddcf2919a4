package stream

import (
	"bytes"
	"io"
	"testing"

	"github.com/divtool/divtool/pkg/frames"
)

// A frame after the prefix of a framing is read back by that framing.
func TestFramingsByName(t *testing.T) {
	frame := []byte("\x04\x00\x00\x00\x07")
	for _, name := range FramingNames() {
		prefix := AppendPrefix(nil, name, len(frame))
		if name == SubcFraming {
			if len(prefix) > 0 {
				t.Errorf("%s has a prefix of %d bytes", name, len(prefix))
			}
			continue
		}
		text := append(prefix, frame...)
		step := NewFraming(name, FramingOptions{MaxFrame: 100}).Next(append(text, text...), false)
		if step.Kind != Frame || !bytes.Equal(text[step.Start:step.End], frame) || step.Next != len(text) {
			t.Errorf("%s: %+v", name, step)
		}
	}
	if NewFraming("lines", FramingOptions{}) != nil {
		t.Error("a framing that does not exist was made")
	}
}

// Each side's handshake is skipped, and with FindHandshake whatever is there.
func TestHandshakeOfSide(t *testing.T) {
	message := []byte("\x02\x00\x00\x00{}")
	for _, tt := range []struct {
		options  FramingOptions
		messages int
	}{
		{FramingOptions{Handshake: frames.Client}, 2},
		{FramingOptions{Handshake: frames.Server}, 1},
		{FramingOptions{FindHandshake: true}, 5},
	} {
		tt.options.MaxFrame = 100
		r := NewReader(bytes.NewReader(bytes.Repeat(message, tt.messages)), NewFraming(SubcFraming, tt.options))
		var b Batch
		if err := r.Next(&b, 10); err != io.EOF || len(b.Items) > 0 {
			t.Errorf("%+v: %v, %d items", tt.options, err, len(b.Items))
		}
	}
}
