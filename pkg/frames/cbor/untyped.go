package cbor

import (
	"bytes"
	"encoding/hex"
	"math"
	"math/bits"
	"slices"
	"strconv"

	"github.com/divtool/divtool/internal/frameio"
	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
)

// The only keys of the objects for values that JSON cannot express.
const (
	bytesKey = "$bytes" // hex of the bytes
	itemKey  = "$cbor"  // hex of the whole item
)

// untyped reads an item of a ScalarOrListKind, a JSONKind or of any type; of an array or map
// only the head. A value that JSON would not restore exactly is sent as the bytes of the item.
func (s *reader) untyped(dst []byte, t *Type, h head) (_ []byte, parts *Type, ok bool) {
	if !s.validated {
		if dst, ok = s.trySimple(dst, h); ok {
			return dst, nil, true
		}
	}
	if !s.validate() || !s.accepts(t, h) {
		return dst, nil, false
	}
	if h.major != majorSimple && h.nonShortest() {
		s.warn(warnNonShortest, s.at, h.next, false)
		dst, ok = s.rawItem(dst, t, h)
		return dst, nil, ok
	}
	start := s.at
	switch h.major {
	case majorUint:
		s.at = h.next
		dst = s.emitUint(dst, h.arg, start)
	case majorNegative:
		s.v.Uint, s.at = h.arg, h.next
		dst = s.emit(dst, frames.IntValue, start, s.at)
	case majorBytes:
		dst = s.emitWrapper(dst, bytesKey, h.next, h.next+int(h.arg))
	case majorText:
		end := h.next + int(h.arg)
		dst = s.emitText(dst, s.frame[h.next:end], start, end)
	case majorArray:
		return dst, t, true
	case majorMap:
		if !s.needsRaw(h) {
			return dst, t, true
		}
		dst, ok = s.rawItem(dst, t, h)
		return dst, nil, ok
	case majorTag:
		return dst, nil, s.deferTag(h)
	default:
		dst, ok = s.untypedSimple(dst, t, h)
		return dst, nil, ok
	}
	return dst, nil, true
}

// trySimple reads an item without parts that no scan can refuse: text, a number, a boolean
// or null.
func (s *reader) trySimple(dst []byte, h head) ([]byte, bool) {
	start := s.at
	switch h.major {
	case majorUint:
		if h.info == infoIndefinite || h.nonShortest() {
			return dst, false
		}
		s.at = h.next
		dst = s.emitUint(dst, h.arg, start)
		return dst, true
	case majorText:
		if h.info == infoIndefinite || h.nonShortest() || h.arg > uint64(len(s.frame)-h.next) {
			return dst, false
		}
		end := h.next + int(h.arg)
		dst = s.emitText(dst, s.frame[h.next:end], start, end)
		return dst, true
	}
	switch b := s.frame[start]; b {
	case headFalse, headTrue, headNull:
		return s.untypedSimple(dst, &Any, h)
	}
	return dst, false
}

// accepts refuses an item that a ScalarOrListKind or a JSONKind does not accept.
func (s *reader) accepts(t *Type, h head) bool {
	switch {
	case t.acceptsHead(s.frame[s.at], h):
		return true
	case h.major == majorNegative:
		return s.reject(codeRange, h.next-s.at, "at least -2^63", text.Expected("an integer of at least -2^63", "a smaller one"))
	}
	return s.wrongType(h, t.expected())
}

// acceptsHead reports whether a value of the type, or a part of it, may have this head,
// whose first byte is b. The parts are of the same type.
func (t *Type) acceptsHead(b byte, h head) bool {
	switch {
	case t.Kind == AnyKind:
		return true
	case h.major == majorBytes:
		return false
	case h.major == majorNegative:
		return h.arg <= math.MaxInt64
	}
	return t.Kind == JSONKind || h.major != majorMap && b != headUndefined
}

// rawItem sends the next item as its bytes when its parts are values of type t.
func (s *reader) rawItem(dst []byte, t *Type, h head) ([]byte, bool) {
	if t.Kind != AnyKind {
		start := s.at
		ok := s.skipPart(t, h)
		if s.at = start; !ok {
			return dst, false
		}
	}
	return s.emitRaw(dst)
}

// skipPart skips an item that was accepted. It refuses the first of its parts that is no
// value of type t, and warns of those that the reference changes.
func (s *reader) skipPart(t *Type, h head) bool {
	if h.major != majorArray && h.major != majorMap {
		s.at = max(s.at, skip(s.frame, s.at, s.limit))
		return true
	}
	depth := len(s.levels)
	s.levels = append(s.levels, level{start: s.at, list: h.major == majorArray})
	defer func() { s.levels = s.levels[:depth] }()
	s.at = h.next
	for left, prev := h.arg, 0; left > 0 && s.at < s.limit; left-- {
		if h.major == majorMap {
			key := s.at
			s.levels[depth].key = key
			keyHead, ok := s.head(key)
			if !ok {
				return true // the frame is truncated here
			}
			if _, ok = s.textKey(keyHead); !ok {
				return false
			}
			if prev > 0 && !keyBefore(s.frame, prev, key) {
				s.warn(warnUnsorted, key, s.at, false)
			}
			prev = key
		}
		s.levels[depth].index++
		if !s.part(t) {
			return false
		}
	}
	return true
}

// part is skipPart for an item that was not yet accepted.
func (s *reader) part(t *Type) bool {
	h, ok := s.head(s.at)
	switch {
	case !ok:
		return true // the frame is truncated here
	case h.major == majorTag:
		return s.deferTag(h)
	case !s.accepts(t, h):
		return false
	case h.major == majorSimple:
		s.checkSimple(t, h)
	case h.nonShortest():
		s.warn(warnNonShortest, s.at, h.next, false)
	}
	return s.skipPart(t, h)
}

// checkSimple warns of a float, or undefined, that the reference changes. It reports
// whether JSON restores the value.
func (s *reader) checkSimple(t *Type, h head) bool {
	v := 0.0
	if h.info >= headHalf&31 {
		v = floatValue(h)
	}
	notJSON := s.frame[s.at] == headUndefined || math.IsNaN(v) || math.IsInf(v, 0)
	long := nonShortestFloat(h)
	switch {
	case notJSON && t.Kind == JSONKind:
		s.warn(warnNull, s.at, h.next, false)
	case long:
		s.warn(warnNonShortest, s.at, h.next, false)
	}
	return !notJSON && !long
}

func (s *reader) untypedSimple(dst []byte, t *Type, h head) ([]byte, bool) {
	start := s.at
	switch b := s.frame[start]; b {
	case headFalse, headTrue:
		s.v.Uint, s.at = uint64(b-headFalse), h.next
		dst = s.emit(dst, frames.BoolValue, start, s.at)
		return dst, true
	case headNull:
		dst = s.null(dst)
		return dst, true
	}
	if !s.checkSimple(t, h) {
		return s.emitRaw(dst)
	}
	s.at = h.next
	dst = s.number(dst, floatValue(h), start)
	return dst, true
}

// needsRaw reports whether a map has a key that JSON would not restore: one with a head
// that is longer than needed, or a single key that is bytesKey or itemKey.
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

// anyMap reads the entries of an untyped map.
func (s *reader) anyMap(dst []byte, t *Type, left uint64) ([]byte, bool) {
	l := len(s.levels) - 1
	for ; left > 0; left-- {
		h, ok := s.head(s.at)
		if !ok {
			return dst, false
		}
		s.levels[l].key = s.at
		key, ok := s.textKey(h)
		if !ok {
			return dst, false
		}
		dst = s.key(dst, key)
		if dst, ok = s.value(dst, t, nil); !ok {
			return dst, false
		}
	}
	return dst, true
}

// emitRaw sends the next item as its bytes.
func (s *reader) emitRaw(dst []byte) ([]byte, bool) {
	start := s.at
	end := skip(s.frame, start, s.limit)
	switch {
	case end < 0:
		return dst, s.stopAtLimit()
	case !s.scanUnread(start, end):
		return dst, false
	case s.notes:
		s.containers += containersIn(s.frame, start, end)
	}
	s.raw = start
	dst = s.emitWrapper(dst, itemKey, start, end)
	return dst, true
}

// emitWrapper sends bytes in an object of one member, and skips them.
func (s *reader) emitWrapper(dst []byte, key string, from, end int) []byte {
	start := s.at
	s.at = end
	s.v.Bytes = s.frame[from:end]
	if dst != nil {
		dst = frameio.AppendName(append(dst, '{'), key)
		dst = s.emit(dst, frames.BytesValue, from, end)
		return append(dst, '}')
	}
	dst = s.emit(dst, frames.OpenObject, start, end)
	s.v.Name, s.v.Key = key, nil
	dst = s.emit(dst, frames.BytesValue, from, end)
	return s.emit(dst, frames.CloseObject, start, end)
}

// stopAtLimit stops in the next item, which is truncated at the limit.
func (s *reader) stopAtLimit() bool {
	s.scanUnread(s.at, s.limit)
	s.at = s.limit
	return false
}

// scanUnread looks for deferred violations in items that are not read: no declaration
// allows them there. The last item may be truncated.
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

// containersIn counts the arrays and maps of a complete item.
func containersIn(frame []byte, at, end int) int {
	n := 0
	for at < end {
		h, next, _ := next(frame, at, end)
		if h.major == majorArray || h.major == majorMap {
			n++
		}
		at = next
	}
	return n
}

// untyped appends a value of a ScalarOrListKind, a JSONKind or of any type.
func (e *writer) untyped(t *Type, node int) *diag.Diagnostic {
	switch e.doc.Kind(node) {
	case jsondoc.Null:
		e.w.Append(headNull)
		return nil
	case jsondoc.False, jsondoc.True:
		return e.boolean(node)
	case jsondoc.Number:
		return e.number(t, node)
	case jsondoc.String:
		return e.text(&Text, node)
	case jsondoc.Array:
		return e.array(t, node)
	}
	if e.doc.Count(node) == 1 {
		if name := e.doc.AppendString(nil, node+1); len(name) > 0 && name[0] == '$' {
			return e.wrapper(t, node, string(name))
		}
	}
	if t.Kind == ScalarOrListKind {
		return e.wrongType(node, t.expected())
	}
	return e.anyMap(t, node)
}

// anyMap appends a map with its keys in the order of the object; of a JSONKind, sorted.
func (e *writer) anyMap(t *Type, node int) *diag.Diagnostic {
	if d := e.enter(node); d != nil {
		return d
	}
	defer e.leave()
	members, d := e.members(node)
	if d != nil {
		return d
	}
	if t.Kind == JSONKind {
		sortByKey(members)
	}
	return e.entries(t, members)
}

// number appends an integer, or a float if it has a decimal point or an exponent.
func (e *writer) number(t *Type, node int) *diag.Diagnostic {
	digits := e.doc.Raw(node)
	negative := digits[0] == '-'
	if e.doc.Node(node).Flags&jsondoc.Fractional != 0 || string(digits) == "-0" {
		v, d := e.floatValue(node)
		if d == nil {
			e.w.Frame = appendFloat(e.w.Frame, v)
		}
		return d
	}
	if !negative {
		v, err := strconv.ParseUint(string(digits), 10, 64)
		if err != nil {
			return e.errorAt(codeRange, node, integerLimitMessage("at most 2^64-1", digits))
		}
		e.head(majorUint, v)
		return nil
	}
	hi, lo, ok := parse128(digits[1:])
	maxArg, minText := uint64(math.MaxUint64), "-2^64"
	if t.Kind != AnyKind {
		maxArg, minText = math.MaxInt64, "-2^63"
	}
	lo, borrow := bits.Sub64(lo, 1, 0)
	if hi, _ = bits.Sub64(hi, 0, borrow); !ok || hi != 0 || lo > maxArg {
		return e.errorAt(codeRange, node, integerLimitMessage("at least "+minText, digits))
	}
	e.head(majorNegative, lo)
	return nil
}

// integerLimitMessage describes an integer beyond a limit.
func integerLimitMessage(limit string, digits []byte) string {
	return text.Expected("an integer of "+limit, text.Excerpt(digits)) + "; with a decimal point it is a float"
}

// parse128 parses decimal digits.
func parse128(text []byte) (hi, lo uint64, ok bool) {
	for _, c := range text {
		if c-'0' > 9 {
			return 0, 0, false
		}
		over, mid := bits.Mul64(hi, 10)
		up, low := bits.Mul64(lo, 10)
		var carry uint64
		lo, carry = bits.Add64(low, uint64(c-'0'), 0)
		hi, carry = bits.Add64(mid, up, carry)
		if over|carry != 0 {
			return 0, 0, false
		}
	}
	return hi, lo, len(text) > 0
}

// wrapper appends the bytes or the item that an object of one member holds.
func (e *writer) wrapper(t *Type, node int, name string) *diag.Diagnostic {
	defer descend(e, name)()
	value := node + 2
	if name != itemKey && (name != bytesKey || t.Kind != AnyKind) {
		return e.errorAt("type", node+1, `the name of an only member cannot start with $; use {"`+itemKey+`": "…"} with the hex of the map`)
	}
	b, d := e.hex(value)
	if d != nil {
		return d
	}
	if name == bytesKey {
		e.head(majorBytes, uint64(len(b)))
		e.w.Append(b...)
		return nil
	}
	if d := e.checkItem(value, b); d != nil {
		return d
	}
	if !t.acceptsItem(b) {
		return e.errorAt("type", value, "expected "+t.expected())
	}
	e.w.Append(b...)
	return nil
}

// hexPairs describes bytes in hex.
const hexPairs = `pairs of hex digits such as "00ff"`

func (e *writer) hex(node int) ([]byte, *diag.Diagnostic) {
	if e.doc.Kind(node) != jsondoc.String {
		return nil, e.wrongType(node, hexPairs)
	}
	b, err := hex.DecodeString(e.doc.Value(node))
	if err != nil {
		return nil, e.errorAt("type", node, "not valid hex; expected "+hexPairs)
	}
	return b, nil
}

// checkItem refuses bytes that are not one complete item for the strict reader.
func (e *writer) checkItem(node int, b []byte) *diag.Diagnostic {
	var s scanner
	s.keepDeferred = true
	end := s.scan(b, e.depth)
	bad := &s.malformed
	if bad.code == "" {
		bad = &s.violation
	}
	if s.deferred.code != "" && (bad.code == "" || bad == &s.violation && s.deferred.at < bad.at) {
		bad = &s.deferred
	}
	switch {
	case bad.code != "":
		return e.errorAt(bad.code, node, "byte "+strconv.Itoa(bad.offset)+" of the item: "+bad.text)
	case end < len(b):
		return e.errorAt(codeTrailing, node, text.Trailing(len(b)-end))
	}
	return nil
}

// acceptsItem reports whether a complete item is a value of the type.
func (t *Type) acceptsItem(b []byte) bool {
	for at := 0; at < len(b); {
		h, end, _ := next(b, at, len(b))
		if !t.acceptsHead(b[at], h) {
			return false
		}
		at = end
	}
	return true
}

// wrappedFloat appends a float that is given as its item, such as a NaN.
func (e *writer) wrappedFloat(t *Type, node int) *diag.Diagnostic {
	if e.doc.Count(node) != 1 || !bytes.Equal(e.doc.AppendString(nil, node+1), []byte(itemKey)) {
		return e.wrongType(node, "a number")
	}
	defer descend(e, itemKey)()
	b, d := e.hex(node + 2)
	if d != nil {
		return d
	}
	if d := e.checkItem(node+2, b); d != nil {
		return d
	}
	h := headAt(b, 0)
	if h.major != majorSimple || h.info < headHalf&31 {
		return e.errorAt("type", node+2, text.Expected(t.expected(), describe(h)))
	}
	if v := floatValue(h); !math.IsNaN(v) && !math.IsInf(v, 0) {
		return e.errorAt("type", node+2, text.Expected("the number "+strconv.FormatFloat(v, 'g', -1, 64), "its CBOR item"))
	}
	e.w.Append(b...)
	return nil
}
