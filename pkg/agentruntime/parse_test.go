package agentruntime

import (
	"testing"

	"github.com/divtool/divtool/pkg/diag"
)

func TestParse(t *testing.T) {
	descriptor := func(text string) error { _, _, err := ParseDescriptor([]byte(text)); return err }
	manifest := func(text string) error { _, _, err := ParseManifest([]byte(text)); return err }
	for _, tt := range []struct {
		parse      func(string) error
		text       string
		code, path string
		offset     int
	}{
		{descriptor, `{"name":"t","description":"d","inputSchema":{}}`, "", "", 0},
		{descriptor, `{"name":"t","description":"d","inputSchema":{},"sideEffect":{"process":null}}`, "", "", 0}, // it decodes
		{descriptor, `{"name":"t","description":"d","inputSchema":{},"sideEffect":"none"}`, "shape/variant", "/sideEffect", 60},
		{descriptor, `{"name":"t","description":"d"}`, "shape/missing", "/inputSchema", 0},
		{descriptor, `{"name":1,"description":"d","inputSchema":{}}`, "shape/type", "/name", 8},
		{descriptor, `{"name":"t","description":"d","inputSchema":{},"title":""}`, "shape/unknown", "/title", 47},
		{descriptor, `[]`, "shape/not-object", "", 0},
		{descriptor, `{"name":`, "shape/syntax", "", 8},
		{manifest, `{"id":"i","version":"1.0.0","runtimeType":"generic","schemaVersion":1,"digest":"d"}`, "", "", 0},
		{manifest, `{"id":"i","version":"1.0.0","runtimeType":"generic","schemaVersion":4294967296,"digest":"d"}`, "shape/range", "/schemaVersion", 68},
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
