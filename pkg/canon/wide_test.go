package canon_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/diag"
)

// A record may have any number of members.
func TestWideRecord(t *testing.T) {
	for _, n := range []int{1, 15, 16, 17, 63, 64, 65, 200} {
		shape := canon.Shape{Kind: canon.Record, Name: "a wide record"}
		var members []string
		for i := range n {
			name := fmt.Sprintf("m%03d", i)
			shape.Members = append(shape.Members, canon.Member{Name: name, Shape: &canon.String, Required: true})
			members = append(members, fmt.Sprintf("%q:%q", name, name))
		}
		whole := "{" + strings.Join(members, ",") + "}"
		if d := readShape(t, &shape, whole); d != nil {
			t.Errorf("%d members: %s", n, d.Message)
		}
		last := members[n-1]
		if d := readShape(t, &shape, "{"+strings.Join(append(members[:n-1:n-1], ""), ",")+`"x":1}`); d == nil || d.Code != "shape/missing" {
			t.Errorf("%d members, the last one missing: %v", n, d)
		}
		if d := readShape(t, &shape, "{"+strings.Join(members, ",")+","+last+"}"); d == nil || d.Code != "shape/duplicate" {
			t.Errorf("%d members, the last one twice: %v", n, d)
		}
	}
}

func readShape(t *testing.T, s *canon.Shape, text string) *diag.Diagnostic {
	t.Helper()
	var doc canon.Doc
	if f := doc.Read([]byte(text)); f != nil {
		t.Fatal(f)
	}
	r := canon.Reader{Doc: &doc}
	return r.Read(0, s, 1)
}
