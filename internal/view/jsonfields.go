package view

import (
	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/frames"
)

// addJSON takes a JSON value and all inside it. offset is where the value begins
// in the frame; below 0 when it does not stand there. before cuts it short as
// [frames.Value] says, and the node masked is a secret; -1 for none. The depth
// of the text costs no call stack.
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

// jsonEnd is an array or object that is open.
type jsonEnd struct {
	next   int // the node behind it
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

// node takes one node, and returns the next one.
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

// scalar is the kind and the text of a value that has no inside.
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
