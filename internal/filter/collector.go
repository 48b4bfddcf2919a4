package filter

import (
	"strconv"
	"unicode/utf8"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
)

// Collector is a sink that keeps the members at some paths of a document, and nothing
// else. No path leads into the member of another.
type Collector struct {
	root  node
	slots []slot
	// NeedsDocument is set when a path is of a member that no event is about, such as
	// the warnings: [Collector.Document] must be called.
	NeedsDocument bool
	asText        bool // values are kept as JSON text
	exact         bool // texts and bytes are kept as they are, which asText is set for too

	warnings int
	stack    []level // the open objects and arrays on the way to a slot
	skip     int     // depth of the open ones that are on no way
	capture  int     // depth of the open ones that are kept
	into     *slot   // what they are kept in
	printer  frames.Document
	building []container // as values
}

// node is a step of the paths.
type node struct {
	name     string
	index    int // of an element; -1 if name is not a number
	slot     int // -1 inside a path
	children []*node
}

// level is an open object or array.
type level struct {
	node  *node
	array bool
	next  int // index of the next element
}

// slot holds a member.
type slot struct {
	set   bool
	value any
	text  []byte // JSON, or exact bytes; of a collector of texts
	// secret is set, by an exact collector, for a value that must not be shown.
	secret bool

	// texts are the values of the last texts: most frames repeat those of others, which
	// need not be allocated again.
	texts map[string]any
}

// boxed returns the value, nil if there is none.
func (s *slot) boxed() any {
	if !s.set {
		return nil
	}
	return s.value
}

// documentMembers are members that only the printed document has.
var documentMembers = [...]string{"alternatives", "annotations", "warnings", "lossy", "error", "hex", "n", "direction", "time", "connection", "request", "after"}

func (c *Collector) init(paths [][]string, asText bool) {
	c.root.slot, c.asText = -1, asText
	c.slots = make([]slot, len(paths))
	for i, path := range paths {
		n := &c.root
		for _, name := range path {
			n = n.childOrNew(name)
		}
		n.slot = i
		for _, name := range documentMembers {
			if len(path) > 0 && path[0] == name {
				c.NeedsDocument = true
			}
		}
		if len(path) == 0 {
			c.NeedsDocument = true
		}
	}
}

func (n *node) childOrNew(name string) *node {
	for _, child := range n.children {
		if child.name == name {
			return child
		}
	}
	index := -1
	if i, err := strconv.Atoi(name); err == nil && strconv.Itoa(i) == name {
		index = i
	}
	child := &node{name: name, index: index, slot: -1}
	n.children = append(n.children, child)
	return child
}

// Reset prepares the collector for the next frame.
func (c *Collector) Reset() {
	for i := range c.slots {
		c.slots[i].set, c.slots[i].secret = false, false
	}
	c.warnings, c.skip, c.capture, c.into = 0, 0, 0, nil
	c.stack = append(c.stack[:0], level{node: &c.root})
}

// CountWarnings implements [frames.ResetSink].
func (c *Collector) CountWarnings() int { return c.warnings }

// Warn implements [frames.Sink].
func (c *Collector) Warn(*diag.Diagnostic) { c.warnings++ }

// Note implements [frames.Sink].
func (*Collector) Note(*frames.Note) {}

// Lossy implements [frames.Sink].
func (*Collector) Lossy(string, string) {}

// Redact implements [frames.Sink].
func (*Collector) Redact(frames.Span) {}

// Value implements [frames.Sink].
func (c *Collector) Value(v *frames.Value) {
	opens := v.Kind == frames.OpenObject || v.Kind == frames.OpenArray
	closes := v.Kind == frames.CloseObject || v.Kind == frames.CloseArray
	switch {
	case c.skip > 0:
		c.skip += depthChange(opens, closes)
		return
	case c.capture > 0:
		c.keep(v)
		if c.capture += depthChange(opens, closes); c.capture == 0 {
			c.endCapture()
		}
		return
	case closes:
		c.stack = c.stack[:len(c.stack)-1]
		return
	}
	n := c.stack[len(c.stack)-1].child(v)
	switch {
	case n == nil:
		if opens {
			c.skip = 1
		}
	case n.slot >= 0 && opens:
		c.beginCapture(&c.slots[n.slot], v)
	case n.slot >= 0 && v.Kind == frames.JSONValue:
		c.setJSON(&c.slots[n.slot], v, v.Node, 0)
	case n.slot >= 0:
		c.setScalar(&c.slots[n.slot], v)
	case opens:
		c.stack = append(c.stack, level{node: n, array: v.Kind == frames.OpenArray})
	case v.Kind == frames.JSONValue:
		c.walkJSON(n, v, v.Node, 0)
	}
}

func depthChange(opens, closes bool) int {
	switch {
	case opens:
		return 1
	case closes:
		return -1
	}
	return 0
}

// child returns the node of a value in an open object or array, nil if no path leads to
// it.
func (l *level) child(v *frames.Value) *node {
	if l.array {
		i := l.next
		l.next++
		for _, n := range l.node.children {
			if n.index == i {
				return n
			}
		}
		return nil
	}
	for _, n := range l.node.children {
		if v.Key == nil && n.name == v.Name || v.Key != nil && isName(n.name, v.Key) {
			return n
		}
	}
	return nil
}

// isName reports whether a document shows a key as a name.
func isName(name string, key []byte) bool {
	return name == string(key) || !utf8.Valid(key) && name == cleanText(key)
}

// Finish ends the events of a frame. A fault may have left objects and arrays open; a
// payload that was opened, and nothing read into it, is absent.
func (c *Collector) Finish(fault bool) {
	if c.capture > 0 {
		empty := fault && c.capture == 1 && len(c.stack) == 1 && c.isEmpty()
		for c.capture > 0 {
			c.Value(&frames.Value{Kind: frames.CloseObject})
		}
		c.into.set = !empty
	}
	c.stack, c.skip = c.stack[:1], 0
}

// Wants reports whether a path is of a member of the document, or leads into it.
func (c *Collector) Wants(name string) bool {
	for _, n := range c.root.children {
		if n.name == name {
			return true
		}
	}
	return false
}

// Document takes the members that no event is about from the document as it is printed.
func (c *Collector) Document(text []byte) {
	var doc jsondoc.Doc
	doc.MaxOpen = maxOpen
	if doc.Read(text) != nil {
		return
	}
	whole := frames.Value{Doc: canonDoc(&doc)}
	if c.root.slot >= 0 {
		c.setJSON(&c.slots[c.root.slot], &whole, 0, 0)
		return
	}
	for _, n := range c.root.children {
		for _, name := range documentMembers {
			if n.name != name {
				continue
			}
			if i := doc.Member(0, name); i >= 0 {
				c.walkOrSet(n, &whole, i, 1)
			}
		}
	}
}

// maxOpen is how many levels a document may have, whatever --max-depth is.
const maxOpen = frames.LargestMaxDepth + 64

// cleanText returns bytes as the text that documents show.
func cleanText(b []byte) string {
	if utf8.Valid(b) {
		return string(b)
	}
	return string([]rune(string(b)))
}
