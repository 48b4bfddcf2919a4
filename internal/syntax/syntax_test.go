package syntax_test

import (
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
