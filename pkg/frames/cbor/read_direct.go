package cbor

import (
	"unicode/utf8"

	"github.com/divtool/divtool/internal/frameio"
	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/frames"
)

// Most frames are exactly as the reference writes them. They are printed directly: along
// the same declaration, but without events and without text for irregularities. At the
// first irregularity walk reads the frame from the start.

// maxDirectDepth is how deeply a frame that is printed directly may nest.
const maxDirectDepth = 16

// printDirect prints the frame into the document, and reports whether it could.
func (s *reader) printDirect(doc *frames.Document) bool {
	s.at, s.levels, s.bailed, s.v = 0, s.levels[:0], false, frames.Value{Kind: frames.NullValue}
	s.printing = true
	ok := doc.PrintPayload(s)
	s.printing = false
	return ok
}

// AppendPayload appends the payload as JSON text. It returns false when the frame is
// irregular.
func (s *reader) AppendPayload(dst []byte) ([]byte, bool) {
	dst, ok := s.direct(dst, s.root, nil)
	return dst, ok && !s.bailed && s.at == len(s.frame)
}

// direct prints the next item, as child reads it.
func (s *reader) direct(dst []byte, t *Type, f *Field) ([]byte, bool) {
	h, ok := s.shortHead()
	switch {
	case !ok:
		return dst, false
	case h.major == majorArray || h.major == majorMap:
		return s.directContainer(dst, t, f, h)
	}
	start := s.at
	switch {
	case t.Kind == TextKind && h.major == majorText && !t.Agent:
		dst, ok = s.directText(dst, h)
	case t.Kind == EnumKind && h.major == majorText && t.hasUnitVariant(s.frame, h):
		dst, ok = s.directText(dst, h)
	case t.Kind == UintKind && h.major == majorUint && t.Bits <= 64:
		s.at = h.next
		dst, ok = frameio.AppendUint(dst, h.arg), t.Bits == 64 || h.arg>>t.Bits == 0
	default:
		s.out = dst
		ok = s.item(t)
		dst = s.out
	}
	if ok && s.notes {
		s.note(t, f, start, len(s.levels))
	}
	return dst, ok
}

// shortHead reads the next head if it is the shortest one.
func (s *reader) shortHead() (head, bool) {
	if s.at >= len(s.frame) {
		return head{}, false
	}
	b := s.frame[s.at]
	if info := b & 31; info < infoOneByte {
		return head{arg: uint64(info), next: s.at + 1, major: b >> 5, info: info}, true
	}
	h, ok := headWithin(s.frame, s.at, len(s.frame))
	return h, ok && h.info != infoIndefinite && (h.major == majorSimple || !h.nonShortest())
}

// hasUnitVariant reports whether the text is a variant without data.
func (t *Type) hasUnitVariant(frame []byte, h head) bool {
	end := h.stringEnd(len(frame))
	if end < 0 {
		return false
	}
	v := t.variant(frame[h.next:end])
	return v != nil && v.Type == nil
}

func (s *reader) directText(dst []byte, h head) ([]byte, bool) {
	end := h.stringEnd(len(s.frame))
	if end < 0 {
		return dst, false
	}
	text := s.frame[h.next:end]
	s.at = end
	if dst, ok := jsondoc.AppendClean(dst, text); ok {
		return dst, true
	}
	return jsondoc.AppendQuoted(dst, text, true), utf8.Valid(text)
}

// directContainer prints an array or map, after its note.
func (s *reader) directContainer(dst []byte, t *Type, f *Field, h head) ([]byte, bool) {
	depth := len(s.levels)
	container := t
	if t.Kind == UnionKind {
		if container = t.selectCase(Item{s.frame, s.at, len(s.frame)}.Map()); container == nil {
			return dst, false
		}
	}
	m, ok := container.containerMode(h.major)
	if !ok || depth >= min(maxDirectDepth, s.maxDepth) {
		return dst, false
	}
	s.levels = append(s.levels, level{t: container, start: s.at, mode: m})
	s.at = h.next
	if s.notes {
		s.note(t, f, s.levels[depth].start, depth)
	}
	switch m {
	case structMode:
		dst, ok = s.directStruct(dst, container, h.arg)
	case dictMode:
		dst, ok = s.directDict(dst, container, h.arg)
	case enumMode:
		dst, ok = s.directVariant(dst, container, h.arg)
	default:
		dst, ok = s.directList(dst, container, h.arg)
	}
	s.levels = s.levels[:depth]
	return dst, ok
}

// containerMode returns how the parts of an array or map are printed, false when the type
// is not a container or is not printed directly.
func (t *Type) containerMode(major byte) (mode, bool) {
	switch t.Kind {
	case StructKind:
		return structMode, major == majorMap
	case DictKind:
		return dictMode, major == majorMap && t.Key.Kind == TextKind
	case EnumKind:
		return enumMode, major == majorMap
	case ArrayKind:
		return listMode, major == majorArray
	case TupleKind:
		return tupleMode, major == majorArray
	}
	return 0, false
}

// selectCase returns the type of a map of a union, nil when its kind is not known.
func (t *Type) selectCase(m Map) *Type {
	word, _ := m.Text(kindKey)
	if v := t.variant(word); v != nil {
		return v.Type
	}
	return nil
}

// directStruct prints the entries of a map with declared keys, if they are in order and
// none is missing that the reference always writes.
func (s *reader) directStruct(dst []byte, t *Type, left uint64) ([]byte, bool) {
	depth, comma := len(s.levels)-1, 0
	dst = append(dst, '{')
	for i, name := range t.names() {
		f, end := &t.Fields[i], s.at+len(name.cbor)
		if left == 0 || end >= len(s.frame) || string(s.frame[s.at:end]) != name.cbor {
			if f.Presence < Optional {
				return dst, false
			}
			continue
		}
		s.levels[depth].key, s.at = s.at, end
		dst = append(dst, name.json[1-comma:]...)
		var ok bool
		if dst, ok = s.directField(dst, f); !ok {
			return dst, false
		}
		comma = 1
		left--
	}
	if t.Check != nil {
		t.Check(s.newReport(&s.levels[depth], depth))
	}
	return append(dst, '}'), left == 0
}

// fieldName is the name of a field: as a key in CBOR, and as a name in JSON after a comma.
type fieldName struct{ cbor, json string }

// names returns the names of the fields. They are made once.
func (t *Type) names() []fieldName {
	if list := t.fieldNames.Load(); list != nil {
		return *list
	}
	list := make([]fieldName, len(t.Fields))
	for i := range list {
		list[i] = fieldName{cbor: string(appendText(nil, t.Fields[i].Name)), json: `,"` + t.Fields[i].Name + `":`}
	}
	t.fieldNames.Store(&list)
	return list
}

// directField prints the value of a declared key, as field reads it.
func (s *reader) directField(dst []byte, f *Field) ([]byte, bool) {
	first := s.frame[s.at]
	switch {
	case f.Deprecated != "", f.Presence == Omitted && f.Default != "" && first == f.Default[0]:
		return dst, false
	case first == headNull && f.Presence == Nullable:
		s.at++
		if s.notes {
			s.note(f.Type, f, s.at-1, len(s.levels))
		}
		return append(dst, "null"...), true
	case first == headNull && f.Presence == Optional:
		return dst, false
	}
	return s.direct(dst, f.Type, f)
}

// directDict prints the entries of a map with sorted text keys.
func (s *reader) directDict(dst []byte, t *Type, left uint64) ([]byte, bool) {
	depth := len(s.levels) - 1
	dst = append(dst, '{')
	for prev := 0; left > 0; left-- {
		start := s.at
		h, ok := s.shortHead()
		if !ok || h.major != majorText || h.arg > maxKeySize || h.stringEnd(len(s.frame)) < 0 {
			return dst, false
		}
		if prev > 0 && !keyBefore(s.frame, prev, start) {
			return dst, false
		}
		if prev > 0 {
			dst = append(dst, ',')
		}
		if dst, ok = s.directText(dst, h); !ok {
			return dst, false
		}
		s.levels[depth].key = start
		if dst, ok = s.direct(append(dst, ':'), t.Elem, nil); !ok {
			return dst, false
		}
		prev = start
	}
	return append(dst, '}'), true
}

// directVariant prints the word in a map of one entry, and its data.
func (s *reader) directVariant(dst []byte, t *Type, left uint64) ([]byte, bool) {
	h, ok := s.shortHead()
	if !ok || left != 1 || h.major != majorText {
		return dst, false
	}
	end := h.stringEnd(len(s.frame))
	if end < 0 {
		return dst, false
	}
	v := t.variant(s.frame[h.next:end])
	if v == nil || v.Type == nil {
		return dst, false
	}
	s.levels[len(s.levels)-1].key, s.at = s.at, end
	dst = frameio.AppendName(append(dst, '{'), v.Name)
	if v.Nullable && end < len(s.frame) && s.frame[end] == headNull {
		s.at++
		return append(dst, "null}"...), true
	}
	dst, ok = s.direct(dst, v.Type, nil)
	return append(dst, '}'), ok
}

// directList prints the elements of an array.
func (s *reader) directList(dst []byte, t *Type, count uint64) ([]byte, bool) {
	depth := len(s.levels) - 1
	if t.Kind == TupleKind && count != uint64(len(t.Elems)) {
		return dst, false
	}
	dst = append(dst, '[')
	for i := range count {
		if i > 0 {
			dst = append(dst, ',')
		}
		s.levels[depth].index++
		elem := t.Elem
		if t.Kind == TupleKind {
			elem = t.Elems[i]
		}
		var ok bool
		if dst, ok = s.direct(dst, elem, nil); !ok {
			return dst, false
		}
	}
	return append(dst, ']'), true
}

// bail stops direct printing, so that walk reads the frame again. It reports whether
// direct printing was in progress.
func (s *reader) bail() bool {
	s.bailed = s.bailed || s.printing
	return s.printing
}

// appendDirect appends the value prepared in s.v, which has no parts.
func (s *reader) appendDirect(kind frames.ValueKind) {
	if kind == frames.OpenObject {
		s.bailed = true // the form of what JSON cannot express
		return
	}
	s.v.Kind = kind
	s.out = s.v.Append(s.out)
}
