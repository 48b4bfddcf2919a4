package decode

import (
	"strings"
	"testing"

	"github.com/divtool/divtool/internal/input"
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/all"
	"github.com/divtool/divtool/pkg/frames/diverge"
)

func TestConversationMode(t *testing.T) {
	const none = "none"
	for start, want := range map[string]string{
		"> 00000000000000000000\n": "",
		"# note\n\n< 0x06 00\n":    "",
		"> 000":                    "",
		"\ufeff{\"direction\":\"client\",\"hex\":\"13\"}\n":         "",
		"{\"time\":1,\"direction\":\"client\",\"base64\":\"Ew==\"}": "",
		"{\n  \"log\": {":                     "har",
		"[\n  {\n    \"_index\": \"packets\"": "tshark",
		"frame.time_epoch\ttcp.stream\n":      "tshark",
		"":                                    none,
		"13":                                  none,
		"> quoted text\n":                     none,
		">":                                   none,
		"[1, 2]":                              none,
		"{\"image\":{\"digest\":1}}":          none,
		"\x00\x00\x00\x00\x02\x07":            none,
	} {
		m := &Mode{Types: all.Types()}
		got := none
		if found := m.conversationMode([]byte(start)); found != nil {
			if got = ""; found.Conversation.Capture != nil {
				got = found.Conversation.Capture.Name
			}
		}
		if got != want {
			t.Errorf("%q is %q, want %q", start, got, want)
		}
	}
	log := []byte("> 00000000000000000000\n")
	for _, m := range []*Mode{{Form: input.Hex}, {Lines: true}, {Given: all.Types().ByName("diverge.agents.request")}, {Options: frames.Options{Request: "write"}}} {
		if m.conversationMode(log) != nil {
			t.Errorf("%+v: the content decides, not the mode", m)
		}
	}
	if (&Mode{Given: diverge.Frame}).conversationMode(log) == nil {
		t.Error("a type of conversations does not select one frame")
	}
}

func TestNotConversation(t *testing.T) {
	m := &Mode{Options: frames.Options{MaxFrame: 1000}}
	ping := "\x00\x00\x00\x00\x02\x07\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00"
	for start, want := range map[string]string{
		"":                            "",
		"> 00\n":                      "",
		"banner\n":                    "", // a line of a pipe: more may come
		"banner\n> 00\nx\n":           "",
		"banner\n{\"a\": 1}\n":        "",
		"{\"a\": 1}\n{\"b\": 1}\n":    "",
		"{\n  \"a\": {\"b\": 1}\n}\n": "JSON of another kind",
		"[\n  {\"b\": 1},\n  2\n]\n":  "JSON of another kind",
		"one\ntwo\n":                  "text of another kind",
		"a: 1\nb: 2\n":                "YAML",
		"===\nFollow: tcp,raw\n":      "what `tshark -z follow` prints",
		ping:                          "a stream of subc frames",
		"\x7fELF\x02\x01\x01" + ping:  "binary",
	} {
		got := ""
		if fault := m.notConversation([]byte(start)); fault != nil {
			got = fault.Message
		}
		if (got == "") != (want == "") || !strings.Contains(got, "is "+want) && want != "" {
			t.Errorf("%q: %q, want %q", start, got, want)
		}
	}
}
