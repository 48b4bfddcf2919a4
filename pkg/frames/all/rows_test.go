package all_test

import (
	"encoding/hex"
	"strings"
	"testing"

	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/all"
)

// spanSink is a sink that remembers where values stand, the first of each name.
type spanSink struct{ spans map[string]frames.Span }

func (p *spanSink) Value(v *frames.Value) {
	if _, again := p.spans[v.Name]; !again && v.Name != "" && v.Span.Length > 0 {
		p.spans[v.Name] = v.Span
	}
}
func (*spanSink) Note(*frames.Note)     {}
func (*spanSink) Warn(*diag.Diagnostic) {}
func (*spanSink) Lossy(string, string)  {}
func (*spanSink) Redact(frames.Span)    {}

// The tables say where the fields of every example, and of frames made by
// seed, are found.
func TestFieldDocs(t *testing.T) {
	checked := 0
	for _, ty := range all.Types() {
		for _, m := range messagesAndNil(ty)[1:] {
			example, err := hex.DecodeString(m.Example)
			if err != nil {
				t.Fatal(err)
			}
			for _, frame := range [][]byte{example, frames.Sample(ty, m, 1), frames.Sample(ty, m, 2)} {
				checked += checkFieldDocs(t, ty, m, frame)
			}
		}
	}
	if checked < 1000 {
		t.Errorf("only %d places were checked", checked)
	}
}

// checkFieldDocs compares the rows outside of all others with where the values of
// a frame stand, and returns how many it compared.
func checkFieldDocs(t *testing.T, ty *frames.Type, m *frames.Message, frame []byte) (checked int) {
	t.Helper()
	r := frames.Reader{Options: frames.Options{Request: m.Name, ShowSecrets: true}}
	p := spanSink{map[string]frames.Span{}}
	if fault := r.Read(ty, frame, &p); fault != nil {
		t.Fatalf("%s/%s: %v", ty.Name, m.Name, fault)
	}
	lengths := func(names string) (n int) {
		for name := range strings.SplitSeq(strings.TrimPrefix(names, "+"), "+") {
			if name != "" {
				n += p.spans[name].Length - 2 // the length in front is 2 bytes
			}
		}
		return n
	}
	for _, row := range ty.Codec.FieldDocs(m) {
		span, ok := p.spans[row.Name]
		if row.Level > 0 || row.Offset == frames.Variable || !ok {
			continue
		}
		checked++
		if at := row.Offset + lengths(row.OffsetExtra); span.Offset != at {
			t.Errorf("%s/%s: %s is at %d, the table says %d (%s): %x", ty.Name, m.Name, row.Name, span.Offset, at, row.OffsetText(), frame)
		}
		if size := row.Size + lengths(row.SizeExtra); row.Size != frames.Variable && span.Length != size {
			t.Errorf("%s/%s: %s has %d bytes, the table says %d (%s): %x", ty.Name, m.Name, row.Name, span.Length, size, row.SizeText(), frame)
		}
	}
	return checked
}
