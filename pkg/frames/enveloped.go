package frames

import "slices"

// EnvelopeCodec is a frame of a fixed header and the frame inside: a byte that
// says the kind, the number of a scope and that of a channel, both of 4 bytes,
// big-endian. Documents have kind, scope, channel, size and payload.
type EnvelopeCodec struct {
	Kinds []Kind // by their byte
	// Embedded finds the types that the payload may have, the likeliest first:
	// none when that is not known.
	Embedded func(k *Kind, o *Options) []*Type
	// Suggest says of a payload of unknown type what it might be, or nothing.
	Suggest func(dst []byte, k *Kind, o *Options, payload []byte) []byte
}

// Kind is one kind of an enveloped frame.
type Kind struct {
	Name    string
	Meaning string
	// FromClient and Server tell which sides may send it.
	FromClient, FromServer bool
	// HasScope and Channel tell whether these numbers count.
	HasScope, HasChannel bool
	// Body of a payload that is always the same; nil for an inner frame.
	Body Body
	// NoPayload frames have no payload.
	NoPayload bool
	Example   string // a whole frame in hex
}

// EnvelopeHeaderSize is the size of the header of an outer frame (diverge-frames.md 1),
// in bytes.
const EnvelopeHeaderSize = 9

// The reference's names of refusals of the header.
const (
	upstreamTruncated   = "FrameError::Truncated"
	upstreamUnknownType = "FrameError::UnknownType"
)

// Members are those of a document.
func (e *EnvelopeCodec) Members() []string { return []string{"kind", "scope", "channel", payloadName} }

// Messages are the kinds.
func (e *EnvelopeCodec) Messages() []*Message {
	list := make([]*Message, len(e.Kinds))
	for i := range e.Kinds {
		k := &e.Kinds[i]
		list[i] = &Message{Tag: byte(i), Name: k.Name, Meaning: k.Meaning, Example: k.Example}
	}
	return list
}

// ByName returns the kind of that name, or nil.
func (e *EnvelopeCodec) ByName(name string) *Kind {
	if i := slices.IndexFunc(e.Kinds, func(k Kind) bool { return k.Name == name }); i >= 0 {
		return &e.Kinds[i]
	}
	return nil
}
