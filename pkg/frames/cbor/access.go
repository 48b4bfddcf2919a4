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
	if i.at >= i.limit {
		return head{}, false
	}
	return headAt(i.frame, i.at), true
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
	if !ok || h.major != major || skip(i.frame, i.at, i.limit) < 0 {
		return nil, false
	}
	return i.frame[h.next : h.next+int(h.arg)], true
}

// Len is the number of elements of an array.
func (i Item) Len() (int, bool) {
	h, ok := i.head()
	if !ok || h.major != majorArray || h.arg > uint64(i.limit-h.next) {
		return 0, false
	}
	return int(h.arg), true
}

// Elements calls each for the elements of an array.
func (i Item) Elements(each func(index int, e Item)) {
	n, ok := i.Len()
	if !ok {
		return
	}
	at := headAt(i.frame, i.at).next
	for k := 0; k < n && at >= 0; k++ {
		e := Item{i.frame, at, i.limit}
		if at = skip(i.frame, at, i.limit); at >= 0 {
			each(k, e)
		}
	}
}

// Map is the item as a map. It is empty when the item is none.
func (i Item) Map() Map { return Map{i} }

// Map is a map of a frame with text keys.
type Map struct{ Item }

// Get returns the value of the first key of that name.
func (m Map) Get(name string) (Item, bool) {
	h, ok := m.head()
	if !ok || h.major != majorMap || h.info == infoIndefinite {
		return Item{}, false
	}
	at := h.next
	for left := h.arg; left > 0; left-- {
		if at >= m.limit {
			break
		}
		value := skip(m.frame, at, m.limit)
		if value < 0 {
			break
		}
		k := headAt(m.frame, at)
		if k.major == majorText && string(m.frame[k.next:value]) == name {
			return Item{m.frame, value, m.limit}, value < m.limit
		}
		if at = skip(m.frame, value, m.limit); at < 0 {
			break
		}
	}
	return Item{}, false
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

// Top is the outermost map of a frame, empty when the frame is none. What
// breaks off is not in it.
func Top(frame []byte) Map { return Map{Item{frame, 0, wellFormedEnd(frame)}} }

// Key is the only key of a map of one, or the text that the item is: what an
// enum has at its top.
func (m Map) Key() ([]byte, bool) {
	if text, ok := m.Item.Text(); ok {
		return text, true
	}
	h, ok := m.head()
	if !ok || h.major != majorMap || h.info == infoIndefinite || h.arg != 1 || h.next >= m.limit {
		return nil, false
	}
	return Item{m.frame, h.next, m.limit}.Text()
}
