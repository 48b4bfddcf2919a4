package cbor

import (
	"math"
	"strconv"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
)

// writer is one frame being written. Its depth is bounded by the limit on
// open arrays and maps, so it may call itself.
type writer struct {
	w     *frames.Writer
	doc   *jsondoc.Doc
	path  []byte
	depth int
}

// Write writes the frame of a payload. Refusals have the codes of section 12,
// or those of documents.
func (c *Codec) Write(w *frames.Writer) *diag.Diagnostic {
	node := w.Payload()
	if node < 0 {
		return w.ErrorAt("missing", -1, w.Base, "the payload is missing")
	}
	e := writer{w: w, doc: w.Doc, path: []byte(w.Base), depth: w.MaxDepth}
	if e.depth == 0 {
		e.depth = frames.DefaultMaxDepth
	}
	if c.Discriminator != "" && w.Doc.Member(node, c.Discriminator) >= 0 {
		if n := w.Doc.Member(node, c.ConflictsWith); n >= 0 {
			return w.ErrorAt(codeAmbiguous, n, w.Base+"/"+c.ConflictsWith, "this key and "+c.Discriminator+" are of two types of frame, and stand side by side")
		}
	}
	return e.item(c.Root, node)
}

// item appends a value.
func (e *writer) item(t *Type, node int) *diag.Diagnostic {
	switch t.Kind {
	case UintKind:
		return e.uint(t, node)
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

// errorAt makes the diagnostic of a node at the current path.
func (e *writer) errorAt(code string, node int, text string) *diag.Diagnostic {
	return e.w.ErrorAt(code, node, string(e.path), text)
}

func (e *writer) wrongType(node int, need string) *diag.Diagnostic {
	return e.w.WrongTypeError(node, string(e.path), need)
}

// in adds a step to the path, and takes the way back.
func in[T string | []byte](e *writer, name T) (restore func()) {
	n := len(e.path)
	e.path = jsondoc.AppendPointerToken(append(e.path, '/'), name)
	return func() { e.path = e.path[:n] }
}

func (e *writer) descendElement(i int) (restore func()) {
	n := len(e.path)
	e.path = strconv.AppendInt(append(e.path, '/'), int64(i), 10)
	return func() { e.path = e.path[:n] }
}

// enter counts an array or map that is open; leave is its end.
func (e *writer) enter(node int) *diag.Diagnostic {
	if e.depth == 0 {
		d := e.errorAt(codeDepth, node, "too many arrays and maps are open at once")
		d.Hint = "--max-depth raises the limit"
		return d
	}
	e.depth--
	return nil
}

func (e *writer) leave() { e.depth++ }

// warn tells a warning about a node at the current path.
func (e *writer) warn(w warning, node int, text string) {
	if text == "" {
		text = warnings[w].text
	}
	d := e.w.ErrorAt(warnings[w].code, node, string(e.path), text)
	d.Severity = diag.Warning
	e.w.Warn(d)
}

func (e *writer) head(major byte, arg uint64) { e.w.Frame = appendHead(e.w.Frame, major, arg) }

// insertHead puts a head in front of what has been appended from the given
// offset on.
func (e *writer) insertHead(at int, major byte, arg uint64) {
	size := headSize(arg)
	e.w.Frame = append(e.w.Frame, make([]byte, size)...)
	copy(e.w.Frame[at+size:], e.w.Frame[at:])
	appendHead(e.w.Frame[:at], major, arg)
}

// uint appends a whole number.
func (e *writer) uint(t *Type, node int) *diag.Diagnostic {
	if t.Bits == 128 {
		return e.uint128(t, node)
	}
	maxValue := uint64(math.MaxUint64)
	if t.Bits < 64 {
		maxValue = 1<<t.Bits - 1
	}
	v, d := e.w.Number(node, string(e.path), maxValue)
	if d == nil {
		e.head(majorUint, v)
	}
	return d
}

// uint128 appends a number that fits 64 bits plainly, else as a big number.
func (e *writer) uint128(t *Type, node int) *diag.Diagnostic {
	var text []byte
	switch e.doc.Kind(node) {
	case jsondoc.Number:
		text = e.doc.Raw(node)
		if e.doc.Node(node).Flags&jsondoc.Fractional != 0 {
			return e.wrongType(node, "a whole number")
		}
	case jsondoc.String:
		text = e.doc.AppendString(nil, node)
	}
	if !allDigits(text) && (len(text) < 2 || text[0] != '-' || !allDigits(text[1:])) {
		return e.wrongType(node, "a whole number")
	}
	hi, lo, ok := parse128(text)
	if !ok {
		return e.errorAt(codeRange, node, t.expected()+" is needed")
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

func allDigits(text []byte) bool {
	for _, c := range text {
		if c-'0' > 9 {
			return false
		}
	}
	return len(text) > 0
}

// boolean appends true or false.
func (e *writer) boolean(node int) *diag.Diagnostic {
	switch e.doc.Kind(node) {
	case jsondoc.False:
		e.w.Append(headFalse)
	case jsondoc.True:
		e.w.Append(headTrue)
	default:
		return e.wrongType(node, "a boolean")
	}
	return nil
}

// text appends text.
func (e *writer) text(t *Type, node int) *diag.Diagnostic {
	if e.doc.Kind(node) != jsondoc.String {
		return e.wrongType(node, "a string")
	}
	if d := e.w.CheckUTF8(node, string(e.path)); d != nil {
		return d
	}
	at := len(e.w.Frame)
	e.w.Frame = e.doc.AppendString(e.w.Frame, node)
	if t.Agent {
		if fault := agentFault(e.w.Frame[at:]); fault != "" {
			return e.errorAt(codeAgentID, node, fault)
		}
	}
	e.insertHead(at, majorText, uint64(len(e.w.Frame)-at))
	return nil
}

// bytes appends bytes.
func (e *writer) bytes(t *Type, node int) *diag.Diagnostic {
	at := len(e.w.Frame)
	if d := e.w.Bytes(node, string(e.path)); d != nil {
		return d
	}
	n := len(e.w.Frame) - at
	if t.Size > 0 && n != t.Size {
		return e.errorAt("length", node, t.expected()+" are needed, there are "+strconv.Itoa(n))
	}
	e.insertHead(at, majorBytes, uint64(n))
	return nil
}

// float appends a float; an object with the item stands for what JSON has no
// number for.
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
			return e.errorAt(codeRange, node, "the number is larger than a float of 32 bits can hold")
		}
	}
	e.w.Frame = appendFloat(e.w.Frame, v)
	return nil
}

// floatValue is the double nearest to a number.
func (e *writer) floatValue(node int) (float64, *diag.Diagnostic) {
	if e.doc.Kind(node) != jsondoc.Number {
		return 0, e.wrongType(node, "a number")
	}
	v, err := strconv.ParseFloat(string(e.doc.Raw(node)), 64)
	if err != nil {
		return 0, e.errorAt(codeRange, node, "the number is larger than a double can hold")
	}
	return v, nil
}
