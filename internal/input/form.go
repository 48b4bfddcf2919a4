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
