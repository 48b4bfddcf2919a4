package jsondoc

import (
	"strings"
	"testing"
)

func TestAppend(t *testing.T) {
	deep := strings.Repeat(`[`, 3) + "1" + strings.Repeat("]", 3)
	tests := []struct {
		name, text, want string
		style            Style
	}{
		{"compact, order and spelling kept", ` { "b" : 1.50 , "a":[ ], "b":{"c":-0} , "d":[1 , [2], null] } `, `{"b":1.50,"a":[],"b":{"c":-0},"d":[1,[2],null]}`, Style{}},
		{"escapes normalised", `"\u0041\/\u001F\u007f\u2028\ud83d\ude00\b\"\\"`, "\"A/\\u001f\x7f\u2028😀\\b\\\"\\\\\"", Style{}},
		{"safe", `"\u0041\u007f\u2028é` + "\u202e\U000e0041\x7f" + `"`, `"A\u007f\u2028é\u202e\udb40\udc41\u007f"`, Style{Safe: true}},
		{"not UTF-8", "\"a\xff\\ud800b\"", "\"a\ufffd\ufffdb\"", Style{}},
		{"scalar", " true ", "true", Style{}},
		{"depth 2", deep, "[[\"\ufffd\"]]", Style{MaxDepth: 2}},
		{"depth 3", deep, deep, Style{MaxDepth: 3}},
		{"depth in an object", `{"a":{"b":{}},"c":1}`, "{\"a\":{\"b\":\"\ufffd\"},\"c\":1}", Style{MaxDepth: 2}},
		{"before the end of a", `{"a":1,"b":[2,{"c":3}]}`, `{"a":1}`, Style{Before: 7}},
		{"before 3", `{"a":1,"b":[2,{"c":3}]}`, `{"a":1,"b":[2,{}]}`, Style{Before: 19}},
		{"before the value of a", `{"a":100,"b":2}`, `{}`, Style{Before: 7}},
	}
	for _, tt := range tests {
		var d Doc
		if f := d.Read([]byte(tt.text)); f != nil {
			t.Fatal(tt.name, f)
		}
		if got := string(d.Append(nil, 0, tt.style)); got != tt.want {
			t.Errorf("%s: %s\ngot  %q\nwant %q", tt.name, tt.text, got, tt.want)
		}
	}
}

// A text far deeper than any limit is printed without a deep call stack.
func TestAppendDeep(t *testing.T) {
	text := strings.Repeat("[", 300000) + strings.Repeat("]", 300000)
	var d Doc
	if f := d.Read([]byte(text)); f != nil {
		t.Fatal(f)
	}
	if got := string(d.Append(nil, 0, Style{})); got != text {
		t.Error("the deep text changed")
	}
}
