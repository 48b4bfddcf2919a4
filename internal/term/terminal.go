package term

import (
	"errors"
	"os"
	"strconv"

	"golang.org/x/term"
)

// The bounds of a width, in columns.
const (
	MinWidth = 20
	MaxWidth = 10_000
)

// MinTableWidth is the least width that a table is drawn for, in columns.
const MinTableWidth = 40

// defaultWidth is that of a table, and of a terminal that does not report its width.
const defaultWidth = 80

// Terminal is what is known of the terminal on which results are seen.
type Terminal struct {
	// Out and Err are the terminals of results and errors, nil for none. Where
	// results go to a pager, only errors go to the terminal.
	Out, Err *os.File
	// ShowsResults and ShowsErrors report whether results and errors go to a
	// terminal, which in tests is not a file.
	ShowsResults, ShowsErrors bool
	Env                       func(name string) string
}

// ViewWidth returns the width of the view of a frame, in columns; pipe without a
// terminal.
func (t Terminal) ViewWidth(pipe int) int {
	if n := t.envColumns(); n > 0 {
		return n
	}
	if f := t.file(); f != nil {
		return fileWidth(f)
	}
	return pipe
}

// LineWidth returns the width that lines of results are broken to, in columns: that of
// the terminal when results go there, else 0 for no limit.
func (t Terminal) LineWidth() int { return t.lineWidth(t.ShowsResults, t.Out) }

// ErrWidth is [Terminal.LineWidth] for lines of errors.
func (t Terminal) ErrWidth() int { return t.lineWidth(t.ShowsErrors, t.Err) }

func (t Terminal) lineWidth(shown bool, f *os.File) int {
	switch {
	case !shown:
		return 0
	case t.envColumns() > 0:
		return max(t.envColumns(), MinTableWidth)
	case f != nil:
		return max(fileWidth(f), MinTableWidth)
	}
	return defaultWidth
}

// CutsValues reports whether a view may cut values at its width: on a terminal, and
// at a width that was asked for. Programs that read a pipe get values whole.
func (t Terminal) CutsValues() bool { return t.ShowsResults || t.envColumns() > 0 }

// WidthFunc returns a function that returns the width of a table at each moment,
// in columns, 0 for no limit: windows are resized while a table grows. A fixed width
// of 0 or more replaces that of the terminal.
func (t Terminal) WidthFunc(fixed int) func() int {
	if n := t.envColumns(); fixed < 0 && n > 0 {
		fixed = n
	}
	f := t.file()
	return func() int {
		switch {
		case fixed == 0:
			return 0
		case fixed > 0:
			return max(fixed, MinTableWidth)
		case f != nil:
			return max(fileWidth(f), MinTableWidth)
		}
		return defaultWidth
	}
}

// Unicode reports whether drawings may use more than ASCII: on a terminal that
// can show it, and wherever there are colours.
func (t Terminal) Unicode(colour bool) bool {
	if colour {
		return true
	}
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if value := t.Env(name); value != "" {
			if value == "C" || value == "POSIX" {
				return false
			}
			break
		}
	}
	return t.ShowsResults && t.Env("TERM") != "dumb"
}

// file returns the terminal on which results are seen, through a pager too.
func (t Terminal) file() *os.File {
	if t.Out != nil {
		return t.Out
	}
	return t.Err
}

// envColumns returns the width in $COLUMNS within its bounds, 0 for none.
func (t Terminal) envColumns() int {
	n, err := strconv.Atoi(t.Env("COLUMNS"))
	if n <= 0 || err != nil && !errors.Is(err, strconv.ErrRange) {
		return 0
	}
	return clampWidth(n)
}

func clampWidth(n int) int { return min(max(n, MinWidth), MaxWidth) }

func fileWidth(f *os.File) int {
	if n, _, err := term.GetSize(int(f.Fd())); err == nil && n > 0 {
		return clampWidth(n)
	}
	return defaultWidth
}
