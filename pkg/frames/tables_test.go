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

// Frames of the tables of spec/diverge-frames.md 6.2 and 7, both ways.
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

// Each type of an old table says so, whatever is annotated, and none is tried
// when no type is given.
func TestOldTablesWarn(t *testing.T) {
	for _, ty := range all.Types() {
		for _, m := range ty.Codec.Messages() {
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

// What is kept because its layout is not confirmed says so as well.
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

// Values of the vault and what a run hands back are secrets.
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
