package filter

import (
	"encoding/hex"
	"math/big"
	"strconv"
	"strings"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/frames"
)

func canonDoc(d *jsondoc.Doc) *canon.Doc { return (*canon.Doc)(d) }

// container is an object or an array that is being kept as a value.
type container struct {
	name   string // of the member that it is
	object map[string]any
	array  []any
}

func (c *Collector) beginCapture(s *slot, v *frames.Value) {
	c.into, c.capture = s, 1
	if c.asText {
		value := *v
		value.Name, value.Key = payloadName, nil
		c.printer.Reset()
		c.printer.Value(&value)
		return
	}
	c.building = append(c.building[:0], newContainer(v))
}

// payloadName is the name under which a document keeps a value to be asked for.
const payloadName = "payload"

func newContainer(v *frames.Value) container {
	name := v.Name
	if v.Key != nil {
		name = cleanText(v.Key)
	}
	if v.Kind == frames.OpenArray {
		return container{name: name, array: []any{}}
	}
	return container{name: name, object: map[string]any{}}
}

// keep adds a value to the object or array that is being kept.
func (c *Collector) keep(v *frames.Value) {
	if c.asText {
		c.printer.Value(v)
		return
	}
	switch v.Kind {
	case frames.OpenObject, frames.OpenArray:
		c.building = append(c.building, newContainer(v))
	case frames.CloseObject, frames.CloseArray:
		last := c.building[len(c.building)-1]
		if len(c.building) == 1 {
			return // endCapture takes it
		}
		c.building = c.building[:len(c.building)-1]
		c.add(last.name, last.value())
	default:
		name := v.Name
		if v.Key != nil {
			name = cleanText(v.Key)
		}
		c.add(name, valueOf(v))
	}
}

func (c *container) value() any {
	if c.object != nil {
		return c.object
	}
	return c.array
}

func (c *Collector) add(name string, v any) {
	top := &c.building[len(c.building)-1]
	if top.object != nil {
		top.object[name] = v
	} else {
		top.array = append(top.array, v)
	}
}

func (c *Collector) endCapture() {
	c.into.set = true
	if c.asText {
		c.into.text = append(c.into.text[:0], c.printer.Payload()...)
		return
	}
	c.into.value = c.building[0].value()
}

// isEmpty reports whether nothing was read into what is being kept.
func (c *Collector) isEmpty() bool {
	if c.asText {
		return len(c.printer.Payload()) == 1
	}
	return len(c.building[0].object) == 0 && len(c.building[0].array) == 0
}

// setScalar sets a slot to a value that is no object, array or JSON.
func (c *Collector) setScalar(s *slot, v *frames.Value) {
	s.set = true
	switch {
	case c.exact && v.Kind == frames.SecretValue:
		s.secret = true
	case c.exact && (v.Kind == frames.TextValue || v.Kind == frames.BytesValue):
		s.text = append(s.text[:0], v.Bytes...)
	case c.asText:
		s.text = v.Append(s.text[:0])
	case v.Kind == frames.TextValue:
		s.setText(v.Bytes)
	default:
		s.value = valueOf(v)
	}
}

const (
	maxTexts    = 64  // that a slot remembers
	maxTextSize = 128 // of each, in bytes
)

// setText sets a slot to a text.
func (s *slot) setText(b []byte) {
	if v, ok := s.texts[string(b)]; ok {
		s.value = v
		return
	}
	s.value = cleanText(b)
	if len(b) > maxTextSize {
		return
	}
	if s.texts == nil || len(s.texts) == maxTexts {
		s.texts = make(map[string]any, maxTexts)
	}
	s.texts[string(b)] = s.value
}

// valueOf returns a value of a frame as expressions hold it, and as documents show it:
// bytes are text in hex.
func valueOf(v *frames.Value) any {
	switch v.Kind {
	case frames.UintValue:
		return unsigned(v.Uint).value()
	case frames.IntValue:
		n := new(big.Int).SetUint64(v.Uint)
		return bigNumber(n.Not(n)).value()
	case frames.NumberValue:
		return parseNumber(v.Bytes)
	case frames.BoolValue:
		return v.Uint != 0
	case frames.NullValue:
		return nil
	case frames.TextValue:
		return cleanText(v.Bytes)
	case frames.BytesValue:
		return hex.EncodeToString(v.Bytes)
	case frames.JSONValue:
		return jsonValue((*jsondoc.Doc)(v.Doc), v, v.Node)
	}
	return strings.Trim(string(v.Append(nil)), `"`) // SecretValue
}

// parseNumber returns a number of JSON.
func parseNumber(b []byte) any {
	if n, err := strconv.Atoi(string(b)); err == nil {
		return n
	}
	if n, ok := new(big.Int).SetString(string(b), 10); ok {
		return bigNumber(n).value()
	}
	f, _ := strconv.ParseFloat(string(b), 64) // infinite if it is out of range
	return f
}

// walkJSON sets the slots below a node from a value of a JSONValue, which is depth levels
// below the outermost.
func (c *Collector) walkJSON(n *node, v *frames.Value, at, depth int) {
	doc := (*jsondoc.Doc)(v.Doc)
	if isOmitted(doc, v, at) || v.Mask != nil && at == v.Masked {
		return
	}
	switch doc.Kind(at) {
	case jsondoc.Object:
		for k, end := at+1, doc.Next(at); k < end; k = doc.Next(k + 1) {
			for _, child := range n.children {
				if doc.StringIs(k, child.name) {
					c.walkOrSet(child, v, k+1, depth+1)
				}
			}
		}
	case jsondoc.Array:
		for i, e := range doc.Elements(at) {
			for _, child := range n.children {
				if child.index == i {
					c.walkOrSet(child, v, e, depth+1)
				}
			}
		}
	}
}

func (c *Collector) walkOrSet(n *node, v *frames.Value, at, depth int) {
	if n.slot >= 0 {
		c.setJSON(&c.slots[n.slot], v, at, depth)
		return
	}
	c.walkJSON(n, v, at, depth)
}

// setJSON sets a slot to a value of a JSONValue. Of a repeated member it is the last.
func (c *Collector) setJSON(s *slot, v *frames.Value, at, depth int) {
	doc := (*jsondoc.Doc)(v.Doc)
	if isOmitted(doc, v, at) {
		return
	}
	s.set = true
	isMasked := v.Mask != nil && at == v.Masked
	s.secret = c.exact && isMasked
	if c.exact && !isMasked && doc.Kind(at) == jsondoc.String {
		s.text = append(s.text[:0], cleanText([]byte(doc.Value(at)))...)
		return
	}
	if c.asText {
		style := jsondoc.Style{Safe: true, Before: v.Before, Mask: v.Mask, Masked: v.Masked, MaxDepth: jsondoc.MaxDepth - depth}
		s.text = doc.Append(s.text[:0], at, style)
		return
	}
	if doc.Kind(at) == jsondoc.String && !isMasked {
		if plain, ok := doc.Plain(at); ok {
			s.setText(plain)
			return
		}
	}
	s.value = jsonValue(doc, v, at)
}

// isOmitted reports whether a value ends after the fault of the frame.
func isOmitted(doc *jsondoc.Doc, v *frames.Value, at int) bool {
	if v.Before == 0 {
		return false
	}
	start, end := doc.Span(at)
	if k := doc.Kind(at); k == jsondoc.Object || k == jsondoc.Array {
		return start >= v.Before
	}
	return end > v.Before
}

// jsonValue returns a value of a JSONValue as expressions hold it.
func jsonValue(doc *jsondoc.Doc, v *frames.Value, at int) any {
	if v.Mask != nil && at == v.Masked {
		return strings.Trim(string(v.Mask), `"`)
	}
	switch doc.Kind(at) {
	case jsondoc.Object:
		object := map[string]any{}
		for k, end := at+1, doc.Next(at); k < end; k = doc.Next(k + 1) {
			if !isOmitted(doc, v, k+1) {
				object[doc.Value(k)] = jsonValue(doc, v, k+1)
			}
		}
		return object
	case jsondoc.Array:
		array := []any{}
		for _, e := range doc.Elements(at) {
			if !isOmitted(doc, v, e) {
				array = append(array, jsonValue(doc, v, e))
			}
		}
		return array
	case jsondoc.Number:
		return parseNumber(doc.Raw(at))
	case jsondoc.String:
		return cleanText([]byte(doc.Value(at)))
	case jsondoc.Null:
		return nil
	}
	return doc.Kind(at) == jsondoc.True
}
