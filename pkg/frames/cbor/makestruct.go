package cbor

// keyed is a key of a struct that is being made.
type keyed struct {
	*Field
	kind string // the word of a choice that the value is; "" for others
}

// structure writes a map with declared keys. kind is the word of the choice
// that the struct belongs to.
func (p *place) structure(t *Type, kind string, dst []byte) []byte {
	entries := p.entries(t, kind)
	oddKey := len(entries) > 0 && p.f.Spoil(t, p.name+": a key that is a number", codeKeyType, "")
	open := p.f.Spoil(t, p.name+": its length is left open", codeIndefinite, "")
	dst = appendOpen(dst, majorMap, len(entries), open)
	start := len(dst)
	for i := range entries {
		e := &entries[i]
		if oddKey && i == 0 {
			dst = appendHead(dst, majorUint, 0)
		} else {
			dst = appendText(dst, e.Name)
		}
		dst = p.value(e, dst, start, i)
	}
	return appendBreak(dst, open)
}

// entries chooses the keys: all that are needed, and of the others some.
func (p *place) entries(t *Type, kind string) []keyed {
	var list []keyed
	for i := range t.Fields {
		f := &t.Fields[i]
		e := keyed{Field: f}
		isKind := kind != "" && f.Name == kindKey
		if isKind {
			e.kind = kind
		}
		switch {
		case f.Old != "" && !p.f.Spoiling():
			continue
		case f.Rule == Required && p.f.Spoil(f, p.path(f)+": missing", codeMissing, ""):
			continue
		case (f.Rule == Optional || f.Rule == Omitted) && !t.Weak && !p.f.Maybe():
			continue
		}
		list = append(list, e)
		if !isKind && p.f.Spoil(f, p.path(f)+": stands twice", codeDuplicateKey, "") {
			list = append(list, e)
		}
	}
	return list
}

// path is the way to a field, for people.
func (p *place) path(f *Field) string {
	if p.field == nil {
		return f.Name
	}
	return p.name + "/" + f.Name
}

// value writes the value of a key. The map so far starts at an offset and has
// so many entries: it may tell what bytes hold.
func (p *place) value(e *keyed, dst []byte, start, entries int) []byte {
	if e.kind != "" {
		if !p.t.Open && p.f.Spoil(e.Field, p.path(e.Field)+": a word that is not there", codeEnum, "") {
			return appendText(dst, "no such word")
		}
		return appendText(dst, e.kind)
	}
	if e.Rule == Nullable && !p.f.Maybe() {
		return append(dst, headNull)
	}
	if t := p.holds(e, dst[start:], entries); t != nil {
		return appendRaw(dst, makeItem(p.f.Sound(), t, t, "", nil, nil))
	}
	at := len(dst)
	dst = makeItem(p.f, e.Type, e.Field, p.path(e.Field), e.Field, dst)
	for tries := 0; tries < 8 && !p.f.Spoiling() && e.Rule == Omitted && string(dst[at:]) == e.Default; tries++ {
		dst = makeItem(p.f, e.Type, e.Field, "", e.Field, dst[:at])
	}
	return dst
}

// holds is the type of the frame that a field of bytes holds, or nil. Where
// the forge looks for faults the field is bytes like any other.
func (p *place) holds(e *keyed, written []byte, entries int) *Type {
	const most = 3
	if e.Inside == nil || p.f.Spoiling() || p.f.Depth() > most {
		return nil
	}
	// The key of the entry is written, its value not yet: null stands for it.
	m := append(appendHead(nil, majorMap, uint64(entries+1)), written...)
	m = append(m, headNull)
	return e.Inside(Item{m, 0, len(m)}.Map())
}
