package subc

import (
	"fmt"
	"strings"

	"github.com/divtool/divtool/pkg/frames"
)

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
