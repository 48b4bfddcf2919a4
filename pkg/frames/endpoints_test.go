package frames_test

import (
	"strings"
	"testing"

	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/diverge"
)

// Each scope request has the tag of its endpoint, and its name.
func TestEndpointsByTag(t *testing.T) {
	table := diverge.ScopeRequest.Codec.Messages()
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

// The endpoint, the side and the request settle what stands in an outer frame.
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
		// Both sides do.
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

// What is inside and does not decode is refused as what reads most of it.
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

// A payload whose type is not known says how to read it.
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
