package decode

import (
	"fmt"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
)

// envelopeLevels is how many levels a document may have around the payload.
const envelopeLevels = 64

// DocumentLevels returns how many levels a reader of documents must open when
// payloads have at most maxDepth.
func DocumentLevels(maxDepth int) int { return max(jsondoc.MaxOpen, maxDepth+envelopeLevels) }

// verify encodes the document of a frame again. It returns a diagnostic at the first
// byte that differs from the frame, nil for none.
func verify(m *Mode, tree *frames.Tree, t *frames.Type, frame []byte) *diag.Diagnostic {
	doc, err := tree.Doc(t.Name)
	if err != nil {
		return &diag.Diagnostic{Code: "verify", Message: "the document is not valid JSON: " + err.Error()}
	}
	e := frames.Encoder{Types: m.Types, Canonical: true, MaxDepth: m.Options.MaxDepth}
	encoded, err := e.Encode(nil, doc, 0)
	if err != nil {
		return &diag.Diagnostic{Code: "verify", Message: "the document does not encode: " + err.Error()}
	}
	i := 0
	for i < len(encoded) && i < len(frame) && encoded[i] == frame[i] {
		i++
	}
	d := &diag.Diagnostic{Code: "verify", Offset: i, Length: 1}
	switch {
	case i == len(encoded) && i == len(frame):
		return nil
	case i == len(encoded):
		d.Message = fmt.Sprintf("encoding the document gives only the first %d of %d bytes", i, len(frame))
	case i == len(frame):
		d.Message = fmt.Sprintf("encoding the document gives %d bytes; the frame has %d", len(encoded), len(frame))
	default:
		d.Message = fmt.Sprintf("encoding the document gives 0x%02x at this offset; the frame has 0x%02x", encoded[i], frame[i])
		d.Need, d.Have = diag.Count(int(frame[i])), diag.Count(int(encoded[i]))
	}
	return d
}
