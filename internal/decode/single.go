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

// Frame decodes an input that is one frame. A frame that fits no type is
// reported, and nothing is shown of it.
func (d *Decoder) Frame(name string, text []byte) {
	it := &item{info: frames.DocInfo{File: d.mode.docFile(name), Index: -1}}
	it.At = report.Place{File: name, Index: -1}
	in, fault := input.Read(text, d.mode.Form, d.mode.Options.MaxFrame)
	if fault != nil {
		d.failInput(it, text, fault)
		return
	}
	if d.mode.Verbose {
		d.report.Note(name, fmt.Sprintf("read as %s: %s", in.Form, in.Reason))
	}
	if in.Note != "" {
		d.report.Note(name, in.Note)
	}
	if len(in.Bytes) == 0 {
		d.report.Fail(d.emptyFault(), it.At)
		return
	}
	it.Text, it.Read, it.frame = text, in, in.Bytes
	d.decoder.decode(it, nil)
	if it.info.Fault != nil {
		d.explain(it)
	}
	if it.info.Type == "" {
		d.report.Fail(it.info.Fault, it.Place(it.info.Fault))
		return
	}
	d.show(it)
	// What is wrong with the frame is reported even if it cannot be written. The
	// output returns its error when it is closed.
	d.out.Write(d.batch.out)
	for i := range d.batch.faults {
		d.report.Fail(d.batch.faults[i].fault, d.batch.faults[i].place)
	}
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
	d.report.Fail(fault, it.Place(fault))
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

// explain improves the diagnostic of a frame by what else the input may be.
func (d *Decoder) explain(it *item) {
	if it.Read.Form == input.Bin && d.mode.Form == input.Auto {
		if near := input.Explain(it.Text); near != nil {
			it.info.Fault = near
		}
	}
	fault := it.info.Fault
	it.readSoFar = fault.Code != "form"
	if looksLikeConversation(it.Text) {
		fault.Hint = "this looks like a conversation; use `--conversation`"
		return
	}
	rest := d.afterFirstFrame(it)
	if len(rest) == 0 || string(rest) == "\n" || fault.Hint != "" {
		return
	}
	types := d.mode.Types
	if d.mode.Given != nil {
		types = sameFamily(types, d.mode.Given)
	}
	reader := frames.Reader{Options: d.mode.Options} // the decoder's holds what is yet to be shown
	if types.Guess(&reader, rest).Type != nil {
		fault.Hint = "the input seems to contain several frames; decode one frame at a time"
	}
}

// afterFirstFrame returns bytes that would be a frame of their own if the input
// holds several: the first line of hex, or what follows the bytes that the
// diagnostic asks for. nil when there are none.
func (d *Decoder) afterFirstFrame(it *item) []byte {
	if line, remaining, ok := bytes.Cut(bytes.TrimSpace(it.Text), []byte{'\n'}); ok && it.Read.Form == input.Hex && len(remaining) > 0 {
		if first, bad := input.Read(line, input.Hex, d.mode.Options.MaxFrame); bad == nil {
			return first.Bytes
		}
		return nil
	}
	fault := it.info.Fault
	need, err := strconv.Atoi(string(fault.Need))
	tooLong := fault.Code == "length" || fault.Code == "trailing"
	if err == nil && tooLong && need >= 0 && need < len(it.frame)-fault.Offset {
		return it.frame[fault.Offset+need:]
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
