package decode

import (
	"io"

	"github.com/divtool/divtool/internal/capture"
)

// CaptureForm is a form of input that holds whole conversations.
type CaptureForm struct {
	Name string

	is   func(start []byte) bool // reports whether a capture begins like one
	open func(src io.Reader, framed bool, limits capture.Limits) capture.Reader
	// The notes about a capture without messages, and with a framing about one
	// without byte streams.
	emptyNote, emptyFramedNote string
}

const noMessages = "no WebSocket messages found"

var captureForms = [...]CaptureForm{
	{"har", isHAR, func(src io.Reader, _ bool, limits capture.Limits) capture.Reader { return capture.NewHAR(src, limits) },
		noMessages, noMessages},
	{"tshark", isTshark, capture.NewTshark,
		noMessages, "no packet has a TCP payload (field tcp.payload)"},
}

// CaptureNames returns the names of the forms of captures.
func CaptureNames() (names []string) {
	for i := range captureForms {
		names = append(names, captureForms[i].Name)
	}
	return names
}

// CaptureByName returns the form of captures with a name, nil for none.
func CaptureByName(name string) *CaptureForm {
	for i := range captureForms {
		if captureForms[i].Name == name {
			return &captureForms[i]
		}
	}
	return nil
}
