package frames

import (
	"cmp"

	"github.com/divtool/divtool/internal/input"
	"github.com/divtool/divtool/pkg/diag"
)

// InputForm is how the bytes of a frame are spelled.
type InputForm uint8

// The forms. AutoInput is the first of the others that fits, as in `divtool decode`: a
// text form, else bytes.
const (
	RawInput InputForm = iota // the bytes themselves
	AutoInput
	HexInput      // with separators, prefixes and comments
	HexdumpInput  // of xxd, hexdump, od, Wireshark and others
	Base64Input   // of either alphabet, padded or not
	ByteListInput // of a programming language, such as [1, 2]
)

// input returns the form of package input.
func (f InputForm) input() input.Form {
	return [...]input.Form{input.Bin, input.Auto, input.Hex, input.Hexdump, input.Base64, input.Bytes}[f]
}

// String returns the name of a form: raw, auto, hex, hexdump, base64 or bytes.
func (f InputForm) String() string {
	if f == RawInput {
		return "raw"
	}
	return f.input().String()
}

// ParseInputForm returns the form of a name that [InputForm.String] returns.
func ParseInputForm(name string) (f InputForm, ok bool) {
	for f := RawInput; f <= ByteListInput; f++ {
		if f.String() == name {
			return f, true
		}
	}
	return RawInput, false
}

// Bytes returns the frame that a text spells in the form of the decoder, or the text
// itself in RawInput. It is valid until the next call. Its size is limited by Options.
func (d *Decoder) Bytes(text []byte) ([]byte, error) {
	b, _, fault := d.bytes(text)
	return b, fault.Err()
}

// limit returns the size of the largest frame.
func (d *Decoder) limit() int { return cmp.Or(d.Options.MaxFrame, DefaultMaxFrame) }

// bytes is Bytes. The form is AutoInput where that found no text form.
func (d *Decoder) bytes(text []byte) ([]byte, InputForm, *diag.Diagnostic) {
	limit := d.limit()
	switch {
	case d.Form == RawInput && len(text) <= limit:
		return text, RawInput, nil
	case d.Form == HexInput:
		b, bad := input.AppendHex(d.spelled[:0], text)
		if d.spelled = b; bad < 0 && len(b) > 0 && len(b) <= limit {
			return b, HexInput, nil
		}
	}
	in, fault := input.Read(text, d.Form.input(), limit)
	switch {
	case fault != nil:
		return nil, d.Form, fault
	case d.Form == AutoInput && in.Form != input.Bin:
		return in.Bytes, HexInput, nil
	}
	return in.Bytes, d.Form, nil
}
