package all

import (
	"encoding/binary"

	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/subc"
)

// SubcFraming is the name of the framing of subc frames, whose headers have
// their lengths.
const SubcFraming = "subc"

// framings are the framings of binary streams by name, each with the byte order
// of its length prefix; nil for none.
var framings = [...]struct {
	name  string
	order func() byteOrder
}{
	{"len32le", func() byteOrder { return binary.LittleEndian }},
	{"len32be", func() byteOrder { return binary.BigEndian }},
	{SubcFraming, func() byteOrder { return nil }},
}

type byteOrder interface {
	binary.ByteOrder
	binary.AppendByteOrder
}

// FramingNames returns the names of the framings of binary streams.
func FramingNames() (names []string) {
	for _, f := range framings {
		names = append(names, f.name)
	}
	return names
}

// prefixOrder returns the byte order of a framing's length prefix, nil for none.
func prefixOrder(name string) byteOrder {
	for _, f := range framings {
		if f.name == name {
			return f.order()
		}
	}
	return nil
}

// FramingOptions are what [NewFraming] needs to know of a stream.
type FramingOptions struct {
	MaxFrame int // the largest frame, or body of a subc frame, in bytes
	// Handshake is the side whose handshake precedes the frames of subc.
	Handshake frames.Sender
	// FindHandshake skips any handshake: see [subc.Framing.FindHandshake].
	FindHandshake bool
}

// NewFraming returns a framing of the given name for one stream, nil when there
// is none.
func NewFraming(name string, o FramingOptions) frames.Framing {
	if order := prefixOrder(name); order != nil {
		return &frames.Lengths{Order: order, MaxFrame: o.MaxFrame}
	}
	if name == SubcFraming {
		return &subc.Framing{MaxBody: o.MaxFrame, Handshake: handshakeMessages(o.Handshake), FindHandshake: o.FindHandshake}
	}
	return nil
}

// handshakeMessages returns how many messages of the handshake a side sends
// (spec/subc-frame.md 5).
func handshakeMessages(side frames.Sender) int {
	switch side {
	case frames.Client:
		return 2
	case frames.Server:
		return 1
	}
	return 0
}

// AppendPrefix appends what precedes a frame of size bytes in a framing.
func AppendPrefix(dst []byte, name string, size int) []byte {
	if order := prefixOrder(name); order != nil {
		return order.AppendUint32(dst, uint32(size))
	}
	return dst
}
