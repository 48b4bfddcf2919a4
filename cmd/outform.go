package cmd

import (
	"encoding/base64"
	"encoding/hex"
	"strings"

	"github.com/spf13/cobra"
)

// outForms are the forms in which frames are written.
var outForms = [...]struct {
	name   string
	append func(dst, frame []byte) []byte
}{
	{rawForm, func(dst, frame []byte) []byte { return append(dst, frame...) }},
	{"hex", func(dst, frame []byte) []byte { return append(hex.AppendEncode(dst, frame), '\n') }},
	{"base64", func(dst, frame []byte) []byte { return append(base64.StdEncoding.AppendEncode(dst, frame), '\n') }},
	{"hexdump", func(dst, frame []byte) []byte {
		return append(append(dst, strings.TrimSuffix(hex.Dump(frame), "\n")...), '\n')
	}},
}

// rawForm is the form of the bytes themselves, the only one in which nothing
// tells where a frame ends.
const rawForm = "bin"

func outFormNames() (names []string) {
	for _, f := range outForms {
		names = append(names, f.name)
	}
	return names
}

// addOutFlag declares the flag of the form.
func addOutFlag(c *cobra.Command, form *string) {
	enumFlag(c, form, "out", "", "the `FORM` of what is written, by default bin and on a terminal hex", outFormNames)
}

// resolveOutForm settles the form in which frames are written, for what the flag says.
func (a *app) resolveOutForm(flag string) (string, error) {
	switch {
	case flag == "" && a.toTerminal():
		return "hex", nil
	case flag == "":
		return rawForm, nil
	}
	return flag, checkFlagValue("out", flag, outFormNames()...)
}

// bytesToTerminalError is the error of exact bytes that would go to a terminal.
func bytesToTerminalError() error {
	return &usageError{"--out " + rawForm + " writes bytes, and standard output is a terminal", "Pipe it, or say --out hex."}
}

// appendForm appends a frame in a form.
func appendForm(dst []byte, form string, frame []byte) []byte {
	for _, f := range outForms {
		if f.name == form {
			return f.append(dst, frame)
		}
	}
	return dst
}
