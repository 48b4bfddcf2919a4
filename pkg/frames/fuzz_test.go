package frames_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"testing"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/all"
	"github.com/divtool/divtool/pkg/frames/diverge"
)

// typeIndex returns the index of a type among the known ones.
func typeIndex(t *frames.Type) uint8 { return uint8(slices.Index(all.Types(), t)) }

// A frame that decodes encodes again to the same bytes; one that does not decode still gives
// a document.
func FuzzDecodeEncode(f *testing.F) {
	for i, ty := range all.Types() {
		for k, m := range ty.Messages() {
			f.Add(uint8(i), uint8(k), unhex(f, m.Example))
		}
	}
	agents := typeIndex(diverge.AgentsRequest)
	f.Add(agents, uint8(0), unhex(f, "130000e0111111111111111111111111111111111111111111111111111111111111111111111111616263"))
	f.Add(agents, uint8(0), []byte("\x00{\"digest\":\"a\",\"x\":[\"\xff\",1e999,\"\\ud800\"]}"))
	f.Add(agents, uint8(0), []byte("\x03[\"r\",[],{\"A\":{\"fixed\":null}}]"))
	f.Add(typeIndex(diverge.AgentsClientResponse), uint8(0), deepTree(3))
	f.Add(typeIndex(diverge.AgentsClientResponse), uint8(0), unhex(f, "0000018100016400010701020001660105000002016c02012f00000000"))
	f.Add(typeIndex(diverge.ScopeRequest), uint8(0), unhex(f, "0c8300766f6c02ffffffffffffffffff0102"))
	f.Fuzz(func(t *testing.T, typeAt, messageAt uint8, frame []byte) {
		types := all.Types()
		ty := types[int(typeAt)%len(types)]
		messages := ty.Messages()
		for _, o := range []frames.Options{{}, {Notes: true}, {Notes: true, Spans: true}} {
			o.ShowSecrets = true
			o.Request = messages[int(messageAt)%len(messages)].Name
			o.From = frames.Sender(messageAt % 3)
			o.Endpoint = diverge.Endpoints[int(messageAt)%len(diverge.Endpoints)].Name
			text, fault := decode(ty, frame, o)
			if !json.Valid([]byte(text)) {
				t.Fatalf("%x gives %s, which is not JSON", frame, text)
			}
			checkTree(t, new(frames.Tree), ty, frame, o)
			if fault != nil {
				if fault.Offset < 0 || fault.Offset > len(frame) || fault.Offset+fault.Length > len(frame) {
					t.Fatalf("%x: the fault is at %d+%d", frame, fault.Offset, fault.Length)
				}
				continue
			}
			var doc jsondoc.Doc
			if f := doc.Read([]byte(text)); f != nil {
				t.Fatalf("%s: %v", text, f)
			}
			e := frames.Encoder{Types: types}
			back, refusal := e.Encode(nil, (*canon.Doc)(&doc), 0)
			if refusal != nil || !bytes.Equal(back, frame) {
				t.Fatalf("%x gives %s, which encodes as %x, %v", frame, text, back, refusal)
			}
			if doc.Member(0, "lossy") < 0 {
				continue
			}
			e.Canonical = true
			if back, refusal = e.Encode(nil, (*canon.Doc)(&doc), 0); refusal != nil || bytes.Equal(back, frame) {
				t.Fatalf("%x gives %s, whose payload alone encodes as %x, %v: it is not lossy", frame, text, back, refusal)
			}
		}
	})
}

// No document makes the encoder panic, and what it writes decodes.
func FuzzEncode(f *testing.F) {
	for _, ty := range all.Types() {
		for _, m := range ty.Messages() {
			text, _ := decode(ty, unhex(f, m.Example), frames.Options{Request: m.Name, ShowSecrets: true})
			f.Add([]byte(text))
		}
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var doc jsondoc.Doc
		if doc.Read(text) != nil {
			return
		}
		types := all.Types()
		e := frames.Encoder{Types: types}
		frame, refusal := e.Encode(nil, (*canon.Doc)(&doc), 0)
		if refusal != nil {
			return
		}
		ty := types.ByName(doc.Value(doc.Member(0, "type")))
		o := frames.Options{ShowSecrets: true}
		if n := doc.Member(0, "answers"); n >= 0 {
			o.Request = doc.Value(n)
		}
		if again, fault := decode(ty, frame, o); fault != nil {
			t.Fatalf("%s encodes as %x, which does not decode: %v %s", text, frame, fault, again)
		}
	})
}
