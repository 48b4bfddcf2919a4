package all_test

import (
	"bytes"
	"testing"

	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/all"
)

// Every frame that the declarations say is malformed gives exactly the error
// that they say.
func TestMalformed(t *testing.T) {
	for _, ty := range all.Types() {
		count := 0
		for _, m := range messagesAndNil(ty) {
			for seed := range uint64(3) {
				for _, bad := range frames.MalformedSamples(ty, m, seed) {
					count++
					r := frames.Reader{Options: frames.Options{Request: bad.Name}}
					var doc frames.Document
					fault := r.Read(ty, bad.Frame, &doc)
					if fault == nil {
						t.Errorf("%s/%s: %s: decodes, want %s: %x", ty.Name, bad.Name, bad.Description, bad.Code, bad.Frame)
					} else if fault.Code != bad.Code || fault.Upstream != bad.Upstream {
						t.Errorf("%s/%s: %s: [%s %s], want [%s %s]: %x", ty.Name, bad.Name, bad.Description, fault.Code, fault.Upstream, bad.Code, bad.Upstream, bad.Frame)
					}
				}
			}
		}
		t.Logf("%s: %d", ty.Name, count/3)
	}
}

// messagesAndNil lists those of a type, and none, for the faults that belong to
// none.
func messagesAndNil(ty *frames.Type) []*frames.Message {
	return append([]*frames.Message{nil}, ty.Codec.Messages()...)
}

// Samples decode without warnings, whatever the seed, and the same seed gives
// the same bytes.
func TestSample(t *testing.T) {
	for _, ty := range all.Types() {
		for _, m := range messagesAndNil(ty)[1:] {
			differ := false
			for seed := range uint64(8) {
				frame := frames.Sample(ty, m, seed)
				if !bytes.Equal(frame, frames.Sample(ty, m, seed)) {
					t.Errorf("%s/%s: seed %d gives two frames", ty.Name, m.Name, seed)
				}
				differ = differ || !bytes.Equal(frame, frames.Sample(ty, m, seed+1))
				r := frames.Reader{Options: frames.Options{Request: m.Name}}
				sink := failOnWarning{t: t, label: ty.Name + "/" + m.Name}
				if fault := r.Read(ty, frame, &sink); fault != nil {
					t.Errorf("%s/%s: seed %d: %v: %x", ty.Name, m.Name, seed, fault, frame)
				}
			}
			if !differ && m.Body != (frames.Empty{}) {
				t.Errorf("%s/%s: all seeds give one frame", ty.Name, m.Name)
			}
		}
	}
}

// failOnWarning is a sink that fails on a warning.
type failOnWarning struct {
	frames.Document
	t     *testing.T
	label string
}

func (w *failOnWarning) Warn(d *diag.Diagnostic) {
	if d.Code != "provisional" {
		w.t.Errorf("%s: warning %s: %s", w.label, d.Code, d.Message)
	}
}

// What decoding makes of a sample, encoding turns back into the same bytes.
func FuzzSample(f *testing.F) {
	types := all.Types()
	for i := range types {
		f.Add(uint64(i), uint8(i), uint8(i))
	}
	f.Fuzz(func(t *testing.T, seed uint64, typeAt, messageAt uint8) {
		ty := types[int(typeAt)%len(types)]
		list := messagesAndNil(ty)[1:]
		m := list[int(messageAt)%len(list)]
		frame := frames.Sample(ty, m, seed)
		doc, fault := frames.Set{ty}.Decode(frame, frames.Options{Request: m.Name, ShowSecrets: true})
		if fault != nil {
			t.Fatalf("%s/%s: seed %d: %v: %x", ty.Name, m.Name, seed, fault, frame)
		}
		e := frames.Encoder{Types: types}
		again, refusal := e.EncodeText(nil, doc)
		if refusal != nil || !bytes.Equal(again, frame) {
			t.Errorf("%s/%s: seed %d: %v\n%x\n%x\n%s", ty.Name, m.Name, seed, refusal, frame, again, doc)
		}
	})
}
