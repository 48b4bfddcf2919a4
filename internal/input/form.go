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

var formNames = [...]string{"auto", "bin", "hex", "hexdump", "base64", "bytes"}

// Forms returns the names of the forms, for help and completion.
func Forms() []string { return append([]string(nil), formNames[:]...) }

// ParseForm returns the form with the given name.
func ParseForm(name string) (Form, bool) {
	for i, n := range formNames {
		if n == name {
			return Form(i), true
		}
	}
	return Auto, false
}

// String is the name of the form, as --in takes it.
func (f Form) String() string {
	if int(f) < len(formNames) {
		return formNames[f]
	}
	return "unknown"
}

// title is how a message calls the form.
func (f Form) title() string {
	switch f {
	case Hexdump:
		return "a dump"
	case Bytes:
		return "a byte list"
	case Bin:
		return "raw bytes"
	}
	return f.String()
}
