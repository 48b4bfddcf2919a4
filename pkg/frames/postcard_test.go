package frames_test

import (
	"encoding/hex"
	"strings"
	"testing"

	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/diverge"
)

var filetree = frames.Options{Request: "filetree"}

// The worked examples of spec/diverge-frames.md 7.1 and 7.4, and similar ones, in both
// directions.
func TestPostcard(t *testing.T) {
	tests := []struct {
		of           *frames.Type
		hex, payload string
	}{
		{diverge.ScopeRequest, "0a 03 766f6c 808040 01", `{"name":"vol","bytes":1048576,"mode":"ephemeral"}`},
		{diverge.ScopeRequest, "0a 00 ffffffffffffffffff01 02", `{"name":"","bytes":18446744073709551615,"mode":"read_only"}`},
		{diverge.ScopeRequest, "04 00", `{"name":""}`},
		{diverge.ScopeRequest, "05 03 766f6c 02 01 61 00", `{"name":"vol","path":["a",""]}`},
		{diverge.ScopeRequest, "06 03 766f6c 00", `{"name":"vol","path":[]}`},
		{diverge.ScopeRequest, "08 03 766f6c 00 05", `{"name":"vol","mode":"persistent","overlay_disk":5}`},
		{diverge.ScopeRequest, "0c 03 766f6c 00 05", `{"name":"vol","change":{"kind":"bytes","bytes":5}}`},
		{diverge.ScopeRequest, "0c 03 766f6c 01 02", `{"name":"vol","change":{"kind":"mode","mode":"read_only"}}`},
		{diverge.ScopeRequest, "0c 03 766f6c 02 05 00", `{"name":"vol","change":{"kind":"both","bytes":5,"mode":"persistent"}}`},
		{diverge.ToolsClientResponse, "00 03 02 03 737263 07 6d61696e2e7273", `{"kind":"frame","frame":{"kind":"removed","path":["src","main.rs"]}}`},
		{diverge.AgentsClientResponse, "00 00 00", `{"kind":"frame","frame":{"kind":"snapshot","children":[]}}`},
		{diverge.AgentsClientResponse, "00 00 01 01 01 64 00 0107 01 02 00 01 66 0105 00 00 02 01 6c 02 01 2f 00 00 00",
			`{"kind":"frame","frame":{"kind":"snapshot","children":[{"kind":"directory","name":"d","modified_at":7,"changes":true,"children":[` +
				`{"kind":"file","name":"f","size":5},{"kind":"symlink","name":"l","path":["/",""]}]}]}}`},
		{diverge.AgentsClientResponse, "00 01 01 01 61 00 01 61 0100 0101 0102", `{"kind":"frame","frame":{"kind":"inserted","path":["a"],"node":{"kind":"file","name":"a","size":0,"created_at":1,"modified_at":2}}}`},
		{diverge.AgentsClientResponse, "00 02 00 01 00 00 00 00 00", `{"kind":"frame","frame":{"kind":"modified","path":[],"node":{"kind":"directory","name":"","changes":false,"children":[]}}}`},
		{diverge.AgentsClientResponse, "01 7b22776879223a2278227d", `{"kind":"error","error":{"why":"x"}}`},
	}
	for _, tt := range tests {
		frame := unhex(t, tt.hex)
		for _, o := range []frames.Options{{}, {Notes: true}, {Notes: true, Spans: true}} {
			o.Request = "filetree"
			doc, fault := decode(tt.of, frame, o)
			if fault != nil || !strings.Contains(doc, `"payload":`+tt.payload) || strings.Contains(doc, `"lossy"`) {
				t.Errorf("%s: %s, %v", tt.hex, doc, fault)
				continue
			}
			if back, d := encode(t, doc); d != nil || string(back) != string(frame) {
				t.Errorf("%s encodes as %x, %v", doc, back, d)
			}
		}
	}
}

func TestPostcardRefused(t *testing.T) {
	tests := []struct {
		of     *frames.Type
		hex    string
		fault  string
		offset int
		read   string // of the payload
	}{
		{diverge.ScopeRequest, "04", "truncated  /payload/name", 1, ``},
		{diverge.ScopeRequest, "04 03 766f", "truncated  /payload/name", 2, ``},
		{diverge.ScopeRequest, "04 ffffffffffffffffff01 76", "truncated  /payload/name", 11, ``},
		{diverge.ScopeRequest, "04 ffffffffffffffffff02 76", "range  /payload/name", 1, ``},
		{diverge.ScopeRequest, "04 8080808080808080808001", "range  /payload/name", 1, ``},
		{diverge.ScopeRequest, "04 80", "truncated  /payload/name", 2, ``},
		{diverge.ScopeRequest, "04 02 61ff", "utf8  /payload/name", 3, ``},
		{diverge.ScopeRequest, "05 01 61 02 01 62", "truncated  /payload/path/1", 6, `{"name":"a","path":["b"]}`},
		{diverge.ScopeRequest, "05 01 61 ffffffff0f", "truncated  /payload/path/0", 8, `{"name":"a","path":[]}`},
		{diverge.ScopeRequest, "05 01 61 02 01 62 01 ff", "utf8  /payload/path/1", 7, `{"name":"a","path":["b"]}`},
		{diverge.ScopeRequest, "0a 01 61 00 03", "unknown-kind  /payload/mode", 4, `{"name":"a","bytes":0}`},
		{diverge.ScopeRequest, "0a 01 61 00 ffffffff10", "range  /payload/mode", 4, `{"name":"a","bytes":0}`},
		{diverge.ScopeRequest, "0a 01 61", "truncated  /payload/bytes", 3, `{"name":"a"}`},
		{diverge.ScopeRequest, "0c 01 61 03", "unknown-kind  /payload/change", 3, `{"name":"a"}`},
		{diverge.ScopeRequest, "0c 01 61 02 05", "truncated  /payload/change/mode", 5, `{"name":"a","change":{"kind":"both","bytes":5}}`},
		{diverge.AgentsClientResponse, "00", "truncated  /payload/frame", 1, `{"kind":"frame"}`},
		{diverge.AgentsClientResponse, "00 04", "unknown-kind  /payload/frame", 1, `{"kind":"frame"}`},
		{diverge.AgentsClientResponse, "00 01 00 00 00 02", "range  /payload/frame/node/size", 5, `{"kind":"frame","frame":{"kind":"inserted","path":[],"node":{"kind":"file","name":""}}}`},
		{diverge.AgentsClientResponse, "00 01 00 01 00 00 00 02", "range  /payload/frame/node/changes", 7, `{"kind":"frame","frame":{"kind":"inserted","path":[],"node":{"kind":"directory","name":""}}}`},
		{diverge.AgentsClientResponse, "00 00 01 01 00 00 00 00 02 00 00 00 00 00 03", "unknown-kind  /payload/frame/children/0/children/1", 14,
			`{"kind":"frame","frame":{"kind":"snapshot","children":[{"kind":"directory","name":"","changes":false,"children":[{"kind":"file","name":""}]}]}}`},
		{diverge.AgentsClientResponse, "02", "unknown-kind  /payload/kind", 0, ``},
		{diverge.AgentsClientResponse, "01 7b", "json  /payload/error", 2, ``},
	}
	for _, tt := range tests {
		frame := unhex(t, tt.hex)
		doc, fault := decode(tt.of, frame, filetree)
		if fault == nil {
			t.Errorf("%s is read as %s", tt.hex, doc)
			continue
		}
		if got := fault.Code + " " + fault.Upstream + " " + fault.Path; got != tt.fault && got != strings.Replace(tt.fault, "  ", " Body ", 1) || fault.Offset != tt.offset {
			t.Errorf("%s: %s at %d (%s), want %s at %d", tt.hex, got, fault.Offset, fault.Message, tt.fault, tt.offset)
		}
		if tt.read == "" && strings.Contains(doc, `"payload":{}`) {
			t.Errorf("%s: nothing was read, yet there is a payload: %s", tt.hex, doc)
		}
		if tt.read != "" && !strings.Contains(doc, `"partial":true,"payload":`+tt.read+`,`) {
			t.Errorf("%s: %s, want %s in it", tt.hex, doc, tt.read)
		}
	}
}

// What the reference accepts and would not write gives a warning, and is not lost.
func TestPostcardIgnores(t *testing.T) {
	tests := []struct{ hex, payload, warning string }{
		{"04 01 61 ff", `{"name":"a"}`, `{"code":"trailing-ignored","path":"/payload","offset":3,"length":1,`},
		{"04 8100 61", `{"name":"a"}`, `{"code":"non-shortest","path":"/payload","offset":1,"length":2,"text":"1 number is longer`},
		{"0a 00 8500 8100", `{"name":"","bytes":5,"mode":"ephemeral"}`, `{"code":"non-shortest","path":"/payload","offset":2,"length":2,"text":"2 numbers are longer`},
	}
	for _, tt := range tests {
		frame := unhex(t, tt.hex)
		doc, fault := decode(diverge.ScopeRequest, frame, frames.Options{})
		if fault != nil || !strings.Contains(doc, `"payload":`+tt.payload) || !strings.Contains(doc, tt.warning) || !strings.Contains(doc, `"lossy":`) {
			t.Errorf("%s: %s, %v", tt.hex, doc, fault)
			continue
		}
		if back, d := encode(t, doc); d != nil || string(back) != string(frame) {
			t.Errorf("%s encodes as %x, %v", doc, back, d)
		}
	}
}

// deepTree returns a snapshot of nested directories.
func deepTree(levels int) []byte {
	frame := []byte{0, 0, 1}
	for range levels {
		frame = append(frame, 1, 0, 0, 0, 0, 1)
	}
	return append(frame, 0, 0, 0, 0, 0)
}

// The depth of a tree has a limit, and costs no call stack.
func TestPostcardDepth(t *testing.T) {
	// A frame and its entries take two levels, as does each directory.
	for levels, want := range map[int]string{126: "", 127: "limit", 1 << 16: "limit"} {
		doc, fault := decode(diverge.AgentsClientResponse, deepTree(levels), filetree)
		if want == "" && fault != nil || want != "" && (fault == nil || fault.Code != want || !strings.Contains(fault.Hint, "--max-depth")) {
			t.Errorf("%d levels: %v", levels, fault)
		}
		if fault == nil {
			if back, d := encode(t, doc); d != nil || string(back) != string(deepTree(levels)) {
				t.Errorf("%d levels: %v", levels, d)
			}
		}
	}
	o := filetree
	o.MaxDepth = 1 << 20
	doc, fault := decode(diverge.AgentsClientResponse, deepTree(1<<16), o)
	if fault != nil {
		t.Fatal(fault)
	}
	if _, d := encode(t, doc); d == nil || d.Code != "limit" {
		t.Errorf("a deep document is encoded: %v", d)
	}
}

// A count reserves no memory before its elements are read.
func TestPostcardCountIsNotReserved(t *testing.T) {
	frame := unhex(t, "00 00 ffffffffffffffff7f")
	if n := testing.AllocsPerRun(100, func() { decode(diverge.AgentsClientResponse, frame, filetree) }); n > 100 {
		t.Errorf("%v allocations", n)
	}
}

func TestPostcardEncodeRefuses(t *testing.T) {
	const scope, tree = `{"type":"diverge.scope.request","name":`, `{"type":"diverge.agents.client-response","answers":"filetree","payload":{"kind":"frame","frame":`
	tests := []struct{ doc, fault string }{
		{scope + `"volumes_stat"}`, "missing /payload"},
		{scope + `"volumes_stat","payload":[]}`, "type /payload"},
		{scope + `"volumes_stat","payload":{}}`, "missing /payload/name"},
		{scope + `"volumes_stat","payload":{"name":1}}`, "type /payload/name"},
		{scope + `"volumes_stat","payload":{"name":"\ud800"}}`, "utf8 /payload/name"},
		{scope + `"volumes_stat","payload":{"name":"a","x":1}}`, "unknown-field /payload/x"},
		{scope + `"volumes_read","payload":{"name":"a","path":"b"}}`, "type /payload/path"},
		{scope + `"volumes_read","payload":{"name":"a","path":["b",1]}}`, "type /payload/path/1"},
		{scope + `"volumes_create","payload":{"name":"a","bytes":-1,"mode":"ephemeral"}}`, "range /payload/bytes"},
		{scope + `"volumes_create","payload":{"name":"a","bytes":18446744073709551616,"mode":"ephemeral"}}`, "range /payload/bytes"},
		{scope + `"volumes_create","payload":{"name":"a","bytes":1,"mode":"x"}}`, "range /payload/mode"},
		{scope + `"volumes_create","payload":{"name":"a","bytes":1,"mode":0}}`, "type /payload/mode"},
		{scope + `"volumes_edit","payload":{"name":"a","change":{"bytes":1}}}`, "missing /payload/change/kind"},
		{scope + `"volumes_edit","payload":{"name":"a","change":{"kind":"x"}}}`, "range /payload/change/kind"},
		{scope + `"volumes_edit","payload":{"name":"a","change":{"kind":"both","bytes":1}}}`, "missing /payload/change/mode"},
		{scope + `"volumes_edit","payload":{"name":"a","change":{"kind":"mode","bytes":1}}}`, "unknown-field /payload/change/bytes"},
		{scope + `"volumes_edit","payload":{"name":"a","change":7}}`, "type /payload/change"},
		{tree + `{"kind":"snapshot","children":[{"kind":"directory","name":"a","changes":0,"children":[]}]}}}`, "type /payload/frame/children/0/changes"},
		{tree + `null}}`, "type /payload/frame"},
	}
	for _, tt := range tests {
		frame, d := encode(t, tt.doc)
		if d == nil {
			t.Errorf("%s encodes as %x", tt.doc, frame)
		} else if got := d.Code + " " + d.Path; got != tt.fault || !namesPlace(d) {
			t.Errorf("%s: %s (%s), want %s", tt.doc, got, d.Message, tt.fault)
		}
	}
}

// No value is written as an absent member, or as null.
func TestPostcardNullIsNone(t *testing.T) {
	const doc = `{"type":"diverge.agents.client-response","answers":"filetree","payload":{"kind":"frame","frame":{"kind":"inserted","path":[],` +
		`"node":{"kind":"file","name":"a","size":null,"modified_at":7}}}}`
	if back, d := encode(t, doc); d != nil || hex.EncodeToString(back) != "000100000161"+"00"+"00"+"0107" {
		t.Errorf("%x, %v", back, d)
	}
}

// namesPlace reports whether the message begins with the path, or with the path of the
// object if it ends with the name of the member.
func namesPlace(d *diag.Diagnostic) bool {
	i := strings.LastIndexByte(d.Path, '/')
	object, member := d.Path[:i], d.Path[i+1:]
	return strings.HasPrefix(d.Message, d.Path+": ") ||
		strings.HasPrefix(d.Message, strings.TrimPrefix(object+": ", ": ")) && strings.HasSuffix(d.Message, ` member "`+member+`"`)
}

func TestPostcardNotes(t *testing.T) {
	o := frames.Options{Notes: true}
	doc, _ := decode(diverge.ScopeRequest, unhex(t, "0a 03 766f6c 808040 01"), o)
	if !strings.Contains(doc, `{"path":"/payload/bytes","offset":5,"length":3,"text":"1 MiB"}`) {
		t.Error(doc)
	}
	o.Spans = true
	doc, _ = decode(diverge.ScopeRequest, unhex(t, "05 03 766f6c 02 01 61 00"), o)
	for _, note := range []string{
		`{"path":"/payload/name","offset":1,"length":4,"text":"name of the volume"}`,
		`{"path":"/payload/path","offset":5,"length":1,"text":"path in the volume"}`,
		`{"path":"/payload/path/1","offset":8,"length":1,"text":"a string"}`,
	} {
		if !strings.Contains(doc, note) {
			t.Errorf("no %s in %s", note, doc)
		}
	}
	o.Request = "filetree"
	doc, _ = decode(diverge.AgentsClientResponse, unhex(t, "00 00 01 00 01 66 01 8008 00 00"), o)
	for _, note := range []string{
		`{"path":"/payload/frame/kind","offset":1,"length":1,"text":"all current entries"}`,
		`{"path":"/payload/frame/children/0/kind","offset":3,"length":1,"text":"file"}`,
		`{"path":"/payload/frame/children/0/size","offset":7,"length":2,"text":"1 KiB"}`,
	} {
		if !strings.Contains(doc, note) {
			t.Errorf("no %s in %s", note, doc)
		}
	}
}
