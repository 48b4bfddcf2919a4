package stream_test

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/divtool/divtool/internal/corpus"
	"github.com/divtool/divtool/internal/stream"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/all"
	"github.com/divtool/divtool/pkg/frames/subc"
)

// read returns the frames of an input: their offset, line and text, or the code of
// the error. It fails if the stream does not end.
func read(t *testing.T, src io.Reader, f frames.Framing, maxItems int) ([]string, error) {
	t.Helper()
	r := frames.NewSplitter(src, f)
	var b frames.Batch
	var list []string
	for range 1 << 20 {
		err := r.Next(&b, maxItems)
		if err != nil {
			return list, err
		}
		for _, it := range b.Items {
			if it.Index != len(list) {
				t.Errorf("frame %d has the index %d", len(list), it.Index)
			}
			s := fmt.Sprintf("%d:%d:%s", it.Offset, it.Line, b.Text[it.Start:it.End])
			if it.Fault != nil {
				s += "!" + it.Fault.Code
			}
			list = append(list, s)
		}
	}
	t.Fatal("the stream does not end")
	return nil, nil
}

var subcPing = "\x00\x00\x00\x00\x02\x07\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00"

// The frames do not depend on how the input is split into reads.
func TestFramings(t *testing.T) {
	lines := func() frames.Framing { return &stream.Lines{MaxLine: 8} }
	lengths := func() frames.Framing { return &frames.Lengths{Order: binary.LittleEndian, MaxFrame: 8} }
	subcFrames := func() frames.Framing { return &subc.Framing{MaxBody: 8} }
	handshaken := func() frames.Framing { return &subc.Framing{MaxBody: 8, Handshake: 1} }
	tests := []struct {
		name, input string
		framing     func() frames.Framing
		want        []string
	}{
		{"nothing", "", lines, nil},
		{"lines", "ab\n\n  # c\n//\n cd\r\nef", lines, []string{"0:1:ab", "14:5:cd", "18:6:ef"}},
		{"mark", "\ufeffab\n", lines, []string{"3:1:ab"}},
		{"long line", "ab\n123456789\ncd\n", lines, []string{"0:1:ab", "3:2:!limit", "13:3:cd"}},
		{"long last line", "123456789", lines, []string{"0:1:!limit"}},
		{"lengths", "\x02\x00\x00\x00ab\x00\x00\x00\x00\x01\x00\x00\x00c", lengths, []string{"4:0:ab", "10:0:", "14:0:c"}},
		{"no lengths", "", lengths, nil},
		{"cut length", "\x02\x00\x00\x00ab\x01\x00", lengths, []string{"4:0:ab", "6:0:\x01\x00!truncated"}},
		{"cut frame", "\x02\x00\x00\x00a", lengths, []string{"4:0:a!truncated"}},
		{"large frame", "\x09\x00\x00\x00123456789\x01\x00\x00\x00c", lengths, []string{"0:0:\x09\x00\x00\x00!limit", "17:0:c"}},
		{"large last frame", "\x09\x00\x00\x0012345", lengths, []string{"0:0:\x09\x00\x00\x00!limit"}},
		{"no length", "\x01\x00\x00\x04123456789\x01\x00\x00\x00c", lengths, []string{"0:0:\x01\x00\x00\x04!limit"}},
		{"subc", subcPing + subcPing, subcFrames, []string{"0:0:" + subcPing, "21:0:" + subcPing}},
		{"subc version", subcPing + "\x00\x00\x00\x00\x01", subcFrames, []string{"0:0:" + subcPing, "21:0:\x00\x00\x00\x00\x01!unsupported_version"}},
		{"subc cut", subcPing + "\x00\x00", subcFrames, []string{"0:0:" + subcPing, "21:0:\x00\x00!unexpected_eof"}},
		{"handshake", "\x02\x00\x00\x00{}" + subcPing, handshaken, []string{"6:0:" + subcPing}},
		{"no handshake", subcPing, handshaken, []string{"0:0:!handshake"}},
		{"cut handshake", "\x02\x00", handshaken, []string{"0:0:!handshake"}},
	}
	for _, tt := range tests {
		for name, src := range map[string]io.Reader{
			"whole": strings.NewReader(tt.input), "bytes": iotest.OneByteReader(strings.NewReader(tt.input)), "with end": iotest.DataErrReader(strings.NewReader(tt.input)),
		} {
			for _, maxItems := range []int{1, 100} {
				got, err := read(t, src, tt.framing(), maxItems)
				if !errors.Is(err, io.EOF) {
					t.Errorf("%s: %v", tt.name, err)
				}
				if seeker, ok := src.(io.Seeker); ok {
					seeker.Seek(0, io.SeekStart)
				} else if maxItems == 1 {
					break // the other readers can be read only once
				}
				if fmt.Sprint(got) != fmt.Sprint(tt.want) {
					t.Errorf("%s, %s, %d: %q, want %q", tt.name, name, maxItems, got, tt.want)
				}
			}
		}
	}
}

// With KeepBlank, every line is an item, and blank ones are not counted.
func TestKeepBlank(t *testing.T) {
	text := "\n# c\nab\n\n//\n  \n123456789\ncd"
	for name, src := range map[string]io.Reader{"whole": strings.NewReader(text), "bytes": iotest.OneByteReader(strings.NewReader(text))} {
		r := frames.NewSplitter(src, &stream.Lines{MaxLine: 8, KeepBlank: true})
		var b frames.Batch
		var got []string
		for r.Next(&b, 3) == nil {
			for _, it := range b.Items {
				got = append(got, fmt.Sprint(it.Line, it.Index, it.Blank, it.Fault != nil))
			}
		}
		want := "[1 0 true false 2 0 true false 3 0 false false 4 1 true false 5 1 true false 6 1 true false 7 1 false true 8 2 false false]"
		if fmt.Sprint(got) != want {
			t.Errorf("%s: %v, want %s", name, got, want)
		}
	}
}

// The frames read before an error of the input are returned.
func TestInputError(t *testing.T) {
	broken := io.MultiReader(strings.NewReader("ab\ncd"), iotest.ErrReader(io.ErrUnexpectedEOF))
	got, err := read(t, broken, &stream.Lines{MaxLine: 8}, 100)
	if !errors.Is(err, io.ErrUnexpectedEOF) || fmt.Sprint(got) != "[0:1:ab 3:2:cd]" {
		t.Errorf("%q, %v", got, err)
	}
}

// pieceReader returns one piece per call and counts the calls.
type pieceReader struct {
	pieces []string
	calls  int
}

func (s *pieceReader) Read(p []byte) (int, error) {
	s.calls++
	if len(s.pieces) == 0 {
		return 0, io.EOF
	}
	n := copy(p, s.pieces[0])
	s.pieces = s.pieces[1:]
	return n, nil
}

// A complete frame is returned before more input is read.
func TestNoReadAhead(t *testing.T) {
	src := &pieceReader{pieces: []string{"ab\n", "cd\n"}}
	r := frames.NewSplitter(src, &stream.Lines{MaxLine: 8})
	var b frames.Batch
	if err := r.Next(&b, 100); err != nil || len(b.Items) != 1 || src.calls != 1 {
		t.Errorf("%d frames after %d reads, %v", len(b.Items), src.calls, err)
	}
}

// No memory is allocated for a declared length.
func TestDeclaredLength(t *testing.T) {
	r := frames.NewSplitter(strings.NewReader("\x00\x00\x00\x40ab"), &frames.Lengths{Order: binary.LittleEndian, MaxFrame: 1 << 30})
	var batch frames.Batch
	r.Next(&batch, 1)
	if n := cap(batch.Text); n > 1<<20 {
		t.Errorf("%d bytes for a frame of 2", n)
	}
}

func FuzzStream(f *testing.F) {
	f.Add([]byte("ab\n#\ncd"), uint8(0), uint8(3))
	f.Add([]byte("\x02\x00\x00\x00ab\x01"), uint8(1), uint8(2))
	f.Add([]byte(subcPing+subcPing), uint8(2), uint8(7))
	f.Add([]byte("\x02\x00\x00\x00{}"+subcPing), uint8(3), uint8(1))
	f.Fuzz(func(t *testing.T, input []byte, which, piece uint8) {
		framing := func() frames.Framing {
			switch which % 4 {
			case 0:
				return &stream.Lines{MaxLine: 16}
			case 1:
				return &frames.Lengths{Order: binary.BigEndian, MaxFrame: 16}
			case 2:
				return &subc.Framing{MaxBody: 16}
			}
			return &subc.Framing{MaxBody: 16, Handshake: 2}
		}
		whole, err := read(t, bytes.NewReader(input), framing(), 1000)
		if !errors.Is(err, io.EOF) {
			t.Fatal(err)
		}
		pieces := &pieceReader{}
		for rest := input; len(rest) > 0; {
			n := min(int(piece)%9+1, len(rest))
			pieces.pieces = append(pieces.pieces, string(rest[:n]))
			rest = rest[n:]
		}
		again, _ := read(t, pieces, framing(), 1)
		if fmt.Sprint(whole) != fmt.Sprint(again) {
			t.Fatalf("%q gives %q whole and %q in pieces", input, whole, again)
		}
	})
}

// frameVector is a stream with the frames that the reference implementation reads
// from it, and how the stream ends.
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
			r := frames.NewSplitter(bytes.NewReader(input), &subc.Framing{MaxBody: subc.MaxBody})
			var b frames.Batch
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

func (v *frameVector) checkEnd(t *testing.T, it frames.Item) {
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

// detect checks that the type of a frame is detected.
func detect(t *testing.T, frame []byte) {
	var r frames.Reader
	if g := all.Types().Guess(&r, frame); g.Type != subc.Frame {
		t.Errorf("%x is taken for %v", frame, g.Type)
	}
}

// endless reads as the same text again and again, up to a size.
type endless struct {
	text string
	left int
}

func (e *endless) Read(b []byte) (int, error) {
	if e.left <= 0 {
		return 0, io.EOF
	}
	n := 0
	for n+len(e.text) <= len(b) {
		n += copy(b[n:], e.text)
	}
	e.left -= n
	return n, nil
}

// What is skipped is not kept in memory: comments, blank lines, and the rest of a line
// over the limit.
func TestSkippedTextIsNotKept(t *testing.T) {
	const maxKept = 1 << 20
	for _, text := range []string{"# a comment\n", "\n", "aaaaaaaa"} {
		r := frames.NewSplitter(&endless{text: text, left: 64 << 20}, &stream.Lines{MaxLine: 1000})
		var b frames.Batch
		for {
			if err := r.Next(&b, 16); err != nil {
				break
			}
			if cap(b.Text) > maxKept {
				t.Fatalf("%q: %d bytes are kept", text, cap(b.Text))
			}
		}
		if cap(b.Text) > maxKept {
			t.Errorf("%q: %d bytes are kept", text, cap(b.Text))
		}
	}
}
