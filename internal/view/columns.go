package view

import (
	"math"
	"strconv"

	"github.com/divtool/divtool/pkg/frames"
)

// treeColumns are the widths of the columns of a tree.
type treeColumns struct {
	name, offset, length, value int
	// meaningAsValue tells that the meaning of what has no value stands in its place,
	// having no room elsewhere.
	meaningAsValue bool

	// What the rows would take: values and meanings side by side, and texts
	// that may stretch over both columns.
	values, meanings []int
	widest           struct{ value, meaning, meaningOnly, valueOnly int }
}

func (c *treeColumns) reset() {
	*c = treeColumns{values: c.values[:0], meanings: c.meanings[:0]}
}

// measureRow makes room for the first columns of a row.
func (c *treeColumns) measureRow(name int, s frames.Span) {
	c.name = max(c.name, name)
	c.offset = max(c.offset, len(strconv.Itoa(s.Offset)))
	c.length = max(c.length, len(strconv.Itoa(s.Length)))
}

// measureTexts notes what a value and its meaning would take.
func (c *treeColumns) measureTexts(s fieldText) {
	value, meaning := widthOf(s.value), widthOf(s.meaning)
	switch w := &c.widest; {
	case s.meaning == "":
		w.valueOnly = max(w.valueOnly, value)
	case s.value == "":
		w.meaningOnly = max(w.meaningOnly, meaning)
	default:
		c.values, c.meanings = append(c.values, value), append(c.meanings, meaning)
		w.value, w.meaning = max(w.value, value), max(w.meaning, meaning)
	}
}

// split shares out the room for values and meanings: as much as all values
// take when all meanings fit beside them, else so that the least is cut.
func (c *treeColumns) split(room int) {
	c.value = c.widest.value
	if c.widest.value+c.widest.meaning > room {
		c.value = c.bestValueWidth(room)
	}
	c.meaningAsValue = c.value+c.widest.meaningOnly > room
}

const (
	minValueWidth = 8 // the width of the narrowest column of values
	// A value that is cut by more than this is no worse: it is hex, or a text
	// of which the beginning says most.
	maxCut = 16
)

// bestValueWidth is the width of the values at which the least is cut, what is cut
// of meanings counting twice; the widest of several, which shows the most of
// the values that are cut anyway.
func (c *treeColumns) bestValueWidth(room int) int {
	best, minCut := minValueWidth, math.MaxInt
	for w := minValueWidth; w <= min(room-minValueWidth, c.widest.value); w++ {
		cut := 0
		for i := range c.values {
			cut += min(max(c.values[i]-w, 0), maxCut) + 2*max(c.meanings[i]-(room-w), 0)
		}
		if cut <= minCut {
			best, minCut = w, cut
		}
	}
	return min(best, room)
}

// rowWidth is how far a row reaches behind where the values begin.
func (c *treeColumns) rowWidth() int {
	meaningOnly := c.widest.meaningOnly
	if !c.meaningAsValue {
		meaningOnly += c.value + margin
	}
	return max(c.value+margin+c.widest.meaning, c.widest.valueOnly, meaningOnly)
}
