package view

import (
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
// take when all meanings fit beside them, else so that the fewest are cut. A
// meaning that is cut counts as two values: the frame has those again.
func (c *treeColumns) share(room int) {
	c.value = c.widest.value
	if c.widest.value+c.widest.meaning > room {
		c.value = c.leastCut(room)
	}
	c.early = c.value+c.widest.unvalued > room
}

// leastValue is the width of the narrowest column of values.
const leastValue = 8

func (c *treeColumns) leastCut(room int) int {
	// How many values, and meanings, take exactly so many columns.
	values, meanings := make([]int, room+1), make([]int, room+1)
	for i := range c.values {
		values[min(c.values[i], room)]++
		meanings[min(c.meanings[i], room)]++
	}
	cut := 0 // at the width that is tried, over that of no value at all
	best, least := min(leastValue, room), 0
	for w := 1; w <= room-leastValue; w++ {
		cut -= values[w]
		// A meaning of room-w+1 columns had room before, and has none now.
		cut += 2 * meanings[room-w+1]
		if w >= leastValue && (w == leastValue || cut < least) {
			best, least = w, cut
		}
	}
	return best
}

// reach is how far a row reaches behind where the values begin.
func (c *treeColumns) reach() int {
	unvalued := c.widest.unvalued
	if !c.early {
		unvalued += c.value + margin
	}
	return max(c.value+margin+c.widest.meaning, c.widest.alone, unvalued)
}
