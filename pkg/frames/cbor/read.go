package cbor

import (
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/divtool/divtool/internal/bitset"
	"github.com/divtool/divtool/internal/frameio"
	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/text"
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

	v frames.Value // sent or printed next
	// The payload opens with its first value, so that a frame without a readable
	// value has none.
	pending bool
	opening frames.Value

	fault    issue // what the declaration refuses
	deferred issue // a deferred item that the declaration does not allow
	// A dry run sends nothing and only looks for a deferred violation: it goes on after
	// a fault.
	dryRun bool
	// Nobody sees the warnings about the frame.
	noWarnings bool

	notes, spans bool
	notedSince   bool // a note names a key of a later release
	containers   int  // opened or skipped so far: the index in scan.ends
	raw          int  // offset of the item that was last sent as its bytes; negative for none
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

// level is an open array or map.
type level struct {
	start, end int // of the whole; end is 0 until it is known
	container  int // index in scan.ends
	list       bool
	index      int // of the current element, plus one
	key        int // offset of the key of the current entry; 0 for none
}

// AppendPayload appends the payload as JSON text. It returns false when the frame is
// refused before its end.
func (s *reader) AppendPayload(dst []byte) ([]byte, bool) {
	s.reported, s.notedSince = warningTotals{}, false
	s.fault.reset()
	s.deferred.reset()
	return s.walk(dst)
}

// walk reads the frame up to the first value that is refused, or up to the limit, and
// reports whether it read the whole item. Here and below, values are appended to dst as
// JSON text, or sent to the sink if dst is nil.
func (s *reader) walk(dst []byte) ([]byte, bool) {
	s.at, s.levels, s.containers, s.raw, s.pending = 0, s.levels[:0], 0, -1, false
	s.v = frames.Value{Name: payloadName}
	return s.value(dst, s.root, nil)
}

const payloadName = "payload"

// value reads the next item as a value of type t, and of field f of a struct if that is
// not nil. After a fault the arrays and maps around it stay open.
func (s *reader) value(dst []byte, t *Type, f *Field) ([]byte, bool) {
	start := s.at
	h, ok := s.head(start)
	if !ok {
		return dst, false
	}
	var parts *Type // of an array or map that is accepted
	switch t.Kind {
	case UintKind:
		dst, ok = s.uint(dst, t, h)
	case IntKind:
		dst, ok = s.int(dst, t, h)
	case TextKind:
		dst, ok = s.str(dst, t, h)
	case BytesKind:
		dst, ok = s.bytes(dst, t, h)
	case BoolKind:
		dst, ok = s.boolean(dst, t, h)
	case FloatKind:
		dst, ok = s.float(dst, t, h)
	case StructKind, DictKind:
		parts, ok = t, h.major == majorMap || s.wrongType(h, t.expected())
	case ArrayKind, TupleKind:
		parts, ok = t, s.array(t, h)
	case EnumKind:
		dst, parts, ok = s.enum(dst, t, h)
	case UnionKind:
		parts, ok = s.union(t, h, dst != nil)
	default:
		dst, parts, ok = s.untyped(dst, t, h)
	}
	if !ok {
		return dst, s.dryRun && s.skipInvalid(t, start)
	}
	depth := len(s.levels)
	if parts != nil {
		if dst, ok = s.open(dst, h); !ok {
			return dst, false
		}
	}
	if s.notes {
		s.note(t, f, start, depth)
	}
	if parts != nil {
		return s.container(dst, parts, h)
	}
	return dst, true
}

// skipInvalid continues after a refused item in a dry run. The tag of a bignum is allowed
// on a number, whatever follows.
func (s *reader) skipInvalid(t *Type, start int) bool {
	if t.Kind == AnyKind || s.deferred.code != "" || s.at >= s.limit {
		return false
	}
	s.at = start
	if h := headAt(s.frame, start); t.Kind == UintKind && h.major == majorTag {
		s.at = h.next
	}
	_, ok := s.value(nil, &Any, nil)
	return ok
}

// validate scans the frame once. It returns false when the next item must not be read.
func (s *reader) validate() bool {
	if !s.validated {
		s.validated = true
		s.scan.keepEnds = s.notes
		s.scan.scan(s.frame, s.maxDepth)
		s.limit = min(s.scan.limit, len(s.frame))
		slices.Sort(s.scan.longKeys)
	}
	return s.at < s.limit
}

// head reads the head at an offset. It returns false when there is none to read. Most heads
// are one byte: this much is inlined.
func (s *reader) head(at int) (head, bool) {
	if at < s.limit {
		if b := s.frame[at]; b&31 < infoOneByte {
			return head{uint64(b & 31), at + 1, b >> 5, b & 31}, true
		}
	}
	return s.longHead(at)
}

func (s *reader) longHead(at int) (head, bool) {
	if at >= s.limit {
		return head{}, false
	}
	if size := argSize(s.frame[at] & 31); !s.validated && (size < 1 || len(s.frame)-at <= size) {
		s.validate()
		return head{}, false
	}
	return headAt(s.frame, at), true
}

// stringEnd returns the end of the string that the head begins, -1 when it is truncated.
func (s *reader) stringEnd(h head) int {
	if h.arg > uint64(len(s.frame)-h.next) {
		s.validate()
		return -1
	}
	return h.next + int(h.arg)
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

// maxUnscanned is how deeply a frame may nest before the ends of its arrays and maps are
// looked up in a scan: to look for each of them takes time by their depth.
const maxUnscanned = 16

// open begins an array or map. Its parts are read next.
func (s *reader) open(dst []byte, h head) ([]byte, bool) {
	start, depth := s.at, len(s.levels)
	if !s.validated && (depth >= s.maxDepth || depth >= maxUnscanned && s.notes) && !s.validate() {
		return dst, false
	}
	s.checkHead(h, start)
	s.levels = append(s.levels, level{start: start, container: s.containers, list: h.major == majorArray})
	s.containers++
	s.at = h.next
	if dst != nil {
		return append(dst, brackets(h)[0]), true
	}
	kind, end := frames.OpenObject, h.next
	if h.major == majorArray {
		kind = frames.OpenArray
	}
	if s.notes {
		end = s.levelEnd(&s.levels[depth])
	}
	if depth > 0 {
		return s.emit(dst, kind, start, end), true
	}
	s.pending, s.opening = true, s.v
	s.opening.Kind, s.opening.Span = kind, frames.Span{Offset: start, Length: end - start}
	return dst, true
}

// container reads the parts of the array or map of type t that was just opened, and
// closes it.
func (s *reader) container(dst []byte, t *Type, h head) ([]byte, bool) {
	var ok bool
	switch {
	case h.major == majorArray:
		dst, ok = s.list(dst, t, h.arg)
	case t.Kind == StructKind:
		dst, ok = s.members(dst, t, h.arg)
	case t.Kind == DictKind:
		dst, ok = s.dict(dst, t.Key, t.Elem, h.arg)
	case t.Kind == JSONKind:
		dst, ok = s.dict(dst, &Text, t, h.arg)
	case t.Kind == EnumKind:
		dst, ok = s.variantData(dst, t)
	default:
		dst, ok = s.anyMap(dst, t, h.arg)
	}
	if !ok {
		return dst, false
	}
	depth := len(s.levels) - 1
	start := s.levels[depth].start
	if t.Check != nil && s.reportsWarnings() {
		t.Check(s.newReport(start, depth))
	}
	s.levels = s.levels[:depth]
	switch {
	case dst != nil:
		dst = append(dst, brackets(h)[1])
	case h.major == majorArray:
		s.emit(nil, frames.CloseArray, start, s.at)
	default:
		s.emit(nil, frames.CloseObject, start, s.at)
	}
	return dst, true
}

// brackets returns the brackets around an array or map in JSON.
func brackets(h head) string {
	if h.major == majorArray {
		return "[]"
	}
	return "{}"
}

// emit sends the value prepared in s.v. A printed one has no parts.
func (s *reader) emit(dst []byte, kind frames.ValueKind, start, end int) []byte {
	s.v.Kind = kind
	switch {
	case s.dryRun:
		return dst
	case dst != nil:
		return s.v.Append(dst)
	case s.pending:
		s.pending = false
		s.sink.Value(&s.opening)
	}
	s.v.Span = frames.Span{Offset: start, Length: end - start}
	s.sink.Value(&s.v)
	return dst
}

// name names the next value.
func (s *reader) name(dst []byte, name string) []byte {
	if dst != nil {
		return frameio.AppendName(dst, name)
	}
	s.v.Name, s.v.Key = name, nil
	return dst
}

// key names the next value by a key of the frame.
func (s *reader) key(dst []byte, key []byte) []byte {
	if dst == nil {
		s.v.Name, s.v.Key = "", key
		return dst
	}
	if dst[len(dst)-1] != '{' {
		dst = append(dst, ',')
	}
	return append(jsondoc.AppendQuoted(dst, key, true), ':')
}

// list reads the elements of an array. Its type has no Elem if they are of the same type.
func (s *reader) list(dst []byte, t *Type, count uint64) ([]byte, bool) {
	l, elem := len(s.levels)-1, t.Elem
	if elem == nil {
		elem = t
	}
	for i := range count {
		if s.at >= s.limit {
			return dst, false
		}
		if t.Kind == TupleKind {
			elem = t.Elems[i]
		}
		switch {
		case dst == nil:
			s.v.Name, s.v.Key = "", nil
		case i > 0:
			dst = append(dst, ',')
		}
		s.levels[l].index++
		var ok bool
		if dst, ok = s.value(dst, elem, nil); !ok {
			return dst, false
		}
	}
	return dst, true
}

// array checks the head of an array or tuple.
func (s *reader) array(t *Type, h head) bool {
	if h.major != majorArray {
		return s.wrongType(h, t.expected())
	}
	if n := len(t.Elems); t.Kind == TupleKind && h.arg != uint64(n) {
		return s.reject(codeType, h.next-s.at, "", text.Expected("an array of "+text.Count(n, "element"), strconv.FormatUint(h.arg, 10)))
	}
	return true
}

// keyState is what is known of the keys of a struct while it is read.
type keyState struct {
	seen       bitset.Set // the indexes of the fields that are present
	next       int        // the field after the last one that is present
	outOfOrder bool       // a key out of order has been reported
}

// members reads the entries of a struct.
func (s *reader) members(dst []byte, t *Type, left uint64) ([]byte, bool) {
	var k keyState
	l, names := len(s.levels)-1, t.names()
	i, missing := 0, false
	for ; left > 0; left-- {
		if s.at >= s.limit {
			return dst, false
		}
		s.levels[l].key = s.at
		rest := s.frame[s.at:s.limit]
		// Most keys are in the declared order.
		for i < len(names) && !names[i].begins(rest) {
			missing = missing || names[i].written
			i++
		}
		if i == len(names) {
			var ok bool
			if dst, ok = s.otherMember(dst, t, &k); !ok {
				return dst, false
			}
			i, missing = k.next, true
			continue
		}
		f := &t.Fields[i]
		s.at += len(names[i].cbor)
		if dst != nil {
			name := names[i].json
			if dst[len(dst)-1] == '{' {
				name = name[1:]
			}
			dst = append(dst, name...)
		} else {
			s.v.Name, s.v.Key = f.Name, nil
		}
		k.seen.Add(i)
		i++
		k.next = i
		var ok bool
		if dst, ok = s.field(dst, f); !ok {
			return dst, false
		}
	}
	for ; i < len(names) && !missing; i++ {
		missing = names[i].written
	}
	return dst, !missing || s.checkMissing(t, &k.seen) || s.dryRun
}

// fieldName is the name of a field: as a key in CBOR, and as a name in JSON after a comma.
type fieldName struct {
	cbor, json string
	written    bool // the reference always writes it
}

// begins reports whether the key comes next in the frame.
func (n *fieldName) begins(rest []byte) bool {
	return len(n.cbor) <= len(rest) && string(rest[:len(n.cbor)]) == n.cbor
}

// names returns the names of the fields. They are made once.
func (t *Type) names() []fieldName {
	if list := t.fieldNames.Load(); list != nil {
		return *list
	}
	list := make([]fieldName, len(t.Fields))
	for i := range list {
		f := &t.Fields[i]
		list[i] = fieldName{string(appendText(nil, f.Name)), `,"` + f.Name + `":`, f.Presence < Optional}
	}
	t.fieldNames.Store(&list)
	return list
}

// otherMember reads a member that is none of the declared ones that may come next.
func (s *reader) otherMember(dst []byte, t *Type, k *keyState) ([]byte, bool) {
	start := s.at
	h, ok := s.head(start)
	if !ok {
		return dst, false
	}
	if h.major != majorText {
		return dst, s.badKeyType(h)
	}
	end := s.stringEnd(h)
	if end < 0 {
		return dst, false
	}
	if h.arg > maxKeySize && !s.keyFits(h, len(s.levels)-1) {
		return dst, false
	}
	key := s.frame[h.next:end]
	i := t.field(key, k.next)
	if i < 0 {
		return s.unknown(dst, t, h, key)
	}
	if k.seen.Has(i) && !s.validate() {
		return dst, false // duplicate
	}
	s.checkHead(h, start)
	if i < k.next && !k.outOfOrder {
		k.outOfOrder = true
		s.warn(warnOrder, start, end, true)
	}
	s.at = end
	k.seen.Add(i)
	k.next = max(k.next, i+1)
	f := &t.Fields[i]
	dst = s.name(dst, f.Name)
	return s.field(dst, f)
}

// field reads the value of a declared key.
func (s *reader) field(dst []byte, f *Field) ([]byte, bool) {
	if s.at >= s.limit {
		return dst, false
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
		dst = s.null(dst)
		if s.notes {
			s.note(f.Type, f, start, len(s.levels))
		}
		return dst, true
	case f.Presence == Omitted && f.Default != "" && s.isDefault(f):
		s.warn(warnExplicitDefault, s.at, s.valueEnd(), true)
	}
	return s.value(dst, f.Type, f)
}

// valueEnd returns the end of the next item.
func (s *reader) valueEnd() int { return Item{s.frame, s.at, s.limit}.end() }

// isDefault reports whether the next item is the default of the field. Defaults have no
// parts.
func (s *reader) isDefault(f *Field) bool {
	if b := s.frame[s.at]; b != f.Default[0] && b&31 < infoOneByte {
		return false
	}
	have, ok := s.head(s.at)
	want := headAt([]byte(f.Default), 0)
	if !ok || have.major != want.major || have.arg != want.arg || have.major == majorSimple && have.info != want.info || !s.validate() {
		return false
	}
	if have.major != majorText || have.arg == 0 {
		return true
	}
	end := skip(s.frame, s.at, s.limit)
	return end >= 0 && string(s.frame[have.next:end]) == f.Default[want.next:]
}

// unknown reads an undeclared key, with a value of any kind.
func (s *reader) unknown(dst []byte, t *Type, h head, key []byte) ([]byte, bool) {
	start := s.at
	if !s.validate() {
		return dst, false
	}
	if len(s.levels) == 1 && !s.dryRun && string(key) == s.codec.ConflictsWith && s.checkAmbiguous() {
		return dst, false
	}
	if t.Closed {
		return dst, s.rejectAt(codeUnknownField, start, h.next+len(key)-start, len(s.levels), "", t.refusedMember(key))
	}
	s.at = h.next + len(key)
	message := ""
	if s.reportsText() {
		message = t.unknownMember(key)
	}
	s.warnText(warnUnknownField, start, s.valueEnd(), false, message)
	s.checkHead(h, start)
	dst = s.key(dst, key)
	return s.value(dst, &Any, nil)
}

// badKeyType stops at a key that is not text where text is required.
func (s *reader) badKeyType(h head) bool {
	if s.validate() {
		s.rejectDeferred(codeKeyType, h.next-s.at, text.Expected("a text key", describe(h)), len(s.levels)-1)
	}
	return false
}

// checkMissing reports the absent declared keys. It returns false when one is required.
func (s *reader) checkMissing(t *Type, seen *bitset.Set) bool {
	depth := len(s.levels) - 1
	for i := range t.Fields {
		if seen.Has(i) {
			continue
		}
		f := &t.Fields[i]
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

// dict reads the entries of a map that is sorted by key.
func (s *reader) dict(dst []byte, keys, elem *Type, left uint64) ([]byte, bool) {
	l := len(s.levels) - 1
	prev, outOfOrder := 0, false // prev is the offset of the previous key, 0 for none
	for ; left > 0; left-- {
		start := s.at
		h, ok := s.head(start)
		if !ok {
			return dst, false
		}
		s.levels[l].key = start
		key, ok := s.dictKey(keys, h)
		switch {
		case ok:
			if prev > 0 && !keyBefore(s.frame, prev, start) {
				end := s.at
				if s.at = start; !s.validate() {
					return dst, false // duplicate
				}
				if s.at = end; !outOfOrder {
					outOfOrder = true
					s.warn(warnUnsorted, start, end, true)
				}
			}
			prev = start
			s.checkHead(h, start)
			dst = s.key(dst, key)
		case !s.skipKey(keys):
			return dst, false
		}
		if dst, ok = s.value(dst, elem, nil); !ok {
			return dst, false
		}
	}
	return dst, true
}

func (s *reader) dictKey(t *Type, h head) ([]byte, bool) {
	if t.Kind == UintKind {
		return s.numberKey(t, h)
	}
	return s.textKey(h)
}

func (s *reader) textKey(h head) ([]byte, bool) {
	if h.major != majorText {
		return nil, s.badKeyType(h)
	}
	end := s.stringEnd(h)
	if end < 0 {
		return nil, false
	}
	key := s.frame[h.next:end]
	s.checkUTF8(key)
	s.at = end
	return key, true
}

func (s *reader) numberKey(t *Type, h head) ([]byte, bool) {
	if h.major != majorUint {
		return nil, s.rejectAt(codeType, s.at, h.next-s.at, len(s.levels)-1, t.expected(),
			text.Expected("a key that is "+t.expected(), describe(h)))
	}
	// Maps by number do not nest: one buffer for the digits is enough.
	s.digits = strconv.AppendUint(s.digits[:0], h.arg, 10)
	if h.arg>>t.Bits != 0 {
		return nil, s.outOfRange(t, h.next-s.at, string(s.digits))
	}
	s.at = h.next
	return s.digits, true
}

// skipKey skips a key that is not a number of type t, in a dry run.
func (s *reader) skipKey(t *Type) bool {
	if !s.dryRun || t.Kind != UintKind {
		return false
	}
	end := skip(s.frame, s.at, s.limit)
	s.at = max(s.at, end)
	return end >= 0
}

func keyBefore(frame []byte, a, b int) bool {
	ha, hb := headAt(frame, a), headAt(frame, b)
	if ha.major == majorUint {
		return ha.arg < hb.arg
	}
	return string(frame[ha.next:ha.next+int(ha.arg)]) < string(frame[hb.next:hb.next+int(hb.arg)])
}
