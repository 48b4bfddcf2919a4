// Package input extracts the bytes of one frame from the input of the decode
// command: raw bytes, hex from a log, a dump of xxd, hexdump or od, a byte list
// of a programming language, or base64.
//
// Reading is exact: nothing is padded, trimmed or repaired. A list or dump that
// was cut short is an error, and so is one whose parts contradict each other.
// Every error has an offset in the text, and every byte of the frame can be
// traced back to the place where it is written.
//
// Reading is linear in the text. A size that the text declares is checked
// against the limit before memory is allocated for it.
package input

import (
	"fmt"
	"math"
	"strings"

	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/diag"
)

// A Form is a notation for the bytes of a frame.
type Form uint8

// The forms. Auto selects the first form that fits.
const (
	Auto Form = iota
	Bin
	Hex
	Hexdump
	Base64
	Bytes
)

// A declaration describes a form. To add a form, add a constant above and a
// declaration below: names, help, messages, detection and locations all derive
// from it.
type declaration struct {
	form  Form
	name  string // value of --in
	title string // used in messages
	line  bool   // a frame fits on one line of a stream
	// read decodes a text; locate returns the offset in it of byte i.
	read   func(text []byte, limit int) reading
	locate func(in *Input, i int) int
}

// forms lists the declarations in the order in which [Auto] tries them.
var forms = [...]declaration{
	{Hexdump, "hexdump", "a dump", false, readDump, func(in *Input, i int) int { return locateDump(in.text, in.dump, i) }},
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

// LineForm detects the form of the lines of a stream from the first line. It
// returns the first form that the line fits or, as in [Read], is clearly meant
// to be, and [Hex] if there is none.
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

// String returns the name of the form as the --in flag takes it.
func (f Form) String() string {
	if f == Auto {
		return "auto"
	}
	if d := f.declared(); d != nil {
		return d.name
	}
	return "unknown"
}

// Input is a frame read from a text.
type Input struct {
	Form   Form   // the form used; never Auto
	Reason string // why this form was chosen and earlier candidates were rejected
	Bytes  []byte // the frame; shares memory with the text when Form is Bin
	Note   string // a remark on the reading for the user; may be empty

	text []byte // without the byte order mark
	skip int    // length of the byte order mark
	dump dumpLayout
}

// reading is the result of reading a text in one form.
type reading struct {
	bytes    []byte
	problem  *diag.Diagnostic // why the text does not have the form; nil if it does
	definite bool             // the text is clearly meant to have the form, even if invalid
	near     bool             // the text resembles the form
	reason   string
	note     string
	dump     dumpLayout
}

// Read reads text in the given form. [Auto] selects the first form that fits:
// a dump, a byte list, hex, base64, or else raw bytes. The limit is the maximum
// frame size in bytes.
//
// The code of the error is "form" (the text does not have the form), "encoding"
// (the text is UTF-16), "empty" (no bytes) or "limit"; the offset counts from
// the start of text. With [Bin] an empty text is an empty frame, which the
// caller may accept or reject.
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

func readAs(text []byte, skip int, form Form, limit int) (*Input, *diag.Diagnostic) {
	r := form.declared().read(text[skip:], limit)
	if r.problem != nil {
		return nil, shiftOffset(r.problem, skip)
	}
	r.reason = "the form was set explicitly"
	return r.input(text, skip, form), nil
}

func detectForm(src []byte, skip, limit int) (*Input, *diag.Diagnostic) {
	body := src[skip:]
	var reason strings.Builder
	var note string
	for i := range forms {
		f := &forms[i]
		if f.form == Bin {
			break // accepts any text, with its byte order mark
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
	r.reason = reason.String() + "read as raw bytes"
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
	return &Input{Form: form, Reason: r.reason, Bytes: r.bytes, Note: note, text: text[skip:], skip: skip, dump: r.dump}
}

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

// Locate returns the offset in the text at which byte i of the frame is
// written: its first digit in hex and dumps, its number in a list, its character
// or backslash in a literal, the letter that holds its first bit in base64, and
// the line "*" if a dump omits it. If i is not less than the length of the frame,
// Locate returns the offset just after the last byte.
//
// Locate reads the text again; it is meant for error messages.
func (in *Input) Locate(i int) int {
	i = min(max(i, 0), len(in.Bytes))
	if i == len(in.Bytes) && in.Form != Bin {
		i = max(i, len(in.text)) // so that spare bits of base64 are not mistaken for byte i
	}
	return in.skip + in.Form.declared().locate(in, i)
}

// A sink receives the bytes that a reader finds. It either collects them or
// records only where the byte with index target is written. One reader thus
// serves both uses, and no location has to be stored per byte.
type sink struct {
	bytes  []byte
	n      int // bytes received
	limit  int // maximum number of bytes
	target int // index of the byte to locate; negative to collect all bytes
	at     int // offset at which the target is written
	end    int // offset just after the last byte
}

// collect returns a sink that keeps the bytes it receives.
func collect(limit int) *sink { return &sink{limit: limit, target: -1} }

// search returns a sink that locates the byte with index i.
func search(i int) *sink { return &sink{limit: math.MaxInt, target: i} }

func (s *sink) collecting() bool { return s.target < 0 }

// put adds a byte that is written as size bytes of text at offset at. It reports
// whether the byte is within the limit.
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

// repeat adds count bytes that repeat the last period bytes, all written as the
// single character at offset at. The caller has checked the limit.
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

// position returns the offset of the target, or the offset just after the last
// byte if there are fewer bytes.
func (s *sink) position() int {
	if s.target < s.n {
		return s.at
	}
	return s.end
}
