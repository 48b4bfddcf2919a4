package view

import (
	"cmp"
	"slices"
)

// run is bytes of a frame that belong to one field, and to no field inside it.
type run struct {
	from, to int
	field    int  // below 0 for bytes of no field
	name     bool // the bytes are the field's name
}

// fieldRuns settles which field each byte of a frame belongs to.
type fieldRuns struct {
	runs  []run
	order []int // fields that have a place, by where they begin
	open  []openField
	end   int // up to where the runs reach
}

type openField struct{ field, end int }

// assign makes the runs of a frame, without a gap.
func (c *fieldRuns) assign(list []field, frame []byte) {
	c.runs, c.open, c.end = c.runs[:0], c.open[:0], 0
	c.sort(list)
	for _, i := range c.order {
		f := &list[i]
		c.closeBefore(f.span.Offset)
		name := f.key
		if name < 0 {
			name = nameStart(f, frame, c.end)
		}
		c.fill(min(name, len(frame)), c.top(), false)
		c.fill(min(f.span.Offset, len(frame)), i, true)
		end := min(f.end(), len(frame))
		if n := len(c.open); n > 0 {
			end = min(end, c.open[n-1].end)
		}
		c.open = append(c.open, openField{i, end})
	}
	c.closeBefore(len(frame))
	c.fill(len(frame), -1, false)
}

// sort puts the fields in the order of their first bytes, outer ones first. As
// a rule they are in it.
func (c *fieldRuns) sort(list []field) {
	c.order = c.order[:0]
	for i := range list {
		if list[i].hasSpan() {
			c.order = append(c.order, i)
		}
	}
	byPlace := func(a, b int) int {
		x, y := &list[a], &list[b]
		return cmp.Or(cmp.Compare(x.span.Offset, y.span.Offset), cmp.Compare(y.span.Length, x.span.Length), cmp.Compare(a, b))
	}
	if !slices.IsSortedFunc(c.order, byPlace) {
		slices.SortFunc(c.order, byPlace)
	}
}

// nameStart is where the name of a field begins when it stands in the frame
// just before the value, as in CBOR; else where the value begins.
func nameStart(f *field, frame []byte, after int) int {
	at := f.span.Offset - len(f.name)
	if at < after || f.span.Offset > len(frame) || string(frame[at:f.span.Offset]) != f.name {
		return f.span.Offset
	}
	return at
}

func (c *fieldRuns) top() int {
	if n := len(c.open); n > 0 {
		return c.open[n-1].field
	}
	return -1
}

// closeBefore ends the fields that end at or before an offset.
func (c *fieldRuns) closeBefore(offset int) {
	for n := len(c.open); n > 0 && c.open[n-1].end <= offset; n-- {
		c.fill(c.open[n-1].end, c.open[n-1].field, false)
		c.open = c.open[:n-1]
	}
}

// fill gives the bytes up to an offset to a field.
func (c *fieldRuns) fill(to, field int, name bool) {
	if to > c.end {
		c.runs = append(c.runs, run{c.end, to, field, name})
		c.end = to
	}
}

// assignShades gives neighbours different colours: those that have no others
// inside, or are read as a whole.
func (c *fieldRuns) assignShades(list []field) {
	n := 0
	for i := range list {
		list[i].shade = -1
	}
	for _, i := range c.order {
		f := &list[i]
		if f.shade >= 0 || f.noRow || !f.summarized && f.last > i {
			continue
		}
		for j := i; j <= f.last; j++ {
			list[j].shade = n
		}
		n++
	}
}
