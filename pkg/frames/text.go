package frames

import (
	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/diag"
)

// Decode returns the document of one frame, as JSON on one line without a line
// break. The type is the first of the set that fits, as `divtool decode`
// guesses it; a set of one type is not guessed.
//
// A frame that does not decode gives a fault, and a document that ends before
// it; one that fits no type of several gives the fault of the one that read
// most, and no document. Offsets of a fault count from the frame.
//
// Whoever decodes many frames keeps a [Reader] and a [Document]: these keep
// their memory.
func (s Set) Decode(frame []byte, o Options) ([]byte, *diag.Diagnostic) {
	r := Reader{Options: o}
	e := DocInfo{Index: -1}
	var t *Type
	if len(s) == 1 {
		t = s[0]
	} else {
		g := s.Guess(&r, frame)
		if g.Type == nil {
			return nil, g.furthestFault()
		}
		t, e.Alternatives = g.Type, g.Alternatives
	}
	var doc Document
	r.Options = o
	e.Type, e.Fault = t.Name, r.Read(t, frame, &doc)
	return doc.Append(nil, frame, &e), e.Fault
}

// furthestFault is the fault of the type that read most of a frame that fits none.
func (g *Guess) furthestFault() *diag.Diagnostic {
	var best *diag.Diagnostic
	for i := range g.Attempts {
		d := g.Attempts[i].Fault
		if d == nil {
			d = g.Attempts[i].Ignored
		}
		if d != nil && (best == nil || d.Offset > best.Offset) {
			best = d
		}
	}
	if best == nil {
		best = &diag.Diagnostic{Code: "no-type", Message: "the frame is of no type that is tried without being told"}
	}
	return best
}

// EncodeText appends the frame of the one document or bare payload that a JSON
// text holds; see [Encoder.Encode]. Offsets of a refusal count from the text.
func (e *Encoder) EncodeText(dst, text []byte) ([]byte, *diag.Diagnostic) {
	var doc jsondoc.Doc
	if f := doc.Read(text); f != nil {
		return dst, &diag.Diagnostic{Code: "json", Offset: f.Offset, Length: 1, Message: f.Error()}
	}
	return e.Encode(dst, &doc, 0)
}
