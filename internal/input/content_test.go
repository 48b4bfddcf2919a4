package input

import (
	"bytes"
	"strings"
	"testing"

	"github.com/divtool/divtool/pkg/diag"
)

func TestContent(t *testing.T) {
	tar := strings.Repeat("\x00", 257) + "ustar\x0000"
	for _, tt := range []struct{ data, name string }{
		{"\x89PNG\r\n\x1a\n\x00\x00", "a PNG image"},
		{"\xff\xd8\xff\xe0", "a JPEG image"},
		{"GIF89a", "a GIF image"},
		{"RIFF\x00\x00\x00\x00WEBPVP8 ", "a WebP image"},
		{"%PDF-1.5\n", "a PDF document"},
		{"PK\x03\x04\x14\x00", "a zip archive"},
		{"PK\x05\x06", "a zip archive"},
		{tar, "a tar archive"},
		{"7z\xbc\xaf\x27\x1c\x00", "a 7z archive"},
		{"Rar!\x1a\x07\x01", "a RAR archive"},
		{"BZh91AY&SY", "bzip2 data"},
		{"\xfd7zXZ\x00\x00", "xz data"},
		{"\n\r\r\n\x1c\x00\x00\x00\x4d\x3c\x2b\x1a", "a packet capture (pcapng)"},
		{"\xd4\xc3\xb2\xa1\x02\x00\x04\x00", "a packet capture (pcap)"},
		{"\xa1\xb2\x3c\x4d\x00\x02\x00\x04", "a packet capture (pcap)"},
		{"<!DOCTYPE html>\n<html>", "HTML"},
		{"\ufeff\n <HTML lang=en>", "HTML"},
		{"<?xml version=\"1.0\"?>", "XML"},
		{"HTTP/1.1 200 OK\r\nDate: x\r\n\r\n{}", "HTTP headers"},
		{"GET / HTTP/1.1\r\nHost: x\r\n", "HTTP headers"},
		{"Content-Type: application/json\n\n{}", "HTTP headers"},
		{"// a template\n{\"a\": 1}", "JSON with comments"},
		{"/* a\ntemplate */ {\"a\": 1}", "JSON with comments"},
		{"{\"a\": 1, // one\n\"b\": 2}", "JSON with comments"},
		{"---\na: b\n", "YAML"},
		{"# a comment\nname: planner\n", "YAML"},
		{"- name: planner\n", "YAML"},
		{"key:\n  - a\n", "YAML"},
		{"data: {\"tools\": []}\n\n", "a stream of server-sent events"},
		{"event: message\nid: 7\ndata: [1]\n", "a stream of server-sent events"},
		{"data: x\n", "YAML"}, {"event: message\nother: 1\ndata: {}\n", "YAML"},
		{"```json\n{}\n```\n", "Markdown"},
		{"# a comment\nname = \"x\"\n", "TOML"},
		{"[tools.a]\nname = 1\n", "TOML"},
		{"", ""}, {"{\"a\": 1}", ""}, {"{\"a\": 1", ""}, {"[1, 2]", ""}, {"// no JSON", ""}, {"/*", ""}, {"/", ""}, {"hello world", ""},
		{"\n\r\r\n", ""}, {"0b00026d31", ""}, {"12:30", ""}, {"[a]", ""}, {"[a, b]\nc = 1", ""}, {"a == b", ""}, {"BZh9", ""}, {"time 12:30: hello", ""}, {"\"type\": 1", ""},
	} {
		c := FindBinary([]byte(tt.data))
		if c == nil {
			c = FindText([]byte(tt.data))
		}
		switch {
		case c == nil && tt.name != "":
			t.Errorf("%.20q is not recognized, want %s", tt.data, tt.name)
		case c != nil && c.Name != tt.name:
			t.Errorf("%.20q is %s, want %q", tt.data, c.Name, tt.name)
		case c != nil:
			d := c.Error("a frame")
			if d.Code != "form" || !strings.Contains(d.Message, tt.name) || d.Hint == "" {
				t.Errorf("%s: %+v", tt.name, d)
			}
			checkWords(t, d.Message, d.Hint)
		}
	}
}

// Only the diagnostic of invalid JSON is completed, and only if it has no hint.
func TestNameContent(t *testing.T) {
	for _, tt := range []struct{ code, hint, text, want string }{
		{"json", "", "0b00026d31\n", "`divtool decode`"},
		{"shape/syntax", "", "0b 00 02 # a frame", "`divtool decode`"},
		{"shape/syntax", "", "name: planner", "YAML"},
		{"shape/syntax", "", "{\x00\"\x00a\x00\"\x00", "UTF-16"},
		{"shape/syntax", "kept", "name: planner", "kept"},
		{"type", "", "name: planner", ""},
		{"shape/syntax", "", "{\"a\": 1}\n{\"b\": 2}\n", "more than one JSON value"},
		{"shape/syntax", "", "[1][2", ""},
		{"json", "", "{\"a\": }", ""},
	} {
		d := diag.Diagnostic{Code: tt.code, Hint: tt.hint}
		NameContent(&d, []byte(tt.text))
		if !strings.Contains(d.Hint, tt.want) || tt.want == "" && d.Hint != "" {
			t.Errorf("%s, %q: hint %q, want %q", tt.code, tt.text, d.Hint, tt.want)
		}
	}
}

// Comments and commas become spaces, and the rest keeps its place.
func TestWithoutComments(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"{\"a\": 1, // b, }\r\n}", "{\"a\": 1" + strings.Repeat(" ", 10) + "\n}"},
		{"[1 /* , ] \n */ , ]", "[1" + strings.Repeat(" ", 8) + "\n" + strings.Repeat(" ", 6) + "]"},
		{"[1, /* a */ ]", "[1" + strings.Repeat(" ", 10) + "]"},
		{`["//", "a\",]",]`, `["//", "a\",]" ]`},
		{"/* open [1,]", strings.Repeat(" ", 12)},
		{"// open", strings.Repeat(" ", 7)},
		{"\ufeff// a\n[]", "\ufeff    \n[]"},
		{`{"a": 1}`, ""}, {"[1, 2]", ""}, {"/", ""}, {`["a`, ""}, {`["a\`, ""}, {"", ""},
	} {
		got, changed := WithoutComments([]byte(tt.text))
		if string(bytes.ReplaceAll(got, []byte("\r"), []byte(" "))) != tt.want || changed != (tt.want != "") {
			t.Errorf("%q: %q, want %q", tt.text, got, tt.want)
		}
	}
}

func FuzzContent(f *testing.F) {
	f.Add([]byte("/* a */ {"))
	f.Add([]byte("{\"a\": /"))
	f.Add([]byte("- a:"))
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, c := range []*Content{FindBinary(data), FindText(data)} {
			if c != nil {
				checkWords(t, c.Name, c.Hint)
			}
		}
		if strict, changed := WithoutComments(data); changed && len(strict) != len(data) {
			t.Errorf("%q has %d bytes, %q %d", data, len(data), strict, len(strict))
		}
		checkWords(t, DocumentHint(data))
	})
}
