package diag_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"testing"

	"github.com/divtool/divtool/pkg/diag"
)

// Whatever words a fact has, the machine form is JSON, and gives them back.
func TestWords(t *testing.T) {
	for _, words := range []string{"a string", `hex, {"text":…}`, "a\\b\n\x1b\u202e", "\xff"} {
		d := diag.Diagnostic{Code: "type", Message: words, Need: diag.Words(words), Have: diag.Count(1)}
		var got struct{ Message, Need string }
		if err := json.Unmarshal(d.AppendJSON(nil, diag.Place{Index: -1}), &got); err != nil || got.Need != got.Message {
			t.Errorf("%q: %v, need %q, message %q", words, err, got.Need, got.Message)
		}
	}
}

// What applies is there, in the order that is promised; what does not is
// absent.
func TestAppendJSON(t *testing.T) {
	nowhere := diag.Place{Index: -1}
	tests := []struct {
		name string
		d    diag.Diagnostic
		at   diag.Place
		want string
	}{
		{"little", diag.Diagnostic{Code: "empty", Message: "no bytes"}, nowhere,
			`{"code":"empty","message":"no bytes","offset":0}`},
		{"everything", diag.Diagnostic{
			Code: "truncated", Severity: diag.Warning, Path: "/payload/id", Offset: 3, Length: 1, Need: diag.Count(4), Have: diag.Words("3"),
			Message: "cut", Details: "one\ntwo\n", Hint: "send more", Upstream: "Fuse(Truncated)",
		}, diag.Place{File: "a b", Index: 0, N: 2, Base: 10, Line: 1, Column: 5},
			`{"code":"truncated","message":"cut: one; two; send more","file":"a b","index":0,"n":2,"offset":13,"line":1,"column":5,` +
				`"severity":"warning","path":"/payload/id","need":4,"have":"3","upstream":"Fuse(Truncated)"}`},
		{"no place", diag.Diagnostic{Code: "verify", Message: "m", Offset: -1}, diag.Place{Index: -1, Base: 7},
			`{"code":"verify","message":"m"}`},
		{"hostile", diag.Diagnostic{Code: "json", Severity: diag.Info, Message: "\x1b[31m\u202e\"", Path: "/\x07"}, nowhere,
			`{"code":"json","message":"\u001b[31m\u202e\"","offset":0,"severity":"info","path":"/\u0007"}`},
	}
	for _, tt := range tests {
		if got := string(tt.d.AppendJSON([]byte("> "), tt.at)); got != "> "+tt.want {
			t.Errorf("%s:\n%s, want\n> %s", tt.name, got, tt.want)
		}
	}
}

func TestErrors(t *testing.T) {
	var none *diag.Diagnostic
	if err := none.Err(); err != nil {
		t.Errorf("no diagnostic is the error %v", err)
	}
	want := &diag.Diagnostic{Code: "truncated", Message: "m"}
	if got, ok := diag.From(fmt.Errorf("f: %w", want.Err())); !ok || got != want {
		t.Errorf("got %v, %v", got, ok)
	}
	if got, ok := diag.From(errors.New("another")); ok || got != nil {
		t.Errorf("got %v, %v", got, ok)
	}
}
