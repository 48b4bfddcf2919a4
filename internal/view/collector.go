package view

import (
	"encoding/hex"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/term"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/frames"
)

// field is a member or an element of a frame, shown as a row of a tree.
type field struct {
	name string // escaped for display
	kind frames.ValueKind
	// noRow fields have no row; the rows of their children take its place.
	noRow bool
	// summarized fields have children that are best read together, such as a time.
	summarized bool
	depth      int         // number of enclosing rows
	last       int         // index of the last descendant; its own index if there is none
	span       frames.Span // in the outermost frame; zero if the field has no bytes
	key        int         // offset of its name in the frame; negative if unknown
	text       string      // the value, or a summary of a container
	cut        bool        // text is incomplete
	remarks    remarkChain
	shade      int    // its colour in a dump; negative if it has none
	hash       uint64 // hash of its path
}

// remarkChain is a linked list of remarks. The links are indexes plus one; 0 is
// none.
type remarkChain struct{ first, last int }

// hasSpan reports whether the field has bytes in the frame.
func (f *field) hasSpan() bool { return f.span != frames.Span{} }

func (f *field) end() int { return f.span.Offset + f.span.Length }

func isContainer(k frames.ValueKind) bool { return k == frames.OpenObject || k == frames.OpenArray }

// maxName is the maximum length of a name, in bytes.
const maxName = 256

// displayName escapes a name for display and quotes it unless it is a word.
func displayName(name []byte) string {
	cut := ""
	if len(name) > maxName {
		name, cut = truncate(name, maxName), "…"
	}
	if isWord(name) {
		return string(name) + cut
	}
	return `"` + string(text.AppendEscaped(nil, name)) + cut + `"`
}

func isWord(name []byte) bool {
	for _, c := range name {
		letter := c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' || c >= 0x80
		if !letter && strings.IndexByte("_-.$/:@", c) < 0 {
			return false
		}
	}
	return len(name) > 0 && string(text.AppendEscaped(nil, name)) == string(name)
}

// hashSeed is the FNV-1a hash of an empty JSON Pointer. A collision of two paths
// only mixes up their remarks.
const hashSeed uint64 = 14695981039346656037

func hashPath[T []byte | string](h uint64, text T) uint64 {
	for i := range len(text) {
		h = (h ^ uint64(text[i])) * 1099511628211
	}
	return h
}

// hashPart extends a hash by one unescaped part of a path.
func hashPart(h uint64, part []byte) uint64 {
	h = hashPath(h, "/")
	for _, c := range part {
		switch c {
		case '~':
			h = hashPath(h, "~0")
		case '/':
			h = hashPath(h, "~1")
		default:
			h = (h ^ uint64(c)) * 1099511628211
		}
	}
	return h
}

// maxFields is the maximum number of fields kept per frame.
const maxFields = 20_000

// collector is the sink that builds the list of fields.
type collector struct {
	maxValue int // maximum length of a value, in bytes
	list     []field
	omitted  int // number of fields missing from the list
	levels   []level
	remarks  remarks
	hidden   []frames.Span

	// Facts of the document that are not fields.
	name string
	tag  string
	// message is the name of the message where it is a field of the frame
	message string

	// State while reading a frame embedded in bytes of another frame: the hash of
	// the path of these bytes, and the offset of their first byte.
	basePath uint64
	shift    int

	contentSize int // size of the content of the last value, in bytes
	scratch     []byte
	doc         jsondoc.Doc // for decoded values
}

// level is an open array or object.
type level struct {
	field int // its index; negative for the document and for omitted fields
	depth int // depth of the children
	hash  uint64
	array bool
	index int // index of the next element
	// document is set for a document; maybeDocument for an object that is a
	// document if its first member identifies it as one.
	document, maybeDocument bool
}

// Reset implements [View].
func (c *collector) Reset() {
	clear(c.list) // release the texts
	c.list, c.omitted = c.list[:0], 0
	c.levels = append(c.levels[:0], level{field: -1, hash: hashSeed, document: true})
	c.remarks.reset()
	c.hidden = c.hidden[:0]
	c.name, c.tag, c.message = "", "", ""
	c.basePath, c.shift = hashSeed, 0
}

// Redact hides bytes of the frame in dumps.
func (c *collector) Redact(s frames.Span) { c.hidden = append(c.hidden, c.frameSpan(s)) }

// frameSpan converts a span to one in the outermost frame.
func (c *collector) frameSpan(s frames.Span) frames.Span {
	if s == (frames.Span{}) {
		return s
	}
	s.Offset += c.shift
	return s
}

// Value adds a member or an element.
func (c *collector) Value(v *frames.Value) {
	if v.Kind == frames.CloseObject || v.Kind == frames.CloseArray {
		c.close(c.frameSpan(v.Span))
		return
	}
	if c.recordFact(v) {
		return
	}
	name := v.Key
	if name == nil {
		c.scratch = append(c.scratch[:0], v.Name...)
		name = c.scratch
	}
	switch v.Kind {
	case frames.JSONValue:
		masked := -1
		if v.Mask != nil {
			masked = v.Masked
		}
		c.addJSON((*jsondoc.Doc)(v.Doc), v.Node, v.Before, masked, name, c.frameSpan(v.Span).Offset)
	case frames.OpenObject, frames.OpenArray:
		c.open(name, field{kind: v.Kind, span: c.frameSpan(v.Span), key: -1})
	default:
		f := field{kind: v.Kind, span: c.frameSpan(v.Span), key: -1}
		f.text, f.cut = c.valueText(v)
		c.contentSize = len(v.Bytes)
		if len(c.levels) == 1 && c.message == "" && (v.Name == "frame" || v.Name == "kind") {
			c.message = displayName(v.Bytes)
		}
		c.add(name, f)
	}
}

// recordFact records a member of a document that is not a field of the frame: its
// type, name or size. It reports whether v is one, and detects whether the
// current object is a document.
func (c *collector) recordFact(v *frames.Value) bool {
	top := &c.levels[len(c.levels)-1]
	unplaced := v.Span == frames.Span{} && v.Key == nil
	if top.maybeDocument && unplaced && v.Kind == frames.TextValue && v.Name == "type" {
		top.document = true
		c.addRow(top)
	}
	top.maybeDocument = false
	if top.document && v.Kind == frames.UintValue && v.Name == "tag" && top.field < 0 && c.basePath == hashSeed {
		c.tag = strconv.FormatUint(v.Uint, 10)
	}
	if !top.document || !unplaced {
		return false
	}
	switch {
	case v.Kind == frames.UintValue && v.Name == "size":
	case v.Kind == frames.TextValue && isFactName(v.Name):
		name := displayName(v.Bytes)
		if v.Name == answersName {
			name = "answers " + name
		}
		if top.field >= 0 {
			f := &c.list[top.field]
			f.text = joinNonEmpty(f.text, " ", name)
		} else if v.Name != "type" {
			c.name = name
		}
	default:
		return false
	}
	return true
}

// answersName is the member of a document that names the request it answers.
const answersName = "answers"

// isFactName reports whether a member of a document identifies the frame.
func isFactName(name string) bool { return name == "type" || name == "name" || name == answersName }

// addRow gives a field without a row a row after all.
func (c *collector) addRow(l *level) {
	if l.field >= 0 {
		c.list[l.field].noRow = false
		l.depth++
	}
}

// payloadName is the member of a document that holds the data.
const payloadName = "payload"

// open begins an array or object. The payload of a document has no row.
func (c *collector) open(name []byte, f field) {
	top := &c.levels[len(c.levels)-1]
	f.noRow = top.document && f.kind == frames.OpenObject && string(name) == payloadName
	l := level{depth: top.depth, array: f.kind == frames.OpenArray, maybeDocument: f.noRow}
	l.field, l.hash = c.add(name, f)
	if !f.noRow {
		l.depth++
	}
	c.levels = append(c.levels, l)
}

// add appends a field to the list. The index is negative if the list is full.
func (c *collector) add(name []byte, f field) (index int, hash uint64) {
	top := &c.levels[len(c.levels)-1]
	top.maybeDocument = false
	if top.array {
		c.scratch = strconv.AppendInt(c.scratch[:0], int64(top.index), 10)
		name = c.scratch
		top.index++
	}
	hash = hashPart(top.hash, name)
	if len(c.list) >= maxFields {
		c.omitted++
		return -1, hash
	}
	f.name, f.hash, f.depth, f.last = displayName(name), hash, top.depth, len(c.list)
	if top.array {
		f.name = "[" + f.name + "]"
	}
	c.list = append(c.list, f)
	return f.last, hash
}

// close ends the innermost array or object.
func (c *collector) close(span frames.Span) {
	n := len(c.levels) - 1
	l := c.levels[n]
	c.levels = c.levels[:n]
	if l.field < 0 {
		return
	}
	f := &c.list[l.field]
	f.last = len(c.list) - 1
	if span.Length > 0 {
		f.span = span
	}
	switch empty := f.last == l.field && c.omitted == 0; {
	case f.kind == frames.OpenArray && l.index > 0:
		f.text = "[" + strconv.Itoa(l.index) + "]"
	case f.kind == frames.OpenArray:
		f.text = "[]"
	case empty && f.text == "":
		f.text, f.noRow = "{}", false
	}
}

// finish closes what an error left open, and attaches the remarks to fields.
func (c *collector) finish() {
	for len(c.levels) > 1 {
		c.close(frames.Span{})
	}
	c.attach()
}

// addJSON adds a JSON value and all its descendants. The value is at offset in the
// frame, or not in the frame if offset is negative. The value is cut at before, as
// in [frames.Value], and the node masked is a secret; -1 for none. The walk is
// iterative, so deep nesting cannot exhaust the stack.
func (c *collector) addJSON(doc *jsondoc.Doc, root, before, masked int, name []byte, offset int) {
	start, _ := doc.Span(root)
	w := jsonWalk{collector: c, doc: doc, before: before, masked: masked, shift: offset - start, unplaced: offset < 0}
	if before == 0 {
		w.before = jsondoc.MaxText + 1
	}
	end := doc.Next(root)
	for n := root; n < end; {
		for len(w.ends) > 0 && w.ends[len(w.ends)-1].next <= n {
			w.closeTop()
		}
		key := -1
		if len(w.ends) > 0 && w.ends[len(w.ends)-1].object {
			key = n
			name = w.nameOf(n)
			n++
		}
		n = w.node(n, key, name)
	}
	for len(w.ends) > 0 {
		w.closeTop()
	}
}

type jsonWalk struct {
	*collector
	doc      *jsondoc.Doc
	before   int
	masked   int
	shift    int
	unplaced bool
	ends     []jsonEnd
	names    []byte
}

// jsonEnd is an open array or object.
type jsonEnd struct {
	next   int // the node after it
	object bool
	span   frames.Span
}

func (w *jsonWalk) closeTop() {
	top := w.ends[len(w.ends)-1]
	w.ends = w.ends[:len(w.ends)-1]
	w.close(top.span)
}

func (w *jsonWalk) nameOf(n int) []byte {
	if name, ok := w.doc.Plain(n); ok {
		return name
	}
	w.names = w.doc.AppendString(w.names[:0], n)
	return w.names
}

func (w *jsonWalk) place(n int) frames.Span {
	if w.unplaced {
		return frames.Span{}
	}
	start, end := w.doc.Span(n)
	return frames.Span{Offset: w.shift + start, Length: end - start}
}

func (w *jsonWalk) node(n, key int, name []byte) int {
	node := w.doc.Node(n)
	f := field{span: w.place(n), key: -1}
	if key >= 0 && !w.unplaced {
		f.key = w.place(key).Offset
	}
	if n == w.masked {
		start, end := w.doc.Span(n)
		size := end - start
		if w.doc.Kind(n) == jsondoc.String {
			size = len(w.doc.Value(n))
		}
		f.kind, f.text = frames.SecretValue, redacted(size)
		w.add(name, f)
		return int(node.Next)
	}
	if node.Kind >= jsondoc.Array {
		if int(node.Start) >= w.before {
			return int(node.Next)
		}
		f.kind = frames.OpenArray
		if node.Kind == jsondoc.Object {
			f.kind = frames.OpenObject
		}
		w.open(name, f)
		w.levels[len(w.levels)-1].maybeDocument = false
		w.ends = append(w.ends, jsonEnd{int(node.Next), node.Kind == jsondoc.Object, f.span})
		return n + 1
	}
	if int(node.End) <= w.before {
		f.kind, f.text, f.cut = w.scalar(n)
		w.add(name, f)
	}
	return int(node.Next)
}

func (w *jsonWalk) scalar(n int) (kind frames.ValueKind, text string, cut bool) {
	switch w.doc.Kind(n) {
	case jsondoc.Null:
		return frames.NullValue, "null", false
	case jsondoc.False:
		return frames.BoolValue, "false", false
	case jsondoc.True:
		return frames.BoolValue, "true", false
	case jsondoc.Number:
		text, cut = escapeText(w.doc.Raw(n), w.maxValue)
		return frames.NumberValue, text, cut
	}
	value, ok := w.doc.Plain(n)
	if !ok {
		value = w.doc.AppendString(nil, n)
	}
	text, cut = quoteText(value, w.maxValue)
	return frames.TextValue, text, cut
}

func (c *collector) valueText(v *frames.Value) (text string, cut bool) {
	switch v.Kind {
	case frames.UintValue:
		return strconv.FormatUint(v.Uint, 10), false
	case frames.IntValue:
		return formatNegative(v.Uint), false
	case frames.BoolValue:
		return strconv.FormatBool(v.Uint != 0), false
	case frames.NullValue:
		return "null", false
	case frames.TextValue:
		return quoteText(v.Bytes, c.maxValue)
	case frames.SecretValue:
		return redacted(len(v.Bytes)), false
	case frames.BytesValue:
		return hexText(v.Bytes, c.maxValue)
	default: // NumberValue
		return escapeText(v.Bytes, c.maxValue)
	}
}

// redacted returns the replacement for a secret of size bytes.
func redacted(size int) string { return "«redacted, " + strconv.Itoa(size) + " bytes»" }

// formatNegative returns the number -1 - n in decimal.
func formatNegative(n uint64) string {
	if n == math.MaxUint64 {
		return "-18446744073709551616"
	}
	return "-" + strconv.FormatUint(n+1, 10)
}

// truncate returns at most n bytes of text and does not split a character.
func truncate(text []byte, n int) []byte {
	if len(text) <= n {
		return text
	}
	for n > 0 && !utf8.RuneStart(text[n]) {
		n--
	}
	return text[:n]
}

// quoteText returns text in quotes. A cut text has no closing quote.
func quoteText(text []byte, maxValue int) (string, bool) {
	part := truncate(text, maxValue)
	out := jsondoc.AppendQuoted(nil, part, true)
	if cut := len(part) < len(text); cut {
		return string(out[:len(out)-1]), true
	}
	return string(out), false
}

func hexText(b []byte, maxValue int) (string, bool) {
	if len(b) == 0 {
		return "empty", false
	}
	part := b[:min(len(b), maxValue/2)]
	return hex.EncodeToString(part), len(part) < len(b)
}

// escapeText returns text escaped for display, without quotes.
func escapeText(raw []byte, maxValue int) (string, bool) {
	part := truncate(raw, maxValue)
	return string(text.AppendEscaped(nil, part)), len(part) < len(raw)
}

// joinNonEmpty joins two texts with a separator, unless one is empty.
func joinNonEmpty(a, mark, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + mark + b
}

func formatBytes(n int) string { return term.Count(n, "byte") }
