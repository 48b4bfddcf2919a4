package cbor_test

import (
	"bytes"
	"strings"
	"testing"
)

// Documents that cannot be written, with the code and the way.
func TestRefusals(t *testing.T) {
	deep := strings.Repeat("[", 255) + strings.Repeat("]", 255)
	tests := []struct{ text, code, path string }{
		{`[]`, "type", ""},
		{`{}`, "missing", "/n"},
		{`{"n":256}`, "range", "/n"},
		{`{"n":-1}`, "range", "/n"},
		{`{"n":1.5}`, "type", "/n"},
		{`{"n":"x"}`, "type", "/n"},
		{`{"n":1,"n":2}`, "json", "/n"},
		{`{"n":1,"z":1,"z":2}`, "json", "/z"},
		{`{"n":1,"id":"340282366920938463463374607431768211456"}`, "range", "/id"},
		{`{"n":1,"id":-1}`, "range", "/id"},
		{`{"n":1,"id":"-1"}`, "range", "/id"},
		{`{"n":1,"id":1e3}`, "type", "/id"},
		{`{"n":1,"id":""}`, "type", "/id"},
		{`{"n":1,"name":1}`, "type", "/name"},
		{`{"n":1,"name":"\ud800"}`, "utf8", "/name"},
		{`{"n":1,"\ud800":1}`, "utf8", "/\ufffd"},
		{`{"n":1,"who":""}`, "agent-id", "/who"},
		{`{"n":1,"who":"a\u0085"}`, "agent-id", "/who"},
		{`{"n":1,"on":1}`, "type", "/on"},
		{`{"n":1,"on":null}`, "type", "/on"},
		{`{"n":1,"b":"0"}`, "type", "/b"},
		{`{"n":1,"id16":"00"}`, "length", "/id16"},
		{`{"n":1,"f":"1"}`, "type", "/f"},
		{`{"n":1,"f":1e39}`, "range", "/f"},
		{`{"n":1,"f":1e999}`, "range", "/f"},
		{`{"n":1,"f":{"$cbor":"01"}}`, "type", "/f/$cbor"},
		{`{"n":1,"f":{"$cbor":"f93c00"}}`, "type", "/f/$cbor"},
		{`{"n":1,"f":{"$bytes":"01"}}`, "type", "/f"},
		{`{"n":1,"list":{}}`, "type", "/list"},
		{`{"n":1,"list":[1,"x"]}`, "type", "/list/1"},
		{`{"n":1,"list":null}`, "type", "/list"},
		{`{"n":1,"pair":[1]}`, "type", "/pair"},
		{`{"n":1,"dict":{"a":1,"a":2}}`, "json", "/dict/a"},
		{`{"n":1,"nums":{"01":1}}`, "type", "/nums/01"},
		{`{"n":1,"nums":{"4294967296":1}}`, "type", "/nums/4294967296"},
		{`{"n":1,"word":"z"}`, "enum", "/word"},
		{`{"n":1,"word":"of"}`, "type", "/word"},
		{`{"n":1,"word":{"a":1}}`, "type", "/word/a"},
		{`{"n":1,"word":{"z":1}}`, "enum", "/word/z"},
		{`{"n":1,"word":{"of":null}}`, "type", "/word/of"},
		{`{"n":1,"word":{}}`, "type", "/word"},
		{`{"n":1,"kinds":{}}`, "missing", "/kinds/kind"},
		{`{"n":1,"kinds":{"kind":1}}`, "type", "/kinds/kind"},
		{`{"n":1,"kinds":{"kind":"x"}}`, "missing", "/kinds/size"},
		{`{"n":1,"v":{"a":1}}`, "type", "/v"},
		{`{"n":1,"v":{"$bytes":"00"}}`, "type", "/v/$bytes"},
		{`{"n":1,"v":{"$cbor":"4100"}}`, "type", "/v/$cbor"},
		{`{"n":1,"v":-9223372036854775809}`, "range", "/v"},
		{`{"n":1,"any":18446744073709551616}`, "range", "/any"},
		{`{"n":1,"any":-18446744073709551617}`, "range", "/any"},
		{`{"n":1,"any":1e999}`, "range", "/any"},
		{`{"n":1,"any":{"$x":1}}`, "type", "/any/$x"},
		{`{"n":1,"any":{"$bytes":"0"}}`, "type", "/any/$bytes"},
		{`{"n":1,"any":{"$cbor":""}}`, "truncated", "/any/$cbor"},
		{`{"n":1,"any":{"$cbor":"0101"}}`, "trailing", "/any/$cbor"},
		{`{"n":1,"any":{"$cbor":"c101"}}`, "tag", "/any/$cbor"},
		{`{"n":1,"any":{"$cbor":"c24101"}}`, "tag", "/any/$cbor"},
		{`{"n":1,"any":{"$cbor":"a10102"}}`, "key-type", "/any/$cbor"},
		{`{"n":1,"any":{"$cbor":"9fff"}}`, "indefinite", "/any/$cbor"},
		{`{"n":1,"any":{"$cbor":"ff"}}`, "syntax", "/any/$cbor"},
		{`{"n":1,"any":[` + deep + `]}`, "depth", "/any" + strings.Repeat("/0", 255)},
		{`{"n":1,"` + strings.Repeat("k", 4097) + `":1}`, "key-size", "/" + strings.Repeat("k", 4097)},
		{`{"n":1,"other":1}`, "ambiguous", "/other"},
	}
	for _, tt := range tests {
		b, d, _ := write(t, thingType, tt.text)
		if d == nil {
			t.Errorf("%.80s is written as %x", tt.text, b)
			continue
		}
		if d.Code != tt.code || d.Path != tt.path {
			t.Errorf("%.80s: %s %.80s (%s), want %s %.80s", tt.text, d.Code, d.Path, d.Message, tt.code, tt.path)
		}
	}
}

// Spellings that a document may use, and what is filled in or left out.
func TestWritten(t *testing.T) {
	tests := []struct {
		text, hex string
		warnings  string
	}{
		{`{"n":"1","id":7}`, "a4616e0162696407646e616d65f6" + wordA, ""},
		{`{"n":1,"b":{"text":"é"}}`, "a4616e01646e616d65f6616242c3a9" + wordA, ""},
		{`{"n":1,"b":{"base64":"AP8="}}`, "a4616e01646e616d65f661624200ff" + wordA, ""},
		{`{"word":"a","n":1,"name":null}`, "a3616e01646e616d65f6" + wordA, ""},
		{`{"n":1,"on":false,"list":[],"id":null}`, "a3616e01646e616d65f6" + wordA, "explicit-default /id,explicit-default /on,explicit-default /list"},
		{`{"y":1,"n":1,"z":-0,"name":"a"}`, "a5617901616e01617af98000646e616d656161" + wordA, "unknown-field /y,unknown-field /z"},
		{`{"name":"a","z":1,"n":1,"x":2}`, "a5616e01617802646e616d656161617a01" + wordA, "unknown-field /z,unknown-field /x"},
		{`{"n":1,"f":0.1}`, "a4616e01646e616d65f66166fa3dcccccd" + wordA, ""},
		{`{"n":1,"dict":{"b":1,"a":2}}`, "a4616e01646e616d65f66464696374a2616102616201" + wordA, ""},
		{`{"n":1,"word":{"maybe":null}}`, "a3616e01646e616d65f664776f7264a1656d61796265f6", ""},
	}
	for _, tt := range tests {
		b, d, warnings := write(t, thingType, tt.text)
		if d != nil || !bytes.Equal(b, unhex(t, tt.hex)) || strings.Join(warnings, ",") != tt.warnings {
			t.Errorf("%s is written as %x, %v, %v; want %s", tt.text, b, d, warnings, tt.hex)
		}
	}
}
