package scope_test

import (
	"testing"

	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/scope"
)

func TestParse(t *testing.T) {
	record := func(text string) error { _, err := scope.ParseRecord([]byte(text)); return err }
	sync := func(text string) error { _, err := scope.ParseSync([]byte(text)); return err }
	apply := func(text string) error { _, err := scope.ParseApply([]byte(text)); return err }
	selector := func(text string) error { _, err := scope.ParseSelector([]byte(text)); return err }
	for _, tt := range []struct {
		parse      func(string) error
		text       string
		code, path string
		offset     int
	}{
		{record, `{"ref":"s","scope_epoch":1,"kind":"head"}`, "", "", 0},
		{record, `{"ref":"s","scope_epoch":1,"kind":"head","parent":null}`, "", "", 0}, // a remark
		{record, `{"ref":"s","scope_epoch":1,"kind":"heads"}`, "shape/variant", "/kind", 34},
		{record, `{"ref":"s","scope_epoch":1}`, "shape/missing", "/kind", 0},
		{record, `{"ref":"s","scope_epoch":-1,"kind":"head"}`, "shape/range", "/scope_epoch", 25},
		{record, `{"ref":"s","ref":"s","scope_epoch":1,"kind":"head"}`, "shape/duplicate", "/ref", 11},
		{record, `{"ref":"s","scope_epoch":1,"kind":"head","x":1}`, "shape/unknown", "/x", 41},
		{record, `["s",1,"head"]`, "shape/not-object", "", 0},
		{record, `{"ref":"s"`, "shape/syntax", "", 10},
		{record, `{"ref":"\ud800","scope_epoch":1,"kind":"head"}`, "shape/syntax", "", 8},
		{sync, `{"op":"scope.sync","generation":1,"scopes":[]}`, "", "", 0},
		{sync, `{"op":"scope.sync","generation":1,"scopes":[{"ref":1,"scope_epoch":1,"kind":"head"}]}`, "shape/type", "/scopes/0/ref", 51},
		{apply, `{"op":"scope.apply","generation":1,"upsert":[],"end":[]}`, "", "", 0},
		{apply, `{"op":"scope.sync","generation":1,"upsert":[],"end":[]}`, "shape/variant", "/op", 6},
		{selector, `{"owner":{"kind":"reserved","module_id":"p"},"ref":"h","scope_epoch":1}`, "", "", 0},
		{selector, `{"ref":"h","scope_epoch":1}`, "shape/missing", "/owner", 0},
	} {
		err := tt.parse(tt.text)
		d, refused := diag.From(err)
		switch {
		case (err != nil) != (tt.code != ""):
			t.Errorf("%s: %v, want %q", tt.text, err, tt.code)
		case refused && (d.Code != tt.code || d.Path != tt.path || d.Offset != tt.offset):
			t.Errorf("%s: %s at %q, %d; want %s at %q, %d", tt.text, d.Code, d.Path, d.Offset, tt.code, tt.path, tt.offset)
		}
	}
}
