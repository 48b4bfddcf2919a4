package cbor

import (
	"slices"

	"github.com/divtool/divtool/internal/bitset"
	"github.com/divtool/divtool/pkg/frames"
)

// outline is the keys at the top of a frame, found once for all the types that
// the frame is tried as.
type outline struct {
	turn   uint64
	known  bool
	frame  []byte
	keys   []int  // offsets
	word   []byte // the frame is this text
	broken bool   // no type takes the frame: it breaks off, or has keys as no type has
}

// mostKeys is how many keys at the top a frame may have to be told by them: no
// type has as many, by far.
const mostKeys = 1000

// Sift tells whether the frame may be of the type, by its keys alone, and how
// many of them the type knows.
func (c *Codec) Sift(r *frames.Reader) (known int, may bool) {
	o := frames.Kept[outline](r)
	if !o.known || o.turn != r.Turn() {
		o.read(r.Frame)
		o.turn, o.known = r.Turn(), true
	}
	known, may = c.Root.sift(o)
	return known, may && !o.broken
}

// Sure tells whether a frame that decodes without warnings is never ruled out:
// all its keys are known then, and there is one.
func (c *Codec) Sure() bool {
	return c.Root.Kind == StructKind && !c.Root.Weak &&
		slices.ContainsFunc(c.Root.Fields, func(f Field) bool { return f.Rule == Required })
}

// HasVariant tells whether the type is an enum that has a variant of the name.
func (c *Codec) HasVariant(name []byte) bool {
	return c.Root.Kind == EnumKind && c.Root.variant(name) != nil
}

// read finds the keys of a frame; of one that breaks off, those in front.
func (o *outline) read(frame []byte) {
	*o = outline{frame: frame, keys: o.keys[:0], broken: true}
	if len(frame) == 0 || frame[0]>>5 != majorText && frame[0]>>5 != majorMap {
		return
	}
	end := wellFormedEnd(frame)
	if end == 0 {
		return
	}
	h := headAt(frame, 0)
	if h.major == majorText {
		o.word, o.broken = frame[h.next:end], end < len(frame)
		return
	}
	if h.info == infoIndefinite || h.arg > mostKeys {
		return
	}
	at := h.next
	for range h.arg {
		value := skip(frame, at, end)
		if value < 0 || headAt(frame, at).major != majorText {
			return
		}
		o.keys = append(o.keys, at)
		if at = skip(frame, value, end); at < 0 {
			return
		}
	}
	o.broken = at < len(frame)
}

// wellFormedEnd is how far the heads of a frame can be read one by one: all of
// it, or up to the item that breaks off.
func wellFormedEnd(frame []byte) int {
	for at := 0; at < len(frame); {
		size := argSize(frame[at] & 31)
		if size < 0 || len(frame)-at <= size {
			return at
		}
		h := headAt(frame, at)
		if h.major == majorBytes || h.major == majorText {
			if h.info == infoIndefinite || h.arg > uint64(len(frame)-h.next) {
				return at
			}
			h.next += int(h.arg)
		}
		at = h.next
	}
	return len(frame)
}

// sift compares the keys of a frame with those that a type needs.
func (t *Type) sift(o *outline) (known int, may bool) {
	switch t.Kind {
	case StructKind:
		return t.siftStruct(o)
	case EnumKind:
		return t.siftEnum(o)
	}
	return 0, true
}

func (t *Type) siftEnum(o *outline) (known int, may bool) {
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

func (t *Type) siftStruct(o *outline) (known int, may bool) {
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
	may = !t.Weak
	for i := range t.Fields {
		there := seen.Has(i)
		if t.Fields[i].Rule == Required && !there {
			return known, false
		}
		may = may || there && t.Fields[i].Rule != Required
	}
	// Nearly every request has a v: a key or two in common make no type.
	return known, may && 2*known > len(o.keys)
}
