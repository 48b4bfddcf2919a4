package view

import (
	"math"
	"strconv"

	"github.com/divtool/divtool/pkg/frames"
)

// treeColumns are the widths of the columns of a tree.
type treeColumns struct {
	name, offset, length, value int
	// early tells that the meaning of what has no value stands in its place,
	// having no room elsewhere.
	early bool

	// What the rows would take: values and meanings side by side, and texts
	// that may stretch over both columns.
	values, meanings []int
	widest           struct{ value, meaning, unvalued, alone int }
}

func (c *treeColumns) reset() {
	*c = treeColumns{values: c.values[:0], meanings: c.meanings[:0]}
}

// row makes room for the first columns of a row.
func (c *treeColumns) row(name int, s frames.Span) {
	c.name = max(c.name, name)
	c.offset = max(c.offset, len(strconv.Itoa(s.Offset)))
	c.length = max(c.length, len(strconv.Itoa(s.Length)))
}

// texts notes what a value and its meaning would take.
func (c *treeColumns) texts(s said) {
	value, meaning := widthOf(s.value), widthOf(s.meaning)
	switch w := &c.widest; {
	case s.meaning == "":
		w.alone = max(w.alone, value)
	case s.value == "":
		w.unvalued = max(w.unvalued, meaning)
	default:
		c.values, c.meanings = append(c.values, value), append(c.meanings, meaning)
		w.value, w.meaning = max(w.value, value), max(w.meaning, meaning)
	}
}

// share shares out the room for values and meanings: as much as all values
// take when all meanings fit beside them, else so that the least is cut.
func (c *treeColumns) share(room int) {
	c.value = c.widest.value
	if c.widest.value+c.widest.meaning > room {
		c.value = c.leastCut(room)
	}
	c.early = c.value+c.widest.unvalued > room
}

const (
	leastValue = 8 // the width of the narrowest column of values
	// A value that is cut by more than this is no worse: it is hex, or a text
	// of which the beginning says most.
	worstCut = 16
)

// leastCut is the width of the values at which the least is cut, what is cut
// of meanings counting twice; the widest of several, which shows the most of
// the values that are cut anyway.
func (c *treeColumns) leastCut(room int) int {
	best, least := leastValue, math.MaxInt
	for w := leastValue; w <= min(room-leastValue, c.widest.value); w++ {
		cut := 0
		for i := range c.values {
			cut += min(max(c.values[i]-w, 0), worstCut) + 2*max(c.meanings[i]-(room-w), 0)
		}
		if cut <= least {
			best, least = w, cut
		}
	}
	return min(best, room)
}

// reach is how far a row reaches behind where the values begin.
func (c *treeColumns) reach() int {
	unvalued := c.widest.unvalued
	if !c.early {
		unvalued += c.value + margin
	}
	return max(c.value+margin+c.widest.meaning, c.widest.alone, unvalued)
}
