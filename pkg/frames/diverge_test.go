package frames_test

import (
	"encoding/hex"
	"strings"
	"testing"

	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/all"
	"github.com/divtool/divtool/pkg/frames/diverge"
)

// provisional is the warning of an old table.
const provisional = `{"code":"provisional","path":"","offset":0,`

func jsonHex(tag, text string) string { return tag + hex.EncodeToString([]byte(text)) }

// Frames of the tables of spec/diverge-frames.md 6.2 and 7, in both directions.
func TestOldTables(t *testing.T) {
	tests := []struct {
		of            *frames.Type
		answers       string
		hex, document string
	}{
		{diverge.ToolsRequest, "", "05 0000002a", `"tag":5,"name":"daemon","size":5,"payload":{"connection_id":42}`},
		{diverge.ToolsRequest, "", "06 6b", `"tag":6,"name":"vault_get","size":2,"payload":{"key":"k"}`},
		{diverge.ToolsRequest, "", "07 0001 6b 00ff", `"tag":7,"name":"vault_set","size":6,"payload":{"key":"k","value":"00ff"}`},
		{diverge.ToolsRequest, "", "08", `"tag":8,"name":"vault_delete","size":1,"payload":{"key":""}`},
		{diverge.ToolsRequest, "", "09 0000001e 6b", `"tag":9,"name":"vault_lock","size":6,"payload":{"ttl":30,"key":"k"}`},
		{diverge.ToolsRequest, "", "0a 6b", `"tag":10,"name":"vault_unlock","size":2,"payload":{"key":"k"}`},
		{diverge.ToolsRequest, "", "18 0000 00" + strings.Repeat("00", 36), `"tag":24,"name":"fuse_setattr","size":40,"payload":{"id":"","attrs":{},"path":""}`},
		{diverge.ScopeRequest, "", jsonHex("00", `{"image":{"digest":"sha256:ab"},"memory":268435456,"disk":1073741824,"arguments":{}}`),
			`"tag":0,"name":"agents_run","size":85,"payload":{"image":{"digest":"sha256:ab"},"memory":268435456,"disk":1073741824,"arguments":{}}`},
		{diverge.ScopeRequest, "", jsonHex("01", `{"image":{"digest":"d"},"memory":1,"disk":0,"volume_mounts":[{"volume_name":"v","volume_relative_path":[],"mode":"read_only","container_path":["a"]}],"fuse_directory_mounts":[{"container_path":["b"],"id":"m"}],"arguments":null}`),
			`"name":"tools_run","size":228,"payload":{"image":{"digest":"d"},"memory":1,"disk":0,"volume_mounts":[{"volume_name":"v","volume_relative_path":[],"mode":"read_only","container_path":["a"]}],"fuse_directory_mounts":[{"container_path":["b"],"id":"m"}],"arguments":null}`},
		{diverge.ScopeRequest, "", jsonHex("02", `{"id":"i","path":["p"]}`), `"tag":2,"name":"serve","size":24,"payload":{"id":"i","path":["p"]}`},
		{diverge.ScopeRequest, "", "03", `"tag":3,"name":"volumes_list","size":1,"warnings"`},
		{diverge.ScopeRequest, "", "07 03766f6c", `"tag":7,"name":"volumes_filetree","size":5,"payload":{"bytes":"03766f6c"}`},
		{diverge.ScopeRequest, "", "0b", `"tag":11,"name":"volumes_edit_capacity","size":1,"payload":{"bytes":""}`},
		{diverge.ScopeRequest, "", "0d ff", `"tag":13,"name":"volumes_delete","size":2,"payload":{"bytes":"ff"}`},
		{diverge.ScopeRequest, "", jsonHex("11", `{"x":1}`), `"tag":17,"name":"daemons_connect","size":8,"payload":{"x":1}`},
		{diverge.AgentsScopeResponse, "", jsonHex("00", `{"id":"r"}`), `"tag":0,"name":"id","size":11,"payload":{"id":"r"}`},
		{diverge.AgentsScopeResponse, "", jsonHex("02", `{"name":"v","mode":"ephemeral"}`), `"name":"volume_mode","size":32,"payload":{"name":"v","mode":"ephemeral"}`},
		{diverge.AgentsScopeResponse, "", jsonHex("03", `null`), `"name":"error","size":5,"payload":null`},
		{diverge.AgentsScopeResponse, "", "05", `"tag":5,"name":"active","size":1,"warnings"`},
		{diverge.AgentsScopeResponse, "", "06", `"tag":6,"name":"inactive","size":1,"payload":{"bytes":""}`},
		{diverge.ToolsScopeResponse, "", jsonHex("01", `{"name":"v"}`), `"tag":1,"name":"volume_held","size":13,"payload":{"name":"v"}`},
		{diverge.AgentsClientRequest, "", "00", `"tag":0,"name":"stop","size":1,"warnings"`},
		{diverge.AgentsClientRequest, "", jsonHex("03", `{"write_id":7,"path":["a"]}`), `"name":"write","size":28,"payload":{"write_id":7,"path":["a"]}`},
		{diverge.AgentsClientRequest, "", "07 0000002a", `"tag":7,"name":"daemon","size":5,"payload":{"connection_id":42}`},
		{diverge.AgentsClientRequest, "", jsonHex("08", `{"key":"k","content":[{"type":"text","text":"t"}]}`), `"name":"enqueue","size":51,"payload":{"key":"k","content":[{"type":"text","text":"t"}]}`},
		{diverge.ToolsClientRequest, "", "08 6e756c6c", `"tag":8,"name":"mcp_list_tools","size":5,"payload":null`},
		{diverge.ToolsClientRequest, "", "0c", `"tag":12,"name":"mcp_notifications","size":1,"warnings"`},
		{diverge.AgentsClientResponse, "read", "00 6869", `"answers":"read","size":3,"payload":{"kind":"body","bytes":"6869"}`},
		{diverge.AgentsClientResponse, "read", jsonHex("01", `"no"`), `"payload":{"kind":"error","error":"no"}`},
		{diverge.AgentsClientResponse, "write", "00", `"payload":{"kind":"ok"}`},
		{diverge.AgentsClientResponse, "transfer", jsonHex("01", `{}`), `"payload":{"kind":"error","error":{}}`},
		{diverge.AgentsClientResponse, "postgres", "53", `"payload":{"bytes":"53"}`},
		{diverge.AgentsClientResponse, "schema", "00", `"payload":{"bytes":"00"}`},
		{diverge.AgentsClientResponse, "daemon", "030000000100000000", `"payload":{"bytes":"030000000100000000"}`},
		{diverge.AgentsClientResponse, "enqueue", "00", `"payload":{"kind":"delivered"}`},
		{diverge.AgentsClientResponse, "enqueue", "01", `"payload":{"kind":"dequeued"}`},
		{diverge.AgentsClientResponse, "enqueue", jsonHex("02", `1`), `"payload":{"kind":"error","error":1}`},
		{diverge.AgentsClientResponse, "dequeue", "00", `"payload":{"kind":"dequeued"}`},
		{diverge.AgentsClientResponse, "dequeue", "01", `"payload":{"kind":"missing"}`},
		{diverge.ToolsResponse, "vault_get", "00 76", `"payload":{"kind":0,"rest":"76"}`},
		{diverge.ToolsResponse, "vault_lock", "07", `"payload":{"kind":7,"rest":""}`},
		{diverge.ToolsResponse, "fuse_mkdir", "02", `"payload":{"kind":"read_only"}`},
		{diverge.ServeRequest, "", "00 0003 612f62 0000000000001000 00000200", `"tag":0,"name":"fuse_read","size":18,"payload":{"path":"a/b","offset":4096,"length":512}`},
		{diverge.ServeRequest, "", "04 0001 61 62", `"tag":4,"name":"fuse_rename","size":5,"payload":{"from":"a","to":"b"}`},
		{diverge.ServeRequest, "", "06", `"tag":6,"name":"fuse_stat","size":1,"payload":{"path":""}`},
		{diverge.ServeRequest, "", "07 0000000000000400 61", `"name":"fuse_truncate","size":10,"payload":{"size":1024,"path":"a"}`},
		{diverge.ServeRequest, "", "09", `"tag":9,"name":"stop","size":1,"warnings"`},
		{diverge.ServeResponse, "fuse_write", "00", `"payload":{"kind":"ok"}`},
		{diverge.ProxyScopeRequest, "", jsonHex("02", `[1]`), `"tag":2,"name":"fuse_mount","size":4,"payload":[1]`},
		{diverge.ProxyAgentsRequest, "", "05 00000001 6b", `"tag":5,"name":"vault_lock","size":6,"payload":{"ttl":1,"key":"k"}`},
		{diverge.ProxyAgentsResponse, "mcp_call_tool", jsonHex("00", `{"content":[]}`), `"payload":{"kind":"result","result":{"content":[]}}`},
		{diverge.ProxyFuseRequest, "", "01 0000 0000000000000000", `"name":"fuse_write","size":11,"payload":{"path":"","offset":0,"bytes":""}`},
		{diverge.ProxyFuseResponse, "fuse_read", "01", `"payload":{"kind":"missing"}`},
	}
	for _, tt := range tests {
		frame := unhex(t, tt.hex)
		doc, fault := decode(tt.of, frame, frames.Options{Request: tt.answers, ShowSecrets: true})
		if fault != nil || !strings.Contains(doc, tt.document) {
			t.Errorf("%s %s: %s, %v; want %s", tt.of.Name, tt.hex, doc, fault, tt.document)
			continue
		}
		if !strings.Contains(doc, provisional) || strings.Contains(doc, `"lossy"`) {
			t.Errorf("%s %s: %s", tt.of.Name, tt.hex, doc)
		}
		if back, d := encode(t, doc); d != nil || string(back) != string(frame) {
			t.Errorf("%s encodes as %x, %v", doc, back, d)
		}
	}
}

func TestOldTablesRefused(t *testing.T) {
	tests := []struct {
		of               *frames.Type
		answers          string
		hex, fault, hint string
	}{
		{diverge.ToolsRequest, "", "", "empty  /tag", ""},
		{diverge.ToolsRequest, "", "19", "unknown-tag  /tag", ""},
		{diverge.ToolsRequest, "", "05 00", "length DaemonError::Length(1) /payload", ""},
		{diverge.ToolsRequest, "", "03 00", "length Write(Length(1)) /payload", ""},
		{diverge.ToolsRequest, "", "06 ff", "utf8  /payload/key", ""},
		{diverge.ToolsRequest, "", "07 0001", "truncated  /payload/key", ""},
		{diverge.ToolsRequest, "", "09 000000", "truncated  /payload/ttl", ""},
		{diverge.ToolsRequest, "", "10", "truncated Fuse(Truncated) /payload/id", ""},
		{diverge.ScopeRequest, "", "", "empty Empty /tag", "ends its scope"},
		{diverge.ScopeRequest, "", "12", "unknown-tag  /tag", "ends its scope"},
		{diverge.ScopeRequest, "", "00 7b7d", "json Body /payload", "ends its scope"},
		{diverge.ScopeRequest, "", jsonHex("00", `{"image":{"digest":"d"},"memory":1,"disk":0}`), "json Body /payload", ""},
		{diverge.ScopeRequest, "", jsonHex("01", `{"image":{"digest":"d"},"memory":1,"disk":0,"volume_mounts":[{"volume_name":"v","volume_relative_path":[],"mode":"x","container_path":["a"]}],"arguments":null}`), "json Body /payload/volume_mounts/0/mode", ""},
		{diverge.ScopeRequest, "", "0e 7b7d", "json Body /payload", ""},
		{diverge.AgentsScopeResponse, "", "07", "unknown-tag UnknownTag(7) /tag", ""},
		{diverge.AgentsScopeResponse, "", jsonHex("01", `{"name":"v","x":1}`), "json  /payload/x", ""},
		{diverge.ToolsScopeResponse, "", "04", "unknown-tag UnknownTag(4) /tag", ""},
		{diverge.ToolsScopeResponse, "", "", "empty Empty /tag", ""},
		{diverge.AgentsClientRequest, "", "0a", "unknown-tag  /tag", ""},
		{diverge.AgentsClientRequest, "", "05 0000002a00", "length  /payload", ""},
		{diverge.AgentsClientRequest, "", jsonHex("03", `{"write_id":4294967296,"path":[]}`), "json  /payload/write_id", ""},
		{diverge.ToolsClientRequest, "", "0d", "unknown-tag  /tag", ""},
		{diverge.AgentsClientResponse, "read", "", "empty  /payload/kind", ""},
		{diverge.AgentsClientResponse, "read", "02", "unknown-kind  /payload/kind", ""},
		{diverge.AgentsClientResponse, "enqueue", "03", "unknown-kind  /payload/kind", ""},
		{diverge.AgentsClientResponse, "stop", "00", "no-type  /answers", ""},
		{diverge.ToolsClientResponse, "enqueue", "00", "no-type  /answers", ""},
		{diverge.ServeRequest, "", "0b", "unknown-tag  /tag", ""},
		{diverge.ServeRequest, "", "00 0003 61", "truncated Truncated /payload/path", ""},
		{diverge.ServeRequest, "", "02 ff", "utf8 PathUtf8 /payload/path", ""},
		{diverge.ProxyFuseRequest, "", "09", "unknown-tag  /tag", ""},
		{diverge.ProxyScopeRequest, "", "00", "json  /payload", ""},
	}
	for _, tt := range tests {
		doc, fault := decode(tt.of, unhex(t, tt.hex), frames.Options{Request: tt.answers})
		if fault == nil {
			t.Errorf("%s %s is read as %s", tt.of.Name, tt.hex, doc)
			continue
		}
		if got := fault.Code + " " + fault.Upstream + " " + fault.Path; got != tt.fault || !strings.Contains(fault.Hint, tt.hint) {
			t.Errorf("%s %q: %s (%s; %s), want %s", tt.of.Name, tt.hex, got, fault.Message, fault.Hint, tt.fault)
		}
		if !strings.Contains(doc, provisional) {
			t.Errorf("%s %s: a partial document does not say that it is provisional: %s", tt.of.Name, tt.hex, doc)
		}
	}
}

// Each type of an old table warns, with any options, and none is guessed.
func TestOldTablesWarn(t *testing.T) {
	for _, ty := range all.Types() {
		for _, m := range ty.Messages() {
			doc, _ := decode(ty, unhex(t, m.Example), frames.Options{Request: m.Name})
			old := ty.Trust == frames.Old && strings.HasPrefix(ty.Name, "diverge.")
			if strings.Contains(doc, provisional) != old {
				t.Errorf("%s %s: %s", ty.Name, m.Name, doc)
			}
			if old && (ty.Guessed || ty.TrustOf(m) != frames.Old) {
				t.Errorf("%s %s is guessed, or trusted too much", ty.Name, m.Name)
			}
		}
	}
}

// Bodies that are not confirmed warn as well.
func TestUnconfirmedBodies(t *testing.T) {
	tests := []struct {
		of           *frames.Type
		answers, hex string
	}{
		{diverge.ScopeRequest, "", "07 03766f6c"}, {diverge.ScopeRequest, "", "0b"}, {diverge.ScopeRequest, "", "0d"},
		{diverge.ScopeRequest, "", "11 7b7d"}, {diverge.AgentsScopeResponse, "", "06"},
		{diverge.AgentsClientResponse, "schema", "00"}, {diverge.ToolsClientResponse, "schema", "00"},
		{diverge.ToolsResponse, "vault_set", "00"}, {diverge.ServeRequest, "", "03"}, {diverge.ServeResponse, "filetree", "00"},
		{diverge.ProxyScopeRequest, "", "007b7d"}, {diverge.ProxyFuseRequest, "", "02"},
	}
	for _, tt := range tests {
		doc, fault := decode(tt.of, unhex(t, tt.hex), frames.Options{Request: tt.answers})
		if fault != nil || !strings.Contains(doc, `{"code":"provisional","path":"/payload",`) {
			t.Errorf("%s %s: %s, %v", tt.of.Name, tt.hex, doc, fault)
		}
	}
}

// Values of the vault and what a run returns are secrets.
func TestOldTablesRedact(t *testing.T) {
	tests := []struct {
		of           *frames.Type
		answers, hex string
	}{
		{diverge.ToolsRequest, "", "07 0001 6b 736563726574"},
		{diverge.ToolsResponse, "vault_get", "00 736563726574"},
		{diverge.AgentsScopeResponse, "", "06 736563726574"},
		{diverge.ProxyAgentsRequest, "", "03 0001 6b 736563726574"},
		{diverge.ProxyAgentsResponse, "vault_get", "00 736563726574"},
	}
	for _, tt := range tests {
		doc, fault := decode(tt.of, unhex(t, tt.hex), frames.Options{Request: tt.answers, Notes: true, Spans: true})
		if fault != nil || !strings.Contains(doc, "«redacted, 6 bytes»") || strings.Contains(doc, "736563") || strings.Contains(doc, "secret\"") {
			t.Errorf("%s: %s, %v", tt.hex, doc, fault)
		}
		if _, d := encode(t, doc); d == nil {
			t.Errorf("a redacted document is encoded: %s", doc)
		}
	}
}

// decodeFault reads a frame with the given options.
func decodeFault(ty *frames.Type, t *testing.T, hex string, o frames.Options) (string, string) {
	t.Helper()
	doc, fault := decode(ty, unhex(t, hex), o)
	if fault == nil {
		return doc, ""
	}
	return doc, fault.Code + " " + fault.Upstream + " " + fault.Path
}

// The worked examples of spec/diverge-frames.md 5, in both directions.
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

// Bytes after a kind without data are ignored with a warning.
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

// The worked examples of spec/diverge-frames.md 1.6, in both directions.
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

// What the reference ignores in an outer frame gives a warning, and is kept.
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

// Faults, warnings and notes of an embedded frame have positions in the outer one.
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

// A credential is redacted, and a redacted one is not encoded.
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

// Each scope request has the tag of its endpoint, and its name.
func TestEndpointsByTag(t *testing.T) {
	table := diverge.ScopeRequest.Messages()
	if len(table) != len(diverge.Endpoints) {
		t.Fatalf("%d requests, %d endpoints", len(table), len(diverge.Endpoints))
	}
	for i := range table {
		e := diverge.EndpointByTag(table[i].Tag)
		if e == nil || e.Name != strings.ReplaceAll(table[i].Name, "_", "-") || diverge.EndpointByName(e.Name) != e {
			t.Errorf("tag %d is %s, the endpoint %v", table[i].Tag, table[i].Name, e)
		}
	}
	if diverge.EndpointByTag(byte(len(table))) != nil || diverge.EndpointByName("nonsense") != nil {
		t.Error("an endpoint that is not there")
	}
}

// The endpoint, the side and the request determine the type of the embedded frame.
func TestEmbedded(t *testing.T) {
	const header = " 00000001 00000000 "
	agents := func(from frames.Sender, answers string) frames.Options {
		return frames.Options{Endpoint: "agents-run", From: from, Request: answers}
	}
	tests := []struct {
		hex     string
		options frames.Options
		want    string // the beginning of the payload
	}{
		{"01" + header + "0f", frames.Options{}, `"0f"`},
		{"01" + header + "0f", frames.Options{Endpoint: "version"}, `{"type":"diverge.scope.request","tag":15,"name":"version"`},
		{"01" + header + jsonHex("00", `{"image":{"digest":"sha256:ab"},"memory":268435456,"disk":1073741824,"arguments":{}}`), agents(0, ""), `{"type":"diverge.scope.request","tag":0,"name":"agents_run"`},
		{"02" + header + "05", frames.Options{}, `"05"`},
		{"02" + header + "05", agents(0, ""), `{"type":"diverge.agents.scope-response","tag":5,"name":"active"`},
		{"02" + header + "03 6e756c6c", frames.Options{Endpoint: "tools-run"}, `{"type":"diverge.tools.scope-response","tag":3,"name":"error"`},
		{"02" + header + "00", frames.Options{Endpoint: "volumes-list"}, `"00"`},
		// Only one side sends such a message.
		{"04" + header + "0a", agents(0, ""), `{"type":"diverge.agents.request","tag":10,`},
		{"04" + header + jsonHex("02", `{"path":["a"]}`), agents(0, ""), `{"type":"diverge.agents.client-request","tag":2,"name":"read"`},
		{"04" + header + jsonHex("00", `{"digest":"d"}`), agents(0, ""), `{"type":"diverge.agents.request","tag":0,`}, // a stop would ignore the rest
		{"04" + header + "00", agents(0, ""), `{"type":"diverge.agents.client-request","tag":0,"name":"stop"`},
		// Both sides send it.
		{"04" + header + "05 0000002a", agents(0, ""), `"050000002a"`},
		{"04" + header + "05 0000002a", agents(frames.Client, ""), `{"type":"diverge.agents.client-request","tag":5,`},
		{"04" + header + "05 0000002a", agents(frames.Server, ""), `{"type":"diverge.agents.request","tag":5,`},
		{"04" + header + "05 0000002a", frames.Options{Endpoint: "tools-run", From: frames.Server}, `{"type":"diverge.tools.request","tag":5,"name":"daemon"`},
		{"04" + header + "09", frames.Options{Endpoint: "serve"}, `{"type":"diverge.serve.request","tag":9,"name":"stop"`},
		{"04" + header + "02 61", frames.Options{Endpoint: "volumes-serve"}, `{"type":"diverge.serve.request","tag":2,"name":"fuse_list"`},
		{"05" + header + "00", frames.Options{Endpoint: "serve", Request: "fuse_write"}, `{"type":"diverge.serve.response","answers":"fuse_write"`},
		{"05" + header + "00", agents(0, "fuse_write"), `{"type":"diverge.agents.response","answers":"fuse_write"`},
		{"05" + header + "00", agents(0, "enqueue"), `{"type":"diverge.agents.client-response","answers":"enqueue"`},
		{"05" + header + "00 6869", agents(0, "write"), `{"type":"diverge.agents.response","answers":"write"`}, // content, not an acknowledgement
		{"05" + header + "00", agents(0, "write"), `"00"`},
		{"05" + header + "00", agents(frames.Server, "write"), `{"type":"diverge.agents.client-response","answers":"write","size":1,"payload":{"kind":"ok"}`},
		{"05" + header + "00", agents(frames.Client, "write"), `{"type":"diverge.agents.response","answers":"write","size":1,"payload":{"kind":"body","bytes":""}`},
		{"05" + header + "00", frames.Options{Endpoint: "tools-run", From: frames.Server, Request: "filetree"}, ``},
		{"05" + header + "00", agents(0, "nonsense"), `"00"`},
	}
	for _, tt := range tests {
		frame := unhex(t, tt.hex)
		doc, fault := decode(diverge.Frame, frame, tt.options)
		if tt.want == "" {
			if fault == nil {
				t.Errorf("%s: %s", tt.hex, doc)
			}
			continue
		}
		if fault != nil || !strings.Contains(doc, `"payload":`+tt.want) {
			t.Errorf("%s %+v: %s, %v; want %s", tt.hex, tt.options, doc, fault, tt.want)
			continue
		}
		if back, d := encode(t, doc); d != nil || string(back) != string(frame) {
			t.Errorf("%s encodes as %x, %v", doc, back, d)
		}
	}
}

// A payload that does not decode is refused as the type that reads furthest.
func TestEmbeddedRefused(t *testing.T) {
	tests := []struct{ hex, path string }{
		{"04 00000001 00000000 0b00026d", "/payload/payload/id"},
		{"04 00000001 00000000" + jsonHex("09", `{"uri":"u","requestState":1}`), "/payload/payload/requestState"},
		{"04 00000001 00000000" + jsonHex("09", `{"key":1}`), "/payload/payload/key"},
		{"04 00000001 00000000 ff", "/payload/tag"},
	}
	for _, tt := range tests {
		doc, fault := decode(diverge.Frame, unhex(t, tt.hex), frames.Options{Endpoint: "agents-run"})
		if fault == nil || fault.Path != tt.path {
			t.Errorf("%s: %s, %+v", tt.hex, doc, fault)
		}
	}
}

// A payload of unknown type gets a note about how to read it.
func TestSuggestions(t *testing.T) {
	tests := []struct {
		hex     string
		options frames.Options
		want    string
	}{
		{"01 00000001 00000000 03", frames.Options{}, "--endpoint volumes-list"},
		{"01 00000001 00000000 12", frames.Options{}, ""},
		{"04 00000001 00000000 0a", frames.Options{}, "--endpoint agents-run"},
		{"04 00000001 00000000 05 0000002a", frames.Options{Endpoint: "agents-run"}, "--from"},
		{"05 00000001 00000000 00", frames.Options{Endpoint: "agents-run", Request: "write"}, "--from"},
		{"04 00000001 00000000 00", frames.Options{Endpoint: "version"}, ""},
	}
	for _, tt := range tests {
		tt.options.Notes = true
		doc, fault := decode(diverge.Frame, unhex(t, tt.hex), tt.options)
		if fault != nil || tt.want != "" && !strings.Contains(doc, tt.want) || tt.want == "" && strings.Contains(doc, "--") {
			t.Errorf("%s: %s, %v", tt.hex, doc, fault)
		}
	}
}
