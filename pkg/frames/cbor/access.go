package cbor

import "github.com/divtool/divtool/pkg/frames"

// Item is a value of a frame, for those who say what it means. Its methods
// answer false for values of another kind, and for those that break off.
type Item struct {
	frame     []byte
	at, limit int
}

// head returns the head of the item.
func (i Item) head() (head, bool) {
	return headWithin(i.frame, i.at, i.limit)
}

// end is the offset behind the item, or the limit when it breaks off.
func (i Item) end() int {
	if end := skip(i.frame, i.at, i.limit); end >= 0 {
		return end
	}
	return i.limit
}

// Span is the bytes of the item.
func (i Item) Span() frames.Span { return frames.Span{Offset: i.at, Length: i.end() - i.at} }

// Uint is the value of a number that fits 64 bits.
func (i Item) Uint() (uint64, bool) {
	h, ok := i.head()
	return h.arg, ok && h.major == majorUint
}

// IsTrue tells whether the item is true.
func (i Item) IsTrue() bool { return i.at < i.limit && i.frame[i.at] == headTrue }

// IsNull tells whether the item is null.
func (i Item) IsNull() bool { return i.at < i.limit && i.frame[i.at] == headNull }

// Text is the content of a text.
func (i Item) Text() ([]byte, bool) { return i.str(majorText) }

// Bytes is the content of a byte string.
func (i Item) Bytes() ([]byte, bool) { return i.str(majorBytes) }

func (i Item) str(major byte) ([]byte, bool) {
	h, ok := i.head()
	if !ok || h.major != major {
		return nil, false
	}
	end := h.stringEnd(i.limit)
	if end < 0 {
		return nil, false
	}
	return i.frame[h.next:end], true
}

// Map is the item as a map. It is empty when the item is none.
func (i Item) Map() Map { return Map{i} }

// Map is a map of a frame with text keys.
type Map struct{ Item }

// Get returns the value of the first key of that name.
func (m Map) Get(name string) (Item, bool) {
	k := m.Keys()
	return k.Get(name)
}

// Keys looks up one key of a map after the other. It is quick when they are
// asked for in the order in which they stand.
type Keys struct {
	frame       []byte
	limit       int
	at, first   int // offsets of the next key and of the first; at is below 0 when no more can be read
	left, count int // keys
	key         int // offset of the key that was found last
}

// Keys returns the keys of the map, none when it is no map.
func (m Map) Keys() Keys {
	k := Keys{frame: m.frame, limit: m.limit}
	if h, ok := m.head(); ok && h.major == majorMap && h.info != infoIndefinite {
		k.at, k.first = h.next, h.next
		k.count = int(min(h.arg, uint64(m.limit-h.next)))
		k.left = k.count
	}
	return k
}

// Get returns the value of the next key of that name, looking from the start
// again when there is none behind the last one that was found.
func (k *Keys) Get(name string) (Item, bool) {
	for range k.count {
		if k.left == 0 || k.at < 0 {
			k.at, k.left = k.first, k.count
		}
		k.left--
		key := k.at
		h, ok := headWithin(k.frame, key, k.limit)
		if !ok {
			k.at = -1
			continue
		}
		var value int
		found := false
		if h.major != majorText {
			value = skip(k.frame, key, k.limit)
		} else if value = h.stringEnd(k.limit); value >= 0 {
			found = string(k.frame[h.next:value]) == name
		}
		if k.at = value; value >= 0 {
			k.at = skip(k.frame, value, k.limit)
		}
		if found {
			k.key = key
			return Item{k.frame, value, k.limit}, value < k.limit
		}
	}
	return Item{}, false
}

// Text is the text that the next key of that name has.
func (k *Keys) Text(name string) ([]byte, bool) {
	v, ok := k.Get(name)
	if !ok {
		return nil, false
	}
	return v.Text()
}

// Has tells whether the map has a key of that name whose value is not null.
func (m Map) Has(name string) bool {
	v, ok := m.Get(name)
	return ok && !v.IsNull()
}

// Uint is the number that a key has.
func (m Map) Uint(name string) (uint64, bool) {
	v, ok := m.Get(name)
	if !ok {
		return 0, false
	}
	return v.Uint()
}

// Text is the text that a key has.
func (m Map) Text(name string) ([]byte, bool) {
	v, ok := m.Get(name)
	if !ok {
		return nil, false
	}
	return v.Text()
}

// RootMap is the outermost map of a frame, empty when the frame is none. What
// breaks off is not in it.
func RootMap(frame []byte) Map { return Map{Item{frame, 0, wellFormedEnd(frame)}} }

// VariantName is the only key of a map of one, or the text that the item is: what an
// enum has at its top.
func (m Map) VariantName() ([]byte, bool) {
	if text, ok := m.Item.Text(); ok {
		return text, true
	}
	h, ok := m.head()
	if !ok || h.major != majorMap || h.info == infoIndefinite || h.arg != 1 || h.next >= m.limit {
		return nil, false
	}
	return Item{m.frame, h.next, m.limit}.Text()
}
