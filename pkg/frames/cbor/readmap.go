package cbor

import "strconv"

// structure reads the head of a map with declared keys.
func (s *reader) structure(t *Type, h head) bool { return s.mapHead(t, structMode, h) }

// mapHead reads the head of a map.
func (s *reader) mapHead(t *Type, m mode, h head) bool {
	if h.major != majorMap {
		return s.wrongType(h, t.expected())
	}
	s.checkHead(h, s.at)
	return s.open(t, m, h, h.arg)
}

// array reads the head of an array.
func (s *reader) array(t *Type, h head) bool {
	if h.major != majorArray {
		return s.wrongType(h, t.expected())
	}
	m := listMode
	if t.Kind == TupleKind {
		m = tupleMode
		if n := uint64(len(t.Elems)); h.arg != n {
			return s.reject(codeType, h.next-s.at, "", "an array of "+strconv.Itoa(len(t.Elems))+" is needed, this one has "+strconv.FormatUint(h.arg, 10))
		}
	}
	s.checkHead(h, s.at)
	return s.open(t, m, h, h.arg)
}

// member reads a key of a struct, and its value.
func (s *reader) member(top *level) bool {
	start := s.at
	top.key = start
	fields := top.t.Fields
	if i := top.next; i < len(fields) && s.isKey(fields[i].Name) {
		// Most keys are the next one that is declared.
		s.at += 1 + len(fields[i].Name)
		return s.field(top, i)
	}
	h, ok := s.head(start)
	if !ok {
		return false
	}
	if h.major != majorText {
		return s.badKeyType(h)
	}
	key, end, ok := s.content(h)
	if !ok {
		return false
	}
	i := top.t.field(key, top.next)
	if i < 0 {
		return s.unknown(top, h, key)
	}
	if top.seen.Has(i) && !s.validate() {
		return false // it stands twice
	}
	s.checkHead(h, start)
	if i < top.next && !top.outOfOrder {
		top.outOfOrder = true
		s.warn(warnOrder, start, end, true)
	}
	s.at = end
	return s.field(top, i)
}

// isKey tells whether a short text comes next.
func (s *reader) isKey(name string) bool {
	end := s.at + 1 + len(name)
	return end <= s.limit && len(name) < infoOneByte && s.frame[s.at] == majorText<<5|byte(len(name)) && string(s.frame[s.at+1:end]) == name
}

// field reads the value of a declared key.
func (s *reader) field(top *level, i int) bool {
	f := &top.t.Fields[i]
	top.seen.Add(i)
	top.next = max(top.next, i+1)
	s.v.Name, s.v.Key = f.Name, nil
	if s.at >= s.limit {
		return false
	}
	if f.Deprecated != "" && s.validate() {
		s.warnText(warnOldShape, s.at, s.valueEnd(), false, f.Deprecated)
	}
	switch {
	case s.frame[s.at] == headNull && f.nullable():
		start := s.at
		if f.Presence == Optional {
			s.warn(warnExplicitDefault, start, start+1, true)
		}
		s.null()
		if s.notes && !s.dryRun {
			s.note(f.Type, f, start, len(s.levels))
		}
		return true
	case f.Presence == Omitted && f.Default != "" && s.isDefault(f):
		s.warn(warnExplicitDefault, s.at, s.valueEnd(), true)
	}
	return s.child(f.Type, f)
}

// valueEnd is the offset behind the item that comes next.
func (s *reader) valueEnd() int { return Item{s.frame, s.at, s.limit}.end() }

// isDefault tells whether the item that comes next is the default of the
// field, which has nothing inside.
func (s *reader) isDefault(f *Field) bool {
	b, want := s.frame[s.at], headAt([]byte(f.Default), 0)
	if b != f.Default[0] && b&31 < infoOneByte || !s.validate() {
		return false
	}
	have := headAt(s.frame, s.at)
	if have.major != want.major || have.arg != want.arg || have.major == majorSimple && have.info != want.info {
		return false
	}
	if have.major != majorText || have.arg == 0 {
		return true
	}
	end := skip(s.frame, s.at, s.limit)
	return end >= 0 && string(s.frame[have.next:end]) == f.Default[want.next:]
}

// unknown reads a key that is not declared, with a value of any kind.
func (s *reader) unknown(top *level, h head, key []byte) bool {
	start := s.at
	if !s.validate() {
		return false
	}
	if len(s.levels) == 1 && !s.dryRun && string(key) == s.codec.ConflictsWith && s.checkAmbiguous() {
		return false
	}
	s.v.Name, s.v.Key = "", key
	s.at = h.next + len(key)
	s.warn(warnUnknownField, start, s.valueEnd(), false)
	s.checkHead(h, start)
	return s.child(&Any, nil)
}

// badKeyType stops at a key that is not text where text is needed.
func (s *reader) badKeyType(h head) bool {
	if s.validate() {
		s.rejectDeferred(codeKeyType, h.next-s.at, "a key must be text, this is "+describe(h), len(s.levels)-1)
	}
	return false
}

// checkMissing tells of the declared keys that were not there. It returns false
// when one of them is needed.
func (s *reader) checkMissing(top *level) bool {
	depth := len(s.levels) - 1
	for i := range top.t.Fields {
		if top.seen.Has(i) {
			continue
		}
		f := &top.t.Fields[i]
		switch f.Presence {
		case Required:
			s.setPath(depth, f.Name)
			return s.rejectPath(codeMissing, s.at, 0, f.Name, "the key is missing")
		case Nullable:
			s.setPath(depth, f.Name)
			s.reportWarning(warnMissingNullable, s.at, s.at, true, "")
		case Defaulted:
			s.setPath(depth, f.Name)
			s.reportWarning(warnMissingDefaulted, s.at, s.at, f.Default != "", "")
		}
	}
	return true
}

// setPath sets s.path to a member of the map that the levels lead to.
func (s *reader) setPath(depth int, name string) {
	s.path = append(append(s.pointer(depth), '/'), name...)
}

// dictEntry reads a key of a dictionary, and its value.
func (s *reader) dictEntry(top *level) bool {
	start := s.at
	h, ok := s.head(start)
	if !ok {
		return false
	}
	top.key = start
	var key []byte
	if top.t.Key.Kind == UintKind {
		if key, ok = s.numberKey(top, h); !ok {
			return s.dryRun && s.skipKey() && s.child(top.t.Elem, nil)
		}
	} else if key, ok = s.textKey(h); !ok {
		return false
	}
	if top.index++; top.index > 1 && !keyBefore(s.frame, top.prev, start) {
		end := s.at
		if s.at = start; !s.validate() {
			return false // it stands twice
		}
		if s.at = end; !top.outOfOrder {
			top.outOfOrder = true
			s.warn(warnUnsorted, start, end, true)
		}
	}
	top.prev = start
	s.v.Name, s.v.Key = "", key
	s.checkHead(h, start)
	return s.child(top.t.Elem, nil)
}

// textKey reads a key that is not declared.
func (s *reader) textKey(h head) ([]byte, bool) {
	if h.major != majorText {
		return nil, s.badKeyType(h)
	}
	key, end, ok := s.content(h)
	if !ok || len(key) > maxKeySize && !s.validate() {
		return nil, false
	}
	s.checkUTF8(key)
	s.at = end
	return key, true
}

// numberKey reads a key that is a number.
func (s *reader) numberKey(top *level, h head) ([]byte, bool) {
	if h.major != majorUint {
		return nil, s.rejectAt(codeType, s.at, h.next-s.at, len(s.levels)-1, top.t.Key.expected(),
			"a key must be "+top.t.Key.expected()+", this is "+describe(h))
	}
	// Maps by number do not nest: one place for the digits is enough.
	s.digits = strconv.AppendUint(s.digits[:0], h.arg, 10)
	if h.arg>>top.t.Key.Bits != 0 {
		return nil, s.outOfRange(top.t.Key, h.next-s.at, string(s.digits))
	}
	s.at = h.next
	return s.digits, true
}

// skipKey passes a key that was refused.
func (s *reader) skipKey() bool {
	end := skip(s.frame, s.at, s.limit)
	if end < 0 {
		return false
	}
	s.at = end
	return true
}

// keyBefore tells whether key a sorts before key b.
func keyBefore(frame []byte, a, b int) bool {
	ha, hb := headAt(frame, a), headAt(frame, b)
	if ha.major == majorUint {
		return ha.arg < hb.arg
	}
	return string(frame[ha.next:ha.next+int(ha.arg)]) < string(frame[hb.next:hb.next+int(hb.arg)])
}
