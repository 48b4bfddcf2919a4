package input

import (
	"fmt"
	"strings"

	"github.com/divtool/divtool/internal/textpos"
	"github.com/divtool/divtool/pkg/diag"
)

// Input is the frame read from a text.
type Input struct {
	Form  Form   // the form that was taken, never Auto
	Why   string // why this form was taken, and why not those tried before it
	Bytes []byte // the frame; shares memory with the text when Form is Bin
	Note  string // what a person should know about the reading; may be empty

	text []byte // without the mark
	skip int    // length of the mark before text
	base uint64 // of the offsets of a dump
}

// reading is what came of reading a text in one form.
type reading struct {
	bytes []byte
	bad   *diag.Diagnostic // why the text is not of the form
	sure  bool             // it is meant to be of the form all the same
	near  bool             // it looks like the form
	why   string
	note  string
	base  uint64
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
		return given(text, 0, Bin, limit)
	}
	if bad := utf16Fault(text, form); bad != nil {
		return nil, bad
	}
	skip := markLen(text)
	if skipSpace(text, skip) == len(text) {
		return nil, blankFault(text, form)
	}
	if form == Auto {
		return auto(text, skip, limit)
	}
	return given(text, skip, form, limit)
}

// given reads text in the form that was asked for, and no other.
func given(text []byte, skip int, form Form, limit int) (*Input, *diag.Diagnostic) {
	r := form.declared().read(text[skip:], limit)
	if r.bad != nil {
		return nil, moved(r.bad, skip)
	}
	r.why = "the form was given"
	return r.input(text, skip, form), nil
}

func auto(text []byte, skip, limit int) (*Input, *diag.Diagnostic) {
	body := text[skip:]
	var why strings.Builder
	var note string
	for i := range forms {
		f := &forms[i]
		if f.form == Bin {
			break // takes any text, its mark too
		}
		r := f.read(body, limit)
		if r.bad == nil {
			r.why = why.String() + f.name + ": " + r.why
			if f.form == Hex && r.note == "" {
				r.note = note
			}
			return r.input(text, skip, f.form), nil
		}
		if r.bad.Code == "limit" || r.sure && isText(body) {
			return nil, moved(r.bad, skip)
		}
		note += r.note
		at := textpos.At(body, r.bad.Offset)
		fmt.Fprintf(&why, "not %s (%d:%d: %s); ", f.title, at.Line, at.Column, r.bad.Message)
	}
	r := readRaw(text, limit)
	if r.bad != nil {
		return nil, r.bad
	}
	r.why = why.String() + "so raw bytes"
	return r.input(text, 0, Bin), nil
}

func (r *reading) input(text []byte, skip int, form Form) *Input {
	note := r.note
	if skip > 0 {
		note = markSkipped
		if r.note != "" {
			note += "; " + r.note
		}
	}
	return &Input{Form: form, Why: r.why, Bytes: r.bytes, Note: note, text: text[skip:], skip: skip, base: r.base}
}

// moved counts the offset of a fault from the start of the whole text.
func moved(d *diag.Diagnostic, by int) *diag.Diagnostic {
	d.Offset += by
	return d
}

func readRaw(text []byte, limit int) reading {
	if len(text) > limit {
		d := overLimit(limit, limit)
		d.Have = diag.Count(len(text))
		return reading{bad: d}
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
