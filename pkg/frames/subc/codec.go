package subc

import (
	"encoding/binary"
	"fmt"
	"strings"

	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
)

// codec reads and writes frames. Documents have size, len, ver, frame, flags, channel,
// epoch, corr, and body or body_hex.
type codec struct{ lazy frames.LazyDeclaration }

// Declaration implements [frames.Codec]. A body may have any member.
func (c *codec) Declaration() *frames.Declaration { return c.lazy.Get(declare) }

func declare() frames.Declaration {
	list := make([]*frames.Message, len(frameTypes))
	for i := range frameTypes {
		list[i] = &frameTypes[i].Message
	}
	return frames.Declaration{
		Messages: list,
		Members:  []string{"ver", "frame", "flags", "channel", "epoch", "corr", "body", "body_hex"},
		Flags:    flagNames(), Header: headerDocs, HeaderSize: HeaderSize,
	}
}

func flagNames() []string {
	names := make([]string, len(flags))
	for i := range flags {
		names[i] = flags[i].name
	}
	return names
}

// Read reads the header and the body.
func (*codec) Read(r *frames.Reader) error {
	d := read(r)
	if d != nil && mayHoldSecret(r) {
		r.Sink.Redact(frames.Span{Offset: HeaderSize, Length: len(r.Frame) - HeaderSize})
		d.Secret = true
	}
	return d.Err()
}

func read(r *frames.Reader) *diag.Diagnostic {
	h, d := parseHeader(r.Frame)
	r.Size()
	if len(r.Frame) >= lenSize {
		r.Uint("len", uint64(h.Len), frames.Span{Length: lenSize})
	}
	if d != nil {
		return d
	}
	h.sendHeader(r)
	if d := h.checkBodySize(); d != nil {
		return d
	}
	have := len(r.Frame) - HeaderSize
	switch {
	case have < int(h.Len):
		return unexpectedEOF("body", int(h.Len), have, len(r.Frame))
	case have > int(h.Len):
		return &diag.Diagnostic{
			Code: "trailing", Offset: HeaderSize + int(h.Len), Length: have - int(h.Len), Need: diag.Number(uint64(h.Len)), Have: diag.Count(have),
			Message: fmt.Sprintf("%s: the declared body length is %s, got %d", text.Trailing(have-int(h.Len)), text.Count(int(h.Len), "byte"), have),
			Hint:    "use `--framing subc` to read a stream of frames",
		}
	}
	h.sendBody(r)
	return nil
}

func (h *Header) sendHeader(r *frames.Reader) {
	notes := r.Notes || r.Spans
	if r.Spans {
		r.Note("/len", frames.Span{Length: 4}, "size of the body")
		r.Note("/ver", frames.Span{Offset: 4, Length: 1}, "envelope version")
	}
	r.Uint("ver", Version, frames.Span{Offset: 4, Length: 1})
	r.Literal("frame", h.Name(), frames.Span{Offset: 5, Length: 1})
	if notes {
		r.Note("/frame", frames.Span{Offset: 5, Length: 1}, h.typeInfo().Meaning)
	}
	span := frames.Span{Offset: 6, Length: 1}
	if r.Spans {
		r.KindNote([]byte("/flags"), span, "object")
	}
	r.Open("flags", span)
	for i := range flags {
		f := &flags[i]
		set := h.Flags&f.bit != 0
		if f.names != nil {
			r.Literal(f.name, f.names[h.Flags>>f.shift&3], span)
		} else {
			r.Bool(f.name, set, span)
		}
		switch {
		case f.names == nil && set && notes:
			r.Note("/flags/"+f.name, span, f.meaning)
		case r.Spans:
			r.KindNote([]byte("/flags/"+f.name), span, f.valueKind())
		}
	}
	r.Close()
	r.Uint("channel", uint64(h.Channel), frames.Span{Offset: 7, Length: 2})
	if h.Channel == 0 && notes {
		r.Note("/channel", frames.Span{Offset: 7, Length: 2}, "control channel, to the daemon itself")
	} else if r.Spans {
		r.Note("/channel", frames.Span{Offset: 7, Length: 2}, "route slot")
	}
	r.Uint("epoch", uint64(h.Epoch), frames.Span{Offset: 9, Length: 4})
	r.Uint("corr", h.Corr, frames.Span{Offset: 13, Length: 8})
	if r.Spans {
		r.Note("/epoch", frames.Span{Offset: 9, Length: 4}, "epoch of the channel binding")
		r.Note("/corr", frames.Span{Offset: 13, Length: 8}, "correlation id of the exchange")
	}
}

// Write writes the header and the body. Absent members are 0. The length is the size of
// the body. The header is checked as a reader does, so that a peer accepts the frame.
func (*codec) Write(w *frames.Writer) error {
	var h Header
	if err := h.readDocument(w); err != nil {
		return err
	}
	start := len(w.Frame)
	w.Frame = append(w.Frame, make([]byte, HeaderSize)...)
	if err := writeBody(w, &h); err != nil {
		return err
	}
	size := len(w.Frame) - start - HeaderSize
	h.Len = uint32(min(size, 1<<32-1))
	d := h.check()
	if d == nil {
		d = h.checkBodySize()
	}
	if d != nil {
		return withFacts(w.ErrorAt(d.Code, w.Member(strings.Split(d.Path, "/")[1]), d.Path, d.Message), d.Need, d.Have)
	}
	h.Append(w.Frame[start:start])
	return nil
}

// readDocument takes the fields of the header from the document.
func (h *Header) readDocument(w *frames.Writer) error {
	ver, err := uintMember(w, "ver", 255, Version)
	if err != nil {
		return err
	}
	if ver != Version {
		n := w.Member("ver")
		fault := checkVersion(binary.LittleEndian.AppendUint64(nil, ver<<32))
		return withFacts(w.ErrorAt(fault.Code, n, "/ver", fault.Message), fault.Need, fault.Have)
	}
	if err := h.readType(w); err != nil {
		return err
	}
	if err := h.readFlags(w); err != nil {
		return err
	}
	channel, err := uintMember(w, "channel", 1<<16-1, 0)
	if err != nil {
		return err
	}
	epoch, err := uintMember(w, "epoch", 1<<32-1, 0)
	if err != nil {
		return err
	}
	h.Channel, h.Epoch = uint16(channel), uint32(epoch)
	h.Corr, err = uintMember(w, "corr", 1<<64-1, 0)
	return err
}

// withFacts adds what was needed and what was found to a diagnostic.
func withFacts(err error, need, have diag.Fact) error {
	d, _ := diag.From(err)
	d.Need, d.Have = need, have
	return d
}

// uintMember takes an unsigned integer from the document.
func uintMember(w *frames.Writer, name string, maxValue, defaultValue uint64) (uint64, error) {
	n := w.Member(name)
	if n < 0 {
		return defaultValue, nil
	}
	return w.Number(n, "/"+name, maxValue)
}

func (h *Header) readType(w *frames.Writer) error {
	var names []string
	for i := range frameTypes {
		names = append(names, frameTypes[i].Name)
	}
	i, err := w.WordMember("frame", names, "range")
	h.Type = byte(i)
	return err
}

func (h *Header) readFlags(w *frames.Writer) error {
	n := w.Member("flags")
	if n < 0 {
		return nil
	}
	nodes, err := w.Members(n, "/flags", flagNames())
	if err != nil {
		return err
	}
	for i := range flags {
		f := &flags[i]
		switch path := "/flags/" + f.name; {
		case nodes[i] < 0:
		case f.names != nil:
			v, err := w.Word(nodes[i], path, f.names)
			if err != nil {
				return err
			}
			h.Flags |= byte(v) << f.shift
		default:
			set, err := w.Boolean(nodes[i], path)
			if err != nil {
				return err
			}
			if set {
				h.Flags |= f.bit
			}
		}
	}
	return nil
}

// headerDocs documents the header and the body. Numbers are little-endian.
func headerDocs(m *frames.Message) []frames.FieldDoc {
	t := &frameTypes[m.Tag]
	docs := []frames.FieldDoc{
		{Offset: 0, Size: 4, Name: "len", Type: "u32 little-endian", Meaning: fmt.Sprintf("size of the body, in bytes; at most %d", MaxBody)},
		{Offset: 4, Size: 1, Name: "ver", Type: "u8", Meaning: fmt.Sprintf("envelope version: %d", Version)},
		{Offset: 5, Size: 1, Name: "frame", Type: "u8", Meaning: fmt.Sprintf("%d: %s", m.Tag, t.Meaning)},
		{Offset: 6, Size: 1, Name: "flags", Type: "u8 bit mask"},
	}
	for i := range flags {
		f := &flags[i]
		r := frames.FieldDoc{Level: 1, Offset: 6, Size: frames.Variable, Name: f.name, Type: fmt.Sprintf("mask 0x%02x", f.bit), Meaning: f.meaning}
		if f.names != nil {
			r.Type, r.Meaning = fmt.Sprintf("mask 0x%02x", 3<<f.shift), strings.Join(f.names, ", ")+"; 3 is reserved"
		}
		docs = append(docs, r)
	}
	docs = append(docs,
		frames.FieldDoc{Offset: 7, Size: 2, Name: "channel", Type: "u16 little-endian", Meaning: "route slot; 0 is the control channel, to the daemon itself"},
		frames.FieldDoc{Offset: 9, Size: 4, Name: "epoch", Type: "u32 little-endian", Meaning: "epoch of the channel binding; 0 on channel 0"},
		frames.FieldDoc{Offset: 13, Size: 8, Name: "corr", Type: "u64 little-endian", Meaning: "correlation id of the exchange"},
	)
	if t.noBody {
		docs[0].Meaning = "0; this frame has no body"
		return docs
	}
	return append(docs, frames.FieldDoc{
		Offset: HeaderSize, Size: frames.Variable, Name: "body", Type: "JSON, or bytes", Meaning: "JSON, or bytes if the flag binary is set",
	})
}
