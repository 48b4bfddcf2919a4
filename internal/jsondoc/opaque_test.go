package jsondoc

import (
	"bytes"
	"strings"
	"testing"
)

// nested is a text with something inside n arrays and objects.
func nested(n int, content string) string {
	return strings.Repeat(`[{"a" : `, n/2) + content + strings.Repeat(`}]`, n/2)
}

// What is deep has no nodes, and is judged and printed all the same.
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
