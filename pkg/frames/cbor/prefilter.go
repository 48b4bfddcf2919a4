package cbor

import (
	"slices"

	"github.com/divtool/divtool/internal/bitset"
	"github.com/divtool/divtool/internal/frameio"
	"github.com/divtool/divtool/pkg/frames"
)

// topKeys caches a frame's top-level keys while it is tried as several types.
type topKeys struct {
	generation uint64
	known      bool
	frame      []byte
	keys       []int  // offsets
	word       []byte // the text, when the frame is a text
	invalid    bool   // no type fits: the frame is malformed, or has keys that no type has
}

// maxTopKeys bounds the work on a frame. No type has nearly as many keys.
const maxTopKeys = 1000

// Match reports whether the frame may be of the type, by its top-level keys, and how
// many of them the type knows. Calls with the same generation are about one frame.
func (c *Codec) Match(r *frames.Reader, generation uint64) (known int, possible bool) {
	o := frameio.Scratch[topKeys](r.Scratch())
	if !o.known || o.generation != generation {
		o.read(r.Frame)
		o.generation, o.known = generation, true
	}
	known, possible = c.Root.matchKeys(o)
	return known, possible && !o.invalid
}

// Exact reports whether a frame that decodes without warnings always matches: all its
// keys are known then, and one is required.
func (c *Codec) Exact() bool {
	return c.Root.Kind == StructKind && !c.Root.AllOptional &&
		slices.ContainsFunc(c.Root.Fields, func(f Field) bool { return f.Presence == Required })
}

// HasVariant reports whether the type is an enum with a variant of the name.
func (c *Codec) HasVariant(name []byte) bool {
	return c.Root.Kind == EnumKind && c.Root.variant(name) != nil
}

// read finds the keys of a frame; of a truncated one, those before the end.
func (o *topKeys) read(frame []byte) {
	*o = topKeys{frame: frame, keys: o.keys[:0], invalid: true}
	if len(frame) == 0 || frame[0]>>5 != majorText && frame[0]>>5 != majorMap {
		return
	}
	end := wellFormedEnd(frame)
	if end == 0 {
		return
	}
	h := headAt(frame, 0)
	if h.major == majorText {
		o.word, o.invalid = frame[h.next:end], end < len(frame)
		return
	}
	if h.info == infoIndefinite || h.arg > maxTopKeys {
		return
	}
	at := h.next
	for range h.arg {
		h, value, ok := next(frame, at, end)
		if !ok || h.major != majorText {
			return
		}
		o.keys = append(o.keys, at)
		if at = skip(frame, value, end); at < 0 {
			return
		}
	}
	o.invalid = at < len(frame)
}

// matchKeys compares the keys of a frame with the keys that a type requires.
func (t *Type) matchKeys(o *topKeys) (known int, possible bool) {
	switch t.Kind {
	case StructKind:
		return t.matchStruct(o)
	case EnumKind:
		return t.matchEnum(o)
	}
	return 0, true
}

func (t *Type) matchEnum(o *topKeys) (known int, possible bool) {
	if o.word != nil {
		v := t.variant(o.word)
		return 0, v != nil && v.Type == nil
	}
	if len(o.keys) != 1 {
		return 0, false
	}
	if t.variant(content(o.frame, o.keys[0])) != nil {
		return 1, true
	}
	return 0, false
}

func (t *Type) matchStruct(o *topKeys) (known int, possible bool) {
	var seen bitset.Set
	next := 0
	for _, at := range o.keys {
		key := content(o.frame, at)
		if i := t.field(key, next); i >= 0 {
			seen.Add(i)
			known++
			next = i + 1
		}
	}
	possible = !t.AllOptional
	for i := range t.Fields {
		present := seen.Has(i)
		if t.Fields[i].Presence == Required && !present {
			return known, false
		}
		possible = possible || present && t.Fields[i].Presence != Required
	}
	// Nearly every request has a key "v": one or two common keys prove nothing.
	return known, possible && 2*known > len(o.keys)
}
