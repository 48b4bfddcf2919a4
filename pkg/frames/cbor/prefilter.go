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
	end        int    // of the heads that can be read
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
	known, possible = c.Root.matchKeys(o, o.keys)
	if possible && c.Root.TellTales != nil {
		possible = c.Root.isTold(Map{Item{o.frame, 0, o.end}})
	}
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
	o.end = end
	if h := headAt(frame, 0); h.major == majorText {
		o.word, o.invalid = frame[h.next:end], end < len(frame)
		return
	}
	next := 0
	if o.keys, next = appendKeys(o.keys, frame, 0, end); next >= 0 {
		o.invalid = next < len(frame)
	}
}

// appendKeys appends the offsets of the keys of the map at an offset, and returns the
// end of the map: -1 when it is not a map of text keys, or does not end before the
// limit.
func appendKeys(keys []int, frame []byte, at, limit int) (list []int, end int) {
	h, ok := headWithin(frame, at, limit)
	if !ok || h.major != majorMap || h.info == infoIndefinite || h.arg > maxTopKeys {
		return keys, -1
	}
	at = h.next
	for range h.arg {
		key, value, ok := next(frame, at, limit)
		if !ok || key.major != majorText {
			return keys, -1
		}
		keys = append(keys, at)
		if at = skip(frame, value, limit); at < 0 {
			return keys, -1
		}
	}
	return keys, at
}

// matchKeys compares the keys of a map of a frame, given by their offsets, with the
// keys that a type requires.
func (t *Type) matchKeys(o *topKeys, keys []int) (known int, possible bool) {
	switch t.Kind {
	case StructKind:
		return t.matchStruct(o, keys)
	case EnumKind:
		return t.matchEnum(o, keys)
	}
	return 0, true
}

func (t *Type) matchEnum(o *topKeys, keys []int) (known int, possible bool) {
	if o.word != nil {
		v := t.variant(o.word)
		return 0, v != nil && v.Type == nil
	}
	if len(keys) != 1 {
		return 0, false
	}
	v := t.variant(content(o.frame, keys[0]))
	switch {
	case v == nil:
		return 0, false
	case v.Type == nil || v.Type.matchContent(o, keys[0]):
		return 1, true
	case v.Type.Kind == EnumKind:
		return 2, false // only the word is not known
	}
	return 1, false
}

// matchContent compares the content of a variant, whose name is at key, with its
// type: several enums have the variant Ok.
func (t *Type) matchContent(o *topKeys, key int) bool {
	if t.Kind != StructKind && t.Kind != EnumKind {
		return true
	}
	at := skip(o.frame, key, o.end)
	if at < 0 {
		return true // the frame is cut short
	}
	var buf [32]int
	keys, end := appendKeys(buf[:0], o.frame, at, o.end)
	if end < 0 {
		return true // not a map, cut short, or a fault to report
	}
	_, possible := t.matchKeys(o, keys)
	return possible
}

func (t *Type) matchStruct(o *topKeys, keys []int) (known int, possible bool) {
	var seen bitset.Set
	next := 0
	for _, at := range keys {
		key := content(o.frame, at)
		if i := t.field(key, next); i >= 0 {
			seen.Add(i)
			known++
			next = i + 1
		}
	}
	required := false
	present := false
	for i := range t.Fields {
		here := seen.Has(i)
		if t.Fields[i].Presence == Required {
			if !here {
				return known, false
			}
			required = true
		}
		present = present || here && t.Fields[i].Presence != Required
	}
	if t.AllOptional || t.Closed || !required {
		// Nothing must be there, so that an unknown key is a sign of another type.
		return known, known == len(keys) && (present || !t.AllOptional)
	}
	// Nearly every request has a key "v": one or two common keys prove nothing.
	return known, 2*known > len(keys)
}
