package all_test

import (
	"bytes"
	"encoding/hex"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/all"
	"github.com/divtool/divtool/pkg/frames/sample"
)

// Every malformed sample gives exactly the error that the declaration names.
func TestMalformed(t *testing.T) {
	for _, ty := range declarations() {
		count := 0
		for _, m := range messagesAndNil(ty) {
			for seed := range uint64(3) {
				for _, bad := range sample.MalformedOf(ty, m, seed) {
					count++
					r := frames.Reader{Options: frames.Options{Request: bad.Name}}
					var doc frames.Document
					fault, _ := diag.From(r.Read(ty, bad.Frame, &doc))
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

// declarations lists all types, each followed by its other versions.
func declarations() (list frames.Set) {
	for _, ty := range all.Types() {
		list = append(append(list, ty), ty.Versions...)
	}
	return list
}

// messagesAndNil lists the messages of a type, and nil for the faults that belong to none.
func messagesAndNil(ty *frames.Type) []*frames.Message {
	return append([]*frames.Message{nil}, ty.Messages()...)
}

// Samples decode without warnings for any seed, and the same seed gives the same bytes.
func TestSample(t *testing.T) {
	for _, ty := range declarations() {
		for _, m := range messagesAndNil(ty)[1:] {
			differ := false
			for seed := range uint64(8) {
				frame := sample.Of(ty, m, seed)
				if !bytes.Equal(frame, sample.Of(ty, m, seed)) {
					t.Errorf("%s/%s: seed %d gives two frames", ty.Name, m.Name, seed)
				}
				differ = differ || !bytes.Equal(frame, sample.Of(ty, m, seed+1))
				r := frames.Reader{Options: frames.Options{Request: m.Name}}
				sink := failOnWarning{t: t, label: ty.Name + "/" + m.Name}
				if fault := r.Read(ty, frame, &sink); fault != nil {
					t.Errorf("%s/%s: seed %d: %v: %x", ty.Name, m.Name, seed, fault, frame)
				}
			}
			if !differ && m.Body != frames.Empty {
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
	if d.Code != "provisional" && d.Code != "other-version" {
		w.t.Errorf("%s: warning %s: %s", w.label, d.Code, d.Message)
	}
}

// The document of a sample encodes to the same bytes.
func FuzzSample(f *testing.F) {
	types := all.Types()
	for i := range types {
		f.Add(uint64(i), uint8(i), uint8(i))
	}
	f.Fuzz(func(t *testing.T, seed uint64, typeAt, messageAt uint8) {
		ty := types[int(typeAt)%len(types)]
		list := messagesAndNil(ty)[1:]
		m := list[int(messageAt)%len(list)]
		frame := sample.Of(ty, m, seed)
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

// spanSink records the span of the first value of each name.
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

// FieldDocs has the offsets and sizes of the fields of every example, and of samples.
func TestFieldDocs(t *testing.T) {
	checked := 0
	for _, ty := range all.Types() {
		for _, m := range messagesAndNil(ty)[1:] {
			example, err := hex.DecodeString(m.Example)
			if err != nil {
				t.Fatal(err)
			}
			for _, frame := range [][]byte{example, sample.Of(ty, m, 1), sample.Of(ty, m, 2)} {
				checked += checkFieldDocs(t, ty, m, frame)
			}
		}
	}
	if checked < 1000 {
		t.Errorf("only %d places were checked", checked)
	}
}

// checkFieldDocs compares the rows of the outermost level with the spans of a frame, and
// returns how many it compared.
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
				n += p.spans[name].Length - 2 // the length has 2 bytes
			}
		}
		return n
	}
	for _, row := range ty.FieldDocs(m) {
		span, ok := p.spans[row.Name]
		if row.Level > 0 || row.Offset == frames.Variable || !ok {
			continue
		}
		checked++
		if at := row.Offset + lengths(row.OffsetExtra); span.Offset != at {
			t.Errorf("%s/%s: %s is at %d, the table has %d (%s): %x", ty.Name, m.Name, row.Name, span.Offset, at, row.OffsetText(), frame)
		}
		if size := row.Size + lengths(row.SizeExtra); row.Size != frames.Variable && span.Length != size {
			t.Errorf("%s/%s: %s has %d bytes, the table has %d (%s): %x", ty.Name, m.Name, row.Name, span.Length, size, row.SizeText(), frame)
		}
	}
	return checked
}

// valueDocument is a document that gets every value as an event.
type valueDocument struct{ frames.Document }

// A document is the same whether readers print into it or send it values: for valid frames
// and malformed ones.
func TestDocuments(t *testing.T) {
	for _, ty := range all.Types() {
		for _, m := range messagesAndNil(ty) {
			for seed := range uint64(3) {
				if m != nil {
					checkSameDocument(t, ty, m.Name, sample.Of(ty, m, seed))
				}
				for _, bad := range sample.MalformedOf(ty, m, seed%2) {
					checkSameDocument(t, ty, bad.Name, bad.Frame)
				}
			}
		}
	}
}

func checkSameDocument(t *testing.T, ty *frames.Type, answers string, frame []byte) {
	t.Helper()
	for _, o := range []frames.Options{{}, {Notes: true}, {Spans: true}, {ShowSecrets: true}} {
		o.Request = answers
		var printed frames.Document
		var fromValues valueDocument
		p, v := frames.Reader{Options: o}, frames.Reader{Options: o}
		e := frames.DocInfo{Type: ty.Name, Index: -1}
		e.Fault, _ = diag.From(p.Read(ty, frame, &printed))
		got := string(printed.Append(nil, frame, &e))
		e.Fault, _ = diag.From(v.Read(ty, frame, &fromValues))
		if want := string(fromValues.Append(nil, frame, &e)); got != want {
			t.Fatalf("%s %x is printed as %s\nand by its values as %s", ty.Name, frame, got, want)
		}
	}
}

// Read guesses as Guess does, gives the reasons that Guess gives, and leaves in the
// sink what reading the frame as the guessed type sends.
func TestReadIsGuess(t *testing.T) {
	types, guessed, refused := all.Types(), 0, 0
	reader := frames.Reader{Options: frames.Options{Notes: true, Spans: true}}
	var got, want frames.Document
	check := func(frame []byte) {
		got.Reset()
		read := types.Read(&reader, frame, &got)
		if !reader.Notes || !reader.Spans {
			t.Fatal("the options of the reader are lost")
		}
		guess := types.Guess(&reader, frame)
		if read.Type != guess.Type || !slices.Equal(read.Alternatives, guess.Alternatives) {
			t.Fatalf("read as %v %v, guessed as %v %v: %x", read.Type, read.Alternatives, guess.Type, guess.Alternatives, frame)
		}
		if guess.Type == nil {
			refused++
			if a, b := read.NoFit().(*diag.Diagnostic), guess.NoFit().(*diag.Diagnostic); !reflect.DeepEqual(a, b) {
				t.Errorf("refused with %+v, guessed %+v: %x", a, b, frame)
			}
			return
		}
		guessed++
		want.Reset()
		if err := reader.Read(guess.Type, frame, &want); err != nil {
			t.Fatal(err)
		}
		if guess.Doubt != "" {
			reader.Warn("doubtful", "", frames.Span{Length: len(frame)}, guess.Doubt)
		}
		info := &frames.DocInfo{Type: guess.Type.Name, Index: -1}
		if a, b := got.Append(nil, frame, info), want.Append(nil, frame, info); !bytes.Equal(a, b) {
			t.Errorf("%x: read\n%s\nwant\n%s", frame, a, b)
		}
	}
	for _, ty := range types {
		for _, m := range messagesAndNil(ty) {
			for i, bad := range sample.MalformedOf(ty, m, 1) {
				if i%8 == 0 { // guessing takes a while
					check(bad.Frame)
				}
			}
			if m != nil {
				frame := sample.Of(ty, m, 1)
				check(frame)
				check(append(frame, 0))
			}
		}
	}
	if guessed < 100 || refused < 100 {
		t.Errorf("%d frames have a type, %d have none", guessed, refused)
	}
}
