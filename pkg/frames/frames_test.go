package frames_test

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/all"
	"github.com/divtool/divtool/pkg/frames/diverge"
)

func unhex(t testing.TB, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(strings.ReplaceAll(s, " ", ""))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// decode returns the document of a frame, in compact form.
func decode(ty *frames.Type, frame []byte, options frames.Options) (string, *diag.Diagnostic) {
	r := frames.Reader{Options: options}
	var doc frames.Document
	fault, _ := diag.From(r.Read(ty, frame, &doc))
	return string(doc.Append(nil, frame, &frames.DocInfo{Type: ty.Name, Index: -1, Fault: fault})), fault
}

// encode returns the frame of a document.
func encode(t testing.TB, text string) ([]byte, *diag.Diagnostic) {
	t.Helper()
	var doc jsondoc.Doc
	if f := doc.Read([]byte(text)); f != nil {
		t.Fatalf("%s: %v", text, f)
	}
	e := frames.Encoder{Types: all.Types()}
	frame, err := e.Encode(nil, (*canon.Doc)(&doc), 0)
	d, _ := diag.From(err)
	return frame, d
}

// Every declared message has an example, which decodes and encodes again.
func TestExamples(t *testing.T) {
	for _, ty := range all.Types() {
		for _, m := range ty.Messages() {
			frame := unhex(t, m.Example)
			for _, o := range []frames.Options{{}, {Notes: true}, {Spans: true}} {
				o.Request = m.Name
				doc, fault := decode(ty, frame, o)
				if fault != nil {
					t.Fatalf("%s %s: %v", ty.Name, m.Name, fault)
				}
				if m.Name != "" && !strings.Contains(doc, `":"`+m.Name+`"`) {
					t.Errorf("%s reads as %s", m.Name, doc)
				}
				back, fault := encode(t, doc)
				if fault != nil || string(back) != string(frame) {
					t.Errorf("%s: %s encodes as %x, %v", m.Name, doc, back, fault)
				}
			}
		}
	}
}

func TestAgentsRequestDocuments(t *testing.T) {
	tests := []struct{ hex, want string }{
		{"00 7b22646967657374223a227368613235363a6162227d", `"tag":0,"name":"oci_manifest","size":23,"payload":{"digest":"sha256:ab"}`},
		{"01 7b22646967657374223a227368613235363a6364227d", `"tag":1,"name":"oci_blob","size":23,"payload":{"digest":"sha256:cd"}`},
		{"02 7b22646967657374223a227368613235363a6162227d", `"tag":2,"name":"oci_has","size":23,"payload":{"digest":"sha256:ab"}`},
		{"03 7b226964223a2272756e2d31222c2273656372657473223a7b226170695f6b6579223a226669786564222c22746f6b656e223a22726f746174696e67227d7d",
			`"tag":3,"name":"registration","size":64,"payload":{"id":"run-1","secrets":{"api_key":"fixed","token":"rotating"}}`},
		{"04 00000007", `"tag":4,"name":"write","size":5,"payload":{"write_id":7}`},
		{"05 0000002a", `"tag":5,"name":"postgres","size":5,"payload":{"connection_id":42}`},
		{"06 6e756c6c", `"tag":6,"name":"mcp_list_tools","size":5,"payload":null`},
		{"07 7b22637572736f72223a227032227d", `"tag":7,"name":"mcp_list_resources","size":16,"payload":{"cursor":"p2"}`},
		{"08 7b226e616d65223a226563686f222c22617267756d656e7473223a7b2274657874223a226869227d7d", `"tag":8,"name":"mcp_call_tool","size":42,"payload":{"name":"echo","arguments":{"text":"hi"}}`},
		{"09 7b22757269223a2266696c653a2f2f2f61227d", `"tag":9,"name":"mcp_read_resource","size":20,"payload":{"uri":"file:///a"}`},
		{"0a", `"tag":10,"name":"mcp_notifications","size":1`},
		{"0b 0002 6d31 0003 612f62 0000000000001000 00000200", `"tag":11,"name":"fuse_read","size":22,"payload":{"id":"m1","path":"a/b","offset":4096,"length":512}`},
		{"0c 0002 6d31 0003 612f62 0000000000000005 6869", `"tag":12,"name":"fuse_write","size":20,"payload":{"id":"m1","path":"a/b","offset":5,"bytes":"6869"}`},
		{"0d 0002 6d31", `"tag":13,"name":"fuse_list","size":5,"payload":{"id":"m1","path":""}`},
		{"0e 0002 6d31 6f6c64", `"tag":14,"name":"fuse_remove","size":8,"payload":{"id":"m1","path":"old"}`},
		{"0f 0002 6d31 0003 746d70 612f62", `"tag":15,"name":"fuse_rename","size":13,"payload":{"id":"m1","from":"tmp","to":"a/b"}`},
		{"10 0002 6d31 646972", `"tag":16,"name":"fuse_mkdir","size":8,"payload":{"id":"m1","path":"dir"}`},
		{"11 0002 6d31 612f62", `"tag":17,"name":"fuse_stat","size":8,"payload":{"id":"m1","path":"a/b"}`},
		{"12 0002 6d31 0000000000000400 612f62", `"tag":18,"name":"fuse_truncate","size":16,"payload":{"id":"m1","size":1024,"path":"a/b"}`},
		{"13 0002 6d31 11 000001a4 00000000 00000000 000000000000000000000000 000000006553f1001dcd6500 612f62",
			`"tag":19,"name":"fuse_setattr","size":45,"payload":{"id":"m1","attrs":{"mode":420,"mtime":{"secs":1700000000,"nanos":500000000}},"path":"a/b"}`},
		{"13 0002 6d31 1f 000001ed 00000001 00000002 000000000000000300000004 ffffffffffffffff00000006 ",
			`"tag":19,"name":"fuse_setattr","size":42,"payload":{"id":"m1","attrs":{"mode":493,"uid":1,"gid":2,"atime":{"secs":3,"nanos":4},"mtime":{"secs":18446744073709551615,"nanos":6}},"path":""}`},
		{"0d 0000", `"tag":13,"name":"fuse_list","size":3,"payload":{"id":"","path":""}`},
	}
	for _, tt := range tests {
		frame := unhex(t, tt.hex)
		want := `{"type":"diverge.agents.request",` + tt.want + `}`
		got, fault := decode(diverge.AgentsRequest, frame, frames.Options{})
		if fault != nil || got != want {
			t.Errorf("%s\ngot  %s %v\nwant %s", tt.hex, got, fault, want)
		}
		if back, fault := encode(t, want); fault != nil || string(back) != string(frame) {
			t.Errorf("%s encodes as %x, %v", want, back, fault)
		}
	}
}

// The malformed payloads of spec/diverge-frames.md 4, and similar ones.
func TestAgentsRequestFaults(t *testing.T) {
	zeros := strings.Repeat("00", 37)
	tests := []struct {
		hex, code, upstream string
		offset              int
		path                string
		payload             string // as far as read
	}{
		{"", "empty", "Empty", 0, "/tag", ""},
		{"14", "unknown-tag", "UnknownTag(20)", 0, "/tag", ""},
		{"ff", "unknown-tag", "UnknownTag(255)", 0, "/tag", ""},
		{"00", "json", "Oci", 1, "/payload", ""},
		{"00 7b7d", "json", "Oci", 1, "/payload", ""},
		{"00 7b22646967657374223a2261227d78", "json", "Oci", 15, "/payload", `{"digest":"a"}`},
		{"00 6e756c6c", "json", "Oci", 1, "/payload", ""},
		{"02 7b22646967657374223a317d", "json", "Oci", 11, "/payload/digest", ""},
		{"03 7b226964223a2272222c2273656372657473223a6e756c6c7d", "json", "Registration", 21, "/payload/secrets", `{"id":"r"}`},
		{"03 7b226964223a2272222c22736563", "json", "Registration", 15, "/payload", `{"id":"r"}`},
		{"04", "length", "Write(Length(0))", 1, "/payload", ""},
		{"04 000007", "length", "Write(Length(3))", 1, "/payload", ""},
		{"05 0000002a00", "length", "Postgres(Length(5))", 1, "/payload", ""},
		{"06", "json", "McpParams", 1, "/payload", ""},
		{"08 7b7d", "json", "McpParams", 1, "/payload", ""},
		{"08 7b226e616d65223a2278222c22617267756d656e7473223a5b5d7d", "json", "McpParams", 25, "/payload/arguments", `{"name":"x"}`},
		{"0b", "truncated", "Fuse(Truncated)", 1, "/payload/id", ""},
		{"0b 0002 6d", "truncated", "Fuse(Truncated)", 3, "/payload/id", ""},
		{"0b 0002 6d31 0003 612f", "truncated", "Fuse(Truncated)", 7, "/payload/path", `{"id":"m1"}`},
		{"0b 0002 6d31 0003 612f62 0000000000001000 000002", "truncated", "Fuse(Truncated)", 18, "/payload/length", `{"id":"m1","path":"a/b","offset":4096}`},
		{"0d 0001 ff", "utf8", "Fuse(IdUtf8)", 3, "/payload/id", ""},
		{"0d 0001 6d ff", "utf8", "Fuse(PathUtf8)", 4, "/payload/path", `{"id":"m"}`},
		{"0d 0001 ff ff", "utf8", "Fuse(IdUtf8)", 3, "/payload/id", ""},
		{"0f 0002 6d31", "truncated", "Fuse(Truncated)", 5, "/payload/from", `{"id":"m1"}`},
		{"0f 0002 6d31 0001 ff 61", "utf8", "Fuse(PathUtf8)", 7, "/payload/from", `{"id":"m1"}`},
		{"0f 0001 ff 0001", "truncated", "Fuse(Truncated)", 6, "/payload/from", "{\"id\":\"\ufffd\"}"},
		{"12 0002 6d31 000000000000", "truncated", "Fuse(Truncated)", 5, "/payload/size", `{"id":"m1"}`},
		{"13 0002 6d31" + zeros[2:], "truncated", "Fuse(Truncated)", 5, "/payload/attrs", `{"id":"m1"}`},
		{"13 0002 6d31" + zeros + "ff", "utf8", "Fuse(PathUtf8)", 42, "/payload/path", `{"id":"m1","attrs":{}}`},
	}
	for _, tt := range tests {
		frame := unhex(t, tt.hex)
		doc, fault := decode(diverge.AgentsRequest, frame, frames.Options{})
		if fault == nil {
			t.Errorf("%s is read as %s", tt.hex, doc)
			continue
		}
		if fault.Code != tt.code || fault.Upstream != tt.upstream || fault.Offset != tt.offset || fault.Path != tt.path {
			t.Errorf("%s: %s [%s] at %d %s (%s), want %s [%s] at %d %s", tt.hex,
				fault.Code, fault.Upstream, fault.Offset, fault.Path, fault.Message, tt.code, tt.upstream, tt.offset, tt.path)
		}
		payload := `,"payload":` + tt.payload + `,"error":{`
		if tt.payload == "" {
			payload = `"partial":true,"error":{`
		}
		if !strings.Contains(doc, payload) || !strings.Contains(doc, `"hex":"`+hex.EncodeToString(frame)+`"`) {
			t.Errorf("%s: the document is %s, want %s in it", tt.hex, doc, payload)
		}
		if _, d := encode(t, doc); d == nil {
			t.Errorf("a partial document is encoded: %s", doc)
		}
	}
}

// What the reference accepts and drops gives a warning, and is not lost.
func TestWarnings(t *testing.T) {
	j := func(tag, text string) string { return tag + hex.EncodeToString([]byte(text)) }
	tests := []struct {
		name, hex string
		warnings  []string // code path offset length
		lossy     bool
		payload   string
	}{
		{"notifications", "0a6869", []string{`"trailing-ignored","path":"","offset":1,"length":2`, `"other-version","path":"","offset":0,"length":3`}, true, ""},
		{"read", "0b00026d310003612f62000000000000100000000200ffff", []string{`"trailing-ignored","path":"/payload","offset":22,"length":2`}, true, `{"id":"m1","path":"a/b","offset":4096,"length":512}`},
		{"setattr", "130000e0" + strings.Repeat("11", 36) + "61", []string{
			`"set-bits","path":"/payload/attrs","offset":3,"length":1`,
			`"unset-not-zero","path":"/payload/attrs/mode","offset":4,"length":4`,
			`"unset-not-zero","path":"/payload/attrs/uid","offset":8,"length":4`,
			`"unset-not-zero","path":"/payload/attrs/gid","offset":12,"length":4`,
			`"unset-not-zero","path":"/payload/attrs/atime","offset":16,"length":12`,
			`"unset-not-zero","path":"/payload/attrs/mtime","offset":28,"length":12`,
		}, true, `{"id":"","attrs":{},"path":"a"}`},
		{"array form", j("00", `["sha256:ab"]`), []string{`"array-form","path":"/payload","offset":1,"length":13`}, false, `["sha256:ab"]`},
		{"unknown", j("00", `{"x":1,"digest":"a"}`), []string{`"unknown-member","path":"/payload/x","offset":2,"length":5`}, false, `{"x":1,"digest":"a"}`},
		{"null", j("08", `{"name":"a","arguments":null}`), []string{`"explicit-null","path":"/payload/arguments","offset":25,"length":4`}, false, `{"name":"a","arguments":null}`},
		{"empty", j("03", `{"id":"r","dependencies":[],"secrets":{}}`), []string{
			`"explicit-default","path":"/payload/dependencies","offset":26,"length":2`,
			`"explicit-default","path":"/payload/secrets","offset":39,"length":2`,
		}, false, `{"id":"r","dependencies":[],"secrets":{}}`},
		{"order", j("08", `{"arguments":{},"name":"a"}`), []string{`"member-order","path":"/payload/name","offset":17,"length":10`}, false, `{"arguments":{},"name":"a"}`},
		{"repeated", j("03", `{"id":"r","secrets":{"A":"fixed","B":"fixed","A":"rotating"}}`), []string{`"duplicate-member","path":"/payload/secrets/A","offset":46,"length":14`}, false, `{"id":"r","secrets":{"A":"fixed","B":"fixed","A":"rotating"}}`},
		{"repeated in arguments", j("08", `{"name":"a","arguments":{"k":{"x":1,"x":2}}}`), []string{`"duplicate-member","path":"/payload/arguments/k/x","offset":37,"length":5`}, false, `{"name":"a","arguments":{"k":{"x":1,"x":2}}}`},
		{"white space", j("00", ` {"digest":"a"}`), nil, true, `{"digest":"a"}`},
		{"escapes", j("00", `{"digest":"\u0061"}`), nil, true, `{"digest":"a"}`},
		{"numbers keep their spelling", j("08", `{"name":"a","arguments":{"n":1.50e0}}`), nil, false, `{"name":"a","arguments":{"n":1.50e0}}`},
		{"skipped number", j("00", `{"digest":"a","x":1e999}`), []string{`"unknown-member","path":"/payload/x"`}, false, `{"digest":"a","x":1e999}`},
		{"skipped text", j("00", "{\"digest\":\"a\",\"x\":\"\xff\"}"), []string{`"unknown-member","path":"/payload/x"`}, true, "{\"digest\":\"a\",\"x\":\"\ufffd\"}"},
		{"sorted by the peer", j("09", `{"uri":"u","inputResponses":{"b":1,"a":2}}`), []string{`"member-order","path":"/payload/inputResponses/a"`}, false, `{"uri":"u","inputResponses":{"b":1,"a":2}}`},
		{"hostile text stays exact", j("00", "{\"digest\":\"\u202e\"}"), nil, false, `{"digest":"\u202e"}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			frame := unhex(t, tt.hex)
			doc, fault := decode(diverge.AgentsRequest, frame, frames.Options{})
			if fault != nil {
				t.Fatal(fault)
			}
			if n := strings.Count(doc, `{"code":`); n != len(tt.warnings) {
				t.Errorf("%d warnings, want %d: %s", n, len(tt.warnings), doc)
			}
			for _, w := range tt.warnings {
				if !strings.Contains(doc, `{"code":`+w) {
					t.Errorf("no warning %s in %s", w, doc)
				}
			}
			if strings.Contains(doc, `"lossy":`) != tt.lossy {
				t.Errorf("lossy: %s", doc)
			}
			if tt.payload != "" && !strings.Contains(doc, `"payload":`+tt.payload) {
				t.Errorf("payload: %s", doc)
			}
			back, fault := encode(t, doc)
			if fault != nil || string(back) != string(frame) {
				t.Errorf("encodes as %x, %v", back, fault)
			}
		})
	}
}

// A member of the wrong JSON type is reported as such, not as out of range.
func TestEncodeWrongType(t *testing.T) {
	tests := []struct{ document, path string }{
		{`{"type":"diverge.agents.request","tag":null,"payload":{"write_id":7}}`, "/tag"},
		{`{"type":"diverge.agents.request","tag":4.0,"payload":{"write_id":7}}`, "/tag"},
		{`{"type":"diverge.agents.request","tag":"four","payload":{"write_id":7}}`, "/tag"},
		{`{"type":"diverge.agents.request","name":4,"payload":{"write_id":7}}`, "/name"},
		{`{"type":"diverge.agents.response","answers":3,"payload":{"kind":"ok"}}`, "/answers"},
		{`{"type":"diverge.agents.response","answers":"fuse_read","payload":{"kind":0}}`, "/payload/kind"},
		{`{"type":"diverge.agents.response","answers":"fuse_list","payload":{"kind":"present","entries":[{"kind":0,"name":"a"}]}}`, "/payload/entries/0/kind"},
		{`{"type":"diverge.frame","kind":4}`, "/kind"},
	}
	for _, tt := range tests {
		if frame, d := encode(t, tt.document); d == nil || d.Code != "type" || d.Path != tt.path {
			t.Errorf("%s: %x, %+v", tt.document, frame, d)
		}
	}
}

// With Spans, every member has a note, in the example of every message of every type,
// except for members without bytes of their own.
func TestSpansOfEveryMember(t *testing.T) {
	for _, ty := range all.Types() {
		for _, m := range ty.Messages() {
			o := frames.Options{Spans: true, ShowSecrets: true, Request: m.Name}
			text, fault := decode(ty, unhex(t, m.Example), o)
			if fault != nil {
				t.Fatalf("%s %s: %v", ty.Name, m.Name, fault)
			}
			var doc map[string]any
			var noted struct{ Annotations []struct{ Path string } }
			if err := json.Unmarshal([]byte(text), &doc); err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			if err := json.Unmarshal([]byte(text), &noted); err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			has := map[string]bool{"/type": true, "/size": true, "/version": true}
			for _, n := range noted.Annotations {
				has[n.Path] = true
			}
			delete(doc, "annotations")
			delete(doc, "warnings")
			delete(doc, "lossy")
			delete(doc, "hex")
			for name, v := range doc {
				checkNotes(t, ty.Name+" "+m.Name, "/"+name, v, has)
			}
		}
	}
}

func checkNotes(t *testing.T, label, path string, v any, noted map[string]bool) {
	if !noted[path] {
		t.Errorf("%s: %s has no note", label, path)
	}
	switch v := v.(type) {
	case map[string]any:
		for name, child := range v {
			checkNotes(t, label, path+"/"+name, child, noted)
		}
	case []any:
		for i, child := range v {
			checkNotes(t, label, fmt.Sprintf("%s/%d", path, i), child, noted)
		}
	}
}

// Reading frame after frame allocates nothing.
func TestReadAllocatesNothing(t *testing.T) {
	tests := []struct {
		name, hex string
		options   frames.Options
	}{
		{"fixed layout", "0b00026d310003612f62000000000000100000000200", frames.Options{}},
		{"fixed layout, annotated", "0b00026d310003612f62000000000000100000000200", frames.Options{Notes: true}},
		{"bytes", "0c00026d310003612f6200000000000000056869", frames.Options{Notes: true}},
		{"number", "0400000007", frames.Options{Notes: true}},
	}
	for _, tt := range tests {
		frame := unhex(t, tt.hex)
		r := frames.Reader{Options: tt.options}
		var doc frames.Document
		var out []byte
		n := testing.AllocsPerRun(100, func() {
			doc.Reset()
			if fault := r.Read(diverge.AgentsRequest, frame, &doc); fault != nil {
				t.Fatal(fault)
			}
			out = doc.Append(out[:0], frame, &frames.DocInfo{Type: "diverge.agents.request", Index: -1})
		})
		if n > 0 {
			t.Errorf("%s: %.0f allocations a frame", tt.name, n)
		}
	}
}
