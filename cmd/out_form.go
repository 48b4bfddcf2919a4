package cmd

import (
	"encoding/base64"
	"encoding/hex"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/divtool/divtool/internal/atomicfile"
	"github.com/divtool/divtool/pkg/frames/all"
	"github.com/divtool/divtool/pkg/frames/subc"
)

// outForms lists the forms in which frames are written.
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

// rawForm writes the bytes of frames. It is the only form without a mark at the end of a
// frame.
const rawForm = "bin"

func outFormNames() (names []string) {
	for _, f := range outForms {
		names = append(names, f.name)
	}
	return names
}

func addOutFlag(c *cobra.Command, form *string) {
	enumFlag(c, form, "out", "", "write frames as `FORM`, by default bin, and hex on a terminal", outFormNames)
}

// resolveOutForm returns the form in which frames are written, given the value of --out.
func (a *app) resolveOutForm(flag string) (string, error) {
	switch {
	case flag == "" && a.toTerminal():
		return "hex", nil
	case flag == "":
		return rawForm, nil
	}
	return flag, checkFlagValue("out", flag, outFormNames()...)
}

// bytesToTerminalError returns the error of raw frames that would go to a terminal.
func bytesToTerminalError() error {
	return &usageError{"`--out " + rawForm + "` writes bytes, and standard output is a terminal", "Use a pipe, or `--out hex`"}
}

func appendForm(dst []byte, form string, frame []byte) []byte {
	for _, f := range outForms {
		if f.name == form {
			return f.append(dst, frame)
		}
	}
	return dst
}

// frameWriter writes frames in one form.
type frameWriter struct {
	out     *atomicfile.File
	form    string
	framing string // "" for none
	count   int
	pending []byte // the first raw frame, until it is known to be the only one
	tooMany bool   // several raw frames without framing, which would run together
}

// newFrameWriter checks --out and --framing, and returns a writer without output.
func (a *app) newFrameWriter(form, framing string) (w frameWriter, err error) {
	if form == "" && framing != "" {
		form = rawForm
	}
	if form, err = a.resolveOutForm(form); err != nil {
		return w, err
	}
	w.form, w.framing = form, framing
	if framing == "" {
		return w, nil
	}
	if form == rawForm && a.toTerminal() { // the lengths are bytes
		return w, bytesToTerminalError()
	}
	if err := checkFlagValue("framing", framing, all.FramingNames()...); err != nil {
		return w, err
	}
	if form != rawForm {
		return w, usagef("`--framing` cannot be combined with `--out %s`: it writes bytes", form)
	}
	return w, nil
}

func (w *frameWriter) write(frame []byte) {
	w.count++
	switch {
	case w.framing != "":
		w.out.Write(all.AppendPrefix(nil, w.framing, len(frame)))
		w.out.Write(frame)
	case w.form == rawForm && w.count > 1:
		w.tooMany = true
	case w.form == rawForm:
		w.pending = slices.Clone(frame)
	default:
		w.out.Write(appendForm(nil, w.form, frame))
	}
}

// writePending writes the only raw frame, unless a terminal might act on it.
func (w *frameWriter) writePending(a *app) error {
	if a.unsafeForTerminal(w.pending) {
		return bytesToTerminalError()
	}
	w.out.Write(w.pending)
	return nil
}

// isSubcFrame reports whether the header of a frame states its length, as that of a subc
// frame does.
func isSubcFrame(frame []byte) bool {
	h, d := subc.ParseHeader(frame)
	return d == nil && len(frame) == subc.HeaderSize+int(h.Len)
}
