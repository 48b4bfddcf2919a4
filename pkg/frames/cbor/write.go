package cbor

import (
	"bytes"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
)

// writer writes one frame. Recursion is safe, because the limit on open arrays and maps
// bounds it.
type writer struct {
	w     *frames.Writer
	doc   *jsondoc.Doc
	path  []byte
	depth int // arrays and maps that may still be opened
	// maxDepth is depth at the start.
	maxDepth int
}

// Write writes the frame of a payload. Faults have the codes of section 12, or of
// documents.
func (c *Codec) Write(w *frames.Writer) error {
	node := w.Payload()
	if node < 0 {
		return w.MissingPayload()
	}
	doc := (*jsondoc.Doc)(w.Doc())
	e := writer{w: w, doc: doc, path: []byte(w.Base), depth: depthLimit(w.MaxDepth)}
	e.maxDepth = e.depth
	if c.Discriminator != "" && doc.Member(node, c.Discriminator) >= 0 {
		if n := doc.Member(node, c.ConflictsWith); n >= 0 {
			return w.ErrorAt(codeAmbiguous, n, w.Base+"/"+c.ConflictsWith, c.ambiguousMessage())
		}
	}
	return e.item(c.Root, node).Err()
}

func (e *writer) item(t *Type, node int) *diag.Diagnostic {
	switch t.Kind {
	case UintKind:
		return e.uint(t, node)
	case IntKind:
		return e.int(t, node)
	case FloatKind:
		return e.float(t, node)
	case BoolKind:
		return e.boolean(node)
	case TextKind:
		return e.text(t, node)
	case BytesKind:
		return e.bytes(t, node)
	case ArrayKind, TupleKind:
		return e.array(t, node)
	case DictKind:
		return e.dict(t, node)
	case EnumKind:
		return e.enum(t, node)
	case UnionKind:
		return e.union(t, node)
	case StructKind:
		return e.structure(t, node)
	default:
		return e.untyped(t, node)
	}
}

// errorAt returns the diagnostic of a node at the current path.
func (e *writer) errorAt(code string, node int, text string) *diag.Diagnostic {
	return faultOf(e.w.ErrorAt(code, node, string(e.path), text))
}

// faultOf returns the diagnostic of an error of a frames.Writer, nil for nil.
func faultOf(err error) *diag.Diagnostic {
	if err == nil {
		return nil
	}
	d, _ := diag.From(err)
	return d
}

func (e *writer) wrongType(node int, need string) *diag.Diagnostic {
	return faultOf(e.w.WrongTypeError(node, string(e.path), need))
}

// wrongTypeLike is wrongType with an example of the type.
func (e *writer) wrongTypeLike(node int, need string, t *Type) *diag.Diagnostic {
	return faultOf(e.w.WrongTypeErrorLike(node, string(e.path), need, t.example(0)))
}

// descend adds a name to the path; restore removes it.
func descend[T string | []byte](e *writer, name T) (restore func()) {
	n := len(e.path)
	e.path = jsondoc.AppendPointerToken(append(e.path, '/'), name)
	return func() { e.path = e.path[:n] }
}

func (e *writer) descendElement(i int) (restore func()) {
	n := len(e.path)
	e.path = strconv.AppendInt(append(e.path, '/'), int64(i), 10)
	return func() { e.path = e.path[:n] }
}

// enter counts an open array or map; leave ends it.
func (e *writer) enter(node int) *diag.Diagnostic {
	if e.depth == 0 {
		return e.tooDeep(node, tooDeepMessage(e.maxDepth))
	}
	e.depth--
	return nil
}

func (e *writer) tooDeep(node int, message string) *diag.Diagnostic {
	d := e.errorAt(codeDepth, node, message)
	d.Hint = depthHint(e.maxDepth)
	return d
}

func (e *writer) leave() { e.depth++ }

// warn reports a warning about a node at the current path.
func (e *writer) warn(w warning, node int, message string) {
	if message == "" {
		message = warnings[w].text
	}
	d := e.errorAt(warnings[w].code, node, message)
	d.Severity = diag.Warning
	e.w.Warn(d)
}

func (e *writer) head(major byte, arg uint64) { e.w.Frame = appendHead(e.w.Frame, major, arg) }

// insertHead inserts a head before the bytes that were appended from offset at on.
func (e *writer) insertHead(at int, major byte, arg uint64) {
	size := headSize(arg)
	e.w.Frame = append(e.w.Frame, make([]byte, size)...)
	copy(e.w.Frame[at+size:], e.w.Frame[at:])
	appendHead(e.w.Frame[:at], major, arg)
}

func (e *writer) uint(t *Type, node int) *diag.Diagnostic {
	if t.Bits == 128 {
		return e.uint128(t, node)
	}
	maxValue := uint64(math.MaxUint64)
	if t.Bits < 64 {
		maxValue = 1<<t.Bits - 1
	}
	v, err := e.w.Number(node, string(e.path), maxValue)
	if err == nil {
		e.head(majorUint, v)
	}
	return faultOf(err)
}

// uint128 appends a number: an integer if it fits in 64 bits, else a bignum.
func (e *writer) uint128(t *Type, node int) *diag.Diagnostic {
	var digits []byte
	switch e.doc.Kind(node) {
	case jsondoc.Number:
		digits = e.doc.Raw(node)
		if e.doc.Node(node).Flags&jsondoc.Fractional != 0 {
			return e.wrongType(node, t.expected())
		}
	case jsondoc.String:
		digits = e.doc.AppendString(nil, node)
	}
	if !text.IsDecimal(strings.TrimPrefix(string(digits), "-")) {
		return e.wrongType(node, t.expected())
	}
	hi, lo, ok := parse128(digits)
	if !ok {
		return e.errorAt(codeRange, node, text.Expected(t.expected(), text.Excerpt(digits)))
	}
	if hi == 0 {
		e.head(majorUint, lo)
		return nil
	}
	var b [16]byte
	for i := range 8 {
		b[7-i], b[15-i] = byte(hi>>(8*i)), byte(lo>>(8*i))
	}
	number := b[:]
	for number[0] == 0 {
		number = number[1:]
	}
	e.head(majorTag, tagBignum)
	e.head(majorBytes, uint64(len(number)))
	e.w.Append(number...)
	return nil
}

func (e *writer) boolean(node int) *diag.Diagnostic {
	switch e.doc.Kind(node) {
	case jsondoc.False:
		e.w.Append(headFalse)
	case jsondoc.True:
		e.w.Append(headTrue)
	default:
		return e.wrongType(node, "true or false")
	}
	return nil
}

func (e *writer) text(t *Type, node int) *diag.Diagnostic {
	if e.doc.Kind(node) != jsondoc.String {
		return e.wrongType(node, "a string")
	}
	if err := e.w.CheckUTF8(node, string(e.path)); err != nil {
		return faultOf(err)
	}
	at := len(e.w.Frame)
	e.w.Frame = e.doc.AppendString(e.w.Frame, node)
	if code, fault := t.textFault(e.w.Frame[at:]); code != "" {
		return e.errorAt(code, node, fault)
	}
	e.insertHead(at, majorText, uint64(len(e.w.Frame)-at))
	return nil
}

func (e *writer) bytes(t *Type, node int) *diag.Diagnostic {
	at := len(e.w.Frame)
	if err := e.w.Bytes(node, string(e.path)); err != nil {
		return faultOf(err)
	}
	n := len(e.w.Frame) - at
	if t.Size > 0 && n != t.Size {
		return e.errorAt("length", node, text.Expected(t.expected(), strconv.Itoa(n)))
	}
	e.insertHead(at, majorBytes, uint64(n))
	return nil
}

// float appends a float. An object holds the item of a value that JSON cannot express.
func (e *writer) float(t *Type, node int) *diag.Diagnostic {
	if e.doc.Kind(node) == jsondoc.Object {
		return e.wrappedFloat(t, node)
	}
	v, d := e.floatValue(node)
	if d != nil {
		return d
	}
	if t.Bits == 32 {
		if v = float64(float32(v)); math.IsInf(v, 0) {
			return e.errorAt(codeRange, node, "the number is too large for a 32-bit float")
		}
	}
	e.w.Frame = appendFloat(e.w.Frame, v)
	return nil
}

// floatValue returns the double nearest to a number.
func (e *writer) floatValue(node int) (float64, *diag.Diagnostic) {
	if e.doc.Kind(node) != jsondoc.Number {
		return 0, e.wrongType(node, "a number")
	}
	v, err := strconv.ParseFloat(string(e.doc.Raw(node)), 64)
	if err != nil {
		return 0, e.errorAt(codeRange, node, "the number is too large for a double")
	}
	return v, nil
}

// entry is a member of an object that becomes an entry of a map.
type entry struct {
	name       int // nodes
	value      int
	afterField int    // of an unknown member: the field that it follows, -1 for none
	key        []byte // as written, without its head
}

// structure appends a map with the declared keys in their order. Each is followed by the
// unknown members that follow it in the object.
func (e *writer) structure(t *Type, node int) *diag.Diagnostic {
	if e.doc.Kind(node) != jsondoc.Object {
		return e.wrongTypeLike(node, "an object", t)
	}
	if d := e.enter(node); d != nil {
		return d
	}
	defer e.leave()
	known, unknown, d := e.sortMembers(t, node)
	if d != nil {
		return d
	}
	at, count := len(e.w.Frame), 0
	if unknown, d = e.writeUnknown(unknown, -1, &count); d != nil {
		return d
	}
	for i := range t.Fields {
		written, d := e.field(&t.Fields[i], node, known[i])
		if d != nil {
			return d
		}
		if written {
			count++
		}
		if unknown, d = e.writeUnknown(unknown, i, &count); d != nil {
			return d
		}
	}
	e.insertHead(at, majorMap, uint64(count))
	return nil
}

// sortMembers finds the value of each field, -1 for none, and the unknown members, sorted
// by the fields that they follow.
func (e *writer) sortMembers(t *Type, object int) (known []int, unknown []entry, d *diag.Diagnostic) {
	known = make([]int, len(t.Fields))
	for i := range known {
		known[i] = -1
	}
	after := -1
	for k, end := object+1, e.doc.Next(object); k < end; k = e.doc.Next(k + 1) {
		m := entry{name: k, value: k + 1, afterField: after, key: e.doc.AppendString(nil, k)}
		restore := descend(e, m.key)
		if d := e.checkName(k); d != nil {
			return nil, nil, d
		}
		if len(m.key) > maxKeySize {
			return nil, nil, e.errorAt(codeKeySize, k, keySizeMessage(uint64(len(m.key))))
		}
		switch i := t.field(m.key, 0); {
		case i < 0 && t.Closed:
			return nil, nil, e.errorAt(codeUnknownField, k, t.refusedMember(m.key))
		case i < 0:
			unknown = append(unknown, m)
			e.warn(warnUnknownField, k, t.unknownMember(m.key))
		case known[i] >= 0:
			return nil, nil, e.errorAt("json", k, text.DuplicateMember(string(m.key)))
		default:
			known[i], after = k+1, i
		}
		restore()
	}
	slices.SortStableFunc(unknown, func(a, b entry) int { return a.afterField - b.afterField })
	return known, unknown, e.checkDuplicates(unknown)
}

// checkName refuses names that cannot be keys.
func (e *writer) checkName(node int) *diag.Diagnostic {
	return faultOf(e.w.CheckUTF8(node, string(e.path)))
}

// checkDuplicates refuses duplicate members.
func (e *writer) checkDuplicates(members []entry) *diag.Diagnostic {
	if len(members) < 2 {
		return nil
	}
	sorted := slices.Clone(members)
	sortByKey(sorted)
	for i := range sorted[1:] {
		if bytes.Equal(sorted[i].key, sorted[i+1].key) {
			defer descend(e, sorted[i].key)()
			return e.errorAt("json", sorted[i+1].name, text.DuplicateMember(string(sorted[i].key)))
		}
	}
	return nil
}

// writeUnknown appends the members that follow a field, and returns the others.
func (e *writer) writeUnknown(members []entry, field int, count *int) ([]entry, *diag.Diagnostic) {
	for len(members) > 0 && members[0].afterField == field {
		if d := e.entry(members[0], &Any); d != nil {
			return nil, d
		}
		*count++
		members = members[1:]
	}
	return members, nil
}

// entry appends a text key and its value.
func (e *writer) entry(m entry, t *Type) *diag.Diagnostic {
	defer descend(e, m.key)()
	e.key(m.key)
	return e.item(t, m.value)
}

func (e *writer) key(key []byte) {
	e.head(majorText, uint64(len(key)))
	e.w.Append(key...)
}

// field appends a declared key with its value if the reference would write it. node is
// the value, -1 for none.
func (e *writer) field(f *Field, object, node int) (written bool, d *diag.Diagnostic) {
	defer descend(e, f.Name)()
	at := len(e.w.Frame)
	e.key([]byte(f.Name))
	value := len(e.w.Frame)
	switch {
	case node >= 0 && f.nullable() && e.doc.Kind(node) == jsondoc.Null:
		if f.Presence == Nullable {
			e.w.Append(headNull)
			return true, nil
		}
		e.warn(warnExplicitDefault, node, "")
	case node >= 0:
		if d := e.item(f.Type, node); d != nil {
			return false, d
		}
		if f.Deprecated != "" {
			e.warn(warnOldShape, node, f.Deprecated)
		}
		if f.Presence != Omitted || string(e.w.Frame[value:]) != f.Default {
			return true, nil
		}
		e.warn(warnExplicitDefault, node, "")
	case f.Presence == Required:
		d := e.errorAt(codeMissing, object, text.MissingMember(f.Name, ""))
		d.Need = wordsFact(f.Name)
		return false, d
	case f.Presence == Nullable:
		e.w.Append(headNull)
		return true, nil
	case f.Presence == Defaulted && f.Default != "":
		e.w.Append([]byte(f.Default)...)
		return true, nil
	case f.Presence == Defaulted:
		e.warn(warnMissingDefaulted, object, f.missingWarning(warnMissingDefaulted))
	}
	e.w.Frame = e.w.Frame[:at]
	return false, nil
}

func wordsFact(s string) diag.Fact { return diag.Words(s) }

func (e *writer) array(t *Type, node int) *diag.Diagnostic {
	if e.doc.Kind(node) != jsondoc.Array {
		return e.wrongTypeLike(node, "an array", t)
	}
	if d := e.enter(node); d != nil {
		return d
	}
	defer e.leave()
	n := e.doc.Count(node)
	if t.Kind == TupleKind && n != len(t.Elems) {
		return e.errorAt("type", node, text.Expected("an array of "+text.Count(len(t.Elems), "element"), strconv.Itoa(n)))
	}
	e.head(majorArray, uint64(n))
	for i, c := 0, node+1; i < n; i, c = i+1, e.doc.Next(c) {
		elem := t.Elem
		switch t.Kind {
		case TupleKind:
			elem = t.Elems[i]
		case AnyKind, JSONKind, ScalarOrListKind:
			elem = t
		}
		restore := e.descendElement(i)
		if d := e.item(elem, c); d != nil {
			return d
		}
		restore()
	}
	return nil
}

// dict appends a map from the members of an object, sorted by key.
func (e *writer) dict(t *Type, node int) *diag.Diagnostic {
	if e.doc.Kind(node) != jsondoc.Object {
		return e.wrongTypeLike(node, "an object", t)
	}
	if d := e.enter(node); d != nil {
		return d
	}
	defer e.leave()
	members, d := e.members(node)
	if d != nil {
		return d
	}
	if t.Key.Kind == UintKind {
		return e.numberDict(t, members)
	}
	sortByKey(members)
	return e.entries(t.Elem, members)
}

func sortByKey(members []entry) {
	slices.SortStableFunc(members, func(a, b entry) int { return bytes.Compare(a.key, b.key) })
}

// entries appends a map whose values are of type t.
func (e *writer) entries(t *Type, members []entry) *diag.Diagnostic {
	e.head(majorMap, uint64(len(members)))
	for _, m := range members {
		if d := e.entry(m, t); d != nil {
			return d
		}
	}
	return nil
}

// members returns the members of an object, in their order.
func (e *writer) members(object int) ([]entry, *diag.Diagnostic) {
	var members []entry
	for k, end := object+1, e.doc.Next(object); k < end; k = e.doc.Next(k + 1) {
		m := entry{name: k, value: k + 1, key: e.doc.AppendString(nil, k)}
		restore := descend(e, m.key)
		if d := e.checkName(k); d != nil {
			return nil, d
		}
		restore()
		members = append(members, m)
	}
	return members, e.checkDuplicates(members)
}

// numberDict appends a map with numbers as keys.
func (e *writer) numberDict(t *Type, members []entry) *diag.Diagnostic {
	type numbered struct {
		entry
		number uint64
	}
	list := make([]numbered, len(members))
	for i, m := range members {
		n, err := strconv.ParseUint(string(m.key), 10, t.Key.Bits)
		if err != nil || len(m.key) > 1 && m.key[0] == '0' {
			defer descend(e, m.key)()
			return e.errorAt("type", m.name, text.Expected("a name that is "+t.Key.expected(), text.QuoteBytes(m.key)))
		}
		list[i] = numbered{m, n}
	}
	slices.SortFunc(list, func(a, b numbered) int {
		if a.number < b.number {
			return -1
		}
		return 1
	})
	e.head(majorMap, uint64(len(list)))
	for _, m := range list {
		restore := descend(e, m.key)
		e.head(majorUint, m.number)
		if d := e.item(t.Elem, m.value); d != nil {
			return d
		}
		restore()
	}
	return nil
}

// enum appends a word, or a map from a word to its data.
func (e *writer) enum(t *Type, node int) *diag.Diagnostic {
	switch {
	case e.doc.Kind(node) == jsondoc.Object && e.doc.Count(node) == 1:
		return e.variant(t, node)
	case e.doc.Kind(node) != jsondoc.String:
		return e.wrongType(node, t.expectedWord("an object with 1 member"))
	}
	if err := e.w.CheckUTF8(node, string(e.path)); err != nil {
		return faultOf(err)
	}
	word := e.doc.AppendString(nil, node)
	switch v := t.variant(word); {
	case len(word) > maxKeySize:
		return e.errorAt(codeKeySize, node, keySizeMessage(uint64(len(word))))
	case e.depth == 0:
		return e.tooDeep(node, wordTooDeepMessage(e.maxDepth))
	case v == nil && !t.Open:
		return e.errorAt(codeEnum, node, t.unknownWordMessage(word))
	case v == nil:
		e.warn(warnUnrecognized, node, t.unrecognizedMessage(word))
	case v.Type != nil:
		return e.errorAt("type", node, v.dataMessage("an object with 1 member"))
	}
	e.key(word)
	return nil
}

// variant appends a word with its data.
func (e *writer) variant(t *Type, node int) *diag.Diagnostic {
	name := node + 1
	word := e.doc.AppendString(nil, name)
	defer descend(e, word)()
	v := t.variant(word)
	switch {
	case v == nil:
		return e.errorAt(codeEnum, name, t.unknownWordMessage(word))
	case v.Type == nil:
		return e.errorAt("type", name, v.aloneMessage())
	}
	if d := e.enter(node); d != nil {
		return d
	}
	defer e.leave()
	e.head(majorMap, 1)
	e.key(word)
	if v.Nullable && e.doc.Kind(name+1) == jsondoc.Null {
		e.w.Append(headNull)
		return nil
	}
	return e.item(v.Type, name+1)
}

// union appends a map whose kind selects its keys.
func (e *writer) union(t *Type, node int) *diag.Diagnostic {
	if e.doc.Kind(node) != jsondoc.Object {
		return e.wrongTypeLike(node, "an object", t)
	}
	kind := e.doc.Member(node, kindKey)
	if kind < 0 {
		defer descend(e, kindKey)()
		return e.errorAt(codeMissing, node, text.MissingMember(kindKey, ""))
	}
	if e.doc.Kind(kind) != jsondoc.String {
		defer descend(e, kindKey)()
		return e.wrongType(kind, text.OneOf(t.variantNames()))
	}
	word := e.doc.AppendString(nil, kind)
	v := t.variant(word)
	switch {
	case v != nil:
		return e.structure(v.Type, node)
	case len(word) > maxKeySize:
		defer descend(e, kindKey)()
		return e.errorAt(codeKeySize, kind, keySizeMessage(uint64(len(word))))
	case !t.Open:
		defer descend(e, kindKey)()
		return e.errorAt(codeEnum, kind, t.unknownWordMessage(word))
	}
	e.warn(warnUnrecognized, kind, t.unrecognizedMessage(word))
	return e.structure(unknownUnion, node)
}
