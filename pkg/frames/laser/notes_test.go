package laser_test

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/laser"
)

// annotation is a note as documents print it.
type annotation struct {
	Path           string
	Offset, Length int
	Text           string
	Value          string
	Decoded        json.RawMessage
	Advice         bool
}

// annotations returns the notes of the frame of a payload.
func annotations(t *testing.T, ty *frames.Type, payload string, o frames.Options) []annotation {
	t.Helper()
	frame, refusal := encode(t, ty, payload)
	if refusal != nil {
		t.Fatalf("%s: %v", payload, refusal)
	}
	var doc struct{ Annotations []annotation }
	if err := json.Unmarshal([]byte(decode(ty, frame, o).doc), &doc); err != nil {
		t.Fatal(err)
	}
	for _, a := range doc.Annotations {
		if a.Offset < 0 || a.Length < 0 || a.Offset+a.Length > len(frame) {
			t.Errorf("%s is at %d+%d of %d bytes", a.Path, a.Offset, a.Length, len(frame))
		}
	}
	return doc.Annotations
}

const commandRest = `"client_id":9,"correlation":null,"read_all":false,`

// The notes of the forwarded frames.
func TestNotes(t *testing.T) {
	tests := []struct {
		name    string
		ty      *frames.Type
		payload string
		want    []annotation // by path and text; there may be others
	}{
		{"root", laser.ForwardedCommand, `{"caller":{"user_id":0},` + commandRest + `"command_code":1000300,"payload":""}`,
			[]annotation{{Path: "/payload/caller", Text: "requested by root (user 0)"}}},
		{"the server", laser.ForwardedCommand, `{` + commandRest + `"command_code":1000300,"payload":""}`,
			[]annotation{{Path: "/payload", Text: "requested by the server itself (no caller)"}}},
		{"claims", laser.ForwardedCommand, `{"caller":{"user_id":7,"agent":"a","on_behalf_of":"\u202eb"},` + commandRest + `"command_code":1000300,"payload":""}`,
			[]annotation{{Path: "/payload/caller", Text: `requested by user 7, through agent "a", on behalf of "\u202eb" (claimed by the client, not verified)`}}},
		{"older shape", laser.ForwardedCommand, `{"user_id":0,` + commandRest + `"command_code":1000300,"payload":""}`,
			[]annotation{{Path: "/payload/user_id", Text: "requested by root (user 0), in the older form of a command"}}},
		{"query of a user", laser.ForwardedQuery, `{"user_id":7,"client_id":255,"query_envelope":""}`,
			[]annotation{{Path: "/payload/user_id", Text: "requested by user 7"}, {Path: "/payload/client_id", Text: "0xff"}}},
		{"query of the server", laser.ForwardedQuery, `{"user_id":0,"client_id":0,"query_envelope":""}`,
			[]annotation{{Path: "/payload/user_id", Text: "requested by the server itself (client 0), as root (user 0)"}}},
		{"big id", laser.ForwardedQuery, `{"user_id":7,"client_id":"18446744073709551616","query_envelope":""}`,
			[]annotation{{Path: "/payload/client_id", Text: "0x10000000000000000"}}},
		{"code", laser.ForwardedCommand, `{"caller":{"user_id":7},"client_id":1,"operation_id":5,"command_code":1000301,"payload":""}`,
			[]annotation{{Path: "/payload/command_code", Text: "KV_SET, key-value: KvSet; changes state; requires kv:write"}}},
		{"retired code", laser.ForwardedCommand, `{"caller":{"user_id":7},"client_id":1,"command_code":1000702,"payload":""}`,
			[]annotation{{Path: "/payload/command_code", Text: "AGENT_STATUS, agents and sessions: AgentStatusReq; requires agent:read; retired; the code is never reused"}}},
		{"code retired later", laser.ForwardedCommand, `{"caller":{"user_id":7},"client_id":1,"command_code":1000203,"payload":""}`,
			[]annotation{{Path: "/payload/command_code", Text: "QUERY_STATUS, query and browse: QueryStatusEnvelope; requires query:read; retired in later releases"}}},
		{"unknown code in a block", laser.ForwardedCommand, `{"caller":{"user_id":7},"client_id":1,"command_code":1000599,"payload":""}`,
			[]annotation{{Path: "/payload/command_code", Text: "unknown code in the block memory (reserved)"}}},
		{"unknown code", laser.ForwardedCommand, `{"caller":{"user_id":7},"client_id":1,"command_code":4294967295,"payload":""}`,
			[]annotation{{Path: "/payload/command_code", Text: "unknown code"}}},
		{"low code", laser.ForwardedCommand, `{"caller":{"user_id":7},"client_id":1,"command_code":605,"payload":""}`,
			[]annotation{{Path: "/payload/command_code", Text: "code of Apache Iggy, not a managed command"}}},
		{"grant", laser.ForwardedQuery, `{"user_id":7,"client_id":1,"query_envelope":"","grants":[
				{"effect":"allow","feature":"kv","action":"write"},
				{"effect":"deny","feature":"kv","action":"delete","resource":{"kind":"prefix","value":"audit/"}},
				{"effect":"allow","feature":"session","action":"read","resource":{"kind":"literal","value":"stream:acme"}}]}`,
			[]annotation{
				{Path: "/payload/grants/0", Text: "may write kv on all resources"},
				{Path: "/payload/grants/1", Text: `may not delete kv on resources starting with "audit/"`},
				{Path: "/payload/grants/2", Text: `may read session on "stream:acme"`},
			}},
		{"time", laser.ForwardedQuery, `{"user_id":7,"client_id":1,"query_envelope":"","scope":{"stream_id":1,"stream":"s","stream_created_at_micros":1717171717000500}}`,
			[]annotation{{Path: "/payload/scope/stream_created_at_micros", Text: "2024-05-31 16:08:37.0005 UTC", Value: "2024-05-31T16:08:37.0005Z"}}},
		{"time beyond", laser.ForwardedQuery, `{"user_id":7,"client_id":1,"query_envelope":"","scope":{"stream_id":1,"stream":"s","stream_created_at_micros":18446744073709551615}}`,
			[]annotation{{Path: "/payload/scope/stream_created_at_micros", Text: "after the year 9999", Advice: true}}},
		{"flags", laser.ForwardedCommand, `{"caller":{"user_id":7},"client_id":1,"command_code":1000300,"payload":"","read_barrier":true}`,
			[]annotation{{Path: "/payload/read_barrier", Text: "the response waits until the fold reaches the head of the mutation log"}}},
		{"open end of a key", typeOf(t, "KeyRecord"), `{"v":1,"principal":"p","key_id":"00","verifying_key":"00","kind":"agent","valid_from_micros":0,"valid_to_micros":null,"revoked":false}`,
			[]annotation{{Path: "/payload/valid_to_micros", Text: "the TypeScript SDK 0.1.1 refuses null", Advice: true}}},
		{"tenancy", laser.ForwardedQuery, `{"user_id":7,"client_id":1,"query_envelope":"","tenancy":{"a":[1,{"$bytes":"00"}]}}`,
			[]annotation{{Path: "/payload/tenancy", Text: `{"a": [1, h'00']}`}}},
		{"item", laser.ForwardedQuery, `{"user_id":7,"client_id":1,"query_envelope":"","x":[{"$cbor":"f7"},{"$cbor":"f97e00"}]}`,
			[]annotation{{Path: "/payload/x/0", Text: "undefined"}, {Path: "/payload/x/1", Text: "NaN"}}},
	}
	for _, tt := range tests {
		got := annotations(t, tt.ty, tt.payload, frames.Options{Notes: true})
		for _, want := range tt.want {
			if !slices.ContainsFunc(got, func(a annotation) bool {
				return a.Path == want.Path && a.Text == want.Text && a.Value == want.Value && a.Advice == want.Advice
			}) {
				t.Errorf("%s: no note %+v in %+v", tt.name, want, got)
			}
		}
	}
}

// An absent caller, user 0 and the older shape never look alike.
func TestWhoAsked(t *testing.T) {
	seen := map[string]string{}
	for _, caller := range []string{``, `"caller":{"user_id":0},`, `"user_id":0,`, `"caller":{"user_id":1},`} {
		for _, a := range annotations(t, laser.ForwardedCommand, `{`+caller+commandRest+`"command_code":1000300,"payload":""}`, frames.Options{Notes: true}) {
			if strings.Contains(a.Text, "requested by") {
				if other, ok := seen[a.Text]; ok {
					t.Errorf("%q and %q are both %q", caller, other, a.Text)
				}
				seen[a.Text] = caller
			}
		}
	}
	if len(seen) != 4 {
		t.Errorf("%v", seen)
	}
}

// A mismatch of code and fields is advice, never a warning.
func TestAdvice(t *testing.T) {
	tests := []struct {
		code, more string
		want       []string
	}{
		{"1000301", `"operation_id":0,`, nil},
		{"1000301", ``, []string{"/payload/command_code KV_SET (1000301) changes state and should carry an operation_id"}},
		{"1000300", `"operation_id":1,`, []string{"/payload/operation_id KV_GET (1000300) changes no state; an operation_id is not expected"}},
		{"1000710", ``, []string{"/payload/command_code SESSION_GET (1000710) reads a session and is rejected without a scope"}},
		{"1000710", `"scope":{"stream_id":1,"stream":"s","stream_created_at_micros":0},`, nil},
		{"1000100", ``, []string{"/payload/command_code AUTHZ_WHOAMI (1000100) is answered by the server itself and not forwarded"}},
		{"1000200", ``, []string{"/payload/command_code QUERY (1000200) is sent as a forwarded query, not as a command"}},
		{"1999999", ``, nil},
	}
	for _, tt := range tests {
		payload := `{"caller":{"user_id":7},` + tt.more + commandRest + `"command_code":` + tt.code + `,"payload":""}`
		var got []string
		for _, a := range annotations(t, laser.ForwardedCommand, payload, frames.Options{Notes: true}) {
			if a.Advice {
				got = append(got, a.Path+" "+a.Text)
			}
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s %s: %q, want %q", tt.code, tt.more, got, tt.want)
		}
		frame, _ := encode(t, laser.ForwardedCommand, payload)
		if r := decode(laser.ForwardedCommand, frame, frames.Options{Notes: true}); len(r.warnings) > 0 {
			t.Errorf("%s: %v", tt.code, r.warnings[0])
		}
	}
}

// Opaque bytes are decoded as the request that the code announces, as plain CBOR if they
// are not one, and reported as broken if they are not CBOR.
func TestDecoded(t *testing.T) {
	get, refusal := encode(t, typeOf(t, "KvGet"), `{"v":1,"namespace":"n","key":"00"}`)
	if refusal != nil {
		t.Fatal(refusal)
	}
	tests := []struct{ code, payload, str, decoded string }{
		{"1000300", hex.EncodeToString(get), "KvGet", `{"v":1,"namespace":"n","key":"00"}`},
		{"1000300", "a1617601", `KvGet expected, but not valid: missing member "namespace"`, `{"v":1}`},
		{"1000816", "a1667374726561" + "6d6161", "CBOR", `{"stream":"a"}`},
		{"1000300", "a16176", "KvGet expected, but not valid: v: the frame ends inside the map that starts at byte 0: 1 entry declared, 0 present", ``},
		{"1000816", "ff", "CBOR, not valid: unexpected break: no item of indefinite length is open", ``},
		{"1000816", "", "no bytes", ``},
	}
	for _, tt := range tests {
		payload := `{"caller":{"user_id":7},` + commandRest + `"command_code":` + tt.code + `,"payload":"` + tt.payload + `"}`
		for _, a := range annotations(t, laser.ForwardedCommand, payload, frames.Options{Notes: true}) {
			if a.Path == "/payload/payload" && (a.Text != tt.str || string(a.Decoded) != tt.decoded) {
				t.Errorf("%s %s: %q %s, want %q %s", tt.code, tt.payload, a.Text, a.Decoded, tt.str, tt.decoded)
			}
		}
	}
}

// With Spans, every member down to the innermost has a note with its bytes.
func TestSpans(t *testing.T) {
	for _, ty := range declarations() {
		frame, err := hex.DecodeString(ty.Messages()[0].Example)
		if err != nil {
			t.Fatal(err)
		}
		r := decode(ty, frame, frames.Options{Spans: true})
		for _, w := range r.warnings {
			if w.Code != "other-version" {
				t.Errorf("the example of %s: %s", ty.Name, w.Message)
			}
		}
		if r.fault != nil || r.lossy {
			t.Fatalf("the example of %s: %v %s", ty.Name, r.fault, r.doc)
		}
		var doc struct {
			Payload     any
			Annotations []annotation
		}
		if err := json.Unmarshal([]byte(r.doc), &doc); err != nil {
			t.Fatal(err)
		}
		noted := map[string]bool{}
		for _, a := range doc.Annotations {
			noted[a.Path] = true
			if a.Length < 1 || a.Offset+a.Length > len(frame) {
				t.Errorf("%s: %s is at %d+%d", ty.Name, a.Path, a.Offset, a.Length)
			}
		}
		for _, path := range pathsOf(nil, "/payload", doc.Payload) {
			if !noted[path] {
				t.Errorf("%s: %s has no annotation", ty.Name, path)
			}
		}
	}
}

// pathsOf lists the pointers to a value and to all its parts.
func pathsOf(list []string, path string, v any) []string {
	list = append(list, path)
	switch v := v.(type) {
	case map[string]any:
		for k, e := range v {
			list = pathsOf(list, path+"/"+strings.NewReplacer("~", "~0", "/", "~1").Replace(k), e)
		}
	case []any:
		for i, e := range v {
			list = pathsOf(list, path+"/"+string(rune('0'+i)), e)
		}
	}
	return list
}

// The example files are frames of the family, as the peer writes them.
func TestExampleFiles(t *testing.T) {
	for file, name := range map[string]string{
		"forwarded_query.bin":      "laser.forwarded-query",
		"forwarded_command.bin":    "laser.forwarded-command",
		"forwarded_server.bin":     "laser.forwarded-command",
		"laser_agent_envelope.bin": "laser.agent-envelope",
	} {
		frame, err := os.ReadFile("../../../examples/" + file)
		if err != nil {
			t.Fatal(err)
		}
		var r frames.Reader
		g := laser.Types.Guess(&r, frame)
		if g.Type == nil || g.Type.Name != name || g.Alternatives != nil {
			t.Fatalf("%s: %+v", file, g)
		}
		got := decode(g.Type, frame, frames.Options{})
		back, refusal := encode(t, g.Type, got.payload)
		if len(got.warnings) > 0 || refusal != nil || !bytes.Equal(back, frame) {
			t.Errorf("%s: %v %v", file, got.warnings, refusal)
		}
	}
}
