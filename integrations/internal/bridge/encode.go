package bridge

import (
	"encoding/base64"
	"encoding/hex"
	"errors"

	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/all"
)

// Encode declares the processor divtool_encode.
func Encode() *Component {
	return &Component{
		Name:    "divtool_encode",
		Summary: "Replaces a JSON document by the frame that it describes, as `divtool encode` does.",
		Description: `A message holds one document, or the bare payload of a type. One that cannot be encoded keeps its content and has an
error, with the metadata of divtool_decode. Where the reference drops or changes something, the metadata
divtool_warnings has a JSON array of the warnings.`,
		Fields: []Field{
			{Name: "type", Default: "", Words: typeNames(), Description: "The type of bare payloads; documents must agree with it."},
			{Name: "name", Default: "", Description: "The name of the message, for bare payloads of a type with tags."},
			{Name: "answers", Default: "", Words: requestNames(), Description: "The name of the request that bare payloads answer."},
			{Name: "protocol", Default: "", Words: all.Types().VersionNames(), Description: "The version of a protocol for bare payloads, such as laser@0.7."},
			{Name: "out", Default: frames.RawInput.String(), Words: []string{frames.RawInput.String(), frames.HexInput.String(), frames.Base64Input.String()}, Description: "How frames are spelled."},
			{Name: "canonical", Default: false, Description: "Whether the payload of a lossy document is encoded, and its hex ignored."},
			{Name: "strict", Default: false, Description: "Whether a warning is an error."},
			{Name: "max_depth", Default: frames.DefaultMaxDepth, Description: "How deep a CBOR frame may be nested."},
		},
	}
}

// NewEncoder returns the processor divtool_encode.
func NewEncoder(v Values) (*Processor, error) {
	return NewProcessor(func() (Worker, error) { return newEncoder(v) })
}

type encoder struct {
	frames.Encoder
	doc      canon.Doc
	form     string
	strict   bool
	frame    []byte
	warnings []diag.Diagnostic
}

func newEncoder(v Values) (*encoder, error) {
	e := &encoder{form: v.text("out"), strict: v.bool("strict")}
	e.Types = setOf(v)
	e.Type = e.Types.ByName(v.text("type"))
	e.Name, e.Request = v.text("name"), v.text("answers")
	e.Canonical, e.MaxDepth = v.bool("canonical"), v.int("max_depth")
	e.Warn = func(d *diag.Diagnostic) { e.warnings = append(e.warnings, *d) }
	switch {
	case e.Name != "" && e.Type == nil:
		return nil, errors.New("name requires type")
	case e.Name != "" && e.Type.Message(e.Name) == nil:
		return nil, errors.New("name: " + e.Type.Name + " has no message " + text.Quote(e.Name) + text.Suggestion(e.Name, frames.Names(e.Type.Messages()), 0))
	}
	return e, nil
}

// Process implements Worker.
func (e *encoder) Process(m Message, document []byte) {
	e.warnings = e.warnings[:0]
	m.MetaDelete(MetaWarnings)
	err := e.doc.Read(document)
	if d, ok := diag.From(err); ok {
		d.Code = "json" // as in the command: no rule of a document is broken
	} else {
		e.frame, err = e.Encode(e.frame[:0], &e.doc, 0)
	}
	if err == nil && len(e.warnings) > 0 {
		m.MetaSetMut(MetaWarnings, string(appendList(nil, e.warnings, document)))
		if e.strict {
			err = frames.WarningError(&e.warnings[0])
		}
	}
	if err != nil {
		fail(m, err, 0)
		return
	}
	m.SetBytes(e.spelled())
	if len(e.frame) > maxKept {
		e.frame = nil
	}
}

// spelled returns the frame in the form that is asked for, in memory of its own.
func (e *encoder) spelled() []byte {
	switch e.form {
	case frames.HexInput.String():
		return hex.AppendEncode(nil, e.frame)
	case frames.Base64Input.String():
		return base64.StdEncoding.AppendEncode(nil, e.frame)
	}
	return append([]byte{}, e.frame...)
}
