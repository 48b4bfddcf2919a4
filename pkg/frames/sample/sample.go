// Package sample makes frames from the declaration of a type: valid ones for tests
// and documentation, and malformed ones with the error that each must give.
//
// Goals: the same seed gives the same bytes; every fault that a declaration can have.
// Non-goals: meaningful content; faults in two places at once, which fuzzing finds.
//
// An importer begins with [Of] and [MalformedOf].
package sample

import (
	"github.com/divtool/divtool/internal/gen"
	"github.com/divtool/divtool/internal/generate"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
)

// Of returns a frame of message m of type t; m is one that the codec of t lists. The
// same seed gives the same bytes. The frame decodes, without warnings where the
// declaration alone can ensure that. It is empty when t has a codec or a body that is
// not declared with the packages of this module.
func Of(t *frames.Type, m *frames.Message, seed uint64) []byte {
	// Some messages have rules that their layout does not state: try again until a
	// reader has no objection.
	const maxAttempts = 4096
	var frame, fallback []byte
	r := frames.Reader{Options: frames.Options{Request: m.Name}}
	for i := range uint64(maxAttempts) {
		frame = generate.Frame(t, gen.New(seed+i<<32), m, nil)
		var w warningSink
		err := r.Read(t, frame, &w)
		if err == nil && !w.warned {
			return frame
		}
		if err == nil && fallback == nil {
			fallback = frame
		}
	}
	if fallback != nil {
		return fallback
	}
	return frame
}

// warningSink records whether there was a warning about the content of a frame.
type warningSink struct{ warned bool }

func (*warningSink) Value(*frames.Value)  {}
func (*warningSink) Note(*frames.Note)    {}
func (*warningSink) Lossy(string, string) {}
func (*warningSink) Redact(frames.Span)   {}

// Warn ignores the warning that every frame of a provisional type has.
func (w *warningSink) Warn(d *diag.Diagnostic) { w.warned = w.warned || d.Code != "provisional" }

// Malformed is a frame with one fault, and the error that reading it gives.
type Malformed struct {
	Type, Name  string // Name is "" for a fault that belongs to no message
	Frame       []byte
	Description string // the fault, in English
	// Code is the code of the diagnostic. Upstream is the reference's name of the
	// refusal, "" when it has no name.
	Code, Upstream string
}

// MalformedOf returns one malformed frame of t for every fault that the declaration of
// message m can have; with m nil, for the faults that belong to no message. The same
// seed gives the same bytes.
func MalformedOf(t *frames.Type, m *frames.Message, seed uint64) []Malformed {
	mutations := gen.Mutations(seed, func(g *gen.Gen, dst []byte) []byte { return generate.Frame(t, g, m, dst) })
	list := make([]Malformed, len(mutations))
	for i, s := range mutations {
		list[i] = Malformed{Type: t.Name, Frame: s.Bytes, Description: s.Description, Code: s.Code, Upstream: s.Upstream}
		if m != nil {
			list[i].Name = m.Name
		}
	}
	return list
}
