package agentruntime_test

import (
	"testing"

	"github.com/divtool/divtool/pkg/agentruntime"
	"github.com/divtool/divtool/pkg/diag"
)

func TestMessages(t *testing.T) {
	const start = `{"name":"read_file","description":"Read one file.","inputSchema":{}`
	descriptor := func(text string) error { _, _, err := agentruntime.ParseDescriptor([]byte(text)); return err }
	manifest := func(schemaVersion string) error {
		_, _, err := agentruntime.ParseManifest([]byte(`{"id":"a","version":"1","runtimeType":"generic","digest":"d","schemaVersion":` + schemaVersion + `}`))
		return err
	}
	for _, tt := range []struct {
		err        error
		code, want string
	}{
		{descriptor(`7`), "shape/not-object", `expected an object (a tool descriptor) such as {"name": "read_file", "description": "Read one file.", "inputSchema": {"type": "object"}}, got a number`},
		{descriptor(`{"name":"a","description":"b"}`), "shape/missing", `missing member "inputSchema"; expected any value such as {"type": "object"}`},
		{descriptor(`{"name":7,"description":"b","inputSchema":{}}`), "shape/type", `expected a string such as "read_file", got a number`},
		{descriptor(start + `,"requiredCapabilities":{}}`), "shape/type", `expected an array of strings such as ["workspace.read"], got an object`},
		{descriptor(start + `,"requiredCapabilities":[7]}`), "shape/type", `expected a string such as "workspace.read", got a number`},
		{descriptor(start + `,"sideEffect":"ReadOnly"}`), "shape/variant", `"ReadOnly" is not a side effect; did you mean "read_only"?`},
		{descriptor(start + `,"sideEffect":"none of them at all"}`), "shape/variant", `"none of them at all" is not a side effect; use "read_only", "workspace_write", "process" or "external"`},
		{descriptor(start + `,"sideEffect":null}`), "shape/type", `expected "read_only", "workspace_write", "process" or "external", got null; null does not mean the default; write "read_only" or remove the member`},
		{descriptor(start + `,"name":"b"}`), "shape/duplicate", `duplicate member "name"; remove one`},
		{descriptor(start + `,"side_effect":"process"}`), "shape/unknown", `unknown member "side_effect"; did you mean "sideEffect"?`},
		{descriptor(start + `,"descriptions":""}`), "shape/unknown", `unknown member "descriptions"; did you mean "description"?`},
		{descriptor(start + `,"parameters":{}}`), "shape/unknown", `unknown member "parameters"; this looks like an OpenAI tool; use inputSchema for the schema of the arguments`},
		{descriptor(start + `,"zzz":1}`), "shape/unknown", `unknown member "zzz"; known: name, description, inputSchema, requiredCapabilities, sideEffect`},
		{manifest(`"1"`), "shape/type", `expected an integer from 0 to 4294967295 such as 1, got a string; write 1 without quotes`},
		{manifest(`1.0`), "shape/type", `expected an integer from 0 to 4294967295, got 1.0, which the reference reads as a fraction; write 1`},
		{manifest(`4294967296`), "shape/range", `expected an integer from 0 to 4294967295, got 4294967296`},
	} {
		d, ok := diag.From(tt.err)
		if !ok || d == nil || d.Code != tt.code || d.FullMessage() != tt.want {
			t.Errorf("got %v, want %s %s", tt.err, tt.code, tt.want)
		}
	}
}
