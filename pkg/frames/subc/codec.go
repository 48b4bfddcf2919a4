package subc

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/divtool/divtool/internal/gen"
	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
)

// codec reads and writes frames. Documents have size, len, ver, frame, flags,
// channel, epoch, corr, and body or body_hex.
type codec struct{}

// Members are those of a document.
func (codec) Members() []string {
	return []string{"ver", "frame", "flags", "channel", "epoch", "corr", "body", "body_hex"}
}

// GroupMembers lists the flags.
func (codec) GroupMembers(name string) []string {
	if name != "flags" {
		return nil
	}
	var names []string
	for i := range flags {
		names = append(names, flags[i].name)
	}
	return names
}

// Messages are the types of frame.
func (codec) Messages() []*frames.Message {
	list := make([]*frames.Message, len(frameTypes))
	for i, t := range frameTypes {
		list[i] = &frames.Message{Tag: byte(i), Name: t.name, Meaning: t.meaning, Example: t.example}
	}
	return list
}

// Read reads the header, then the body.
func (codec) Read(r *frames.Reader) *diag.Diagnostic {
	d := read(r)
	if d != nil && mayHoldNonce(r) {
		r.Sink.Redact(frames.Span{Offset: HeaderSize, Length: len(r.Frame) - HeaderSize})
		d.Secret = true
	}
	return d
}

func read(r *frames.Reader) *diag.Diagnostic {
	h, d := ParseHeader(r.Frame)
	r.Size()
	if len(r.Frame) >= lenSize {
		r.Uint("len", uint64(h.Len), frames.Span{Length: lenSize})
	}
	if d != nil {
		return d
	}
	h.sendHeader(r)
	if d := h.CheckBodySize(); d != nil {
		return d
	}
	have := len(r.Frame) - HeaderSize
	switch {
	case have < int(h.Len):
		return UnexpectedEOF("body", int(h.Len), have, len(r.Frame))
	case have > int(h.Len):
		return &diag.Diagnostic{
			Code: "trailing", Offset: HeaderSize + int(h.Len), Length: have - int(h.Len), Need: diag.Number(uint64(h.Len)), Have: diag.Count(have),
			Message: fmt.Sprintf("the length says %d bytes of body, there %s", h.Len, text.VerbCount(have)),
			Hint:    "--framing subc reads a stream of frames",
		}
	}
	h.sendBody(r)
	return nil
}

// sendHeader sends the fields of the header.
func (h *Header) sendHeader(r *frames.Reader) {
	notes := r.Notes || r.Spans
	if r.Spans {
		r.Note("/len", frames.Span{Length: 4}, "bytes of body")
		r.Note("/ver", frames.Span{Offset: 4, Length: 1}, "version of the envelope")
	}
	r.Uint("ver", Version, frames.Span{Offset: 4, Length: 1})
	r.Literal("frame", h.Name(), frames.Span{Offset: 5, Length: 1})
	if notes {
		r.Note("/frame", frames.Span{Offset: 5, Length: 1}, h.typeInfo().meaning)
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
		r.Note("/channel", frames.Span{Offset: 7, Length: 2}, "the control channel: the daemon itself")
	} else if r.Spans {
		r.Note("/channel", frames.Span{Offset: 7, Length: 2}, "slot of the route")
	}
	r.Uint("epoch", uint64(h.Epoch), frames.Span{Offset: 9, Length: 4})
	r.Uint("corr", h.Corr, frames.Span{Offset: 13, Length: 8})
	if r.Spans {
		r.Note("/epoch", frames.Span{Offset: 9, Length: 4}, "binding of the channel")
		r.Note("/corr", frames.Span{Offset: 13, Length: 8}, "what the frame belongs to")
	}
}

// Write writes the header and the body. What the document does not say is 0.
// The length comes from the body, and the header is checked as a reader does,
// so that nothing is written that a peer would refuse.
func (codec) Write(w *frames.Writer) *diag.Diagnostic {
	var h Header
	if d := h.readDocument(w); d != nil {
		return d
	}
	start := len(w.Frame)
	w.Frame = append(w.Frame, make([]byte, HeaderSize)...)
	if d := writeBody(w, &h); d != nil {
		return d
	}
	size := len(w.Frame) - start - HeaderSize
	h.Len = uint32(min(size, 1<<32-1))
	d := h.check()
	if d == nil {
		d = h.CheckBodySize()
	}
	if d != nil {
		refused := w.ErrorAt(d.Code, w.Member(strings.Split(d.Path, "/")[1]), d.Path, d.Message)
		refused.Need, refused.Have = d.Need, d.Have
		return refused
	}
	h.Append(w.Frame[start:start])
	return nil
}

// readDocument takes the fields of the header from the document.
func (h *Header) readDocument(w *frames.Writer) *diag.Diagnostic {
	ver, d := uintMember(w, "ver", 255, Version)
	if d != nil {
		return d
	}
	if ver != Version {
		n := w.Member("ver")
		fault := CheckVersion(binary.LittleEndian.AppendUint64(nil, ver<<32))
		d := w.ErrorAt(fault.Code, n, "/ver", fault.Message)
		d.Need, d.Have = fault.Need, fault.Have
		return d
	}
	if d := h.readType(w); d != nil {
		return d
	}
	if d := h.readFlags(w); d != nil {
		return d
	}
	channel, d := uintMember(w, "channel", 1<<16-1, 0)
	if d != nil {
		return d
	}
	epoch, d := uintMember(w, "epoch", 1<<32-1, 0)
	if d != nil {
		return d
	}
	h.Channel, h.Epoch = uint16(channel), uint32(epoch)
	h.Corr, d = uintMember(w, "corr", 1<<64-1, 0)
	return d
}

// uintMember takes a whole number from the document.
func uintMember(w *frames.Writer, name string, maxValue, defaultValue uint64) (uint64, *diag.Diagnostic) {
	n := w.Member(name)
	if n < 0 {
		return defaultValue, nil
	}
	return w.Number(n, "/"+name, maxValue)
}

func (h *Header) readType(w *frames.Writer) *diag.Diagnostic {
	var names []string
	for i := range frameTypes {
		names = append(names, frameTypes[i].name)
	}
	n := w.Member("frame")
	i, d := nameMember(w, n, "/frame", names)
	h.Type = byte(i)
	return d
}

// nameMember takes one of some words; a missing one is refused.
func nameMember(w *frames.Writer, n int, path string, names []string) (int, *diag.Diagnostic) {
	need := strings.Join(names, ", ")
	if n < 0 {
		d := w.ErrorAt("missing", -1, path, "the member is missing: one of "+need)
		d.Need = diag.Words(need)
		return 0, d
	}
	if w.Doc.Kind(n) != jsondoc.String {
		return 0, w.WrongTypeError(n, path, "a string")
	}
	i := slices.Index(names, w.Doc.Value(n))
	if i < 0 {
		d := w.ErrorAt("range", n, path, "one of "+need+" is needed")
		d.Need = diag.Words(need)
		return 0, d
	}
	return i, nil
}

func (h *Header) readFlags(w *frames.Writer) *diag.Diagnostic {
	n := w.Member("flags")
	if n < 0 {
		return nil
	}
	nodes, d := w.Members(n, "/flags", codec{}.GroupMembers("flags"))
	if d != nil {
		return d
	}
	for i := range flags {
		f := &flags[i]
		switch path := "/flags/" + f.name; {
		case nodes[i] < 0:
		case f.names != nil:
			v, d := nameMember(w, nodes[i], path, f.names)
			if d != nil {
				return d
			}
			h.Flags |= byte(v) << f.shift
		case w.Doc.Kind(nodes[i]) == jsondoc.True:
			h.Flags |= f.bit
		case w.Doc.Kind(nodes[i]) != jsondoc.False:
			return w.WrongTypeError(nodes[i], path, "true or false")
		}
	}
	return nil
}

// FieldDocs of the header and the body. Numbers are little-endian.
func (codec) FieldDocs(m *frames.Message) []frames.FieldDoc {
	t := &frameTypes[m.Tag]
	docs := []frames.FieldDoc{
		{Offset: 0, Size: 4, Name: "len", Type: "u32 little-endian", Meaning: fmt.Sprintf("bytes of body, at most %d", MaxBody)},
		{Offset: 4, Size: 1, Name: "ver", Type: "u8", Meaning: fmt.Sprintf("version of the envelope: %d", Version)},
		{Offset: 5, Size: 1, Name: "frame", Type: "u8", Meaning: fmt.Sprintf("%d: %s", m.Tag, t.meaning)},
		{Offset: 6, Size: 1, Name: "flags", Type: "u8 of bits"},
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
		frames.FieldDoc{Offset: 7, Size: 2, Name: "channel", Type: "u16 little-endian", Meaning: "0 is the control channel: the daemon itself"},
		frames.FieldDoc{Offset: 9, Size: 4, Name: "epoch", Type: "u32 little-endian", Meaning: "binding of the channel; 0 on channel 0"},
		frames.FieldDoc{Offset: 13, Size: 8, Name: "corr", Type: "u64 little-endian", Meaning: "what the frame belongs to"},
	)
	if t.noBody {
		docs[0].Meaning = "0: this frame has no body"
		return docs
	}
	return append(docs, frames.FieldDoc{
		Offset: HeaderSize, Size: frames.Variable, Name: "body", Type: "JSON, or bytes", Meaning: "JSON unless the flag binary is set",
	})
}

// Make writes a frame of a type, and tells the forge of the faults that only
// frames of that type have; without one, of those that any frame has.
func (codec) Make(g *gen.Gen, m *frames.Message, dst []byte) []byte {
	if m == nil {
		return makeBadHeader(g, dst)
	}
	h := Header{Type: m.Tag, Channel: uint16(1 + g.Number(99)), Epoch: uint32(g.Bits(8)), Corr: g.Bits(32)}
	h.Flags = byte(g.Number(uint64(len(priorities)))) << priorityShift
	kind := h.typeInfo()
	if !kind.sheddable && g.Corrupt(kind, "an admission that only PUSH and STREAM_DATA have", "sheddable_illegal_frame_type", "") {
		h.Flags |= sheddable << admissionShift
	}
	if kind.noBody {
		if g.Corrupt(kind, "a body where there is none", "pure_header_frame_with_body", "") {
			h.Len = 2
			return append(h.Append(dst), "{}"...)
		}
		return h.Append(dst)
	}
	body := g.Bytes()
	if g.Bool() {
		h.Flags |= BinaryFlag
	} else {
		body = []byte(`{"` + g.Word() + `":` + strconv.FormatUint(g.Bits(16), 10) + `}`)
	}
	h.Len = uint32(len(body))
	return append(h.Append(dst), body...)
}

// badHeaders are the faults that any frame can have, with what makes them of the
// bytes of a frame that is sound.
var badHeaders = [...]struct {
	description, code string
	corrupt           func(frame []byte) []byte
}{
	{"fewer bytes than the length and the version", "too_short_for_prefix", func(b []byte) []byte { return b[:PrefixSize-1] }},
	{"a version that is not read", "unsupported_version", func(b []byte) []byte { b[4] = Version + 1; return b }},
	{"a header that ends", "too_short_for_header", func(b []byte) []byte { return b[:HeaderSize-1] }},
	{"a type that is not there", "unknown_frame_type", func(b []byte) []byte { b[5] = byte(len(frameTypes)); return b }},
	{"the priority that is reserved", "reserved_priority_bits", func(b []byte) []byte { b[6] |= 3 << priorityShift; return b }},
	{"the admission that is reserved", "reserved_admission_class", func(b []byte) []byte { b[6] |= 3 << admissionShift; return b }},
	{"an epoch on the control channel", "nonzero_epoch_on_control_channel", func(b []byte) []byte { b[7], b[8], b[9] = 0, 0, 1; return b }},
	{"a length above the largest body", "body_too_large", func(b []byte) []byte { b[0], b[3] = 1, MaxBody>>24; return b }},
	{"a body that ends", "unexpected_eof", func(b []byte) []byte { return b[:len(b)-1] }},
	{"a byte behind the body", "trailing", func(b []byte) []byte { return append(b, 0) }},
}

func makeBadHeader(g *gen.Gen, dst []byte) []byte {
	h := Header{Len: 2, Channel: 1, Epoch: 1, Corr: g.Bits(32)}
	frame := append(h.Append(nil), "{}"...)
	for i := range badHeaders {
		if g.Corrupt(&badHeaders[i], badHeaders[i].description, badHeaders[i].code, "") {
			frame = badHeaders[i].corrupt(frame)
		}
	}
	return append(dst, frame...)
}
