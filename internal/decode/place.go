package decode

import (
	"github.com/divtool/divtool/internal/input"
	"github.com/divtool/divtool/internal/report"
	"github.com/divtool/divtool/pkg/diag"
)

// locator knows where an item is in the input.
type locator interface {
	// place returns the place of a diagnostic of the item.
	place(fault *diag.Diagnostic) report.Place
}

// Place returns the place of a diagnostic of a frame. at is the place of the
// frame without a text: its Base is the offset of its bytes, its At the offset in
// text of what spells them. text is nil when the frame is not spelled by text. in
// is how text was read, nil when that is not known.
func Place(fault *diag.Diagnostic, at report.Place, text []byte, in *input.Input) report.Place {
	switch {
	case text == nil:
		return at
	case in == nil:
		at.Text, at.ShowOffset = text, true
		return at
	case in.Form != input.Bin:
		at.Text, at.ShowOffset = text, true
		at.At += in.Locate(fault.Offset)
		return at
	case fault.Code == "form": // raw bytes that are nearly text
		return textPlace(fault, at, text)
	}
	return at
}

// textPlace returns the place of a diagnostic whose offset counts in a text.
func textPlace(fault *diag.Diagnostic, at report.Place, text []byte) report.Place {
	at.Text, at.At = text, fault.Offset
	return at
}
