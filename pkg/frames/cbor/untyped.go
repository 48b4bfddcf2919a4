package cbor

import (
	"math"
	"slices"
	"unicode/utf8"

	"github.com/divtool/divtool/pkg/frames"
)

// The only keys of the objects that stand for what JSON has no form for.
const (
	bytesKey = "$bytes" // hex of the bytes
	itemKey  = "$cbor"  // hex of the whole item
)

// untyped reads an item of any type, or of a BareKind. What JSON would not
// give back exactly is sent as the bytes of the item.
func (s *reader) untyped(t *Type, h head) bool {
	if !s.validated && s.trySimple(h) {
		return true
	}
	if !s.validate() {
		return false
	}
	if t.Kind == ScalarOrListKind && !s.checkScalarOrList(t, h) {
		return false
	}
	start := s.at
	if h.major != majorSimple && h.nonShortest() {
		s.warn(warnNonShortest, start, h.next, false)
		return s.emitRaw()
	}
	switch h.major {
	case majorUint:
		s.v.Uint, s.at = h.arg, h.next
		s.emit(frames.UintValue, start, s.at)
	case majorNegative:
		s.v.Uint, s.at = h.arg, h.next
		s.emit(frames.IntValue, start, s.at)
	case majorBytes:
		s.emitWrapper(bytesKey, h.next, h.next+int(h.arg))
	case majorText:
		s.v.Bytes, s.at = s.frame[h.next:h.next+int(h.arg)], h.next+int(h.arg)
		s.emit(frames.TextValue, start, s.at)
	case majorArray:
		return s.open(t, anyListMode, h, h.arg)
	case majorMap:
		if s.needsRaw(h) {
			return s.emitRaw()
		}
		return s.open(t, anyMapMode, h, h.arg)
	case majorTag:
		return s.deferTag(h)
	default:
		return s.untypedSimple(h)
	}
	return true
}

// trySimple reads an item with nothing inside that no scan could object to:
// text, a number, a boolean or null.
func (s *reader) trySimple(h head) bool {
	start := s.at
	switch h.major {
	case majorUint:
		if h.info == infoIndefinite || h.nonShortest() {
			return false
		}
		s.v.Uint, s.at = h.arg, h.next
		s.emit(frames.UintValue, start, s.at)
		return true
	case majorText:
		if h.info == infoIndefinite || h.nonShortest() || h.arg > uint64(len(s.frame)-h.next) {
			return false
		}
		end := h.next + int(h.arg)
		text := s.frame[h.next:end]
		if !utf8.Valid(text) {
			return false
		}
		s.v.Bytes, s.at = text, end
		s.emit(frames.TextValue, start, end)
		return true
	}
	switch b := s.frame[start]; b {
	case headFalse, headTrue, headNull:
		return s.untypedSimple(h)
	}
	return false
}

// checkScalarOrList refuses what a BareKind does not take.
func (s *reader) checkScalarOrList(t *Type, h head) bool {
	switch h.major {
	case majorBytes, majorMap:
		return s.wrongType(h, t.expected())
	case majorNegative:
		if h.arg > math.MaxInt64 {
			return s.reject(codeRange, h.next-s.at, "at least -2^63", "a whole number is at least -2^63")
		}
	case majorSimple:
		if s.frame[s.at] == headUndefined {
			return s.wrongType(h, t.expected())
		}
	}
	return true
}

// untypedSimple reads a simple value or a float.
func (s *reader) untypedSimple(h head) bool {
	start := s.at
	switch b := s.frame[start]; b {
	case headFalse, headTrue:
		s.v.Uint, s.at = uint64(b-headFalse), h.next
		s.emit(frames.BoolValue, start, s.at)
		return true
	case headNull:
		s.null()
		return true
	case headUndefined:
		return s.emitRaw()
	}
	v := floatValue(h)
	long := nonShortestFloat(h)
	if long {
		s.warn(warnNonShortest, start, h.next, false)
	}
	if long || math.IsNaN(v) || math.IsInf(v, 0) {
		return s.emitRaw()
	}
	s.at = h.next
	s.number(v, start)
	return true
}

// needsRaw tells whether a map has a key that JSON would not give back: with
// a head that is longer than needed, or alone and like the key of a form.
func (s *reader) needsRaw(h head) bool {
	if len(s.scan.longKeys) > 0 {
		if _, found := slices.BinarySearch(s.scan.longKeys, s.at); found {
			s.warn(warnNonShortest, s.at, s.valueEnd(), false)
			return true
		}
	}
	if h.arg != 1 || h.next >= s.limit {
		return false
	}
	k := headAt(s.frame, h.next)
	return k.major == majorText && k.arg > 0 && s.frame[k.next] == '$'
}

// anyEntry reads a key of an untyped map, and its value.
func (s *reader) anyEntry(top *level) bool {
	top.key = s.at
	h, ok := s.head(s.at)
	if !ok {
		return false
	}
	key, ok := s.textKey(h)
	if !ok {
		return false
	}
	s.v.Name, s.v.Key = "", key
	return s.child(top.t, nil)
}

// emitRaw sends the item that comes next as its bytes.
func (s *reader) emitRaw() bool {
	start := s.at
	end := skip(s.frame, start, s.limit)
	switch {
	case end < 0:
		return s.stopAtLimit()
	case !s.scanUnread(start, end):
		return false
	case s.notes:
		s.containers += containersIn(s.frame, start, end)
	}
	s.emitWrapper(itemKey, start, end)
	return true
}

// emitWrapper sends bytes in an object of one member, and goes on behind them.
func (s *reader) emitWrapper(key string, from, end int) {
	start := s.at
	s.at = end
	s.emit(frames.OpenObject, start, end)
	s.v.Name, s.v.Key, s.v.Bytes = key, nil, s.frame[from:end]
	s.emit(frames.BytesValue, from, end)
	s.emit(frames.CloseObject, start, end)
}

// stopAtLimit stops in the item that comes next, which is not read and breaks off
// at the limit.
func (s *reader) stopAtLimit() bool {
	s.scanUnread(s.at, s.limit)
	s.at = s.limit
	return false
}

// scanUnread looks for doubtful items in one that is not read: there, no
// declaration allows them. The item may break off at the end.
func (s *reader) scanUnread(start, end int) bool {
	if !s.scan.hasDeferred {
		return true
	}
	var sub scanner
	sub.keepDeferred = true
	sub.scan(s.frame[start:end], math.MaxInt)
	if d := &sub.deferred; d.code != "" && s.deferred.code == "" {
		s.deferred = *d
		s.deferred.at += start
		s.deferred.offset += start
		s.deferred.path = append(slices.Clone(s.pointer(len(s.levels))), d.path...)
	}
	return sub.deferred.code == ""
}

// containersIn counts the arrays and maps of a whole item.
func containersIn(frame []byte, at, end int) int {
	n := 0
	for at < end {
		h := headAt(frame, at)
		at = h.next
		switch h.major {
		case majorBytes, majorText:
			at += int(h.arg)
		case majorArray, majorMap:
			n++
		}
	}
	return n
}
