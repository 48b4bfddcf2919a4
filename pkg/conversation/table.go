package conversation

// table is a map of at most so many entries, in the order in which they came.
// One more pushes the oldest out.
type table[K comparable, V any] struct {
	maxEntries int
	entries    map[K]*entry[K, V]
	oldest     *entry[K, V]
	newest     *entry[K, V]
}

// entry is an entry of a table.
type entry[K comparable, V any] struct {
	key          K
	value        V
	older, newer *entry[K, V]
}

func newTable[K comparable, V any](maxEntries int) table[K, V] {
	return table[K, V]{maxEntries: maxEntries, entries: map[K]*entry[K, V]{}}
}

// get returns the value of a key, or nil.
func (t *table[K, V]) get(key K) *V {
	if e := t.entries[key]; e != nil {
		return &e.value
	}
	return nil
}

// put adds a value, in place of one of the same key, and returns the one that
// was pushed out, or nil.
func (t *table[K, V]) put(key K, value V) (added, evicted *V) {
	t.remove(key)
	if len(t.entries) >= t.maxEntries {
		e := t.oldest
		t.remove(e.key)
		evicted = &e.value
	}
	e := &entry[K, V]{key: key, value: value, older: t.newest}
	if t.newest != nil {
		t.newest.newer = e
	} else {
		t.oldest = e
	}
	t.newest = e
	t.entries[key] = e
	return &e.value, evicted
}

// remove takes a key out.
func (t *table[K, V]) remove(key K) {
	e := t.entries[key]
	if e == nil {
		return
	}
	delete(t.entries, key)
	if e.older != nil {
		e.older.newer = e.newer
	} else {
		t.oldest = e.newer
	}
	if e.newer != nil {
		e.newer.older = e.older
	} else {
		t.newest = e.older
	}
}

// all calls f with every value, the oldest first.
func (t *table[K, V]) all(f func(key K, value *V)) {
	for e := t.oldest; e != nil; {
		next := e.newer
		f(e.key, &e.value)
		e = next
	}
}
