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
