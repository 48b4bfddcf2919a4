// Importer uses the public packages as another project does: it is a module of
// its own, so it cannot import an internal package. It prints what it does, and
// exits with 1 when something is not as it should be.
package main

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"os"

	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/conversation"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/all"
	"github.com/divtool/divtool/pkg/lint"
	"github.com/divtool/divtool/pkg/scope"
)

func main() {
	for _, step := range []struct {
		name string
		run  func() error
	}{
		{"decode", decode},
		{"a frame that does not decode", decodeFault},
		{"a stream", decodeStream},
		{"encode", encode},
		{"template id", templateID},
		{"JSON of a shape of one's own", readShape},
		{"lint", lintTemplate},
		{"scope records", compareScopes},
		{"a conversation", follow},
		{"a layout of one's own", declareLayout},
	} {
		if err := step.run(); err != nil {
			fmt.Printf("%s: %v\n", step.name, err)
			os.Exit(1)
		}
		fmt.Println(step.name + ": ok")
	}
}

const fuseRead = "0b00026d310003612f62000000000000100000000200"

// unhex decodes a constant of this file; a wrong one gives the wrong frame below.
func unhex(s string) []byte {
	b, _ := hex.DecodeString(s)
	return b
}

func expect(what, got, want string) error {
	if got != want {
		return fmt.Errorf("%s is %s, expected %s", what, got, want)
	}
	return nil
}

// decode returns the error of Decode as its own: a nil pointer in it would be an
// error that is not nil.
func decode() error {
	document, err := all.Types().Decode(unhex(fuseRead), frames.Options{})
	if err != nil {
		return err
	}
	return expect("the document", string(document), `{"type":"diverge.agents.request","tag":11,"name":"fuse_read","size":22,`+
		`"payload":{"id":"m1","path":"a/b","offset":4096,"length":512}}`)
}

func decodeFault() error {
	_, err := frames.Set{all.Types().ByName("diverge.agents.request")}.Decode(unhex(fuseRead)[:20], frames.Options{})
	d, ok := diag.From(err)
	if !ok {
		return fmt.Errorf("no diagnostic: %v", err)
	}
	return expect("the fault", fmt.Sprint(d.Code, " ", d.Path, " ", d.Offset), "truncated /payload/length 18")
}

// decodeStream decodes frames of which the second is cut.
func decodeStream() error {
	text := []byte("\x16\x00\x00\x00" + string(unhex(fuseRead)) + "\x04\x00\x00\x00" + string(unhex(fuseRead)[:4]))
	s := frames.NewSplitter(bytes.NewReader(text), all.NewFraming("len32le", all.FramingOptions{}))
	d := frames.Decoder{Set: all.Types(), Type: all.Types().ByName("diverge.agents.request")}
	var documents []byte
	faults := ""
	for frame, err := range s.All() {
		if err != nil {
			return err
		}
		documents, err = d.AppendFrame(documents, frame)
		if fault, ok := diag.From(err); ok {
			faults += fmt.Sprint(frame.Index, " ", fault.Code, " ", frame.Offset+fault.Offset)
		}
	}
	if !bytes.Contains(documents, []byte(`"name":"fuse_read","size":4,"partial":true`)) {
		return fmt.Errorf("the documents are %s", documents)
	}
	return expect("the fault", faults, "1 truncated 33")
}

func encode() error {
	e := frames.Encoder{Types: all.Types()}
	frame, err := e.EncodeText(nil, []byte(`{"type":"diverge.agents.request","name":"write","payload":{"write_id":7}}`))
	if err != nil {
		return err
	}
	return expect("the frame", hex.EncodeToString(frame), "0400000007")
}

const template = `{"image": {"digest": "A"}, "memory": 268435456, "disk": 1073741824, "arguments": {}, "mode": "transient"}`

func templateID() error {
	id, err := canon.TemplateID([]byte(template))
	if err != nil {
		return err
	}
	return expect("the id", id.String(), "00cb6d982a693c5375246674a480279ae8394402210b5fdc83aa2654f94a4f2b")
}

// readShape declares a record of more members than any of divtool's, and has
// every value reported.
func readShape() error {
	shape := canon.Shape{Kind: canon.Record, Name: "a row"}
	text := []byte("{")
	for i := range 40 {
		name := fmt.Sprintf("c%02d", i)
		shape.Members = append(shape.Members, canon.Member{Name: name, Shape: &canon.U32})
		text = fmt.Appendf(text, "%q:%d,", name, i)
	}
	text[len(text)-1] = '}'
	var doc canon.Doc
	if err := doc.Read(text); err != nil {
		return err
	}
	last := ""
	r := canon.Reader{Doc: &doc, OnValue: func(node int, _ *canon.Shape, _ *canon.Member, path canon.Path) {
		last = path.Pointer(&doc) + "=" + string(doc.Raw(node))
	}}
	if err := r.Read(0, &shape, 1); err != nil {
		return err
	}
	return expect("the last value", last, "/c39=39")
}

func lintTemplate() error {
	text := bytes.Replace([]byte(template), []byte(`"mode"`), []byte(`"secrets": ["api", ""], "mode"`), 1)
	result, err := lint.Lint(text, lint.Auto, nil, lint.Config{})
	if err != nil {
		return err
	}
	for _, f := range result.Findings {
		if f.Code == "template/secret-empty" {
			return expect("the place", f.Path, "/secrets/1")
		}
	}
	return errors.New("no finding template/secret-empty")
}

func compareScopes() error {
	before, err := scope.ParseRecord([]byte(`{"ref":"s","scope_epoch":1,"kind":"head"}`))
	if err != nil {
		return err
	}
	after, err := scope.ParseRecord([]byte(`{"ref":"s","scope_epoch":2,"kind":"head"}`))
	if err != nil {
		return err
	}
	return expect("the outcome", scope.Diff(&before, &after, scope.Link{}).Outcome.String(), "replaced")
}

func follow() error {
	tracker := conversation.NewDiverge(0, nil)
	auth := conversation.Message{N: 1, From: frames.Client, Frame: unhex("00000000000000000000")}
	info := tracker.Follow(&auth)
	tracker.Decoded(nil)
	return expect("the message", info.Kind, "auth")
}

func declareLayout() error {
	sensor := &frames.Type{
		Name: "acme.sensor", Meaning: "a reading of a sensor", Guessed: true,
		Codec: &frames.Tagged{Table: []*frames.Message{
			{Tag: 0, Name: "reading", Body: &frames.Layout{Fields: []frames.Field{
				{Name: "sensor", Kind: frames.Text16},
				{Name: "millikelvin", Kind: frames.U32},
			}}},
		}},
	}
	frame := unhex("0000" + "04" + "73656131" + "0004761d")
	document, err := frames.Set{sensor}.Decode(frame, frames.Options{})
	if err != nil {
		return err
	}
	e := frames.Encoder{Types: append(all.Types(), sensor)}
	again, err := e.EncodeText(nil, document)
	if err != nil {
		return err
	}
	return expect("the frame", hex.EncodeToString(again), hex.EncodeToString(frame))
}
