package cmd

import (
	"os"
	"strconv"

	"golang.org/x/term"
)

// The widths that hold where nothing tells one, in columns: of a table and of a
// terminal that is silent, and of a frame's view where there is no terminal.
const (
	defaultWidth = 80
	pipeWidth    = 120
)

// minTableWidth is the least width that a table is drawn for, in columns.
const minTableWidth = 40

// viewWidth is how many columns the view of a frame is fitted to.
func (a *app) viewWidth() int {
	if n := a.envColumns(); n > 0 {
		return n
	}
	if f := a.terminalFile(); f != nil {
		return terminalWidth(f)
	}
	return pipeWidth
}

// widthFunc gives the width of a table that is drawn for long: that of the
// terminal at each moment, since windows are made larger and smaller; told
// takes its place when it is above 0.
func (a *app) widthFunc(fixed int) func() int {
	if fixed == 0 {
		fixed = a.envColumns()
	}
	f := a.terminalFile()
	return func() int {
		switch {
		case fixed > 0:
			return max(fixed, minTableWidth)
		case f != nil:
			return max(terminalWidth(f), minTableWidth)
		}
		return defaultWidth
	}
}

// terminalFile is the terminal that results are seen on, also behind a pager: then
// errors go to it. It is nil where there is none.
func (a *app) terminalFile() *os.File {
	if f, ok := a.streams.Out.(*os.File); ok && a.toTerminal() {
		return f
	}
	if f, ok := a.streams.Err.(*os.File); ok && a.streams.ErrTerminal {
		return f
	}
	return nil
}

// envColumns is what the environment says of the width, which beats the
// terminal; 0 for nothing.
func (a *app) envColumns() int {
	n, err := strconv.Atoi(a.streams.Env("COLUMNS"))
	if err != nil {
		return 0
	}
	return max(n, 0)
}

// terminalWidth asks a terminal for its width.
func terminalWidth(f *os.File) int {
	if n, _, err := term.GetSize(int(f.Fd())); err == nil && n > 0 {
		return n
	}
	return defaultWidth
}
