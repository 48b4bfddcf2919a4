package frames_test

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/all"
	"github.com/divtool/divtool/pkg/frames/sample"
)

const fuseReadHex = "0b00026d310003612f62000000000000100000000200"

// A Decoder gives the documents that Set.Decode gives, whatever frames came before.
func TestDecoderIsDecode(t *testing.T) {
	types := all.Types()
	kept := frames.Decoder{Set: types, Independent: true, Options: frames.Options{Notes: true}}
	frameCount := 0
	check := func(frame []byte) {
		want, wantErr := types.Decode(frame, kept.Options)
		got, err := kept.Append([]byte("x"), frame)
		if (err == nil) != (wantErr == nil) {
			t.Fatalf("%x: %v, want %v", frame, err, wantErr)
		}
		if err == nil && string(got) != "x"+string(want) {
			t.Errorf("%x: %s, want %s", frame, got, want)
		}
		if err != nil && !strings.Contains(string(got), `"partial":true,"error":{"code":"no-type"`) {
			t.Errorf("%x: %s", frame, got)
		}
		frameCount++
	}
	for _, ty := range types {
		for _, m := range ty.Messages() {
			if !ty.Guessed {
				continue
			}
			frame := sample.Of(ty, m, 1)
			check(frame)
			check(frame[:len(frame)/2])
		}
	}
	if frameCount < 100 {
		t.Errorf("only %d frames", frameCount)
	}
}

// The first frame that has a type shows the family that is tried first.
func TestDecoderFamily(t *testing.T) {
	d := frames.Decoder{Set: all.Types()}
	request := unhex(t, fuseReadHex)
	if _, err := d.Append(nil, []byte{0xff}); err == nil || d.Family != nil {
		t.Errorf("%v, family %v", err, d.Family)
	}
	if _, err := d.Append(nil, request); err != nil || len(d.Family) == 0 || d.Family[0].Family() != "diverge" {
		t.Errorf("%v, family %v", err, d.Family)
	}
	family := len(d.Family)
	laser := all.Types().ByName("laser.kv-get")
	doc, err := d.Append(nil, sample.Of(laser, laser.Messages()[0], 1))
	if err != nil || !bytes.Contains(doc, []byte(`"type":"laser.kv-get"`)) || len(d.Family) != family {
		t.Errorf("a frame of another family: %s, %v", doc, err)
	}
	d = frames.Decoder{Set: all.Types(), Independent: true}
	if _, err := d.Append(nil, request); err != nil || d.Family != nil {
		t.Errorf("independent: %v, family %v", err, d.Family)
	}
}

// Every form spells the same frame.
func TestDecoderForms(t *testing.T) {
	frame := unhex(t, fuseReadHex)
	texts := map[frames.InputForm]string{
		frames.RawInput:      string(frame),
		frames.HexInput:      "0b 00 02 6d:31 0003612f62000000000000100000000200 # a comment",
		frames.HexdumpInput:  "00000000: 0b00 026d 3100 0361 2f62 0000 0000 0000  ...m1..a/b......\n00000010: 1000 0000 0200                           ......\n",
		frames.Base64Input:   base64.StdEncoding.EncodeToString(frame),
		frames.ByteListInput: "[11,0,2,109,49,0,3,97,47,98,0,0,0,0,0,0,16,0,0,0,2,0]",
	}
	want, err := all.Types().Decode(frame, frames.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for form, text := range texts {
		for _, f := range []frames.InputForm{form, frames.AutoInput} {
			d := frames.Decoder{Set: all.Types(), Form: f}
			if doc, err := d.Append(nil, []byte(text)); err != nil || string(doc) != string(want) {
				t.Errorf("%v as %v: %s, %v", form, f, doc, err)
			}
		}
		parsed, ok := frames.ParseInputForm(form.String())
		if !ok || parsed != form {
			t.Errorf("%v is parsed as %v, %v", form, parsed, ok)
		}
	}
	if _, ok := frames.ParseInputForm("bin "); ok {
		t.Error("an unknown name is parsed")
	}
}

// What does not decode has a document too, and an error with its place.
func TestDecoderFaults(t *testing.T) {
	request := all.Types().ByName("diverge.agents.request")
	trailing := fuseReadHex + "00"
	for _, tt := range []struct {
		name, input string
		decoder     frames.Decoder
		code, path  string
		offset      int
		document    string // contains
	}{
		{"cut", fuseReadHex[:34], frames.Decoder{Type: request, Form: frames.HexInput}, "truncated", "/payload/offset", 10,
			`"payload":{"id":"m1","path":"a/b"},"error":{"code":"truncated"`},
		{"a set of one type", fuseReadHex[:34], frames.Decoder{Set: frames.Set{request}, Form: frames.HexInput}, "truncated", "/payload/offset", 10, `"name":"fuse_read"`},
		{"no hex", "0b0", frames.Decoder{Form: frames.HexInput}, "form", "", 2, `{"partial":true,"error":{"code":"form"`},
		{"no type", "ff", frames.Decoder{Form: frames.HexInput}, "no-type", "", 0, `{"size":1,"partial":true,"error":{"code":"no-type"`},
		{"warning", trailing, frames.Decoder{Type: request, Form: frames.HexInput}, "", "", 0, `"warnings":[{"code":"trailing-ignored"`},
		{"strict", trailing, frames.Decoder{Type: request, Form: frames.HexInput, Strict: true}, "trailing-ignored", "/payload", 22, `"warnings":[{"code":"trailing-ignored"`},
		{"strict without warnings", fuseReadHex, frames.Decoder{Type: request, Form: frames.HexInput, Strict: true}, "", "", 0, `"length":512}}`},
		{"too large", fuseReadHex, frames.Decoder{Options: frames.Options{MaxFrame: 10}}, "limit", "", 10, `"code":"limit"`},
		{"YAML", "key: value\nother: word\n", frames.Decoder{Form: frames.AutoInput}, "form", "", 0, `the input is YAML`},
	} {
		if tt.decoder.Set == nil {
			tt.decoder.Set = all.Types()
		}
		for range 2 { // the second is not affected by the first
			doc, err := tt.decoder.Append(nil, []byte(tt.input))
			d, failed := diag.From(err)
			switch {
			case failed != (tt.code != ""):
				t.Errorf("%s: %v", tt.name, err)
			case failed && (d.Code != tt.code || d.Path != tt.path || d.Offset != tt.offset):
				t.Errorf("%s: %s %s %d", tt.name, d.Code, d.Path, d.Offset)
			case !strings.Contains(string(doc), tt.document):
				t.Errorf("%s: %s lacks %s", tt.name, doc, tt.document)
			}
		}
	}
}

// A frame of a fixed layout, and one of a CBOR frame, costs no allocation.
func TestDecoderAllocatesNothing(t *testing.T) {
	laser := all.Types().ByName("laser.kv-set")
	for name, frame := range map[string][]byte{
		"fixed layout": unhex(t, fuseReadHex),
		"CBOR":         sample.Of(laser, laser.Messages()[0], 1),
	} {
		for _, form := range []frames.InputForm{frames.RawInput, frames.HexInput} {
			d := frames.Decoder{Set: all.Types(), Form: form, Options: frames.Options{Notes: true}}
			text := frame
			if form == frames.HexInput {
				text = hex.AppendEncode(nil, frame)
			}
			var out []byte
			var err error
			if n := testing.AllocsPerRun(100, func() { out, err = d.Append(out[:0], text) }); n > 0 || err != nil {
				t.Errorf("%s, %v: %.0f allocations, %v", name, form, n, err)
			}
		}
	}
}

func BenchmarkDecoder(b *testing.B) {
	laser := all.Types().ByName("laser.kv-set")
	frame := sample.Of(laser, laser.Messages()[0], 1)
	b.Run("Decoder", func(b *testing.B) {
		d := frames.Decoder{Set: all.Types()}
		var out []byte
		b.ReportAllocs()
		for b.Loop() {
			out, _ = d.Append(out[:0], frame)
		}
	})
	b.Run("Set.Decode", func(b *testing.B) {
		types := all.Types()
		b.ReportAllocs()
		for b.Loop() {
			types.Decode(frame, frames.Options{})
		}
	})
}

// All gives each frame with its place, and then the error of the input.
func TestSplitterAll(t *testing.T) {
	text := "\x02\x00\x00\x00ab\x00\x00\x00\x00\x01\x00\x00\x00c\x05\x00"
	src := io.MultiReader(strings.NewReader(text), iotest.ErrReader(io.ErrUnexpectedEOF))
	var got []string
	var last error
	s := frames.NewSplitter(src, &frames.Lengths{Order: binary.LittleEndian})
	for f, err := range s.All() {
		if last = err; err != nil {
			break
		}
		if f.Index != len(got) || f.Fault == nil && text[f.Offset:f.Offset+len(f.Bytes)] != string(f.Bytes) {
			t.Errorf("%+v", f)
		}
		got = append(got, string(f.Bytes))
		if f.Fault != nil && f.Fault.Code != "truncated" {
			t.Error(f.Fault)
		}
	}
	if strings.Join(got, ",") != "ab,,c,\x05\x00" || !errors.Is(last, io.ErrUnexpectedEOF) {
		t.Errorf("%q, %v", got, last)
	}
	for range frames.NewSplitter(strings.NewReader(text), &frames.Lengths{Order: binary.LittleEndian}).All() {
		break // which is no error
	}
}
