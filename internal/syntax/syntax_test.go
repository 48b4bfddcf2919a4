package syntax_test

import (
	"strings"
	"testing"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/syntax"
)

func TestDiagnostic(t *testing.T) {
	tests := []struct {
		fault  jsondoc.Fault
		code   string
		length int
	}{
		{jsondoc.Fault{Reason: jsondoc.ExpectedColon, Offset: 3}, "shape/syntax", 1},
		{jsondoc.Fault{Reason: jsondoc.EndInObject, Offset: 7}, "shape/syntax", 0},
		{jsondoc.Fault{Reason: jsondoc.Depth, Offset: 127}, "shape/depth", 1},
	}
	for _, tt := range tests {
		d := syntax.Diagnostic(&tt.fault)
		if d.Code != tt.code || d.Offset != tt.fault.Offset || d.Length != tt.length || d.Message != tt.fault.Error() {
			t.Errorf("%v gives %+v", tt.fault, d)
		}
	}
}

func TestRead(t *testing.T) {
	for text, want := range map[string]string{
		`{"a":1}`:    "",
		`{"a":1`:     "shape/syntax",
		`["\ud800"]`: "shape/syntax",
		strings.Repeat("[", 128) + strings.Repeat("]", 128): "shape/depth",
	} {
		code := ""
		if d := syntax.Read(new(jsondoc.Doc), []byte(text)); d != nil {
			code = d.Code
		}
		if code != want {
			t.Errorf("%.20s: code %q, want %q", text, code, want)
		}
	}
}
