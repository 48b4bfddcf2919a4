package cmd

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"github.com/divtool/divtool/internal/input"
	"github.com/divtool/divtool/internal/report"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/laser"
)

// decodeSingle decodes one input of one frame.
func (d *decodeRun) decodeSingle(name string, text []byte) {
	at := report.Place{File: name, Index: -1}
	in, fault := input.Read(text, d.form, d.maxFrame)
	if fault != nil {
		if fault.Code == "empty" && len(text) == 0 {
			fault = d.emptyFault(d.givenType)
		}
		// Only raw bytes hit the limit at the very offset that it names.
		raw := d.form == input.Bin || fault.Code == "limit" && fault.Offset == d.maxFrame
		if !raw && len(text) > 0 {
			at.Text, at.At = text, fault.Offset
		}
		d.fail(fault, at)
		return
	}
	if d.verbose {
		d.note(name, fmt.Sprintf("read as %s: %s", in.Form, in.Reason))
	}
	if in.Note != "" {
		d.note(name, in.Note)
	}
	t, alternatives := d.givenType, []string(nil)
	if len(in.Bytes) == 0 {
		d.fail(d.emptyFault(t), at)
		return
	}
	if t == nil {
		guess := d.allTypes.Guess(&d.frameDecoder.reader, in.Bytes)
		if guess.Type == nil {
			noFit, _ := diag.From(guess.NoFit())
			fault := d.nearestForm(text, in, noFit)
			d.hintSeveralFrames(fault, text, in)
			d.failFrame(fault, at, text, in)
			return
		}
		t, alternatives = guess.Type, guess.Alternatives
	}
	d.decodeFrame(t, in, text, at, alternatives)
}

// emptyCode is the code of an input that holds nothing, where a type alone would
// say another.
func emptyCode(typeName, code string) string {
	if strings.HasPrefix(typeName, laser.ForwardedQuery.Family()+".") {
		return code
	}
	return "empty"
}

// emptyFault is the error of an input that holds nothing: what the type needs, and
// the code of all inputs. CBOR has its own for it.
func (d *decodeRun) emptyFault(t *frames.Type) *diag.Diagnostic {
	if t != nil {
		if fault := d.frameDecoder.read(t, nil); fault != nil {
			fault.Code = emptyCode(t.Name, fault.Code)
			return fault
		}
	}
	return &diag.Diagnostic{Code: "empty", Need: diag.Count(1), Have: diag.Count(0), Message: "the input is empty: a frame has at least one byte"}
}

// nearestForm explains text that was taken as raw bytes, and is no frame, as the
// form it nearly is.
func (d *decodeRun) nearestForm(text []byte, in *input.Input, fault *diag.Diagnostic) *diag.Diagnostic {
	if in.Form != input.Bin || d.form != input.Auto {
		return fault
	}
	if nearForm := input.Explain(text); nearForm != nil {
		return nearForm
	}
	return fault
}

// hintSeveralFrames adds to a fault that the input seems to hold several frames:
// the first line alone, or what stands behind what the fault says is enough, is
// one.
func (d *decodeRun) hintSeveralFrames(fault *diag.Diagnostic, text []byte, in *input.Input) {
	if looksLikeConversation(text) {
		fault.Hint = "these look like the messages of a conversation: --conversation reads them"
		return
	}
	var rest []byte
	if line, remaining, ok := bytes.Cut(bytes.TrimSpace(text), []byte{'\n'}); ok && in.Form == input.Hex && len(remaining) > 0 {
		if first, fault := input.Read(line, input.Hex, d.maxFrame); fault == nil {
			rest = first.Bytes
		}
	} else if need, err := strconv.Atoi(string(fault.Need)); err == nil && tooLong(fault.Code) && need >= 0 && need < len(in.Bytes)-fault.Offset {
		rest = in.Bytes[fault.Offset+need:]
	}
	types := d.allTypes
	if d.givenType != nil {
		types = sameFamily(types, d.givenType)
	}
	reader := frames.Reader{Options: d.options} // the decoder's may still be shown from
	if len(rest) > 0 && string(rest) != "\n" && fault.Hint == "" && types.Guess(&reader, rest).Type != nil {
		fault.Hint = "there seem to be several frames: give them one at a time"
	}
}

// tooLong tells whether a code says that there is more than the bytes needed.
func tooLong(code string) bool { return code == "length" || code == "trailing" }

// failFrame reports a fault of a frame where it stands in the input.
func (d *decodeRun) failFrame(fault *diag.Diagnostic, at report.Place, text []byte, in *input.Input) {
	d.fail(fault, faultPlace(fault, at, text, in))
}

// faultPlace is the place with where a fault of a frame stands in its text, if it
// has one.
func faultPlace(fault *diag.Diagnostic, at report.Place, text []byte, in *input.Input) report.Place {
	switch {
	case in.Form != input.Bin:
		at.Text, at.At, at.ShowOffset = text, in.Locate(fault.Offset), true
	case fault.Code == "form":
		at.Text, at.At = text, fault.Offset
	}
	return at
}

// decodeFrame decodes a frame of a known type and prints its document.
func (d *decodeRun) decodeFrame(t *frames.Type, in *input.Input, text []byte, at report.Place, alternatives []string) {
	w := &d.frameDecoder
	fault := w.read(t, in.Bytes)
	e := frames.DocInfo{Type: t.Name, File: d.fileName(at.File), Index: -1, Alternatives: alternatives}
	if fault != nil {
		fault = d.nearestForm(text, in, fault)
		d.hintSeveralFrames(fault, text, in)
		place := faultPlace(fault, at, text, in).JSON()
		e.Fault, e.Line, e.Column = fault, place.Line, place.Column
	}
	d.beginView(w)
	d.buf = w.append(d.buf[:0], in.Bytes, &e)
	d.out.Write(d.buf)
	if fault != nil {
		if fault.Code != "form" {
			at.ReadSoFar = w.readSoFar(t, in.Bytes, fault)
		}
		d.failFrame(fault, at, text, in)
		return
	}
	for _, extraError := range w.extraErrors(in.Bytes) {
		d.failFrame(extraError, at, text, in)
	}
}

// beginView marks the beginning of what is shown, before the first frame of all.
func (d *decodeRun) beginView(w *frameDecoder) {
	if !d.started {
		d.started, w.separator = true, d.viewFormat.Begin
	}
}

// fileName is what documents call their input: "" when there is only one.
func (m *decodeMode) fileName(name string) string {
	if m.nameFiles {
		return name
	}
	return ""
}
