package view

import (
	"strconv"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/frames"
)

// maxFields is how many fields of a frame are kept, and how many remarks.
const maxFields = 20_000

// collector is the sink that makes the list of fields.
type collector struct {
	maxValue int // how many bytes of a value are kept
	list     []field
	omitted  int // fields that are not in the list
	levels   []level
	remarks  remarks
	hidden   []frames.Span

	// Facts of the document that are no fields.
	name string
	tag  string

	// The frame being read stands inside bytes of another: paths go on behind
	// that of the bytes, offsets count from their first.
	basePath uint64
	shift    int

	contentSize int // size of the bytes that the last value holds
	scratch     []byte
	doc         jsondoc.Doc // of decoded values
}

// level is an array or object that is open.
type level struct {
	field int // its index; below 0 for the document, and for what is not kept
	depth int // of the fields inside
	hash  uint64
	array bool
	index int // of the next element
	// document marks the members of a document, and perhaps an object that is
	// one if its first member says so.
	document, maybeDocument bool
}

// Reset makes the collector ready for the next frame.
func (c *collector) Reset() {
	clear(c.list) // lets go of the texts
	c.list, c.omitted = c.list[:0], 0
	c.levels = append(c.levels[:0], level{field: -1, hash: hashSeed, document: true})
	c.remarks.reset()
	c.hidden = c.hidden[:0]
	c.name, c.tag = "", ""
	c.basePath, c.shift = hashSeed, 0
}

// Redact keeps bytes of the frame out of dumps.
func (c *collector) Redact(s frames.Span) { c.hidden = append(c.hidden, c.frameSpan(s)) }

// frameSpan is where a span is in the outermost frame.
func (c *collector) frameSpan(s frames.Span) frames.Span {
	if s == (frames.Span{}) {
		return s
	}
	s.Offset += c.shift
	return s
}

// Value takes a member or an element.
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
		c.addJSON(v.Doc, v.Node, v.Before, masked, name, c.frameSpan(v.Span).Offset)
	case frames.OpenObject, frames.OpenArray:
		c.open(name, field{kind: v.Kind, span: c.frameSpan(v.Span), key: -1})
	default:
		f := field{kind: v.Kind, span: c.frameSpan(v.Span), key: -1}
		f.text, f.cut = c.valueText(v)
		c.contentSize = len(v.Bytes)
		c.add(name, f)
	}
}

// recordFact takes a member of a document that is no field of the frame: its type,
// name and size. It settles whether an object is a document.
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

// answersName is the member of a document that says which request it answers.
const answersName = "answers"

// isFactName tells whether a member of a document says what the frame is.
func isFactName(name string) bool { return name == "type" || name == "name" || name == answersName }

// addRow gives a bare field a row after all.
func (c *collector) addRow(l *level) {
	if l.field >= 0 {
		c.list[l.field].noRow = false
		l.depth++
	}
}

// payloadName is the member of a document that holds the data.
const payloadName = "payload"

// open begins an array or object. The payload of a document is bare.
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

// add puts a field into the list. The index is below 0 when it is full.
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

// close ends what was opened last.
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

// finish closes what a fault left open, and gives remarks to their fields.
func (c *collector) finish() {
	for len(c.levels) > 1 {
		c.close(frames.Span{})
	}
	c.attach()
}
