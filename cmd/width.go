package cmd

import (
	"io"
	"os"
	"strconv"

	"golang.org/x/term"
)

// The widths that hold where none is given, in columns: of a terminal that does
// not tell its own, and of a frame's view where there is no terminal at all.
const (
	terminalWidth = 80
	pipeWidth     = 120
)

// leastTable is the least width that a table is drawn for, in columns.
const leastTable = 40

// width is how many columns the view of a frame is fitted to: those of the
// terminal, also behind a pager.
func (a *app) width() int {
	if n := a.columnsVariable(); n > 0 {
		return n
	}
	terminal := false
	for _, s := range []struct {
		w      io.Writer
		isTerm bool
	}{{a.streams.Out, a.toTerminal()}, {a.streams.Err, a.streams.ErrTerminal}} {
		f, ok := s.w.(*os.File)
		if !ok || !s.isTerm {
			continue
		}
		terminal = true
		if n := terminalColumns(f); n > 0 {
			return n
		}
	}
	if terminal {
		return terminalWidth
	}
	return pipeWidth
}

// liveWidth gives the width of a table that is drawn for long: that of the
// terminal at each moment, since windows are made larger and smaller; told
// takes its place when it is above 0.
func (a *app) liveWidth(told int) func() int {
	if told > 0 {
		return func() int { return told }
	}
	if f, ok := a.streams.Out.(*os.File); ok && a.toTerminal() {
		return func() int { return tableWidth(terminalColumns(f)) }
	}
	n := a.columnsVariable()
	return func() int { return tableWidth(n) }
}

// tableWidth is the width of a table in so many columns; 0 when it is not known
// how many there are.
func tableWidth(columns int) int {
	if columns == 0 {
		return terminalWidth
	}
	return max(columns, leastTable)
}

// columnsVariable is what the environment says of the width; 0 for nothing.
func (a *app) columnsVariable() int {
	n, err := strconv.Atoi(a.streams.Env("COLUMNS"))
	if err != nil {
		return 0
	}
	return max(n, 0)
}

// terminalColumns asks a terminal for its width; 0 when it does not tell.
func terminalColumns(f *os.File) int {
	n, _, err := term.GetSize(int(f.Fd()))
	if err != nil {
		return 0
	}
	return max(n, 0)
}
