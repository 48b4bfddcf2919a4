package cmd

import (
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/lint"
)

// embeddedDocs are the documents inside a frame that have rules.
type embeddedDocs struct {
	enabled     bool
	openMembers []string // names of the members that are open
	found       []embeddedDoc
}

// embeddedDoc is one of them.
type embeddedDoc struct {
	path string // JSON Pointer into the document of the frame
	span frames.Span
	kind lint.Kind
}

func (i *embeddedDocs) reset() { i.openMembers, i.found = i.openMembers[:0], i.found[:0] }

// trackValue follows the values of a frame.
func (i *embeddedDocs) trackValue(v *frames.Value) {
	if !i.enabled {
		return
	}
	switch v.Kind {
	case frames.OpenObject, frames.OpenArray:
		i.openMembers = append(i.openMembers, v.Name)
	case frames.CloseObject, frames.CloseArray:
		i.openMembers = i.openMembers[:len(i.openMembers)-1]
	case frames.JSONValue:
		if kind, ok := embeddedKind(v.Shape); ok && v.Before == 0 {
			i.found = append(i.found, embeddedDoc{i.path(v.Name), v.Span, kind})
		}
	}
}

func (i *embeddedDocs) path(name string) string {
	path := ""
	for _, parent := range i.openMembers {
		path += "/" + parent
	}
	return path + "/" + name
}

// embeddedKind is the kind of a document inside a frame: that of its declared
// shape, or for the body of a subc frame the kind that its members tell.
func embeddedKind(s *canon.Shape) (lint.Kind, bool) {
	switch s {
	case &canon.RegistrationShape:
		return lint.Registration, true
	case nil:
		return lint.Auto, true
	}
	return lint.Auto, false
}

// lintEmbedded runs the rules on the documents inside the frame that was read last.
// With --strict, warnings are errors here too.
func (d *frameDecoder) lintEmbedded(frame []byte) []*diag.Diagnostic {
	if d.linter == nil {
		linter, err := lint.New(lint.Config{})
		if err != nil {
			return nil // the configuration that names nothing is sound
		}
		d.linter = linter
	}
	var list []*diag.Diagnostic
	for _, in := range d.sink.embeddedDocs.found {
		text := frame[in.span.Offset : in.span.Offset+in.span.Length]
		for _, f := range d.linter.Lint(text, in.kind, nil).Findings {
			f.Path = in.path + f.Path
			f.Offset += in.span.Offset
			f.Message = f.Path + ": " + f.Message
			if d.mode.strict {
				f.Severity = diag.Error
			}
			list = append(list, &f)
		}
	}
	return list
}
