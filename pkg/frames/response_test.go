package frames_test

import (
	"strings"
	"testing"

	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/diverge"
)

// decodeFault reads a frame with what is known from outside.
func decodeFault(ty *frames.Type, t *testing.T, hex string, o frames.Options) (string, string) {
	t.Helper()
	doc, fault := decode(ty, unhex(t, hex), o)
	if fault == nil {
		return doc, ""
	}
	return doc, fault.Code + " " + fault.Upstream + " " + fault.Path
}

// The worked examples of spec/diverge-frames.md 5, both ways.
func TestResponses(t *testing.T) {
	tests := []struct{ answers, hex, payload string }{
		{"oci_manifest", "002a 6170706c69636174696f6e2f766e642e6f63692e696d6167652e6d616e69666573742e76312b6a736f6e 7b7d",
			`{"media_type":"application/vnd.oci.image.manifest.v1+json","body":"7b7d"}`},
		{"oci_manifest", "0000", `{"media_type":"","body":""}`},
		{"oci_blob", "00ff", `{"bytes":"00ff"}`},
		{"oci_has", "00", `{"held":false}`},
		{"oci_has", "01 61636d652f746f6f6c", `{"held":true,"name":"acme/tool"}`},
		{"write", "00 6869", `{"kind":"body","bytes":"6869"}`},
		{"write", "01 6e756c6c", `{"kind":"error","error":null}`},
		{"postgres", "53", `{"bytes":"53"}`},
		{"fuse_read", "00 68656c6c6f", `{"kind":"present","bytes":"68656c6c6f"}`},
		{"fuse_read", "01", `{"kind":"missing"}`},
		{"fuse_read", "02 6e6f", `{"kind":"error","message":"no"}`},
		{"fuse_list", "00 00000002 00 0005 612e747874 01 0003 737562",
			`{"kind":"present","entries":[{"kind":"file","name":"a.txt"},{"kind":"directory","name":"sub"}]}`},
		{"fuse_stat", "00 00 000000000000000b 000001a4 000003e8 000003e8 000000006553f100 00000000 000000006553f100 00000000 000000006553f100 00000001",
			`{"kind":"present","entry":"file","size":11,"mode":420,"uid":1000,"gid":1000,"atime":{"secs":1700000000,"nanos":0},"mtime":{"secs":1700000000,"nanos":0},"ctime":{"secs":1700000000,"nanos":1}}`},
		{"fuse_write", "00", `{"kind":"ok"}`},
		{"fuse_setattr", "01 6e6f", `{"kind":"error","message":"no"}`},
		{"fuse_mkdir", "02", `{"kind":"read_only"}`},
		{"mcp_call_tool", "00 7b22636f6e74656e74223a5b5d7d", `{"kind":"result","result":{"content":[]}}`},
		{"mcp_list_tools", "01 7b22636f6465223a2d312c226d657373616765223a226e6f227d", `{"kind":"error","error":{"code":-1,"message":"no"}}`},
		{"mcp_notifications", "00 7b226d6574686f64223a226d227d", `{"kind":"result","result":{"method":"m"}}`},
		{"mcp_notifications", "01 7b22636f6465223a2d312c226d657373616765223a226e6f227d", `{"kind":"error","error":{"code":-1,"message":"no"}}`},
		{"registration", "01 6e756c6c", `{"kind":1,"rest":"6e756c6c"}`},
	}
	for _, tt := range tests {
		doc, fault := decodeFault(diverge.AgentsResponse, t, tt.hex, frames.Options{Request: tt.answers})
		if fault != "" || !strings.Contains(doc, `"answers":"`+tt.answers+`"`) || !strings.Contains(doc, `"payload":`+tt.payload) {
			t.Errorf("%s %s: %s, %s", tt.answers, tt.hex, doc, fault)
			continue
		}
		if back, d := encode(t, doc); d != nil || string(back) != string(unhex(t, tt.hex)) {
			t.Errorf("%s encodes as %x, %v", doc, back, d)
		}
	}
}

func TestResponsesRefused(t *testing.T) {
	tests := []struct{ answers, hex, fault string }{
		{"oci_manifest", "00", "truncated Short(1) /payload/media_type"},
		{"oci_manifest", "", "truncated Short(0) /payload/media_type"},
		{"oci_manifest", "0004 6162", "truncated Truncated{need: 4, have: 2} /payload/media_type"},
		{"oci_manifest", "0001 ff", "utf8 MediaTypeUtf8 /payload/media_type"},
		{"oci_has", "", "empty Empty /payload/held"},
		{"oci_has", "00 61", "trailing Trailing /payload"},
		{"oci_has", "01", "length Name /payload/name"},
		{"oci_has", "01 ff", "utf8 Name /payload/name"},
		{"oci_has", "02", "unknown-kind Byte(2) /payload/held"},
		{"write", "", "empty Empty /payload/kind"},
		{"write", "02", "unknown-tag UnknownTag(2) /payload/kind"},
		{"write", "01 7b", "json Error /payload/error"},
		{"fuse_read", "", "empty Empty /payload/kind"},
		{"fuse_read", "03", "unknown-kind UnknownKind(3) /payload/kind"},
		{"fuse_read", "02 ff", "utf8 MessageUtf8 /payload/message"},
		{"fuse_stat", "00 02", "truncated Truncated /payload/size"},
		{"fuse_stat", "00 02" + strings.Repeat("00", 56), "unknown-kind UnknownKind(2) /payload/entry"},
		{"fuse_list", "00 000000", "truncated Truncated /payload/entries"},
		{"fuse_list", "00 ffffffff", "truncated Truncated /payload/entries/0/kind"},
		{"fuse_list", "00 00000001 02", "unknown-kind UnknownKind(2) /payload/entries/0/kind"},
		{"fuse_list", "00 00000002 00 0001 61 00 0002 61", "truncated Truncated /payload/entries/1/name"},
		{"fuse_list", "00 00000001 00 0001 ff", "utf8 NameUtf8 /payload/entries/0/name"},
		{"fuse_write", "03", "unknown-kind UnknownKind(3) /payload/kind"},
		{"mcp_call_tool", "00 7b7d", "json Body /payload/result"},
		{"mcp_call_tool", "00 7b22636f6e74656e74223a5b5d2c22726573756c7454797065223a2278227d", "json Body /payload/result/resultType"},
		{"mcp_call_tool", "01 7b22636f6465223a323134373438333634382c226d657373616765223a22227d", "json Body /payload/error/code"},
		{"mcp_call_tool", "01 5b312c226d225d", "json Body /payload/error"},
		{"mcp_list_tools", "00 7b22746f6f6c73223a5b7b7d5d7d", "json Body /payload/result/tools/0"},
		{"mcp_read_resource", "02", "unknown-tag UnknownTag(2) /payload/kind"},
	}
	for _, tt := range tests {
		doc, fault := decodeFault(diverge.AgentsResponse, t, tt.hex, frames.Options{Request: tt.answers})
		if fault != tt.fault {
			t.Errorf("%s %q: %q, want %q; %s", tt.answers, tt.hex, fault, tt.fault, doc)
		}
	}
}

// Bytes behind a kind without data are ignored, which is warned of.
func TestResponsesIgnore(t *testing.T) {
	for answers, hex := range map[string]string{
		"fuse_read": "01 61", "fuse_write": "00 61", "fuse_mkdir": "02 61",
		"fuse_list": "00 00000000 61",
		"fuse_stat": "00" + strings.Repeat("00", 57) + "61",
	} {
		doc, fault := decodeFault(diverge.AgentsResponse, t, hex, frames.Options{Request: answers})
		if fault != "" || !strings.Contains(doc, `"trailing-ignored"`) || !strings.Contains(doc, `"lossy":`) {
			t.Errorf("%s: %s, %s", answers, doc, fault)
		}
		if back, d := encode(t, doc); d != nil || string(back) != string(unhex(t, hex)) {
			t.Errorf("%s encodes as %x, %v", doc, back, d)
		}
	}
}

// The reference writes an empty name as not held.
func TestEmptyNameIsNotHeld(t *testing.T) {
	back, d := encode(t, `{"type":"diverge.agents.response","answers":"oci_has","payload":{"held":true,"name":""}}`)
	if d != nil || string(back) != "\x00" {
		t.Errorf("%x, %v", back, d)
	}
}

// The worked examples of spec/diverge-frames.md 1.6, both ways.
func TestOuterFrame(t *testing.T) {
	agents := frames.Options{Endpoint: "agents-run"}
	tests := []struct {
		hex     string
		options frames.Options
		want    string
	}{
		{"00 00000000 00000000 00 746f6b", frames.Options{ShowSecrets: true}, `"kind":"auth","scope":0,"channel":0,"size":13,"payload":{"mode":0,"credential":"tok"}`},
		{"04 00000001 00000000 0b00026d310003612f62000000000000100000000200", frames.Options{},
			`"kind":"channel_request","scope":1,"channel":0,"size":31,"payload":"0b00026d310003612f62000000000000100000000200"`},
		{"04 00000001 00000000 0b00026d310003612f62000000000000100000000200", agents,
			`"kind":"channel_request","scope":1,"channel":0,"size":31,"payload":{"type":"diverge.agents.request","tag":11,"name":"fuse_read","size":22,"payload":{"id":"m1","path":"a/b","offset":4096,"length":512}}`},
		{"05 00000001 00000000 00 68656c6c6f", frames.Options{}, `"kind":"channel_response","scope":1,"channel":0,"size":15,"payload":"0068656c6c6f"`},
		{"05 00000001 00000000 00 68656c6c6f", frames.Options{Request: "fuse_read"},
			`"payload":{"type":"diverge.agents.response","answers":"fuse_read","size":6,"payload":{"kind":"present","bytes":"68656c6c6f"}}`},
		{"06 00000001 00000000", frames.Options{}, `"kind":"channel_response_finish","scope":1,"channel":0,"size":9}`},
		{"03 00000001 00000000", frames.Options{}, `"kind":"response_finish","scope":1,"channel":0,"size":9}`},
	}
	for _, tt := range tests {
		doc, fault := decodeFault(diverge.Frame, t, tt.hex, tt.options)
		if fault != "" || !strings.Contains(doc, tt.want) {
			t.Errorf("%s: %s, %s", tt.hex, doc, fault)
			continue
		}
		if back, d := encode(t, doc); d != nil || string(back) != string(unhex(t, tt.hex)) {
			t.Errorf("%s encodes as %x, %v", doc, back, d)
		}
	}
}

func TestOuterFrameRefused(t *testing.T) {
	tests := []struct {
		hex   string
		from  frames.Sender
		fault string
	}{
		{"", frames.UnknownSender, "truncated FrameError::Truncated "},
		{"0000000000000000", frames.UnknownSender, "truncated FrameError::Truncated "},
		{"07 00000000 00000000", frames.UnknownSender, "unknown-type FrameError::UnknownType(7) /kind"},
		{"ff 00000000 00000000", frames.Client, "unknown-type FrameError::UnknownType(255) /kind"},
		{"02 00000001 00000000 05", frames.Client, "unknown-type FrameError::UnknownType(2) /kind"},
		{"03 00000001 00000000", frames.Client, "unknown-type FrameError::UnknownType(3) /kind"},
		{"01 00000001 00000000 03", frames.Server, "unknown-type FrameError::UnknownType(1) /kind"},
		{"00 00000000 00000000", frames.UnknownSender, "empty AuthError::Empty /payload/mode"},
		{"00 00000000 00000000 01", frames.UnknownSender, "unknown-mode AuthError::UnknownMode(1) /payload/mode"},
		{"00 00000000 00000000 00 746fff", frames.UnknownSender, "utf8 AuthError::Credential /payload/credential"},
	}
	for _, tt := range tests {
		doc, fault := decodeFault(diverge.Frame, t, tt.hex, frames.Options{From: tt.from})
		if fault != tt.fault {
			t.Errorf("%q: %q, want %q", tt.hex, fault, tt.fault)
		}
		secret := strings.HasPrefix(tt.hex, "00 00000000 00000000 ")
		if secret == strings.Contains(doc, `"hex"`) || secret && strings.Contains(doc, "0xff") {
			t.Errorf("%s: the bytes of a credential are printed, or others are left out: %s", tt.hex, doc)
		}
	}
}

// What the reference ignores in an outer frame is warned of and kept.
func TestOuterFrameIgnores(t *testing.T) {
	tests := []struct{ hex, warning string }{
		{"00 00000001 00000000 00 746f6b", `{"code":"unset-not-zero","path":"/scope","offset":1,"length":4`},
		{"01 00000001 00000002 03", `{"code":"unset-not-zero","path":"/channel","offset":5,"length":4`},
		{"03 00000001 00000000 61", `{"code":"trailing-ignored","path":"/payload","offset":9,"length":1`},
		{"06 00000001 00000000 6162", `{"code":"trailing-ignored","path":"/payload","offset":9,"length":2`},
	}
	for _, tt := range tests {
		doc, fault := decodeFault(diverge.Frame, t, tt.hex, frames.Options{ShowSecrets: true})
		if fault != "" || !strings.Contains(doc, tt.warning) || !strings.Contains(doc, `"lossy":`) {
			t.Errorf("%s: %s, %s", tt.hex, doc, fault)
		}
		if back, d := encode(t, doc); d != nil || string(back) != string(unhex(t, tt.hex)) {
			t.Errorf("%s encodes as %x, %v", doc, back, d)
		}
	}
}

// Faults, warnings and notes of an inner frame say where they are in the
// outer one.
func TestEmbeddedPositions(t *testing.T) {
	o := frames.Options{Endpoint: "agents-run", Notes: true}
	doc, fault := decode(diverge.Frame, unhex(t, "04 00000001 00000000 0b00026d"), o)
	if fault == nil || fault.Path != "/payload/payload/id" || fault.Offset != 12 {
		t.Errorf("%+v", fault)
	}
	if !strings.Contains(doc, `"partial":true,"payload":{"type":"diverge.agents.request","tag":11,"name":"fuse_read","size":4}`) {
		t.Error(doc)
	}
	doc, fault = decode(diverge.Frame, unhex(t, "04 00000001 00000000 0a6869"), o)
	if fault != nil || !strings.Contains(doc, `{"path":"/payload/tag","offset":9,"length":1,`) ||
		!strings.Contains(doc, `{"code":"trailing-ignored","path":"/payload","offset":10,"length":2,`) {
		t.Errorf("%s, %v", doc, fault)
	}
}

// A credential is not shown, and what was left out is not encoded.
func TestCredentialIsRedacted(t *testing.T) {
	doc, fault := decodeFault(diverge.Frame, t, "00 00000000 00000000 00 746f6b", frames.Options{Notes: true, Spans: true})
	if fault != "" || !strings.Contains(doc, `"credential":"«redacted, 3 bytes»"`) || strings.Contains(doc, "746f6b") || strings.Contains(doc, "tok") {
		t.Errorf("%s, %s", doc, fault)
	}
	if _, d := encode(t, doc); d == nil {
		t.Error("a redacted document is encoded")
	}
	_, d := encode(t, `{"type":"diverge.frame","kind":"auth","payload":{"mode":0,"credential":"«redacted, 3 bytes»"}}`)
	if d == nil || d.Path != "/payload/credential" {
		t.Errorf("%v", d)
	}
}
