package subc_test

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"strings"
	"testing"

	"github.com/divtool/divtool/internal/corpus"
	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/subc"
)

func unhex(t testing.TB, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(strings.ReplaceAll(s, " ", ""))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func decode(frame []byte, o frames.Options) (string, *diag.Diagnostic) {
	r := frames.Reader{Options: o}
	var doc frames.Document
	fault, _ := diag.From(r.Read(subc.Frame, frame, &doc))
	return string(doc.Append(nil, frame, &frames.DocInfo{Type: subc.Frame.Name, Index: -1, Fault: fault})), fault
}

func encode(t testing.TB, text string) ([]byte, *diag.Diagnostic) {
	t.Helper()
	var doc jsondoc.Doc
	if f := doc.Read([]byte(text)); f != nil {
		t.Fatalf("%s: %v", text, f)
	}
	e := frames.Encoder{Types: frames.Set{subc.Frame}}
	frame, err := e.Encode(nil, (*canon.Doc)(&doc), 0)
	d, _ := diag.From(err)
	return frame, d
}

// The worked examples of spec/subc-frame.md 8, in both directions.
func TestExamples(t *testing.T) {
	defaultFlags := `"flags":{"binary":false,"priority":"passive","last":false,"admission":"normal","daemon_origin":false,"subscription":false}`
	tests := []struct{ hex, want string }{
		{"00000000 02 07 00 0000 00000000 0100000000000000",
			`"size":21,"len":0,"ver":2,"frame":"PING",` + defaultFlags + `,"channel":0,"epoch":0,"corr":1}`},
		{"2e000000 02 00 00 0000 00000000 0500000000000000 7b226f70223a2273636f70652e73796e63222c2267656e65726174696f6e223a312c2273636f706573223a5b5d7d",
			`"size":67,"len":46,"ver":2,"frame":"REQUEST",` + defaultFlags + `,"channel":0,"epoch":0,"corr":5,"body":{"op":"scope.sync","generation":1,"scopes":[]}}`},
		{"02000000 02 00 82 2a00 07000000 0807060504030201 7b7d",
			`"frame":"REQUEST","flags":{"binary":false,"priority":"interactive","last":false,"admission":"normal","daemon_origin":false,"subscription":true},"channel":42,"epoch":7,"corr":72623859790382856,"body":{}}`},
		{"02000000 02 02 24 2a00 07000000 0000000000000000 00ff",
			`"frame":"PUSH","flags":{"binary":false,"priority":"background","last":false,"admission":"sheddable","daemon_origin":false,"subscription":false},"channel":42,"epoch":7,"corr":0,"body_hex":"00ff","warnings":[{"code":"body-not-json"`},
		{"08000000 02 03 1d 0102 01000000 cdab896745230100 000102037f80feff",
			`"frame":"STREAM_DATA","flags":{"binary":true,"priority":"background","last":true,"admission":"expedite","daemon_origin":false,"subscription":false},"channel":513,"epoch":1,"corr":320255973501901,"body_hex":"000102037f80feff"}`},
		{"00000000 02 06 00 0700 01000000 6300000000000000", `"frame":"CANCEL",` + defaultFlags + `,"channel":7,"epoch":1,"corr":99}`},
		{"2a000000 02 05 40 2a00 07000000 4d00000000000000 7b22636f6465223a227374616c655f726f7574655f65706f6368222c226d657373616765223a2278227d",
			`"daemon_origin":true,"subscription":false},"channel":42,"epoch":7,"corr":77,"body":{"code":"stale_route_epoch","message":"x"}}`},
		{"00000000 02 0b 00 2a00 07000000 0000000000000000", `"frame":"GOODBYE"`},
		{"00000000 02 00 c2 0100 01000000 ffffffffffffffff", `"corr":18446744073709551615}`},
	}
	for _, tt := range tests {
		doc, fault := decode(unhex(t, tt.hex), frames.Options{})
		if fault != nil || !strings.Contains(doc, tt.want) {
			t.Errorf("%s: %s, %v", tt.hex, doc, fault)
			continue
		}
		if back, d := encode(t, doc); d != nil || string(back) != string(unhex(t, tt.hex)) {
			t.Errorf("%s encodes as %x, %v", doc, back, d)
		}
	}
}

// Malformed frames give the first failing check.
func TestRefused(t *testing.T) {
	tests := []struct {
		hex, code, path string
		offset          int
	}{
		{"", "too_short_for_prefix", "", 0},
		{"00000000", "too_short_for_prefix", "", 0},
		{"0000000001", "unsupported_version", "/ver", 4},
		{"0000000000", "unsupported_version", "/ver", 4},
		{"00000000ff ff", "unsupported_version", "/ver", 4},
		{"00000000 02 07 00 0000 00", "too_short_for_header", "", 10},
		{"00000000 02 0c 00 0100 01000000 0100000000000000", "unknown_frame_type", "/frame", 5},
		{"00000000 02 c8 36 0100 01000000 0100000000000000", "unknown_frame_type", "/frame", 5},
		{"00000000 02 00 36 0100 01000000 0100000000000000", "reserved_priority_bits", "/flags/priority", 6},
		{"00000000 02 00 06 0100 01000000 0100000000000000", "reserved_priority_bits", "/flags/priority", 6},
		{"00000000 02 02 30 0100 01000000 0100000000000000", "reserved_admission_class", "/flags/admission", 6},
		{"00000000 02 00 20 0100 01000000 0100000000000000", "sheddable_illegal_frame_type", "/flags/admission", 6},
		{"01000000 02 07 00 0000 00000000 0100000000000000", "pure_header_frame_with_body", "/len", 0},
		{"03000000 02 07 00 0000 09000000 0100000000000000", "pure_header_frame_with_body", "/len", 0},
		{"00000000 02 00 00 0000 01000000 0100000000000000", "nonzero_epoch_on_control_channel", "/epoch", 9},
		{"01000004 02 00 00 0100 01000000 0100000000000000", "body_too_large", "/len", 0},
		{"04000000 02 00 00 0100 01000000 0100000000000000 6162", "unexpected_eof", "", 23},
		{"00000000 02 00 00 0100 01000000 0100000000000000 61", "trailing", "", 21},
	}
	for _, tt := range tests {
		doc, fault := decode(unhex(t, tt.hex), frames.Options{})
		if fault == nil || fault.Code != tt.code || fault.Path != tt.path || fault.Offset != tt.offset {
			t.Errorf("%s: %+v, want %s at %d %s", tt.hex, fault, tt.code, tt.offset, tt.path)
		}
		if !json.Valid([]byte(doc)) || !strings.Contains(doc, `"partial":true`) {
			t.Errorf("%s: %s", tt.hex, doc)
		}
	}
}

// The length is shown as it is in the frame, whatever refuses the frame.
func TestRefusedLen(t *testing.T) {
	for _, text := range []string{
		"06000000",
		"0600000001",
		"06000000 02 07",
		"06000000 02 0c 00 0100 01000000 0100000000000000",
		"06000000 02 00 00 0100 01000000 0100000000000000 61",
	} {
		if doc, _ := decode(unhex(t, text), frames.Options{}); !strings.Contains(doc, `"len":6,`) {
			t.Errorf("%s: %s", text, doc)
		}
	}
	if doc, _ := decode(unhex(t, "060000"), frames.Options{}); strings.Contains(doc, `"len"`) {
		t.Errorf("no length: %s", doc)
	}
}

// A document that a peer would refuse is not encoded.
func TestWriteRefused(t *testing.T) {
	tests := []struct{ document, code, path string }{
		{`{"type":"subc.frame"}`, "missing", "/frame"},
		{`{"type":"subc.frame","frame":"request"}`, "range", "/frame"},
		{`{"type":"subc.frame","frame":"PING","ver":1}`, "unsupported_version", "/ver"},
		{`{"type":"subc.frame","frame":"PING","body":{}}`, "pure_header_frame_with_body", "/len"},
		{`{"type":"subc.frame","frame":"REQUEST","flags":{"admission":"sheddable"}}`, "sheddable_illegal_frame_type", "/flags/admission"},
		{`{"type":"subc.frame","frame":"REQUEST","epoch":1}`, "nonzero_epoch_on_control_channel", "/epoch"},
		{`{"type":"subc.frame","frame":"REQUEST","channel":65536}`, "range", "/channel"},
		{`{"type":"subc.frame","frame":"REQUEST","flags":{"x":true}}`, "unknown-field", "/flags/x"},
		{`{"type":"subc.frame","frame":"REQUEST","flags":{"last":1}}`, "type", "/flags/last"},
		{`{"type":"subc.frame","frame":"REQUEST","flags":{"binary":true},"body":{}}`, "type", "/body"},
		{`{"type":"subc.frame","frame":"REQUEST","body":{},"body_hex":"00"}`, "type", "/body_hex"},
		{`{"type":"subc.frame","frame":"REQUEST","body_hex":"0"}`, "type", "/body_hex"},
		{`{"type":"subc.frame","frame":"HELLO","body":{"launch_nonce":"«redacted, 3 bytes»"}}`, "type", "/body/launch_nonce"},
		{`{"type":"subc.frame","frame":"PING","payload":1}`, "unknown-field", "/payload"},
	}
	for _, tt := range tests {
		frame, d := encode(t, tt.document)
		if d == nil || d.Code != tt.code || d.Path != tt.path {
			t.Errorf("%s: %x, %+v", tt.document, frame, d)
		}
	}
	for _, body := range []string{`"body":{"launch_nonce":"«redacted, 3 bytes»"}`, `"body_hex":"«redacted, 3 bytes»"`} {
		if _, d := encode(t, `{"type":"subc.frame","frame":"HELLO",`+body+`}`); d == nil || !strings.Contains(d.Message, "the secret was redacted") {
			t.Errorf("%s: %+v", body, d)
		}
	}
}

// Bodies whose text JSON would change are lossy; bodies that are not JSON are bytes.
func TestBodies(t *testing.T) {
	request := func(body string) []byte {
		h := subc.Header{Len: uint32(len(body)), Channel: 1}
		return append(h.Append(nil), body...)
	}
	tests := []struct{ body, want string }{
		{`{"a":1.0,"a":2}`, `"body":{"a":1.0,"a":2}}`},
		{`1e999`, `"body":1e999}`},
		{` {}`, `"body":{},"lossy":[`},
		{`{"a":"\u0041"}`, `"body":{"a":"A"},"lossy":[`},
		{`{} {}`, `"body_hex":"7b7d207b7d","warnings":[{"code":"body-not-json"`},
		{"\"\xff\"", `"body_hex":"22ff22","warnings":[`},
		{strings.Repeat("[", 128) + strings.Repeat("]", 128), `"warnings":[{"code":"body-not-json","path":"/body_hex","offset":21,"length":256,"text":"BINARY is not set, but the body is not one JSON value: more than 127 nested`},
	}
	for _, tt := range tests {
		frame := request(tt.body)
		doc, fault := decode(frame, frames.Options{})
		if fault != nil || !strings.Contains(doc, tt.want) {
			t.Errorf("%q: %s, %v", tt.body, doc, fault)
			continue
		}
		if back, d := encode(t, doc); d != nil || string(back) != string(frame) {
			t.Errorf("%s encodes as %q, %v", doc, back, d)
		}
	}
}

// A launch nonce is redacted.
func TestLaunchNonce(t *testing.T) {
	body := `{"launch_nonce":"s3cret","manifest":{}}`
	h := subc.Header{Len: uint32(len(body)), Type: 9}
	frame := append(h.Append(nil), body...)
	doc, _ := decode(frame, frames.Options{Notes: true, Spans: true})
	if strings.Contains(doc, "s3cret") || strings.Contains(doc, `"hex"`) ||
		!strings.Contains(doc, `"body":{"launch_nonce":"«redacted, 6 bytes»","manifest":{}}`) || !strings.Contains(doc, `"lossy":[{"path":"/body/launch_nonce"`) {
		t.Error(doc)
	}
	doc, _ = decode(frame, frames.Options{ShowSecrets: true})
	if back, d := encode(t, doc); d != nil || string(back) != string(frame) {
		t.Errorf("%s encodes as %q, %v", doc, back, d)
	}
}

// The frames of other implementations, in both directions.
func TestWireVectors(t *testing.T) {
	var vectors struct {
		Frames []struct {
			Name  string
			Frame string `json:"expected_frame_hex"`
		} `json:"frame_vectors"`
	}
	if err := json.Unmarshal(corpus.Read(t, "subc/wire_vectors.json"), &vectors); err != nil {
		t.Fatal(err)
	}
	for _, v := range vectors.Frames {
		frame := unhex(t, v.Frame)
		doc, fault := decode(frame, frames.Options{})
		if fault != nil {
			t.Errorf("%s: %v", v.Name, fault)
			continue
		}
		if back, d := encode(t, doc); d != nil || string(back) != string(frame) {
			t.Errorf("%s: %s encodes as %x, %v", v.Name, doc, back, d)
		}
	}
}

// The nonce of a malformed HELLO is redacted.
func TestSecretOfBrokenHello(t *testing.T) {
	const secret = `s3cret`
	hello := func(body string) []byte {
		h := subc.Header{Type: 9, Len: uint32(len(body))}
		return append(h.Append(nil), body...)
	}
	good := hello(`{"launch_nonce":"s3cret"}`)
	binary := bytes.Clone(good)
	binary[6] = 1
	for name, frame := range map[string][]byte{
		"cut":           good[:len(good)-1],
		"trailing byte": append(bytes.Clone(good), 'x'),
		"another ver":   append(append(bytes.Clone(good[:4]), 3), good[5:]...),
		"binary":        binary,
		"not JSON":      hello(`{"launch_nonce":"s3cret",}`),
		"escaped name":  hello(`{"launch\u005fnonce":"s3cret",}`),
		"duplicate":     hello(`{"launch_nonce":"x","launch_nonce":"s3cret"}`),
	} {
		for _, shown := range []bool{false, true} {
			var sink frames.Document
			reader := frames.Reader{Options: frames.Options{Notes: true, ShowSecrets: shown}}
			fault, _ := diag.From(reader.Read(subc.Frame, frame, &sink))
			doc := string(sink.Append(nil, frame, &frames.DocInfo{Type: subc.Frame.Name, Index: -1, Fault: fault}))
			has := strings.Contains(doc, secret) || strings.Contains(doc, hex.EncodeToString([]byte(secret)))
			if has != shown {
				t.Errorf("%s, shown %v: %s", name, shown, doc)
			}
			if fault != nil && fault.Secret == shown {
				t.Errorf("%s, shown %v: the fault has %v", name, shown, fault.Secret)
			}
		}
	}
}

// notes records the paths of the notes, in order.
type notes struct {
	frames.Document
	paths []string
}

func (n *notes) Note(note *frames.Note) {
	n.paths = append(n.paths, string(note.Path))
	n.Document.Note(note)
}

// Notes come in byte order, the note of an object before the notes of its members.
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
