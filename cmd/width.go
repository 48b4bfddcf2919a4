package cmd

import (
	"os"
	"strconv"

	"golang.org/x/term"
)

// The widths that hold where nothing tells one, in columns: of a table and of a
// terminal that is silent, and of a frame's view where there is no terminal.
const (
	usualWidth = 80
	pipeWidth  = 120
)

// leastTable is the least width that a table is drawn for, in columns.
const leastTable = 40

// width is how many columns the view of a frame is fitted to.
func (a *app) width() int {
	if n := a.columnsVariable(); n > 0 {
		return n
	}
	if f := a.screen(); f != nil {
		return terminalColumns(f)
	}
	return pipeWidth
}

// liveWidth gives the width of a table that is drawn for long: that of the
// terminal at each moment, since windows are made larger and smaller; told
// takes its place when it is above 0.
func (a *app) liveWidth(told int) func() int {
	if told == 0 {
		told = a.columnsVariable()
	}
	f := a.screen()
	return func() int {
		switch {
		case told > 0:
			return max(told, leastTable)
		case f != nil:
			return max(terminalColumns(f), leastTable)
		}
		return usualWidth
	}
}

// screen is the terminal that results are seen on, also behind a pager: then
// errors go to it. It is nil where there is none.
func (a *app) screen() *os.File {
	if f, ok := a.streams.Out.(*os.File); ok && a.toTerminal() {
		return f
	}
	if f, ok := a.streams.Err.(*os.File); ok && a.streams.ErrTerminal {
		return f
	}
	return nil
}

// columnsVariable is what the environment says of the width, which beats the
// terminal; 0 for nothing.
func (a *app) columnsVariable() int {
	n, err := strconv.Atoi(a.streams.Env("COLUMNS"))
	if err != nil {
		return 0
	}
	return max(n, 0)
}

// terminalColumns asks a terminal for its width.
func terminalColumns(f *os.File) int {
	if n, _, err := term.GetSize(int(f.Fd())); err == nil && n > 0 {
		return n
	}
	return usualWidth
}
