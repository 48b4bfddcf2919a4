package decode

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

// singleFrame is the only frame of an input.
type singleFrame struct {
	name string
	text []byte       // the input
	in   *input.Input // nil when the input is not read as the frame
}

func (s *singleFrame) place(fault *diag.Diagnostic) report.Place {
	at := report.Place{File: s.name, Index: -1}
	if s.in == nil {
		return textPlace(fault, at, s.text)
	}
	return Place(fault, at, s.text, s.in)
}

// Frame decodes an input that is one frame. A frame that fits no type is
// reported, and nothing is shown of it.
func (d *Decoder) Frame(name string, text []byte) {
	s := &singleFrame{name: name, text: text}
	in, fault := input.Read(text, d.mode.Form, d.mode.Options.MaxFrame)
	if fault != nil {
		d.failInput(s, fault)
		return
	}
	s.in = in
	if d.mode.Verbose {
		d.report.Note(name, fmt.Sprintf("read as %s: %s", in.Form, in.Reason))
	}
	if in.Note != "" {
		d.report.Note(name, in.Note)
	}
	if len(in.Bytes) == 0 {
		d.report.Fail(d.emptyFault(), report.Place{File: name, Index: -1})
		return
	}
	if d.isRaw(s) {
		if c := input.FindBinary(in.Bytes); c != nil {
			d.report.Fail(c.Error("a frame"), report.Place{File: name, Index: -1})
			return
		}
	}
	info := frames.DocInfo{File: d.mode.docFile(name), Index: -1}
	info.Fault = d.decoder.detect(nil, in.Bytes, &info)
	if fault := d.severalFrames(s, info.Fault); fault != nil {
		d.report.Fail(fault, report.Place{File: name, Index: -1})
		return
	}
	if info.Fault != nil {
		info.Fault = d.explain(s, info.Fault)
	}
	if info.Type == "" {
		d.report.Fail(info.Fault, s.place(info.Fault))
		return
	}
	d.batch.reset()
	d.begin(d.decoder)
	d.decoder.show(&d.batch, in.Bytes, &info, s)
	if info.Fault != nil && info.Fault.Code != "form" {
		d.batch.faults[0].place.ReadSoFar = d.decoder.readSoFar(d.decoder.lastType, in.Bytes, info.Fault)
	}
	// What is wrong with the frame is reported even if it cannot be written. The
	// output returns its error when it is closed.
	d.out.Write(d.batch.out)
	for i := range d.batch.faults {
		d.report.Fail(d.batch.faults[i].fault, d.batch.faults[i].place)
	}
}

func (d *Decoder) failInput(s *singleFrame, fault *diag.Diagnostic) {
	if fault.Code == "empty" && len(s.text) == 0 {
		fault = d.emptyFault()
	}
	// Only raw bytes exceed the limit exactly at the offset that it allows.
	raw := d.mode.Form == input.Bin || fault.Code == "limit" && fault.Offset == d.mode.Options.MaxFrame
	if raw || len(s.text) == 0 {
		d.report.Fail(fault, report.Place{File: s.name, Index: -1})
		return
	}
	if hint := d.streamHint(s.text); hint != "" && fault.Code == "form" {
		fault.Hint = hint
	}
	d.report.Fail(fault, s.place(fault))
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
func (d *Decoder) isRaw(s *singleFrame) bool {
	return s.in.Form == input.Bin && d.mode.Form == input.Auto
}

// explain improves the diagnostic of a frame by what else the input may be.
func (d *Decoder) explain(s *singleFrame, fault *diag.Diagnostic) *diag.Diagnostic {
	if d.isRaw(s) {
		if c := input.FindText(s.text); c != nil {
			return c.Error("a frame")
		}
		if near := input.Explain(s.text); near != nil {
			fault = near
		}
	}
	if hint := d.streamHint(s.text); hint != "" {
		fault.Hint = hint
		return fault
	}
	rest := d.afterFirstFrame(s, fault)
	if len(rest) == 0 || string(rest) == "\n" || fault.Hint != "" {
		return fault
	}
	types := d.mode.Types
	if d.mode.Given != nil {
		types = sameFamily(types, d.mode.Given)
	}
	reader := frames.Reader{Options: d.mode.Options} // the decoder's holds what is yet to be shown
	if types.Guess(&reader, rest).Type != nil {
		fault.Hint = "the input seems to contain several frames; decode one frame at a time"
	}
	return fault
}

// afterFirstFrame returns bytes that would be a frame of their own if the input
// holds several: the first line of hex, or what follows the bytes that the
// diagnostic asks for. nil when there are none.
func (d *Decoder) afterFirstFrame(s *singleFrame, fault *diag.Diagnostic) []byte {
	if line, remaining, ok := bytes.Cut(bytes.TrimSpace(s.text), []byte{'\n'}); ok && s.in.Form == input.Hex && len(remaining) > 0 {
		if first, bad := input.Read(line, input.Hex, d.mode.Options.MaxFrame); bad == nil {
			return first.Bytes
		}
		return nil
	}
	need, err := strconv.Atoi(string(fault.Need))
	tooLong := fault.Code == "length" || fault.Code == "trailing"
	if err == nil && tooLong && need >= 0 && need < len(s.in.Bytes)-fault.Offset {
		return s.in.Bytes[fault.Offset+need:]
	}
	return nil
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
