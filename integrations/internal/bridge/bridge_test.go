package bridge

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/divtool/divtool/cmd"
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/all"
	"github.com/divtool/divtool/pkg/frames/sample"
)

// message is a message without an engine.
type message struct {
	content []byte
	err     error
	meta    map[string]any
}

func newMessage(content []byte) *message { return &message{content: content, meta: map[string]any{}} }

func (m *message) AsBytes() ([]byte, error)          { return m.content, nil }
func (m *message) SetBytes(b []byte)                 { m.content = b }
func (m *message) GetError() error                   { return m.err }
func (m *message) SetError(err error)                { m.err = err }
func (m *message) MetaGetMut(key string) (any, bool) { v, ok := m.meta[key]; return v, ok }
func (m *message) MetaSetMut(key string, value any)  { m.meta[key] = value }
func (m *message) MetaDelete(key string)             { delete(m.meta, key) }

// settings are the values of a configuration; what it lacks has its default.
type settings struct {
	*Component
	set map[string]any
}

func (s settings) value(name string) any {
	if v, ok := s.set[name]; ok {
		return v
	}
	for _, f := range s.Fields {
		if f.Name == name {
			return f.Default
		}
	}
	return nil
}

func get[T any](s settings, path []string) (v T, err error) {
	v, ok := s.value(path[0]).(T)
	if !ok {
		return v, fmt.Errorf("%s: %T expected", path[0], v)
	}
	return v, nil
}

func (s settings) FieldString(path ...string) (string, error)       { return get[string](s, path) }
func (s settings) FieldBool(path ...string) (bool, error)           { return get[bool](s, path) }
func (s settings) FieldInt(path ...string) (int, error)             { return get[int](s, path) }
func (s settings) FieldStringList(path ...string) ([]string, error) { return get[[]string](s, path) }

// create returns a processor with the given settings.
func create[P any](t *testing.T, c *Component, create func(Values) (P, error), set map[string]any) P {
	t.Helper()
	p, err := tryCreate(c, create, set)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func tryCreate[P any](c *Component, create func(Values) (P, error), set map[string]any) (p P, err error) {
	v, err := c.Read(settings{c, set})
	if err != nil {
		return p, err
	}
	return create(v)
}

// run runs the command, and returns what it writes.
func run(in []byte, args ...string) (out, errs string) {
	var o, e bytes.Buffer
	cmd.Main(args, cmd.Streams{In: bytes.NewReader(in), Out: &o, Err: &e, Env: func(string) string { return "" }})
	return o.String(), e.String()
}

// testFrame is a frame, and what it is if that is given.
type testFrame struct {
	bytes       []byte
	ty, answers string
	sample      bool
}

// testFrames returns samples and malformed samples of all types, and the frames of the
// corpus where there is one.
func testFrames(t *testing.T) (list []testFrame) {
	for _, ty := range all.Types() {
		for _, m := range append([]*frames.Message{nil}, ty.Messages()...) {
			answers := ""
			if m != nil {
				if ty.IsResponse() {
					answers = m.Name
				}
				list = append(list, testFrame{bytes: sample.Of(ty, m, 3), ty: ty.Name, answers: answers, sample: true})
			}
			for _, bad := range sample.MalformedOf(ty, m, 1) {
				f := testFrame{bytes: bad.Frame, ty: ty.Name}
				if ty.IsResponse() {
					f.answers = bad.Name
				}
				if !ty.IsResponse() || f.answers != "" {
					list = append(list, f)
				}
			}
		}
	}
	return append(list, corpusFrames(t)...)
}

func corpusFrames(t *testing.T) (list []testFrame) {
	dir := cmp.Or(os.Getenv("DIVTOOL_CORPUS"), "../../../../shared/corpus")
	if _, err := os.Stat(dir); err != nil {
		if os.Getenv("DIVTOOL_CORPUS_REQUIRED") == "1" {
			t.Fatal(err)
		}
		t.Log("no corpus: only samples")
		return nil
	}
	err := filepath.WalkDir(dir, func(name string, _ os.DirEntry, err error) error {
		content, _ := os.ReadFile(name)
		switch filepath.Ext(name) {
		case ".bin":
			list = append(list, testFrame{bytes: content})
		case ".json":
			var v any
			if err := json.Unmarshal(content, &v); err != nil {
				return err
			}
			walkHex(v, func(b []byte) { list = append(list, testFrame{bytes: b}) })
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(list) < 500 {
		t.Errorf("only %d frames in the corpus", len(list))
	}
	return list
}

// walkHex calls use for each text of hex in a value.
func walkHex(v any, use func([]byte)) {
	switch v := v.(type) {
	case map[string]any:
		for _, e := range v {
			walkHex(e, use)
		}
	case []any:
		for _, e := range v {
			walkHex(e, use)
		}
	case string:
		if b, err := hex.DecodeString(v); err == nil && len(b) > 0 {
			use(b)
		}
	}
}

// commandError is what --errors json prints.
type commandError struct {
	Code, Path, Upstream string
	Offset               *int64
	Index                int
}

// Each frame gives the document and the fault that the command gives. Where the type is
// not given, each is a stream of its own: in a stream the first frame has an effect on the
// others.
func TestDecodeIsTheCommand(t *testing.T) {
	streams := map[[2]string][][]byte{}
	detect := create(t, Decode(), NewDecoder, nil)
	compared, faults, detected := 0, 0, map[string]bool{}
	for i, f := range testFrames(t) {
		if f.ty != "" {
			key := [2]string{f.ty, f.answers}
			streams[key] = append(streams[key], f.bytes)
		}
		if f.ty == "" && i%4 == 0 || i%16 == 0 || f.sample {
			if !detected[string(f.bytes)] {
				detected[string(f.bytes)] = true
				faults += checkStream(t, detect, [][]byte{f.bytes})
			}
		}
	}
	for key, list := range streams {
		args := []string{"-t", key[0]}
		if key[1] != "" {
			args = append(args, "--answers", key[1])
		}
		p := create(t, Decode(), NewDecoder, map[string]any{"type": key[0], "answers": key[1]})
		faults += checkStream(t, p, list, args...)
		compared += len(list)
	}
	if len(detected) < 100 || compared < 2000 || faults < 1000 {
		t.Errorf("only %d and %d frames with %d faults", len(detected), compared, faults)
	}
}

// checkStream compares what a processor and the command make of a stream. It returns the
// number of faults.
func checkStream(t *testing.T, p *Processor, list [][]byte, args ...string) (faults int) {
	t.Helper()
	var stream []byte
	for _, frame := range list {
		stream = append(binary.BigEndian.AppendUint32(stream, uint32(len(frame))), frame...)
	}
	args = append([]string{"decode", "-c", "--errors", "json", "--framing", "len32be"}, args...)
	out, errs := run(stream, args...)
	documents := strings.SplitAfter(out, "\n")
	wanted := map[int]commandError{}
	for line := range strings.Lines(errs) {
		var e commandError
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		wanted[e.Index] = e
	}
	batch := scanned(t, stream)
	Batch(p, batch)
	if len(batch) != len(list) || len(documents) != len(list)+1 {
		t.Fatalf("%v: %d messages, %d documents, want %d", args, len(batch), len(documents)-1, len(list))
	}
	for i, m := range batch {
		if got := string(m.content) + "\n"; got != documents[i] {
			t.Errorf("%x: %v\n%s\nwant\n%s", list[i], args, got, documents[i])
		}
		checkFault(t, m, wanted[i], fmt.Sprintf("%x %v", list[i], args))
	}
	return len(wanted)
}

// The family that is tried first gives the documents that the command gives for the frames
// of a stream after the first.
func TestFamily(t *testing.T) {
	p := create(t, Decode(), NewDecoder, map[string]any{"family": "laser"})
	ambiguous := 0
	for _, ty := range all.Types() {
		for _, m := range ty.Messages() {
			if !ty.Guessed {
				continue
			}
			frame := sample.Of(ty, m, 1)
			first := all.Types().ByName("laser.forwarded-command")
			stream := prefixed(prefixed(nil, sample.Of(first, first.Messages()[0], 1)), frame)
			out, _ := run(stream, "decode", "-c", "--framing", "len32be")
			batch := scanned(t, stream)
			Batch(p, batch)
			_, want, _ := strings.Cut(out, "\n")
			if got := string(batch[1].content) + "\n"; got != want {
				t.Errorf("%s, want %s", got, want)
			}
			alone := newMessage(frame)
			Batch(create(t, Decode(), NewDecoder, nil), []*message{alone})
			if strings.Contains(string(alone.content), `"alternatives":`) {
				ambiguous++
			}
		}
	}
	if ambiguous == 0 {
		t.Error("no frame has alternatives")
	}
}

func prefixed(dst, frame []byte) []byte {
	return append(binary.BigEndian.AppendUint32(dst, uint32(len(frame))), frame...)
}

// scanned returns the messages that the scanner gives for an input.
func scanned(t *testing.T, input []byte) (messages []*message) {
	t.Helper()
	s := create(t, Scan(), NewScanners, map[string]any{"framing": "len32be"}).Scanner(bytes.NewReader(input))
	for {
		batch, err := NextBatch(s, newMessage)
		if errors.Is(err, io.EOF) {
			return messages
		}
		if err != nil {
			t.Fatal(err)
		}
		messages = append(messages, batch...)
	}
}

func checkFault(t *testing.T, m *message, want commandError, label string) {
	t.Helper()
	if (m.err != nil) != (want.Code != "") {
		t.Errorf("%s: error %v, want %q", label, m.err, want.Code)
		return
	}
	if m.err == nil {
		if _, has := m.meta[MetaCode]; has {
			t.Errorf("%s: a code without an error: %v", label, m.meta)
		}
		return
	}
	text := func(key string) string { s, _ := m.meta[key].(string); return s }
	if text(MetaCode) != want.Code || text(MetaPath) != want.Path || text(MetaUpstream) != want.Upstream {
		t.Errorf("%s: %v, want %+v", label, m.meta, want)
	}
	switch offset, has := m.meta[MetaOffset]; {
	case has != (want.Offset != nil):
		t.Errorf("%s: offset %v, want %v", label, offset, want.Offset)
	case has && offset != *want.Offset:
		t.Errorf("%s: offset %v, want %d", label, offset, *want.Offset)
	}
}

// A single frame gives what the command gives without a stream, in every form.
func TestDecodeForms(t *testing.T) {
	const request = "0b00026d310003612f62000000000000100000000200"
	frame, _ := hex.DecodeString(request)
	for _, tt := range []struct {
		form, text string
		args       []string
	}{
		{"raw", string(frame), []string{"--in", "bin"}},
		{"hex", "0b 00 02 6d 31 0003612f62000000000000100000000200\n", []string{"--in", "hex"}},
		{"auto", request, nil},
		{"auto", string(frame), nil},
		{"auto", request[:30], nil},
		{"hex", "0b0", []string{"--in", "hex"}},
		{"hex", " \n", []string{"--in", "hex"}},
		{"auto", "# a comment\n0b00026d310003612f\n620000000000", nil},
		{"base64", "CwACbTEAA2EvYgAAAAAAABAAAAACAA==", []string{"--in", "base64"}},
		{"auto", "[4,0,0,0,7]", nil},
	} {
		args := append([]string{"decode", "-c", "--errors", "json", "-t", "diverge.agents.request"}, tt.args...)
		out, errs := run([]byte(tt.text), args...)
		m := newMessage([]byte(tt.text))
		Batch(create(t, Decode(), NewDecoder, map[string]any{"form": tt.form, "type": "diverge.agents.request"}), []*message{m})
		var want commandError
		if errs != "" {
			if err := json.Unmarshal([]byte(errs), &want); err != nil {
				t.Fatal(err)
			}
		}
		checkFault(t, m, want, tt.form+" "+tt.text)
		if out != "" && string(m.content)+"\n" != out {
			t.Errorf("%s %q: %s, want %s", tt.form, tt.text, m.content, out)
		}
	}
}

// A message that was read again from a topic of faults has no fault of then.
func TestFaultIsCleared(t *testing.T) {
	p := create(t, Decode(), NewDecoder, nil)
	m := newMessage([]byte{4, 0, 0, 0, 7})
	for key, value := range map[string]any{MetaCode: "truncated", MetaOffset: "3", MetaPath: "/payload", MetaUpstream: "X", "topic": "t"} {
		m.meta[key] = value
	}
	Batch(p, []*message{m})
	if m.err != nil || len(m.meta) != 1 || m.meta["topic"] != "t" {
		t.Errorf("%v, %v", m.err, m.meta)
	}
}

// With on_fault: document, a fault is no error, but has its metadata.
func TestFaultAsDocument(t *testing.T) {
	p := create(t, Decode(), NewDecoder, map[string]any{"on_fault": "document", "type": "diverge.agents.request"})
	m := newMessage([]byte("\x0b\x00\x02m1\x00\x03a/b\x00\x00\x00\x00\x00\x00\x10"))
	cut := scanned(t, []byte{0, 0, 0, 5, 4, 0})[0]
	Batch(p, []*message{m, cut})
	if m.err != nil || m.meta[MetaCode] != "truncated" || m.meta[MetaOffset] != int64(10) || m.meta[MetaPath] != "/payload/offset" || m.meta[MetaUpstream] != "Fuse(Truncated)" {
		t.Errorf("%v, %v", m.err, m.meta)
	}
	if !strings.Contains(string(m.content), `"payload":{"id":"m1","path":"a/b"}`) {
		t.Errorf("%s", m.content)
	}
	if cut.err != nil || cut.meta[MetaCode] != "truncated" || !strings.Contains(string(cut.content), `"partial":true`) {
		t.Errorf("%v, %v, %s", cut.err, cut.meta, cut.content)
	}
}

// The error of a message has its place, as the command writes it.
func TestFaultText(t *testing.T) {
	p := create(t, Decode(), NewDecoder, map[string]any{"type": "diverge.agents.request"})
	m := scanned(t, []byte("\x00\x00\x00\x03\x04\x00\x00"))[0]
	Batch(p, []*message{m})
	if m.err == nil || m.err.Error() != "5 (0x05): write: write_id: expected 4 bytes, got 2 [Write(Length(2))]" {
		t.Error(m.err)
	}
}

// The scanner and the decoder give the documents of the command for a whole stream, its
// faults included, for any size of a batch.
func TestScanIsTheCommand(t *testing.T) {
	ty := all.Types().ByName("laser.forwarded-command")
	frame := sample.Of(ty, ty.Messages()[0], 1)
	for name, order := range map[string]binary.AppendByteOrder{"len32le": binary.LittleEndian, "len32be": binary.BigEndian} {
		var stream []byte
		for range 10 {
			stream = append(order.AppendUint32(stream, uint32(len(frame))), frame...)
			stream = append(order.AppendUint32(stream, uint32(len(frame)-7)), frame[7:]...)
		}
		for _, input := range [][]byte{stream, stream[:len(stream)-9], stream[:len(stream)-len(frame)+6], order.AppendUint32(stream, 200000000), nil} {
			want, _ := run(input, "decode", "-c", "--framing", name, "-t", ty.Name)
			for _, size := range []int{1, 3, 1000} {
				got := scanAll(t, input, map[string]any{"framing": name, "batch": size}, map[string]any{"type": ty.Name})
				if got != want {
					t.Errorf("%s, batches of %d:\n%s\nwant\n%s", name, size, got, want)
				}
			}
		}
	}
}

func TestScanSubc(t *testing.T) {
	input, err := os.ReadFile("../../../examples/session.subc")
	if err != nil {
		t.Fatal(err)
	}
	want, _ := run(input, "decode", "-c", "--framing", "subc")
	got := scanAll(t, input, map[string]any{"framing": "subc"}, map[string]any{"type": "subc.frame"})
	if got != want || strings.Count(got, "\n") < 2 {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

func scanAll(t *testing.T, input []byte, scan, decode map[string]any) string {
	t.Helper()
	s := create(t, Scan(), NewScanners, scan).Scanner(bytes.NewReader(input))
	p := create(t, Decode(), NewDecoder, decode)
	var out strings.Builder
	for {
		batch, err := NextBatch(s, newMessage)
		if errors.Is(err, io.EOF) {
			return out.String()
		}
		if err != nil {
			t.Fatal(err)
		}
		Batch(p, batch)
		for _, m := range batch {
			fmt.Fprintf(&out, "%s\n", m.content)
		}
	}
}

// What is decoded is encoded to the same bytes.
func TestEncode(t *testing.T) {
	decode := create(t, Decode(), NewDecoder, nil)
	encode := create(t, Encode(), NewEncoder, nil)
	inHex := create(t, Encode(), NewEncoder, map[string]any{"out": "hex"})
	inBase64 := create(t, Encode(), NewEncoder, map[string]any{"out": "base64"})
	for _, ty := range all.Types() {
		for _, msg := range ty.Messages() {
			if !ty.Guessed {
				continue
			}
			frame := sample.Of(ty, msg, 5)
			m := newMessage(frame)
			Batch(decode, []*message{m})
			document := m.content
			want, errs := run(document, "encode", "--errors", "json", "--out", "bin")
			Batch(encode, []*message{m})
			if (m.err == nil) != (want != "") || m.err == nil && string(m.content) != want {
				t.Errorf("%s: %v\n%x\nwant %s\n%x", document, m.err, m.content, errs, want)
			}
			if m.err != nil {
				continue
			}
			m = newMessage(document)
			Batch(inHex, []*message{m})
			if string(m.content) != hex.EncodeToString([]byte(want)) {
				t.Errorf("hex: %s", m.content)
			}
			m = newMessage(document)
			Batch(inBase64, []*message{m})
			back := create(t, Decode(), NewDecoder, map[string]any{"form": "base64"})
			if Batch(back, []*message{m}); string(m.content) != string(document) {
				t.Errorf("base64: %s", m.content)
			}
		}
	}
}

func TestEncodeFaults(t *testing.T) {
	for _, tt := range []struct {
		set                  map[string]any
		text, code, warnings string
		frame                string
	}{
		{nil, `{"type":"diverge.agents.request","name":"write","payload":{"write_id":7}}`, "", "", "0400000007"},
		{nil, `{"type":"diverge.agents.request","name":"write","payload":{"write_id":-7}}`, "range", "", ""},
		{nil, `{"type":`, "json", "", ""},
		{nil, `{"write_id":7}`, "no-type", "", ""},
		{map[string]any{"type": "diverge.agents.request", "name": "write"}, `{"write_id":7}`, "", "", "0400000007"},
		{map[string]any{"type": "laser.kv-set"}, `{"type":"diverge.agents.request","name":"write","payload":{"write_id":7}}`, "type", "", ""},
		{nil, `{"type":"diverge.agents.request","name":"mcp_call_tool","payload":{"name":"a","zz":1}}`, "", "unknown-member", "x"},
		{map[string]any{"strict": true}, `{"type":"diverge.agents.request","name":"mcp_call_tool","payload":{"name":"a","zz":1}}`, "unknown-member", "unknown-member", ""},
	} {
		m := newMessage([]byte(tt.text))
		Batch(create(t, Encode(), NewEncoder, tt.set), []*message{m})
		code, _ := m.meta[MetaCode].(string)
		warnings, _ := m.meta[MetaWarnings].(string)
		if code != tt.code || (m.err != nil) != (tt.code != "") || !strings.Contains(warnings, tt.warnings) || (warnings == "") != (tt.warnings == "") {
			t.Errorf("%s: %v %v", tt.text, m.err, m.meta)
		}
		if tt.code != "" && string(m.content) != tt.text {
			t.Errorf("%s: the content is %q", tt.text, m.content)
		}
		if tt.code == "" && tt.frame != "x" && hex.EncodeToString(m.content) != tt.frame {
			t.Errorf("%s: %x", tt.text, m.content)
		}
	}
}

const goodTemplate = `{"image":{"digest":"sha256:0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0"},
	"memory":268435456,"disk":1073741824,"arguments":{},"mode":"transient"}`

func TestLint(t *testing.T) {
	bad := strings.Replace(goodTemplate, `{}`, `{},"secrets":["api",""]`, 1)
	warned := strings.Replace(goodTemplate, `"sha256:0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0"`, `"nginx"`, 1)
	for _, tt := range []struct {
		set                  map[string]any
		text, code, findings string
	}{
		{nil, goodTemplate, "", `[]`},
		{nil, bad, "template/secret-empty", `"code":"template/secret-empty"`},
		{map[string]any{"fail_on": "never"}, bad, "", `"code":"template/secret-empty"`},
		{map[string]any{"disable": []string{"template/secret-empty"}}, bad, "", `[]`},
		{map[string]any{"max_findings": 0}, bad, "template/secret-empty", `[]`},
		{nil, warned, "", `"severity":"warning"`},
		{map[string]any{"fail_on": "warning"}, warned, "template/digest-form", `"line":1,"column":20`},
		{map[string]any{"kind": "grants"}, goodTemplate, "shape/variant", `shape/unknown`},
		{nil, `{"a":1}`, "no-type", `[]`},
		{nil, `{"a":`, "shape/syntax", `shape/syntax`},
	} {
		m := newMessage([]byte(tt.text))
		Batch(create(t, Lint(), NewLinter, tt.set), []*message{m})
		code, _ := m.meta[MetaCode].(string)
		findings, _ := m.meta[MetaFindings].(string)
		if code != tt.code || (m.err != nil) != (tt.code != "") || !strings.Contains(findings, tt.findings) || !json.Valid([]byte(findings)) {
			t.Errorf("%v %s: %v %v", tt.set, tt.text, m.err, m.meta)
		}
		if string(m.content) != tt.text {
			t.Errorf("the content is %q", m.content)
		}
	}
}

func TestTemplateID(t *testing.T) {
	want, _ := run([]byte(goodTemplate), "template-id")
	for _, v := range []any{goodTemplate, []byte(goodTemplate)} {
		if id, err := TemplateID(v); err != nil || id != strings.TrimSpace(want) {
			t.Errorf("%v, %v, want %s", id, err, want)
		}
	}
	for _, v := range []any{`{"image":1}`, `{`, map[string]any{"image": 1.0}, nil, 7.0} {
		if id, err := TemplateID(v); err == nil || id != nil {
			t.Errorf("%v: %v, %v", v, id, err)
		}
	}
}

// An invalid configuration is refused, and the error names the field.
func TestConfigurations(t *testing.T) {
	for _, tt := range []struct {
		component *Component
		set       map[string]any
		want      string
	}{
		{Decode(), map[string]any{"form": "hx"}, `form: unknown value "hx"; did you mean "hex"?`},
		{Decode(), map[string]any{"type": "laser.kvset"}, `type: unknown value "laser.kvset"; did you mean "laser.kv-set"?`},
		{Decode(), map[string]any{"type": "diverge.agents.response"}, "type diverge.agents.response requires answers"},
		{Decode(), map[string]any{"spans": true, "annotations": false}, "spans cannot be combined"},
		{Decode(), map[string]any{"max_frame": -1}, "max_frame: expected an integer of 0 or more, got -1"},
		{Encode(), map[string]any{"name": "write"}, "name requires type"},
		{Encode(), map[string]any{"name": "writ", "type": "diverge.agents.request"}, `has no message "writ"; did you mean "write"?`},
		{Scan(), map[string]any{"framing": "len32"}, "framing: unknown value"},
		{Scan(), map[string]any{"framing": "len32be", "batch": 0}, "batch: expected"},
		{Scan(), map[string]any{"framing": "len32be", "skip_handshake": "client"}, "skip_handshake requires"},
		{Lint(), map[string]any{"disable": []string{"x/y"}}, `"x/y" is not a rule`},
		{Lint(), map[string]any{"context": "absent.json"}, "absent.json"},
	} {
		var err error
		switch tt.component.Name {
		case "divtool_decode":
			_, err = tryCreate(tt.component, NewDecoder, tt.set)
		case "divtool_encode":
			_, err = tryCreate(tt.component, NewEncoder, tt.set)
		case "divtool_lint":
			_, err = tryCreate(tt.component, NewLinter, tt.set)
		default:
			_, err = tryCreate(tt.component, NewScanners, tt.set)
		}
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s %v: %v, want %s", tt.component.Name, tt.set, err, tt.want)
		}
	}
}

// A processor serves any number of goroutines.
func TestGoroutines(t *testing.T) {
	p := create(t, Decode(), NewDecoder, nil)
	var group sync.WaitGroup
	for g := range 8 {
		group.Go(func() {
			for range 50 {
				m := newMessage([]byte{4, 0, 0, 0, byte(g)})
				Batch(p, []*message{m})
				if want := fmt.Sprintf(`"payload":{"write_id":%d}`, g); !strings.Contains(string(m.content), want) {
					t.Errorf("%s lacks %s", m.content, want)
				}
			}
		})
	}
	group.Wait()
}

// The two engines have the same API, and the packages for them are the same but for their
// comments and imports.
func TestPackagesAreEqual(t *testing.T) {
	code := func(name, engine string) string {
		content, err := os.ReadFile("../../" + name + "/plugin.go")
		if err != nil {
			t.Fatal(err)
		}
		_, code, found := strings.Cut(string(content), "package "+name+"\n")
		if !found || strings.Count(code, engine) != 2 {
			t.Fatalf("%s does not import two packages of %s", name, engine)
		}
		return strings.ReplaceAll(code, engine, "ENGINE")
	}
	bento, benthos := code("bento", "github.com/warpstreamlabs/bento/"), code("benthos", "github.com/redpanda-data/benthos/v4/")
	if strings.Contains(benthos, "bento") || bento != benthos {
		t.Error("bento/plugin.go and benthos/plugin.go differ")
	}
}
