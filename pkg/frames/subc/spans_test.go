package subc_test

import (
	"encoding/hex"
	"testing"

	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/subc"
)

// notes keeps the paths of the notes, in order.
type notes struct {
	frames.Document
	paths []string
}

func (n *notes) Note(note *frames.Note) {
	n.paths = append(n.paths, string(note.Path))
	n.Document.Note(note)
}

// Spans come in the order of the bytes, the one of an object before its members.
func TestSpansInOrder(t *testing.T) {
	frame, err := hex.DecodeString("00000000020200010000000000" + "0100000000000000")
	if err != nil {
		t.Fatal(err)
	}
	r := frames.Reader{Options: frames.Options{Spans: true}}
	var got notes
	if fault := r.Read(subc.Frame, frame, &got); fault != nil {
		t.Fatal(fault)
	}
	want := []string{
		"/len", "/ver", "/frame", "/flags", "/flags/binary", "/flags/priority", "/flags/last", "/flags/admission",
		"/flags/daemon_origin", "/flags/subscription", "/channel", "/epoch", "/corr",
	}
	at := 0
	for _, path := range got.paths {
		if at < len(want) && path == want[at] {
			at++
		}
	}
	if at != len(want) {
		t.Errorf("the notes are %q, want %q among them in this order", got.paths, want)
	}
}
