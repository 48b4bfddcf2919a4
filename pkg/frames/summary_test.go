package frames_test

import (
	"encoding/hex"
	"strings"
	"testing"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/diverge"
	"github.com/divtool/divtool/pkg/frames/laser"
)

// The parts of a summary, with a payload of JSON.
func TestSummary(t *testing.T) {
	for _, c := range []struct {
		summary frames.Summary
		payload string
		want    string
	}{
		{"", `{"a":1}`, ""},
		{"text", `{}`, "text"},
		{"{a}", `{"a":"x\ty"}`, "x\ty"},
		{"{a}", `{"a":[1, 2.50,null]}`, "[1,2.50,null]"},
		{"<{a}>", `{}`, "<>"},
		{"{a}", `null`, ""},
		{"{a.b} {a.c.d}", `{"a":{"b":"x","c":{"d":2}}}`, "x 2"},
		{"{a|b.c|d}", `{"a":"","b":{"c":7},"d":8}`, "7"},
		{"{}", `"x"`, "x"},
		{"{}", `{"a": 1}`, `{"a":1}`},
		{"{/a}", `{"a":["x",1]}`, "/x/1"},
		{"{/a}", `{"a":"x"}`, ""},
		{"{,a}", `{"a":{"x":1,"y":{}}}`, "x, y"},
		{"{#a}, {#b}", `{"a":[[1],2]}`, "2, 0"},
		{"{#a entry}, {#b entry}", `{"a":{"x":1},"b":[1,2]}`, "1 entry, 2 entries"},
		{"{#a byte}", `{"a":[` + strings.Repeat("0,", 1999) + `0]}`, "2,000 bytes"},
		{"{+a x}{+b x}", `{"a":[],"b":[1]}`, "1 x"},
		{"a[, {b}]", `{"b":""}`, "a"},
		{"a[, {b} and {c}]", `{"b":"x"}`, "a"},
		{"a[, {b} and {c}]", `{"b":"x","c":false}`, "a, x and false"},
		{"[{a}  ][{#b b}  ][{c}  ]", `{"b":[],"c":"y"}`, "0 bs  y"},
		{"{a", `{"a":1}`, "{a"},
		{"  {a} ", `{"a":" x "}`, "x"},
	} {
		m := &frames.Message{Name: "m", Meaning: "m", Body: &frames.Layout{Value: &frames.Field{Kind: frames.JSON, Shape: &canon.AnyValue}}}
		ty := &frames.Type{Name: "test", Codec: &frames.Tagged{Table: []*frames.Message{m}}}
		if got := summarize(t, ty, append([]byte{0}, c.payload...), c.summary); got != c.want {
			t.Errorf("%s of %.40s is %q, want %q", c.summary, c.payload, got, c.want)
		}
	}
}

// summarize returns the summary of a frame, which decodes.
func summarize(t *testing.T, ty *frames.Type, frame []byte, summary frames.Summary) string {
	t.Helper()
	var r frames.Reader
	var s frames.Summarizer
	s.Begin("{a}{b}", true) // of an earlier message
	s.Begin(summary, false)
	if err := r.Read(ty, frame, &s); err != nil {
		t.Fatal(err)
	}
	return string(s.Append(nil))
}

// Layouts send their members one by one; bytes are counted; secrets stay hidden.
func TestSummaryOfLayout(t *testing.T) {
	for _, c := range []struct {
		frame   string
		summary frames.Summary
		want    string
	}{
		{"0c00026d310003612f6200000000000000056869", "{id} {path} {offset} {#bytes} {bytes}", "m1 a/b 5 2 6869"},
		{"1300026d3111000001a40000000000000000000000000000000000000000000000006553f1001dcd6500612f62", "{,attrs} {#attrs} {attrs.mode} {path}", "mode, mtime 2 420 a/b"},
		{"037b226964223a2272756e2d31222c2273656372657473223a7b226170695f6b6579223a226669786564227d7d", "{,secrets}", "api_key"},
	} {
		frame, err := hex.DecodeString(c.frame)
		if err != nil {
			t.Fatal(err)
		}
		if got := summarize(t, diverge.AgentsRequest, frame, c.summary); got != c.want {
			t.Errorf("%s of %s is %q, want %q", c.summary, c.frame, got, c.want)
		}
	}
	secret := []byte("\x07\x00\x05tokenvalue")
	if got := summarize(t, diverge.ToolsRequest, secret, "{key} {value} {#value}"); !strings.HasPrefix(got, "token «") || strings.Contains(got, "value") {
		t.Errorf("the summary of a secret is %q", got)
	}
}

// The summary of an answer is that of its case.
func TestSummaryOf(t *testing.T) {
	for _, c := range []struct {
		name, body string
		want       frames.Summary
		isError    bool
	}{
		{"fuse_read", "\x00hi", "{#bytes byte}", false},
		{"fuse_read", "\x01", "missing", false},
		{"fuse_read", "\x02no", "error  {message}", true},
		{"fuse_read", "\x07", "", false},
		{"fuse_read", "", "", false},
		{"fuse_mkdir", "\x02", "read only", false},
		{"oci_has", "\x00", "not held", false},
		{"oci_blob", "\x01", "{#bytes byte}", false},
		{"registration", "\x00", "success", false},
		{"registration", "\x01", "error", true},
		{"registration", "\x02", "", false},
	} {
		got, isError := diverge.AgentsResponse.Message(c.name).SummaryOf([]byte(c.body))
		if got != c.want || isError != c.isError {
			t.Errorf("%s %q: %q, %v, want %q, %v", c.name, c.body, got, isError, c.want, c.isError)
		}
	}
}

// Every member in a summary of the declarations is one of its message.
func TestSummariesOfDeclarations(t *testing.T) {
	check := func(what string, s frames.Summary, body *frames.Layout) {
		rest := string(s)
		for {
			_, after, ok := strings.Cut(rest, "{")
			if !ok {
				return
			}
			field, next, _ := strings.Cut(after, "}")
			rest = next
			for one := range strings.SplitSeq(strings.TrimLeft(field, "/,#+*"), "|") {
				path, _, _ := strings.Cut(one, " ")
				if path != "" && !body.HasField(jsondoc.ParsePointer("/"+strings.ReplaceAll(path, ".", "/"))) {
					t.Errorf("%s: %s has no %s", what, s, path)
				}
			}
		}
	}
	count := 0
	for _, ty := range []*frames.Type{
		diverge.AgentsRequest, diverge.ToolsRequest, diverge.ScopeRequest, diverge.AgentsScopeResponse, diverge.AgentsClientRequest,
		diverge.ToolsClientRequest, diverge.ServeRequest, diverge.ProxyAgentsRequest, diverge.AgentsResponse, diverge.ToolsResponse,
		diverge.AgentsClientResponse, diverge.ToolsClientResponse, diverge.ServeResponse,
	} {
		for _, m := range ty.Messages() {
			check(ty.Name+"/"+m.Name, m.Summary, m.Body)
			if u := m.Body.Value; u != nil {
				for i := range u.Cases {
					check(ty.Name+"/"+m.Name, u.Cases[i].Summary, m.Body)
				}
			}
			count++
		}
	}
	if count < 100 {
		t.Errorf("only %d messages", count)
	}
}

// Replies are summarised by their variants.
func TestSummaryOfVariants(t *testing.T) {
	ty := laser.Types.ByName("laser.kv-reply")
	for _, c := range []struct{ document, want string }{
		{`{"Ok":"Written"}`, "Ok Written"},
		{`{"Ok":{"Committed":{"version":3}}}`, "Ok Committed version"},
		{`{"Ok":{"Deleted":true}}`, "Ok Deleted"},
		{`{"Ok":{"Value":null}}`, "Ok Value"},
		{`{"Ok":{"Leased":{"lease_token":1,"granted_ttl_micros":2}}}`, "Ok Leased"},
		{`{"Ok":{"Namespaces":[{"namespace":"a","entries":1}]}}`, "Ok Namespaces"},
		{`{"Err":{"Unsupported":"no such thing"}}`, "Err Unsupported no such thing"},
	} {
		e := frames.Encoder{Types: frames.Set{ty}}
		frame, err := e.EncodeText(nil, []byte(`{"type":"laser.kv-reply","payload":`+c.document+`}`))
		if err != nil {
			t.Fatal(err)
		}
		if got := summarize(t, ty, frame, laser.ReplySummary); got != c.want {
			t.Errorf("%s: %q, want %q", c.document, got, c.want)
		}
		if laser.IsErrorReply(frame) != strings.HasPrefix(c.want, "Err") {
			t.Errorf("%s: the error is %v", c.document, laser.IsErrorReply(frame))
		}
	}
}
