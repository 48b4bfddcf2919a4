package decode

import (
	"github.com/divtool/divtool/internal/input"
	"github.com/divtool/divtool/internal/report"
	"github.com/divtool/divtool/pkg/diag"
)

// Origin is where the bytes of a frame come from. It places diagnostics.
type Origin struct {
	// At is the place of the frame without a text. Its Base is the offset of the
	// bytes in the input.
	At   report.Place
	Text []byte       // of which a part spells the frame; nil when the frame is bytes of the input
	Read *input.Input // how the part was read; nil if it is to be read again, or has no known form

	form        input.Form // to read the part again
	start, end  int        // of the part in Text
	maxFrame    int
	inText      bool // offsets of diagnostics count in Text
	approximate bool // only the beginning of the frame is known
}

// Place returns the place of a diagnostic of the frame.
func (o *Origin) Place(fault *diag.Diagnostic) report.Place {
	at := o.At
	if o.Text == nil {
		if o.approximate {
			at.Base -= max(fault.Offset, 0)
		}
		return at
	}
	in := o.read()
	switch {
	case o.inText, in != nil && in.Form == input.Bin && fault.Code == "form": // raw bytes that are nearly text
		at.Text, at.At = o.Text, fault.Offset
	case in == nil:
		at.Text, at.At, at.ShowOffset = o.Text, o.start, true
	case in.Form != input.Bin:
		at.Text, at.At, at.ShowOffset = o.Text, o.start+in.Locate(fault.Offset), true
	}
	return at
}

// read returns how the text spells the frame, nil when that is not known.
func (o *Origin) read() *input.Input {
	if o.Read != nil || o.inText || o.form == input.Auto {
		return o.Read
	}
	if in, bad := input.Read(o.Text[o.start:o.end], o.form, o.maxFrame); bad == nil {
		return in
	}
	return nil
}
