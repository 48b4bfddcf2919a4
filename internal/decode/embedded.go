package decode

import (
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/lint"
)

// embeddedDocs finds the documents in a frame that have rules.
type embeddedDocs struct {
	enabled     bool
	openMembers []string // names of the objects and arrays around the value
	found       []embeddedDoc
}

type embeddedDoc struct {
	path string // JSON Pointer into the document of the frame
	span frames.Span
	kind lint.Kind
}

func (e *embeddedDocs) reset() { e.openMembers, e.found = e.openMembers[:0], e.found[:0] }

// trackValue is called with every value of a frame.
func (e *embeddedDocs) trackValue(v *frames.Value) {
	if !e.enabled {
		return
	}
	switch v.Kind {
	case frames.OpenObject, frames.OpenArray:
		e.openMembers = append(e.openMembers, v.Name)
	case frames.CloseObject, frames.CloseArray:
		e.openMembers = e.openMembers[:len(e.openMembers)-1]
	case frames.JSONValue:
		if kind, ok := embeddedKind(v.Shape); ok && v.Before == 0 {
			e.found = append(e.found, embeddedDoc{e.path(v.Name), v.Span, kind})
		}
	}
}

func (e *embeddedDocs) path(name string) string {
	path := ""
	for _, parent := range e.openMembers {
		path += "/" + parent
	}
	return path + "/" + name
}

// embeddedKind returns the kind of a document with a declared shape. The body of
// a subc frame has none: its kind is detected.
func embeddedKind(s *canon.Shape) (lint.Kind, bool) {
	switch s {
	case &canon.RegistrationShape:
		return lint.Registration, true
	case nil:
		return lint.Auto, true
	}
	return lint.Auto, false
}

// lintEmbedded runs the rules on the documents in the frame that was read last.
func (d *frameDecoder) lintEmbedded(frame []byte) []*diag.Diagnostic {
	if d.linter == nil {
		linter, err := lint.New(lint.Config{})
		if err != nil {
			return nil // an empty configuration is valid
		}
		d.linter = linter
	}
	var list []*diag.Diagnostic
	for _, doc := range d.sink.embedded.found {
		text := frame[doc.span.Offset : doc.span.Offset+doc.span.Length]
		for _, f := range d.linter.Lint(text, doc.kind, nil).Findings {
			f.Path = doc.path + f.Path
			f.Offset += doc.span.Offset
			f.Message = f.Path + ": " + f.Message
			if d.mode.Strict {
				f.Severity = diag.Error
			}
			list = append(list, &f)
		}
	}
	return list
}
