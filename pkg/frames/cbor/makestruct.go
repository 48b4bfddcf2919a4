package cbor

// keyedField is a key of a struct that is being made.
type keyedField struct {
	*Field
	kind string // the word of a choice that the value is; "" for others
}

// structure writes a map with declared keys. kind is the word of the choice
// that the struct belongs to.
func (p *generator) structure(t *Type, kind string, dst []byte) []byte {
	entries := p.entries(t, kind)
	numericKey := len(entries) > 0 && p.f.Corrupt(t, p.name+": a key that is a number", codeKeyType, "")
	open := p.f.Corrupt(t, p.name+": its length is left open", codeIndefinite, "")
	dst = appendContainerHead(dst, majorMap, len(entries), open)
	start := len(dst)
	for i := range entries {
		e := &entries[i]
		if numericKey && i == 0 {
			dst = appendHead(dst, majorUint, 0)
		} else {
			dst = appendText(dst, e.Name)
		}
		dst = p.value(e, dst, start, i)
	}
	return appendBreak(dst, open)
}

// entries chooses the keys: all that are needed, and of the others some.
func (p *generator) entries(t *Type, kind string) []keyedField {
	var list []keyedField
	for i := range t.Fields {
		f := &t.Fields[i]
		e := keyedField{Field: f}
		isKind := kind != "" && f.Name == kindKey
		if isKind {
			e.kind = kind
		}
		switch {
		case f.Deprecated != "" && !p.f.Corrupting():
			continue
		case f.Presence == Required && p.f.Corrupt(f, p.path(f)+": missing", codeMissing, ""):
			continue
		case (f.Presence == Optional || f.Presence == Omitted) && !t.AllOptional && !p.f.Bool():
			continue
		}
		list = append(list, e)
		if !isKind && p.f.Corrupt(f, p.path(f)+": stands twice", codeDuplicateKey, "") {
			list = append(list, e)
		}
	}
	return list
}

// path is the way to a field, for people.
func (p *generator) path(f *Field) string {
	if p.field == nil {
		return f.Name
	}
	return p.name + "/" + f.Name
}

// value writes the value of a key. The map so far starts at an offset and has
// so many entries: it may tell what bytes hold.
func (p *generator) value(e *keyedField, dst []byte, start, entries int) []byte {
	if e.kind != "" {
		if !p.t.Open && p.f.Corrupt(e.Field, p.path(e.Field)+": a word that is not there", codeEnum, "") {
			return appendText(dst, "no such word")
		}
		return appendText(dst, e.kind)
	}
	if e.Presence == Nullable && !p.f.Bool() {
		return append(dst, headNull)
	}
	if t := p.embeddedType(e, dst[start:], entries); t != nil {
		return appendBytes(dst, makeItem(p.f.Valid(), t, t, "", nil, nil))
	}
	at := len(dst)
	dst = makeItem(p.f, e.Type, e.Field, p.path(e.Field), e.Field, dst)
	for tries := 0; tries < 8 && !p.f.Corrupting() && e.Presence == Omitted && string(dst[at:]) == e.Default; tries++ {
		dst = makeItem(p.f, e.Type, e.Field, "", e.Field, dst[:at])
	}
	return dst
}

// embeddedType is the type of the frame that a field of bytes holds, or nil. Where
// the forge looks for faults the field is bytes like any other.
func (p *generator) embeddedType(e *keyedField, written []byte, entries int) *Type {
	const maxDepth = 3
	if e.Embedded == nil || p.f.Corrupting() || p.f.Depth() > maxDepth {
		return nil
	}
	// The key of the entry is written, its value not yet: null stands for it.
	m := append(appendHead(nil, majorMap, uint64(entries+1)), written...)
	m = append(m, headNull)
	return e.Embedded(Item{m, 0, len(m)}.Map())
}
