package decode

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/divtool/divtool/internal/input"
	"github.com/divtool/divtool/internal/report"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/laser"
)

// Frame decodes an input that is one frame. A frame that fits no type is
// reported, and nothing is shown of it. The error is [ErrSeveral].
func (d *Decoder) Frame(name string, text []byte) error {
	it := &item{info: frames.DocInfo{File: d.mode.docFile(name), Index: -1}}
	it.At = report.Place{File: name, Index: -1}
	in, fault := input.Read(text, d.mode.Form, d.mode.Options.MaxFrame)
	if fault != nil {
		d.failInput(it, text, fault)
		return nil
	}
	if d.mode.Verbose {
		d.report.Note(name, fmt.Sprintf("read as %s: %s", in.Form, in.Reason))
	}
	if in.Note != "" {
		d.report.Note(name, in.Note)
	}
	if len(in.Bytes) == 0 {
		d.report.Fail(d.emptyFault(), it.At)
		return nil
	}
	it.Text, it.Read, it.frame = text, in, in.Bytes
	if d.isRaw(it) {
		if c := input.FindBinary(in.Bytes); c != nil {
			d.report.Fail(c.Error("a frame"), report.Place{File: name, Index: -1})
			return nil
		}
	}
	d.decoder.decode(it)
	if d.mode.Verbose {
		for _, line := range d.decoder.frames.LastGuess().Report() {
			d.report.Note(name, line)
		}
	}
	if fault := d.severalFrames(it); fault != nil {
		d.report.Fail(fault, report.Place{File: name, Index: -1})
		return nil
	}
	if it.info.Fault != nil {
		d.explain(it)
	}
	if it.info.Type == "" {
		d.report.Fail(it.info.Fault, it.Place(it.info.Fault))
		return nil
	}
	d.show(it)
	if err := d.hold(&d.batch); err != nil {
		return err
	}
	// What is wrong with the frame is reported even if it cannot be written. The
	// output returns its error when it is closed.
	d.out.Write(d.batch.out)
	for i := range d.batch.faults {
		d.report.Fail(d.batch.faults[i].fault, d.batch.faults[i].place)
	}
	return nil
}

// failInput reports an input that is not read as a frame.
func (d *Decoder) failInput(it *item, text []byte, fault *diag.Diagnostic) {
	if fault.Code == "empty" && len(text) == 0 {
		fault = d.emptyFault()
	}
	// Only raw bytes exceed the limit exactly at the offset that it allows.
	raw := d.mode.Form == input.Bin || fault.Code == "limit" && fault.Offset == d.mode.Options.MaxFrame
	if !raw && len(text) > 0 {
		it.Text, it.inText = text, true
	}
	if hint := d.streamHint(text); hint != "" && fault.Code == "form" {
		fault.Hint = hint
	}
	d.report.Fail(fault, it.Place(fault))
}

// streamHint returns a hint if a text holds several frames, and "" otherwise.
func (d *Decoder) streamHint(text []byte) string {
	switch {
	case looksLikeConversation(text):
		return "this looks like a conversation; use `--conversation`"
	case d.linesLookLikeFrames(text):
		return useLines
	}
	return ""
}

// emptyFault returns the diagnostic of an input that holds nothing, with what the
// given type expects.
func (d *Decoder) emptyFault() *diag.Diagnostic {
	if t := d.mode.Given; t != nil {
		if fault := d.decoder.read(t, nil); fault != nil {
			fault.Code = EmptyCode(t.Name, fault.Code)
			return fault
		}
	}
	return &diag.Diagnostic{Code: "empty", Need: diag.Count(1), Have: diag.Count(0), Message: "the input is empty: expected a frame of at least 1 byte"}
}

// EmptyCode returns the code of an input that holds nothing, where decoding no
// bytes as the type gives code. CBOR has a code of its own.
func EmptyCode(typeName, code string) string {
	if strings.HasPrefix(typeName, laser.ForwardedQuery.Family()+".") {
		return code
	}
	return "empty"
}

// isRaw reports whether an input is read as raw bytes because it has no other form.
func (d *Decoder) isRaw(it *item) bool {
	return it.Read.Form == input.Bin && d.mode.Form == input.Auto
}

// explain improves the diagnostic of a frame by what else the input may be.
func (d *Decoder) explain(it *item) {
	if d.isRaw(it) {
		if near := input.ExplainRaw(it.Text); near != nil {
			it.info.Fault = near
		}
	}
	fault := it.info.Fault
	it.readSoFar = fault.Code != "form"
	if hint := d.streamHint(it.Text); hint != "" {
		fault.Hint = hint
	}
}

// looksLikeConversation reports whether a text begins like the lines of a
// conversation.
func looksLikeConversation(text []byte) bool {
	const maxSize = 4096
	for line := range bytes.Lines(text[:min(len(text), maxSize)]) {
		line = bytes.TrimSpace(line)
		if len(line) == 0 || line[0] == '#' {
			continue
		}
		return len(line) > 1 && (line[0] == '>' || line[0] == '<') && input.LooksLikeText(line)
	}
	return false
}
