package cbor

import (
	"strconv"

	"github.com/divtool/divtool/pkg/frames"
)

// enum reads a word, or the head of a map from a word to its data.
func (s *reader) enum(t *Type, h head) bool {
	switch {
	case h.major == majorMap && h.arg != 1:
		return s.reject(codeType, h.next-s.at, "a map of one entry", "a map of one entry is needed, this one has "+strconv.FormatUint(h.arg, 10))
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
		return s.reject(codeType, end-start, "a map of one entry", v.Name+" needs data: a map from the word to it")
	case v == nil:
		s.checkUTF8(word)
		s.warn(warnUnrecognized, start, end, false)
	}
	s.checkHead(h, start)
	s.v.Bytes, s.at = word, end
	s.emit(frames.TextValue, start, end)
	return true
}

// variantData reads the word in a map of one entry, and its data.
func (s *reader) variantData(top *level) bool {
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
		s.reject(codeType, end-start, "text", v.Name+" has no data: the word alone is needed")
	}
	s.v.Name, s.v.Key = "", word
	s.at = end
	if v == nil || v.Type == nil {
		return s.dryRun && s.child(&Any, nil)
	}
	s.v.Name, s.v.Key = v.Name, nil
	s.checkHead(h, start)
	if v.Nullable && s.at < s.limit && s.frame[s.at] == headNull {
		s.null()
		return true
	}
	return s.child(v.Type, nil)
}

func (s *reader) unknownWord(t *Type, word []byte, length int) bool {
	return s.reject(codeEnum, length, t.listVariants(), "there is no "+quoteShort(word)+" here: "+t.listVariants())
}

// union reads the head of a map whose kind says which keys it has.
func (s *reader) union(t *Type, h head) bool {
	if h.major != majorMap {
		return s.wrongType(h, t.expected())
	}
	if !s.validate() {
		return false
	}
	m := Item{s.frame, s.at, s.limit}.Map()
	kind, ok := m.Get(kindKey)
	if !ok {
		return s.missingKind()
	}
	word, ok := kind.Text()
	if !ok {
		return s.badKindType(kind)
	}
	v := t.variant(word)
	switch {
	case v != nil:
		return s.mapHead(v.Type, structMode, h)
	case !t.Open:
		return s.rejectKind(codeEnum, kind.at, kind.end(), t.listVariants(), "there is no "+quoteShort(word)+" here: "+t.listVariants())
	}
	s.setPath(len(s.levels), kindKey)
	s.reportWarning(warnUnrecognized, kind.at, kind.end(), false, "")
	return s.mapHead(unknownUnion, structMode, h)
}

// unknownUnion is a map of a kind that is not known.
var unknownUnion = &Type{Name: "unknown kind", Fields: []Field{{Name: kindKey, Type: &Text, Meaning: "which kind this is"}}}

// missingKind refuses a map without its kind, at its end.
func (s *reader) missingKind() bool {
	end := skip(s.frame, s.at, s.limit)
	if end < 0 {
		return s.stopAtLimit() // the kind may be behind the limit
	}
	return s.rejectKind(codeMissing, end, end, kindKey, "the key is missing")
}

// badKindType refuses a kind that is not text.
func (s *reader) badKindType(kind Item) bool {
	h, ok := kind.head()
	switch {
	case !ok || h.major == majorText:
		return s.stopAtLimit()
	case h.major == majorTag:
		// Without a kind no key is declared, so the first tag of the map counts.
		s.scanUnread(s.at, kind.end())
		return false
	}
	return s.rejectKind(codeType, kind.at, h.next, "text", "text is needed, this is "+describe(h))
}

// rejectKind refuses the kind of the map that comes next.
func (s *reader) rejectKind(code string, start, end int, need, text string) bool {
	s.setPath(len(s.levels), kindKey)
	return s.rejectPath(code, start, end-start, need, text)
}
