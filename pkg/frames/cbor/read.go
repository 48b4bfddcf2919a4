package cbor

import (
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/divtool/divtool/internal/bitset"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
)

// reader reads one frame along its declaration. A frames.Reader keeps it from frame to
// frame.
type reader struct {
	scan   scanner
	frame  []byte
	sink   frames.Sink
	root   *Type
	at     int
	levels []level
	// A regular frame is read without a scan. At the first irregularity validate
	// scans it; from then on, heads need no checks.
	validated bool
	limit     int // where to stop: the end of the frame, or where the scan found the fault
	maxDepth  int
	v         frames.Value

	// The payload opens with its first value, so that a frame without a readable
	// value has none.
	pending bool
	opening frames.Value

	fault    issue // what the declaration refuses
	deferred issue // a deferred item that the declaration does not allow
	// A dry run only looks for a deferred violation: it goes on after a fault.
	dryRun bool

	// While printing directly, values are appended to out. bailed means that walk
	// must read the frame instead.
	printing, bailed bool
	out              []byte

	notes, spans bool
	containers   int // opened or skipped so far: the index in scan.ends
	codec        *Codec
	reported     warningTotals
	path         []byte
	text         []byte
	scratch      []byte
	digits       []byte
	noteValue    []byte // the value of a note
	noteEvent    frames.Note
	mapReport    Report
	embedded     *embeddedReader
}

// mode selects how the entries or elements of a level are read.
type mode uint8

const (
	structMode mode = iota
	dictMode
	enumMode
	listMode
	tupleMode
	anyMapMode
	anyListMode
)

// level is an open array or map.
type level struct {
	t          *Type
	mode       mode
	outOfOrder bool // a key out of order has been reported
	left       uint64
	start, end int        // of the whole; end is 0 when it is not known
	index      int        // of the current element; of a map, the number of entries
	key        int        // offset of the key of the current entry; 0 for none
	seen       bitset.Set // the indexes of the fields that are present
	next       int        // the field after the last one that is present
	prev       int        // of a dictionary: offset of the previous key; 0 for none
}

// walk sends the values of the frame up to the first that is refused, or up to the limit.
// It reports whether it read the whole item.
func (s *reader) walk() bool {
	s.at, s.levels, s.containers, s.pending = 0, s.levels[:0], 0, false
	s.v = frames.Value{Name: payloadName}
	ok := s.child(s.root, nil)
	for ok && len(s.levels) > 0 {
		top := &s.levels[len(s.levels)-1]
		switch {
		case top.left == 0:
			ok = s.close(top)
		case s.at >= s.limit:
			ok = false
		default:
			top.left--
			ok = s.entry(top)
		}
	}
	return ok
}

const payloadName = "payload"

// entry reads the next element or entry of a level.
func (s *reader) entry(top *level) bool {
	switch top.mode {
	case structMode:
		return s.member(top)
	case dictMode:
		return s.dictEntry(top)
	case enumMode:
		return s.variantData(top)
	case anyMapMode:
		return s.anyEntry(top)
	}
	top.index++
	s.v.Name, s.v.Key = "", nil
	elem := top.t.Elem
	if top.mode == tupleMode {
		elem = top.t.Elems[top.index-1]
	} else if top.mode == anyListMode {
		elem = top.t
	}
	return s.child(elem, nil)
}

// child reads the next item as a value of type t, and of field f of a struct if that is
// not nil.
func (s *reader) child(t *Type, f *Field) bool {
	start, depth := s.at, len(s.levels)
	if !s.item(t) {
		return s.skipInvalid(t, start, depth)
	}
	if s.notes && !s.dryRun {
		s.note(t, f, start, depth)
	}
	return true
}

// skipInvalid continues after a refused item in a dry run. The tag of a bignum is allowed
// on a number, whatever follows.
func (s *reader) skipInvalid(t *Type, start, depth int) bool {
	if !s.dryRun || s.deferred.code != "" || s.at >= s.limit {
		return false
	}
	s.at, s.levels = start, s.levels[:depth]
	if h := headAt(s.frame, start); t.Kind == UintKind && h.major == majorTag {
		s.at = h.next
	}
	return s.item(&Any)
}

// validate scans the frame once. It returns false when the next item must not be read.
func (s *reader) validate() bool {
	if s.bail() {
		return false
	}
	if !s.validated {
		s.validated = true
		s.scan.keepEnds = s.notes
		s.scan.scan(s.frame, s.maxDepth)
		s.limit = min(s.scan.limit, len(s.frame))
		slices.Sort(s.scan.longKeys)
	}
	return s.at < s.limit
}

// head reads the head at an offset. It returns false when there is none to read.
func (s *reader) head(at int) (head, bool) {
	if at >= s.limit {
		return head{}, false
	}
	b := s.frame[at]
	if info := b & 31; info < infoOneByte {
		return head{arg: uint64(info), next: at + 1, major: b >> 5, info: info}, true
	}
	if size := argSize(b & 31); !s.validated && (size < 1 || len(s.frame)-at <= size) {
		s.validate()
		return head{}, false
	}
	return headAt(s.frame, at), true
}

// content returns the content of a string, and the offset after it.
func (s *reader) content(h head) (text []byte, end int, ok bool) {
	if h.arg > uint64(len(s.frame)-h.next) {
		s.validate()
		return nil, 0, false
	}
	end = h.next + int(h.arg)
	return s.frame[h.next:end], end, true
}

// checkUTF8 scans the frame when text is not UTF-8.
func (s *reader) checkUTF8(text []byte) {
	if !s.validated && !utf8.Valid(text) {
		s.validate()
	}
}

// stopTruncated stops in an item that is truncated after its first head.
func (s *reader) stopTruncated() bool {
	s.validate()
	s.at = max(s.at, s.limit)
	return false
}

// item reads one item; of an array or map only the head.
func (s *reader) item(t *Type) bool {
	h, ok := s.head(s.at)
	if !ok {
		return false
	}
	switch t.Kind {
	case UintKind:
		return s.uint(t, h)
	case TextKind:
		return s.str(t, h)
	case BytesKind:
		return s.bytes(t, h)
	case BoolKind:
		return s.boolean(t, h)
	case FloatKind:
		return s.float(t, h)
	case StructKind:
		return s.structure(t, h)
	case ArrayKind, TupleKind:
		return s.array(t, h)
	case DictKind:
		return s.mapHead(t, dictMode, h)
	case EnumKind:
		return s.enum(t, h)
	case UnionKind:
		return s.union(t, h)
	default:
		return s.untyped(t, h)
	}
}

// emit sends the value prepared in s.v.
func (s *reader) emit(kind frames.ValueKind, start, end int) {
	switch {
	case s.dryRun:
		return
	case s.printing:
		s.appendDirect(kind)
		return
	}
	if s.pending {
		s.pending = false
		s.sink.Value(&s.opening)
	}
	s.v.Kind, s.v.Span = kind, frames.Span{Offset: start, Length: end - start}
	s.sink.Value(&s.v)
}

// open begins an array or map. Its parts are read next.
func (s *reader) open(t *Type, m mode, h head, left uint64) bool {
	if !s.validated && len(s.levels) >= s.maxDepth && !s.validate() {
		return false
	}
	l := level{t: t, mode: m, left: left, start: s.at}
	kind, known := frames.OpenObject, h.next
	if m == listMode || m == tupleMode || m == anyListMode {
		kind = frames.OpenArray
	}
	if s.notes {
		if l.end = s.scan.ends[s.containers]; l.end == 0 {
			l.end = len(s.frame) // truncated
		}
		s.containers++
		known = l.end
	}
	s.at = h.next
	if len(s.levels) == 0 {
		s.pending, s.opening = true, s.v
		s.opening.Kind, s.opening.Span = kind, frames.Span{Offset: l.start, Length: known - l.start}
	} else {
		s.emit(kind, l.start, known)
	}
	s.levels = append(s.levels, l)
	return true
}

// close ends the innermost level.
func (s *reader) close(top *level) bool {
	if top.mode == structMode && !s.checkMissing(top) && !s.dryRun {
		return false
	}
	depth := len(s.levels) - 1
	if top.t.Check != nil && !s.dryRun {
		top.t.Check(s.newReport(top, depth))
	}
	kind := frames.CloseObject
	if top.mode == listMode || top.mode == tupleMode || top.mode == anyListMode {
		kind = frames.CloseArray
	}
	start := top.start
	s.levels = s.levels[:depth]
	s.emit(kind, start, s.at)
	return true
}

// reject records what the declaration refuses, and returns false.
func (s *reader) reject(code string, length int, need, text string) bool {
	return s.rejectAt(code, s.at, length, len(s.levels), need, text)
}

func (s *reader) rejectAt(code string, offset, length, depth int, need, text string) bool {
	s.pointer(depth)
	return s.rejectPath(code, offset, length, need, text)
}

func (s *reader) rejectPath(code string, offset, length int, need, text string) bool {
	if s.bail() || s.dryRun || s.fault.code != "" {
		return false
	}
	f := &s.fault
	f.code, f.offset, f.at, f.length, f.text = code, offset, offset, length, text
	if need != "" {
		f.need = diag.Words(need)
	}
	f.path = append(f.path[:0], s.path...)
	return false
}

// wrongType refuses an item of the wrong kind.
func (s *reader) wrongType(h head, need string) bool {
	if h.major == majorTag {
		return s.deferTag(h)
	}
	return s.reject(codeType, h.next-s.at, need, text.Expected(need, describe(h)))
}

// deferTag records a tag that the scan left to the declaration.
func (s *reader) deferTag(h head) bool {
	return s.rejectDeferred(codeTag, h.next-s.at, tagText(h.arg), len(s.levels))
}

// rejectDeferred records a deferred item that the declaration does not allow.
func (s *reader) rejectDeferred(code string, length int, text string, depth int) bool {
	if s.bail() {
		return false
	}
	if s.deferred.code == "" {
		d := &s.deferred
		d.code, d.offset, d.at, d.length, d.text = code, s.at, s.at, length, text
		d.path = append(d.path[:0], s.pointer(depth)...)
	}
	return false
}

// pointer returns the JSON Pointer, in the payload, of the current value in the outermost
// levels.
func (s *reader) pointer(levels int) []byte {
	dst := s.path[:0]
	for i := range s.levels[:levels] {
		l := &s.levels[i]
		switch {
		case l.mode == listMode || l.mode == tupleMode || l.mode == anyListMode:
			dst = strconv.AppendInt(append(dst, '/'), int64(l.index-1), 10)
		case l.key > 0:
			dst = appendKey(dst, s.frame, l.key)
		default:
			dst = append(dst, '/')
		}
	}
	s.path = dst
	return dst
}

func (s *reader) structure(t *Type, h head) bool { return s.mapHead(t, structMode, h) }

func (s *reader) mapHead(t *Type, m mode, h head) bool {
	if h.major != majorMap {
		return s.wrongType(h, t.expected())
	}
	s.checkHead(h, s.at)
	return s.open(t, m, h, h.arg)
}

func (s *reader) array(t *Type, h head) bool {
	if h.major != majorArray {
		return s.wrongType(h, t.expected())
	}
	m := listMode
	if t.Kind == TupleKind {
		m = tupleMode
		if n := uint64(len(t.Elems)); h.arg != n {
			return s.reject(codeType, h.next-s.at, "", text.Expected("an array of "+text.Count(len(t.Elems), "element"), strconv.FormatUint(h.arg, 10)))
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
		// Most keys are the next declared one.
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
		return false // duplicate
	}
	s.checkHead(h, start)
	if i < top.next && !top.outOfOrder {
		top.outOfOrder = true
		s.warn(warnOrder, start, end, true)
	}
	s.at = end
	return s.field(top, i)
}

// isKey reports whether a short text comes next.
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

// valueEnd returns the end of the next item.
func (s *reader) valueEnd() int { return Item{s.frame, s.at, s.limit}.end() }

// isDefault reports whether the next item is the default of the field. Defaults have no
// parts.
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

// unknown reads an undeclared key, with a value of any kind.
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
	message := ""
	if s.reportsText() {
		message = top.t.unknownMember(key)
	}
	s.warnText(warnUnknownField, start, s.valueEnd(), false, message)
	s.checkHead(h, start)
	return s.child(&Any, nil)
}

// badKeyType stops at a key that is not text where text is required.
func (s *reader) badKeyType(h head) bool {
	if s.validate() {
		s.rejectDeferred(codeKeyType, h.next-s.at, text.Expected("a text key", describe(h)), len(s.levels)-1)
	}
	return false
}

// checkMissing reports the absent declared keys. It returns false when one is required.
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
			return s.rejectPath(codeMissing, s.at, 0, f.Name, text.MissingMember(f.Name, ""))
		case Nullable:
			s.setPath(depth, f.Name)
			s.reportMissing(warnMissingNullable, f, true)
		case Defaulted:
			s.setPath(depth, f.Name)
			s.reportMissing(warnMissingDefaulted, f, f.Default != "")
		}
	}
	return true
}

// reportMissing warns of an absent key, at the end of its map. s.path is its path.
func (s *reader) reportMissing(w warning, f *Field, lossy bool) {
	message := ""
	if s.reportsText() {
		message = f.missingWarning(w)
	}
	s.reportWarning(w, s.at, s.at, lossy, message)
}

// setPath sets s.path to a member of the map at a depth.
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
			return false // duplicate
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

func (s *reader) numberKey(top *level, h head) ([]byte, bool) {
	if h.major != majorUint {
		return nil, s.rejectAt(codeType, s.at, h.next-s.at, len(s.levels)-1, top.t.Key.expected(),
			text.Expected("a key that is "+top.t.Key.expected(), describe(h)))
	}
	// Maps by number do not nest: one buffer for the digits is enough.
	s.digits = strconv.AppendUint(s.digits[:0], h.arg, 10)
	if h.arg>>top.t.Key.Bits != 0 {
		return nil, s.outOfRange(top.t.Key, h.next-s.at, string(s.digits))
	}
	s.at = h.next
	return s.digits, true
}

// skipKey skips a key that was refused.
func (s *reader) skipKey() bool {
	end := skip(s.frame, s.at, s.limit)
	if end < 0 {
		return false
	}
	s.at = end
	return true
}

func keyBefore(frame []byte, a, b int) bool {
	ha, hb := headAt(frame, a), headAt(frame, b)
	if ha.major == majorUint {
		return ha.arg < hb.arg
	}
	return string(frame[ha.next:ha.next+int(ha.arg)]) < string(frame[hb.next:hb.next+int(hb.arg)])
}
