package decode

import (
	"io"
	"path/filepath"

	"github.com/divtool/divtool/internal/capture"
	"github.com/divtool/divtool/internal/input"
	"github.com/divtool/divtool/internal/source"
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/all"
)

// CaptureForm is a form of input that holds whole conversations.
type CaptureForm struct {
	Name string

	is   func(start []byte) bool // reports whether a capture begins like one
	open func(m *Mode, name string, src io.Reader, limits capture.Limits) capture.Reader
	// framed is set if the reader itself makes frames of streams.
	framed bool
	// The notes about a capture without messages, and with a framing about one
	// without byte streams.
	emptyNote, emptyFramedNote string
}

const noMessages = "no WebSocket messages found"

var captureForms = [...]CaptureForm{
	{"har", isHAR, func(_ *Mode, name string, src io.Reader, limits capture.Limits) capture.Reader {
		return capture.NewHAR(src, limits, filesBeside(name))
	}, false, noMessages, noMessages},
	{"tshark", isTshark, func(m *Mode, _ string, src io.Reader, limits capture.Limits) capture.Reader {
		return capture.NewTshark(src, m.Framing != "", limits)
	}, false, noMessages, "no packet has a TCP payload (field tcp.payload)"},
	{"pcap", input.IsPcap, openPcap, true, noPackets, noPackets},
}

const noPackets = "no packets found"

// filesBeside opens files in the directory of an input; for standard input that is
// the working directory.
func filesBeside(input string) capture.OpenFile {
	return func(name string) (io.ReadCloser, error) {
		return source.Source{Name: filepath.Join(filepath.Dir(input), name)}.Open()
	}
}

// openPcap returns a reader of a packet capture.
func openPcap(m *Mode, _ string, src io.Reader, limits capture.Limits) capture.Reader {
	o := capture.PcapOptions{Limits: limits, Port: m.Conversation.Port, MaxOpen: m.Conversation.MaxOpen,
		NewFraming: func(name string) frames.Framing {
			return all.NewFraming(name, all.FramingOptions{MaxFrame: m.Options.MaxFrame, FindHandshake: true})
		}}
	if m.Framing != "" {
		o.Framing = func(frames.Sender) frames.Framing { return m.newFraming() }
	}
	return capture.NewPcap(src, o)
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
