package cbor

import (
	"strconv"

	"github.com/divtool/divtool/pkg/frames"
)

// enum reads a word, or the head of a map from a word to its data.
func (s *reading) enum(t *Type, h head) bool {
	switch {
	case h.major == majorMap && h.arg != 1:
		return s.refuse(codeType, h.next-s.at, "a map of one entry", "a map of one entry is needed, this one has "+strconv.FormatUint(h.arg, 10))
	case h.major == majorMap:
		s.checkHead(h, s.at)
		return s.open(t, enumMode, h, 1)
	case h.major != majorText:
		return s.wrongType(h, "a word, or a map of one entry,")
	}
	start := s.at
	word, end, ok := s.content(h)
	if !ok {
		return false
	}
	switch v := t.variant(word); {
	case v == nil && !t.Open:
		return s.unknownWord(t, word, end-start)
	case v != nil && v.Type != nil:
		return s.refuse(codeType, end-start, "a map of one entry", v.Name+" needs data: a map from the word to it")
	case v == nil:
		s.sound(word)
		s.warn(warnUnrecognized, start, end, false)
	}
	s.checkHead(h, start)
	s.v.Bytes, s.at = word, end
	s.emit(frames.TextValue, start, end)
	return true
}

// variantData reads the word in a map of one entry, and its data.
func (s *reading) variantData(top *level) bool {
	start := s.at
	h, ok := s.head(start)
	if !ok {
		return false
	}
	top.key = start
	word, ok := s.textKey(h)
	if !ok {
		return false
	}
	end := s.at
	s.at = start
	v := top.t.variant(word)
	switch {
	case v == nil:
		s.unknownWord(top.t, word, end-start)
	case v.Type == nil:
		s.refuse(codeType, end-start, "text", v.Name+" has no data: the word alone is needed")
	}
	s.v.Name, s.v.Key = "", word
	s.at = end
	if v == nil || v.Type == nil {
		return s.quiet && s.child(&Any, nil)
	}
	s.v.Name, s.v.Key = v.Name, nil
	s.checkHead(h, start)
	if v.Nullable && s.at < s.limit && s.frame[s.at] == headNull {
		s.null()
		return true
	}
	return s.child(v.Type, nil)
}

func (s *reading) unknownWord(t *Type, word []byte, length int) bool {
	return s.refuse(codeEnum, length, t.words(), "there is no "+quoteShort(word)+" here: "+t.words())
}

// choice reads the head of a map whose kind says which keys it has.
func (s *reading) choice(t *Type, h head) bool {
	if h.major != majorMap {
		return s.wrongType(h, t.needs())
	}
	if !s.settle() {
		return false
	}
	m := Item{s.frame, s.at, s.limit}.Map()
	kind, ok := m.Get(kindKey)
	if !ok {
		return s.noKind()
	}
	word, ok := kind.Text()
	if !ok {
		return s.oddKind(kind)
	}
	v := t.variant(word)
	switch {
	case v != nil:
		return s.mapHead(v.Type, structMode, h)
	case !t.Open:
		return s.refuseKind(codeEnum, kind.at, kind.end(), t.words(), "there is no "+quoteShort(word)+" here: "+t.words())
	}
	s.setPath(len(s.levels), kindKey)
	s.tell(warnUnrecognized, kind.at, kind.end(), false, "")
	return s.mapHead(unknownChoice, structMode, h)
}

// unknownChoice is a map of a kind that is not known.
var unknownChoice = &Type{Name: "unknown kind", Fields: []Field{{Name: kindKey, Type: &Text, Meaning: "which kind this is"}}}

// noKind refuses a map without its kind, at its end.
func (s *reading) noKind() bool {
	end := skip(s.frame, s.at, s.limit)
	if end < 0 {
		return s.cutShort() // the kind may be behind the limit
	}
	return s.refuseKind(codeMissing, end, end, kindKey, "the key is missing")
}

// oddKind refuses a kind that is not text.
func (s *reading) oddKind(kind Item) bool {
	h, ok := kind.head()
	switch {
	case !ok || h.major == majorText:
		return s.cutShort()
	case h.major == majorTag:
		// Without a kind no key is declared, so the first tag of the map counts.
		s.certain(s.at, kind.end())
		return false
	}
	return s.refuseKind(codeType, kind.at, h.next, "text", "text is needed, this is "+describe(h))
}

// refuseKind refuses the kind of the map that comes next.
func (s *reading) refuseKind(code string, start, end int, need, text string) bool {
	s.setPath(len(s.levels), kindKey)
	return s.refusePath(code, start, end-start, need, text)
}
