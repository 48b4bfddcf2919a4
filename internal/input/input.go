// Package input turns what a person hands to decode into the bytes of one
// frame: the raw bytes themselves, hex from a log, a dump of xxd, hexdump or
// od, a byte list of a programming language, or base64.
//
// It reads exactly or not at all: nothing is padded, trimmed or repaired, a
// list or dump that was cut short is refused, and so is one whose parts
// contradict each other. Every refusal has its place in the text, and every
// byte of the frame can be traced back to where it is written.
//
// Reading is linear in the text, and no size that the text declares is
// reserved before it is held against the limit.
package input

import (
	"fmt"
	"math"
	"strings"

	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/diag"
)

// Form is how the bytes of a frame are written down.
type Form uint8

// The forms. Auto stands for the first that fits.
const (
	Auto Form = iota
	Bin
	Hex
	Hexdump
	Base64
	Bytes
)

// declaration is what the program knows of a form. To add one, add a constant
// above and a declaration below: names, help, messages, guessing and places
// come from it.
type declaration struct {
	form  Form
	name  string // as --in takes it
	title string // as a message calls it
	line  bool   // a frame may stand on one line of a stream
	// read turns a text into bytes, locate finds the place of byte i in it.
	read   func(text []byte, limit int) reading
	locate func(in *Input, i int) int
}

// forms are the declarations, in the order in which [Auto] tries them.
var forms = [...]declaration{
	{Hexdump, "hexdump", "a dump", false, readDump, func(in *Input, i int) int { return locateDump(in.text, in.base, i) }},
	{Bytes, "bytes", "a byte list", true, readBytes, func(in *Input, i int) int { return locateBytes(in.text, i) }},
	{Hex, "hex", "hex", true, readHex, func(in *Input, i int) int { return locateHex(in.text, i) }},
	{Base64, "base64", "base64", true, readBase64, func(in *Input, i int) int { return locateBase64(in.text, i) }},
	{Bin, "bin", "raw bytes", false, readRaw, func(_ *Input, i int) int { return i }},
}

func (f Form) declared() *declaration {
	for i := range forms {
		if forms[i].form == f {
			return &forms[i]
		}
	}
	return nil
}

// Forms returns the names of the forms, for help and completion.
func Forms() []string {
	names := []string{Auto.String()}
	for f := Auto + 1; f.declared() != nil; f++ {
		names = append(names, f.String())
	}
	return names
}

// ParseForm returns the form with the given name.
func ParseForm(name string) (Form, bool) {
	for i := range forms {
		if forms[i].name == name {
			return forms[i].form, true
		}
	}
	return Auto, name == Auto.String()
}

// LineForm returns the form of the lines of a stream, told by the first of
// them: the one that fits, or that the line is meant to be of all the same, as
// in [Read]. [Hex] when there is none.
func LineForm(line []byte, limit int) Form {
	for i := range forms {
		if !forms[i].line {
			continue
		}
		r := forms[i].read(line, limit)
		if r.problem == nil || r.problem.Code == "limit" || r.definite && isText(line) {
			return forms[i].form
		}
	}
	return Hex
}

// String is the name of the form, as --in takes it.
func (f Form) String() string {
	if f == Auto {
		return "auto"
	}
	if d := f.declared(); d != nil {
		return d.name
	}
	return "unknown"
}

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

// sink takes the bytes that a reader finds. It keeps them, or, when it was
// made to look for one, only notes where that one is written: so one reader
// serves both, and no place has to be stored for each byte.
type sink struct {
	bytes  []byte
	n      int // bytes taken
	limit  int // bytes that may be taken
	target int // index of the byte looked for; below 0 to keep all
	at     int // where the byte looked for is written
	end    int // behind where the last byte is written
}

// collect makes a sink that keeps what it takes.
func collect(limit int) *sink { return &sink{limit: limit, target: -1} }

// search makes a sink that looks for the byte with index i.
func search(i int) *sink { return &sink{limit: math.MaxInt, target: i} }

func (s *sink) collecting() bool { return s.target < 0 }

// put takes a byte that is written in size bytes of text from offset at on. It
// returns false when that is one too many.
func (s *sink) put(b byte, at, size int) bool {
	if s.n >= s.limit {
		return false
	}
	if s.collecting() {
		s.bytes = append(s.bytes, b)
	} else if s.n == s.target {
		s.at = at
	}
	s.n++
	s.end = at + size
	return true
}

// repeat takes count bytes that repeat the last period ones, all written as
// the one character at offset at. The caller has checked that they may be taken.
func (s *sink) repeat(period, count, at int) {
	if s.collecting() {
		for range count {
			s.bytes = append(s.bytes, s.bytes[len(s.bytes)-period])
		}
	} else if s.target >= s.n && s.target < s.n+count {
		s.at = at
	}
	s.n += count
	s.end = at + 1
}

// position is where the byte looked for is written, or where the last one ends
// when there are fewer.
func (s *sink) position() int {
	if s.target < s.n {
		return s.at
	}
	return s.end
}
