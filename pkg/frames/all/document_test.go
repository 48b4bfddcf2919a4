package all_test

import (
	"testing"

	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/all"
)

// valueDocument is a document that is told value by value.
type valueDocument struct{ frames.Document }

// A document says the same whether readers print into it or tell it the values
// one by one: of good frames and of malformed ones.
func TestDocuments(t *testing.T) {
	for _, ty := range all.Types() {
		for _, m := range messagesAndNil(ty) {
			for seed := range uint64(3) {
				if m != nil {
					checkSameDocument(t, ty, m.Name, frames.Sample(ty, m, seed))
				}
				for _, bad := range frames.MalformedSamples(ty, m, seed%2) {
					checkSameDocument(t, ty, bad.Name, bad.Frame)
				}
			}
		}
	}
}

func checkSameDocument(t *testing.T, ty *frames.Type, answers string, frame []byte) {
	t.Helper()
	for _, o := range []frames.Options{{}, {Notes: true}, {Spans: true}, {ShowSecrets: true}} {
		o.Request = answers
		var printed frames.Document
		var fromValues valueDocument
		p, v := frames.Reader{Options: o}, frames.Reader{Options: o}
		e := frames.DocInfo{Type: ty.Name, Index: -1}
		e.Fault = p.Read(ty, frame, &printed)
		got := string(printed.Append(nil, frame, &e))
		e.Fault = v.Read(ty, frame, &fromValues)
		if want := string(fromValues.Append(nil, frame, &e)); got != want {
			t.Fatalf("%s %x is printed as %s\nand by its values as %s", ty.Name, frame, got, want)
		}
	}
}
