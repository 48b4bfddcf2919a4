package subc_test

import (
	"encoding/binary"
	"strings"
	"testing"

	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/subc"
)

const proof = "c2VjcmV0LXByb29mLXNlY3JldC1wcm9vZi1zZWNyZXQt"

func frameWithBody(kind byte, body string) []byte {
	f := make([]byte, subc.HeaderSize, subc.HeaderSize+len(body))
	binary.LittleEndian.PutUint32(f, uint32(len(body)))
	f[4], f[5] = subc.Version, kind
	return append(f, body...)
}

// No document shows the proof of a selector, wherever a body has it, and an encoder
// refuses what stands for it.
func TestBindProofIsSecret(t *testing.T) {
	set := frames.Set{subc.Frame}
	for _, tt := range []struct {
		name, body, lossy string
		kind              byte
	}{
		{"a route.open", `{"op":"route.open","scope":{"ref":"s","bind_proof":"` + proof + `"}}`, `/body/scope/bind_proof`, subc.Request},
		{"in an array", `{"x":[1,{"a/b":{"bind_proof":"` + proof + `"}}]}`, `/body/x/1/a~1b/bind_proof`, subc.Request},
		{"a name with escapes", `{"scope":{"bind\u005fproof":"` + proof + `"}}`, `/body/scope/bind_proof`, subc.Request},
		{"two", `{"a":{"bind_proof":"` + proof + `"},"b":{"bind_proof":"` + proof + `"}}`, `/body`, subc.Request},
		{"a push", `{"scope":{"bind_proof":"` + proof + `"}}`, `/body/scope/bind_proof`, 2},
		{"not JSON", `{"scope":{"bind_proof":"` + proof + `"}`, `/body_hex`, subc.Request},
	} {
		frame := frameWithBody(tt.kind, tt.body)
		doc, _ := set.Decode(frame, frames.Options{})
		if strings.Contains(string(doc), proof) || strings.Contains(string(doc), `"hex"`) || !strings.Contains(string(doc), "redacted") || !strings.Contains(string(doc), `"path":"`+tt.lossy+`"`) {
			t.Errorf("%s: %s", tt.name, doc)
		}
		if shown, _ := set.Decode(frame, frames.Options{ShowSecrets: true}); tt.lossy != "/body_hex" && !strings.Contains(string(shown), proof) {
			t.Errorf("%s with secrets: %s", tt.name, shown)
		}
		e := frames.Encoder{Types: set, Canonical: true}
		if got, err := e.EncodeText(nil, doc); err == nil {
			t.Errorf("%s: the redacted document encodes to %x", tt.name, got)
		}
	}
	doc, err := set.Decode(frameWithBody(subc.Request, `{"bind_proof_sha256":"00"}`), frames.Options{})
	if err != nil || strings.Contains(string(doc), "redacted") {
		t.Errorf("the hash is not a secret: %s %v", doc, err)
	}
}
