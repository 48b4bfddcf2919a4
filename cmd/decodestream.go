package cmd

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"slices"

	"github.com/divtool/divtool/internal/input"
	"github.com/divtool/divtool/internal/report"
	"github.com/divtool/divtool/internal/stream"
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/subc"
)

// framings are the ways in which a binary stream holds frames: behind their
// lengths, in one order of bytes or the other, or as frames of subc, which say
// their length themselves.
var framings = [...]struct {
	name  string
	order func() byteOrder
}{
	{"len32le", func() byteOrder { return binary.LittleEndian }},
	{"len32be", func() byteOrder { return binary.BigEndian }},
	{subcFraming, func() byteOrder { return nil }},
}

const subcFraming = "subc"

type byteOrder interface {
	binary.ByteOrder
	binary.AppendByteOrder
}

func framingNames() (names []string) {
	for _, f := range framings {
		names = append(names, f.name)
	}
	return names
}

// lengthOrder is the order of bytes of the lengths; nil for none.
func lengthOrder(framing string) byteOrder {
	if i := slices.Index(framingNames(), framing); i >= 0 {
		return framings[i].order()
	}
	return nil
}

// lengthPrefix is what stands before a frame of so many bytes.
func lengthPrefix(framing string, size int) []byte {
	if order := lengthOrder(framing); order != nil {
		return order.AppendUint32(nil, uint32(size))
	}
	return nil
}

// handshakeMessages is how many messages of a handshake a side sends.
func handshakeMessages(side string) int {
	switch side {
	case frames.Client.String():
		return 2
	case frames.Server.String():
		return 1
	}
	return 0
}

// checkStream settles what the flags say about streams.
func (m *decodeMode) checkStream() error {
	if m.framing != "" {
		if err := checkFlagValue("framing", m.framing, framingNames()...); err != nil {
			return err
		}
		if m.form == input.Auto && !m.conversation.enabled {
			m.form = input.Bin
		}
	}
	if m.framing == subcFraming {
		if m.typeName != "" && m.typeName != subc.Frame.Name {
			return usagef("--framing subc reads frames of %s, not of %s", subc.Frame.Name, m.typeName)
		}
		m.typeName = subc.Frame.Name
	}
	if m.skipHandshake != "" {
		if m.framing != subcFraming {
			return usagef("--skip-handshake needs --framing subc")
		}
		if err := checkFlagValue("skip-handshake", m.skipHandshake, sideNames()...); err != nil {
			return err
		}
	}
	if m.lines && (m.form == input.Bin || m.form == input.Hexdump) {
		return usagef("--lines reads hex, base64 or byte lists, not --in %s", m.decodeOptions.formName)
	}
	return nil
}

// newFraming is the framing of one stream.
func (m *decodeMode) newFraming() stream.Framing {
	if order := lengthOrder(m.framing); order != nil {
		return &stream.Lengths{Order: order, MaxFrame: m.maxFrame}
	}
	if m.framing == subcFraming {
		return &stream.Subc{MaxBody: m.maxFrame, Handshake: handshakeMessages(m.skipHandshake), FindHandshake: m.conversation.enabled}
	}
	return &stream.Lines{MaxLine: maxLineSize(m.maxFrame)}
}

// maxLineSize is how long a line of the largest frame may be, in bytes.
func maxLineSize(maxFrame int) int { return 8*maxFrame + 4096 }

// streamMode is what holds for the rest of a stream once its first frame has
// been read.
type streamMode struct {
	*decodeMode
	name     string
	lineForm input.Form
	family   frames.Set // tried first; nil as long as it is not known
}

// decodeStream decodes a stream of frames.
func (d *decodeRun) decodeStream(name string, src io.Reader) error {
	if d.conversation.enabled {
		return d.decodeConversation(name, src)
	}
	src, ok := d.binaryReader(name, src)
	if !ok {
		return nil
	}
	m := &streamMode{decodeMode: &d.decodeMode, name: name, lineForm: d.form}
	reader := stream.NewReader(src, d.newFraming())
	// The first frame is printed before anything else is read, and settles
	// what the rest is.
	var first job
	if err := reader.Next(&first.batch, 1); err != nil {
		return d.streamError(err)
	}
	w := d.newStreamWorker(m)
	d.beginView(&w.frameDecoder)
	w.resolveForm(&first.batch)
	w.work(&first)
	if err := d.writeBatch(&first); err != nil {
		return err
	}
	if err := d.out.Flush(); err != nil {
		return err
	}
	return d.streamError(d.decodeParallel(reader, m))
}

// streamError judges how a stream ended.
func (d *decodeRun) streamError(err error) error {
	var failed *writeError
	switch {
	case err == nil || errors.Is(err, io.EOF):
		return nil
	case errors.As(err, &failed):
		return failed.err
	}
	d.report.Unreadable(err)
	return nil
}

// binaryReader is a framed stream as bytes: text is read whole.
func (d *decodeRun) binaryReader(name string, src io.Reader) (io.Reader, bool) {
	if d.lines {
		head, start := peek(src)
		if note := input.BOMNote(start); note != "" {
			d.report.Note(name, note)
		}
		return head, true
	}
	if d.form == input.Bin {
		return src, true
	}
	text, err := io.ReadAll(src)
	if err != nil {
		d.report.Unreadable(err)
		return nil, false
	}
	in, fault := input.Read(text, d.form, len(text))
	switch {
	case fault != nil && fault.Code == "empty":
		return bytes.NewReader(nil), true
	case fault != nil:
		d.report.Fail(fault, report.Place{File: name, Index: -1, Text: text, At: fault.Offset})
		return nil, false
	}
	return bytes.NewReader(in.Bytes), true
}

// sameFamily is the types of the family of a type, in their order.
func sameFamily(types frames.Set, t *frames.Type) frames.Set {
	return slices.DeleteFunc(slices.Clone(types), func(other *frames.Type) bool {
		return !other.Guessed || other.Family() != t.Family()
	})
}
