package jsondoc

import (
	"bytes"
	"strings"
	"testing"
)

func TestReadFaults(t *testing.T) {
	tests := []struct {
		text   string
		reason Reason
		offset int
	}{
		{"", EndInValue, 0},
		{" \n", EndInValue, 2},
		{"nul", EndInValue, 3},
		{"nulx", ExpectedValue, 0},
		{"True", ExpectedValue, 0},
		{"'a'", ExpectedValue, 0},
		{"\ufeff1", ByteOrderMark, 0},
		{"\u00a0[1]", ExpectedValue, 0},
		{"\v[1]", ExpectedValue, 0},
		{"/*c*/1", ExpectedValue, 0},
		{"[1]\u00a0", TrailingText, 3},
		{"nulll", TrailingText, 4},
		{"1 2", TrailingText, 2},
		{"1,", TrailingText, 1},
		{"00", BadNumber, 1},
		{"-01", BadNumber, 2},
		{"+1", ExpectedValue, 0},
		{".5", ExpectedValue, 0},
		{"1.", EndInValue, 2},
		{"-", EndInValue, 1},
		{"--1", BadNumber, 1},
		{"1.e5", BadNumber, 2},
		{"1e+", EndInValue, 3},
		{"0x10", TrailingText, 1},
		{"-Infinity", BadNumber, 1},
		{"[1,]", TrailingComma, 2},
		{`{"a":1,}`, TrailingComma, 6},
		{"[,1]", ExpectedValue, 1},
		{`{"a" 1}`, ExpectedColon, 5},
		{`{"a":}`, ExpectedValue, 5},
		{"{a:1}", ExpectedName, 1},
		{"{1:1}", ExpectedName, 1},
		{`{"a":1,b:2}`, ExpectedName, 7},
		{"[1 2]", ExpectedComma, 3},
		{"[1}", ExpectedComma, 2},
		{`{"a":1]`, ExpectedComma, 6},
		{"]", ExpectedValue, 0},
		{"[", EndInArray, 1},
		{"[1", EndInArray, 2},
		{"[1,", EndInValue, 3},
		{"{", EndInObject, 1},
		{`{"a`, EndInString, 3},
		{`{"a"`, EndInObject, 4},
		{`{"a":`, EndInValue, 5},
		{`{"a":1`, EndInObject, 6},
		{`{"a":1,`, EndInObject, 7},
		{`"a`, EndInString, 2},
		{`"\`, EndInString, 2},
		{`"\u12`, EndInString, 2},
		{`"\u12g4"`, BadEscape, 2},
		{`"\x41"`, BadEscape, 2},
		{`"\'"`, BadEscape, 2},
		{"\"\n\"", ControlCharacter, 1},
		{"\"abcdefgh\x1f\"", ControlCharacter, 9},
	}
	for _, tt := range tests {
		var d Doc
		f := d.Read([]byte(tt.text))
		if f == nil || f.Reason != tt.reason || f.Offset != tt.offset {
			t.Errorf("Read(%q) = %+v, want reason %v (%s) at %d", tt.text, f, tt.reason, reasonTexts[tt.reason], tt.offset)
		}
	}
}

func TestValueFaults(t *testing.T) {
	tests := []struct {
		text   string
		reason Reason
		offset int
	}{
		{`"\ud800"`, LoneSurrogate, 1},
		{`"ab\udc00"`, LoneSurrogate, 3},
		{`"\ud800\u0041"`, LoneSurrogate, 1},
		{`"\ud800\ud800"`, LoneSurrogate, 1},
		{`"\ud83d\n"`, LoneSurrogate, 1},
		{`{"\ud800":1}`, LoneSurrogate, 2},
		{"\"\xff\"", UTF8, 1},
		{"\"a\xed\xa0\x80\"", UTF8, 2},
		{"[[\"\xe2\x82\"]]", UTF8, 3},
		{"[0,{\"a\":1e309}]", NumberRange, 8},
		{"1.7976931348623158e308", NumberRange, 0},
		{"1" + strings.Repeat("0", 400), NumberRange, 0},
	}
	for _, tt := range tests {
		var d Doc
		if f := d.Read([]byte(tt.text)); f != nil {
			t.Errorf("Read(%q): %v", tt.text, f)
			continue
		}
		f := d.ValueFault(0)
		if f == nil || f.Reason != tt.reason || f.Offset != tt.offset {
			t.Errorf("Unsound(%q) = %+v, want reason %d at %d", tt.text, f, tt.reason, tt.offset)
		}
	}
	for _, text := range []string{`"\ud83d\ude00"`, `"\uFFFF"`, `"😀"`, "1e-400", "0e999999999999", `{"":[]}`} {
		var d Doc
		if f := d.Read([]byte(text)); f != nil || d.ValueFault(0) != nil {
			t.Errorf("%s is refused", text)
		}
	}
}

func TestDepth(t *testing.T) {
	for levels, deep := range map[int]bool{1: false, 127: false, 128: true, 200000: true} {
		var d Doc
		if f := d.Read([]byte(strings.Repeat("[", levels) + strings.Repeat("]", levels))); f != nil {
			t.Fatal(f)
		}
		if got := d.TooDeep(0, 1); got != deep {
			t.Errorf("TooDeep at %d levels = %v", levels, got)
		}
		want := -1
		if deep {
			want = MaxDepth
		}
		if got := d.FirstTooDeep(0, 1); got != want {
			t.Errorf("Deepest at %d levels = %d, want %d", levels, got, want)
		}
	}
}

func TestTreeShape(t *testing.T) {
	var d Doc
	if f := d.Read([]byte(` {"a": [1, {"b": null}], "\u0061": "x", "c": {}} `)); f != nil {
		t.Fatal(f)
	}
	if got := d.Count(0); got != 3 {
		t.Errorf("Count = %d", got)
	}
	a := d.Member(0, "a")
	if d.Kind(a) != Array || d.Count(a) != 2 || string(d.Raw(a)) != `[1, {"b": null}]` {
		t.Errorf("member a is %s", d.Raw(a))
	}
	if second := d.Next(a); !d.StringIs(second, "a") {
		t.Errorf("the escaped name is %q", d.Value(second))
	}
	if d.Member(0, "b") != -1 || d.Member(a, "b") != -1 {
		t.Error("found a member that is not there")
	}
}

// A text that breaks off keeps what was whole, and can be walked.
func TestTruncated(t *testing.T) {
	tests := []struct{ text, last string }{
		{`{"a":1,"b":[2,3`, "3"},
		{`{"a":1,"b":`, "1"},
		{`{"a":1,"b"`, "1"},
		{`{"a":1,"b`, "1"},
		{`{"a":{"x":{"y":[true,`, "true"},
	}
	for _, tt := range tests {
		var d Doc
		if f := d.Read([]byte(tt.text)); f == nil || !f.AtEnd() {
			t.Fatalf("Read(%q) = %v", tt.text, f)
		}
		last := d.Len() - 1
		if got := string(d.Raw(last)); got != tt.last {
			t.Errorf("%q: the last node is %q, want %q", tt.text, got, tt.last)
		}
		if d.Next(0) != d.Len() || d.Node(0).Flags&Unclosed == 0 {
			t.Errorf("%q: the root is not marked as unclosed", tt.text)
		}
	}
}

// nested is a text with something inside n arrays and objects.
func nested(n int, content string) string {
	return strings.Repeat(`[{"a" : `, n/2) + content + strings.Repeat(`}]`, n/2)
}

// What is deep has no nodes, and is checked and printed all the same.
func TestCollapsed(t *testing.T) {
	for _, depth := range []int{MaxOpen - 2, MaxOpen, MaxOpen + 2, 3 * MaxOpen} {
		for _, tt := range []struct{ inside, printed string }{
			{` [ 1 , -2.5e+3 , true ] `, `[1,-2.5e+3,true]`},
			{`{ "k" : "\u0041\"" , "l" : { } }`, `{"k":"A\"","l":{}}`},
			{`"\u007f"`, `"\u007f"`},
		} {
			var d Doc
			if f := d.Read([]byte(nested(depth, tt.inside))); f != nil {
				t.Fatalf("%d levels around %s: %v", depth, tt.inside, f)
			}
			if d.Len() > 2*MaxOpen+9 {
				t.Errorf("%d levels have %d nodes", depth, d.Len())
			}
			want := strings.ReplaceAll(nested(depth, tt.printed), " ", "")
			if got := string(d.Append(nil, 0, Style{Safe: true})); got != want {
				t.Errorf("%d levels around %s print as\n%s, not as\n%s", depth, tt.inside, got, want)
			}
			if h := int(d.Node(0).Height); h < depth {
				t.Errorf("%d levels have the height %d", depth, h)
			}
			if d.FirstTooDeep(0, 1) < 0 {
				t.Errorf("%d levels are not too deep", depth)
			}
		}
	}
}

// Faults of the grammar and of the value are found at any depth alike.
func TestCollapsedFaults(t *testing.T) {
	for _, tt := range []struct {
		inside     string
		reason     Reason
		at         int
		wellFormed bool // in its grammar
	}{
		{`[1 2]`, ExpectedComma, 3, false},
		{`{"a":1]`, ExpectedComma, 6, false},
		{`[1}`, ExpectedComma, 2, false},
		{`{"a":1,}`, TrailingComma, 6, false},
		{`[01]`, BadNumber, 2, false},
		{`["\ud800"]`, LoneSurrogate, 2, true},
		{"[\"a\xff\"]", UTF8, 3, true},
		{`[1e999]`, NumberRange, 1, true},
	} {
		for _, depth := range []int{2, MaxOpen - 2, MaxOpen, 3 * MaxOpen} {
			var d Doc
			f := d.Read([]byte(nested(depth, tt.inside)))
			if tt.wellFormed {
				if f != nil {
					t.Fatalf("%d levels around %s: %v", depth, tt.inside, f)
				}
				f = d.ValueFault(0)
			}
			before := depth / 2 * len(`[{"a" : `)
			if f == nil || f.Reason != tt.reason || f.Offset != before+tt.at {
				t.Errorf("%d levels around %s: %+v, not %v at %d", depth, tt.inside, f, tt.reason, before+tt.at)
			}
		}
	}
}

// A text that breaks off anywhere leaves nodes that can be printed.
func TestCollapsedTruncated(t *testing.T) {
	text := nested(MaxOpen+8, `{"k":["\ud83d\ude00",1e5,null,"\\"]}`)
	for end := len(text) / 3; end < len(text); end++ {
		var d Doc
		f := d.Read([]byte(text[:end]))
		if f == nil || f.Offset > end {
			t.Fatalf("%d bytes: %+v", end, f)
		}
		d.Append(nil, 0, Style{Before: f.Offset})
		d.ValueFault(0)
	}
}

// A text of open brackets costs less memory than its own size.
func TestCollapsedMemory(t *testing.T) {
	brackets := bytes.Repeat([]byte{'['}, 1<<20)
	var d Doc
	allocated := testing.AllocsPerRun(1, func() { d = Doc{}; d.Read(brackets) })
	if d.Len() > MaxOpen || len(d.nestedObjects)*8 > len(brackets)/4 || allocated > 100 {
		t.Errorf("%d nodes, %d words, %v allocations", d.Len(), len(d.nestedObjects), allocated)
	}
}

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
