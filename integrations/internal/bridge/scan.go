package bridge

import (
	"errors"
	"io"

	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/all"
)

// Scan declares the scanner divtool_frames.
func Scan() *Component {
	return &Component{
		Name:    "divtool_frames",
		Summary: "Splits an input into the frames of a binary stream, each a message.",
		Description: `Messages have the metadata divtool_index, the number of the frame in its input from 0, and divtool_offset, the
offset of its first byte, or of the byte at fault where the frame has a fault. A frame that is incomplete, or whose length is over max_frame, is a message with an error;
its content is the part that is present. Use the scanner decompress before this one for compressed inputs.`,
		Fields: []Field{
			{Name: "framing", Words: all.FramingNames(), Description: "How frames are separated: by a length before each frame, or by the lengths in the headers of subc frames."},
			{Name: "batch", Default: 1000, Description: "The most frames of a batch. A batch has the frames that are available: none waits for more input."},
			{Name: "max_frame", Default: frames.DefaultMaxFrame, Description: "The largest frame in bytes."},
			{Name: "skip_handshake", Default: "", Words: senderNames(), Description: "The side whose handshake precedes the frames of subc."},
		},
	}
}

// Scanners makes the scanners of inputs.
type Scanners struct {
	framing string
	options all.FramingOptions
	batch   int
}

// NewScanners returns what makes the scanners of a configuration.
func NewScanners(v Values) (*Scanners, error) {
	s := &Scanners{
		framing: v.text("framing"), batch: v.int("batch"),
		options: all.FramingOptions{MaxFrame: v.int("max_frame"), Handshake: senderOf(v.text("skip_handshake"))},
	}
	switch {
	case s.batch == 0:
		return nil, errors.New("batch: expected an integer of 1 or more, got 0")
	case s.options.Handshake != frames.UnknownSender && s.framing != all.SubcFraming:
		return nil, errors.New("skip_handshake requires framing: subc")
	}
	return s, nil
}

// Scanner splits one input.
type Scanner struct {
	splitter *frames.Splitter
	batch    int
	size     int // of the last batch, in bytes
}

// Scanner returns a scanner of an input.
func (s *Scanners) Scanner(src io.Reader) *Scanner {
	return &Scanner{splitter: frames.NewSplitter(src, all.NewFraming(s.framing, s.options)), batch: s.batch}
}

// NextBatch returns the frames that are available, at least one; io.EOF after the last.
// The messages share one piece of memory.
func NextBatch[M Message](s *Scanner, newMessage func([]byte) M) ([]M, error) {
	var b frames.Batch
	if s.size > 0 {
		b.Text = make([]byte, 0, s.size)
	}
	if err := s.splitter.Next(&b, s.batch); err != nil {
		return nil, err
	}
	s.size = min(cap(b.Text), maxKept)
	messages := make([]M, len(b.Items))
	for i := range b.Items {
		it := &b.Items[i]
		m := newMessage(b.Text[it.Start:it.End:it.End])
		m.MetaSetMut(MetaIndex, int64(it.Index))
		m.MetaSetMut(MetaOffset, int64(it.Offset))
		if it.Fault != nil {
			setFault(m, it.Fault, it.Offset)
			m.SetError(&Incomplete{Fault{Diagnostic: it.Fault, Base: it.Offset}, it.OnlyLength})
		}
		messages[i] = m
	}
	return messages, nil
}

// Incomplete is the error of a frame that is not whole.
type Incomplete struct {
	Fault
	OnlyLength bool // none of the frame is present
}

// scannedFrame returns the frame of a message of the scanner, with its place in the input.
func scannedFrame(m Message, text []byte) (f frames.SplitFrame, scanned bool) {
	index, scanned := m.MetaGetMut(MetaIndex)
	if !scanned {
		return f, false
	}
	if f.Index, scanned = integer(index); !scanned {
		return f, false
	}
	f.Bytes = text
	if incomplete, ok := m.GetError().(*Incomplete); ok {
		fault := *incomplete.Diagnostic
		f.Offset, f.Fault, f.OnlyLength = incomplete.Base, &fault, incomplete.OnlyLength
		return f, true
	}
	offset, _ := m.MetaGetMut(MetaOffset)
	f.Offset, scanned = integer(offset)
	return f, scanned
}

// integer returns the value of a metadata that is a number. After its way through a broker
// it is text: where the frame was is not where it is.
func integer(v any) (n int, ok bool) {
	switch v := v.(type) {
	case int64:
		return int(v), true
	case int:
		return v, true
	}
	return 0, false
}
