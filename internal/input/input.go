package input

import (
	"fmt"
	"strings"

	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/diag"
)

// Input is the frame read from a text.
type Input struct {
	Form   Form   // the form that was taken, never Auto
	Reason string // why this form was taken, and why not those tried before it
	Bytes  []byte // the frame; shares memory with the text when Form is Bin
	Note   string // what a person should know about the reading; may be empty

	text []byte // without the mark
	skip int    // length of the mark before text
	base uint64 // of the offsets of a dump
}

// reading is what came of reading a text in one form.
type reading struct {
	bytes    []byte
	problem  *diag.Diagnostic // why the text is not of the form
	definite bool             // it is meant to be of the form all the same
	near     bool             // it looks like the form
	reason   string
	note     string
	base     uint64
}

// Read reads text as form says. [Auto] takes the first that fits of dump, byte
// list, hex and base64, and raw bytes when none does. The limit is the size of
// the largest frame in bytes.
//
// The code of the error is "form" (the text is not of the form), "encoding"
// (it is UTF-16), "empty" (no bytes) or "limit"; its offset counts from the
// start of text. With [Bin] a text of no bytes is a frame of no bytes: what it
// means is up to the caller.
func Read(text []byte, form Form, limit int) (*Input, *diag.Diagnostic) {
	limit = max(limit, 0)
	if form == Bin {
		return readAs(text, 0, Bin, limit)
	}
	if problem := utf16Error(text, form); problem != nil {
		return nil, problem
	}
	skip := bomLen(text)
	if skipSpace(text, skip) == len(text) {
		return nil, blankError(text, form)
	}
	if form == Auto {
		return detectForm(text, skip, limit)
	}
	return readAs(text, skip, form, limit)
}

// readAs reads text in the form that was asked for, and no other.
func readAs(text []byte, skip int, form Form, limit int) (*Input, *diag.Diagnostic) {
	r := form.declared().read(text[skip:], limit)
	if r.problem != nil {
		return nil, shiftOffset(r.problem, skip)
	}
	r.reason = "the form was given"
	return r.input(text, skip, form), nil
}

func detectForm(src []byte, skip, limit int) (*Input, *diag.Diagnostic) {
	body := src[skip:]
	var reason strings.Builder
	var note string
	for i := range forms {
		f := &forms[i]
		if f.form == Bin {
			break // takes any text, its mark too
		}
		r := f.read(body, limit)
		if r.problem == nil {
			r.reason = reason.String() + f.name + ": " + r.reason
			if f.form == Hex && r.note == "" {
				r.note = note
			}
			return r.input(src, skip, f.form), nil
		}
		if r.problem.Code == "limit" || r.definite && isText(body) {
			return nil, shiftOffset(r.problem, skip)
		}
		note += r.note
		at := text.PositionAt(body, r.problem.Offset)
		fmt.Fprintf(&reason, "not %s (%d:%d: %s); ", f.title, at.Line, at.Column, r.problem.Message)
	}
	r := readRaw(src, limit)
	if r.problem != nil {
		return nil, r.problem
	}
	r.reason = reason.String() + "so raw bytes"
	return r.input(src, 0, Bin), nil
}

func (r *reading) input(text []byte, skip int, form Form) *Input {
	note := r.note
	if skip > 0 {
		note = bomSkipped
		if r.note != "" {
			note += "; " + r.note
		}
	}
	return &Input{Form: form, Reason: r.reason, Bytes: r.bytes, Note: note, text: text[skip:], skip: skip, base: r.base}
}

// shiftOffset counts the offset of a fault from the start of the whole text.
func shiftOffset(d *diag.Diagnostic, delta int) *diag.Diagnostic {
	d.Offset += delta
	return d
}

func readRaw(text []byte, limit int) reading {
	if len(text) > limit {
		d := limitError(limit, limit)
		d.Have = diag.Count(len(text))
		return reading{problem: d}
	}
	return reading{bytes: text}
}

// Locate returns the offset in the text that was read where byte i of the
// frame is written: its first digit in hex and dumps, its number in a list,
// its character or backslash in a literal, the letter that holds its first bit
// in base64, the line "*" when a dump leaves it out. For i at or behind the
// end of the frame it is the offset behind the last byte.
//
// It reads the text again, and is meant for errors.
func (in *Input) Locate(i int) int {
	i = min(max(i, 0), len(in.Bytes))
	if i == len(in.Bytes) && in.Form != Bin {
		i = max(i, len(in.text)) // so that no spare bits of base64 are taken for byte i
	}
	return in.skip + in.Form.declared().locate(in, i)
}
