package cmd

import (
	"fmt"

	"github.com/tidwall/pretty"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
)

// jsonStyle colours JSON: names dim, values plain, what is special in the
// accent.
var jsonStyle = &pretty.Style{
	Key:    [2]string{"\x1b[2m", "\x1b[0m"},
	String: [2]string{"", ""},
	Number: [2]string{"\x1b[36m", "\x1b[0m"},
	True:   [2]string{"\x1b[36m", "\x1b[0m"},
	False:  [2]string{"\x1b[36m", "\x1b[0m"},
	Null:   [2]string{"\x1b[36m", "\x1b[0m"},
	Escape: [2]string{"\x1b[35m", "\x1b[0m"},
	Append: func(dst []byte, c byte) []byte { return append(dst, c) },
}

// verify encodes the payload of a document again and names the first byte
// that differs from the frame.
func verify(types frames.Set, document, frame []byte, maxDepth int) *diag.Diagnostic {
	doc := jsondoc.Doc{MaxOpen: maxOpenLevels(maxDepth)}
	if f := doc.Read(document); f != nil {
		return &diag.Diagnostic{Code: "verify", Message: "the document is not JSON: " + f.Error()}
	}
	e := frames.Encoder{Types: types, Canonical: true, MaxDepth: maxDepth}
	encoded, err := e.Encode(nil, (*canon.Doc)(&doc), 0)
	if err != nil {
		return &diag.Diagnostic{Code: "verify", Message: "the document does not encode: " + err.Error()}
	}
	at := 0
	for at < len(encoded) && at < len(frame) && encoded[at] == frame[at] {
		at++
	}
	d := &diag.Diagnostic{Code: "verify", Offset: at, Length: 1}
	switch {
	case at == len(encoded) && at == len(frame):
		return nil
	case at == len(encoded):
		d.Message = fmt.Sprintf("encoding the document gives the first %d of these %d bytes", at, len(frame))
	case at == len(frame):
		d.Message = fmt.Sprintf("encoding the document gives %d bytes, the frame has %d", len(encoded), len(frame))
	default:
		d.Message = fmt.Sprintf("encoding the document gives 0x%02x here, the frame has 0x%02x", encoded[at], frame[at])
		d.Need, d.Have = diag.Count(int(frame[at])), diag.Count(int(encoded[at]))
	}
	return d
}
