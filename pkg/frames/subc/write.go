package subc

import (
	"encoding/binary"
	"slices"
	"strings"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
)

// Write writes the header and the body. What the document does not say is 0.
// The length comes from the body, and the header is checked as a reader does,
// so that nothing is written that a peer would refuse.
func (codec) Write(w *frames.Writer) *diag.Diagnostic {
	var h Header
	if d := h.read(w); d != nil {
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
		d = h.TooLarge()
	}
	if d != nil {
		at := w.Refuse(d.Code, w.Member(strings.Split(d.Path, "/")[1]), d.Path, d.Message)
		at.Need, at.Have = d.Need, d.Have
		return at
	}
	h.Append(w.Frame[start:start])
	return nil
}

// read takes the fields of the header from the document.
func (h *Header) read(w *frames.Writer) *diag.Diagnostic {
	ver, d := number(w, "ver", 255, Version)
	if d != nil {
		return d
	}
	if ver != Version {
		n := w.Member("ver")
		at := CheckVersion(binary.LittleEndian.AppendUint64(nil, ver<<32))
		d := w.Refuse(at.Code, n, "/ver", at.Message)
		d.Need, d.Have = at.Need, at.Have
		return d
	}
	if d := h.readType(w); d != nil {
		return d
	}
	if d := h.readFlags(w); d != nil {
		return d
	}
	channel, d := number(w, "channel", 1<<16-1, 0)
	if d != nil {
		return d
	}
	epoch, d := number(w, "epoch", 1<<32-1, 0)
	if d != nil {
		return d
	}
	h.Channel, h.Epoch = uint16(channel), uint32(epoch)
	h.Corr, d = number(w, "corr", 1<<64-1, 0)
	return d
}

// number takes a whole number from the document.
func number(w *frames.Writer, name string, most, without uint64) (uint64, *diag.Diagnostic) {
	n := w.Member(name)
	if n < 0 {
		return without, nil
	}
	return w.Number(n, "/"+name, most)
}

func (h *Header) readType(w *frames.Writer) *diag.Diagnostic {
	var names []string
	for i := range frameTypes {
		names = append(names, frameTypes[i].name)
	}
	n := w.Member("frame")
	i, d := word(w, n, "/frame", names)
	h.Type = byte(i)
	return d
}

// word takes one of some words; a missing one is refused.
func word(w *frames.Writer, n int, path string, words []string) (int, *diag.Diagnostic) {
	need := strings.Join(words, ", ")
	if n < 0 {
		d := w.Refuse("missing", -1, path, "the member is missing: one of "+need)
		d.Need = diag.Words(need)
		return 0, d
	}
	if w.Doc.Kind(n) != jsondoc.String {
		return 0, w.WrongType(n, path, "a string")
	}
	i := slices.Index(words, w.Doc.Value(n))
	if i < 0 {
		d := w.Refuse("range", n, path, "one of "+need+" is needed")
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
	nodes, d := w.Members(n, "/flags", codec{}.Group("flags"))
	if d != nil {
		return d
	}
	for i := range flags {
		f := &flags[i]
		switch path := "/flags/" + f.name; {
		case nodes[i] < 0:
		case f.words != nil:
			v, d := word(w, nodes[i], path, f.words)
			if d != nil {
				return d
			}
			h.Flags |= byte(v) << f.shift
		case w.Doc.Kind(nodes[i]) == jsondoc.True:
			h.Flags |= f.bit
		case w.Doc.Kind(nodes[i]) != jsondoc.False:
			return w.WrongType(nodes[i], path, "true or false")
		}
	}
	return nil
}
