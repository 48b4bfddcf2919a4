package cmd

import (
	"io"
	"os"

	"golang.org/x/term"
)

// Streams is the world a command runs in; tests make their own.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
	// Whether each is a terminal.
	InTerminal, OutTerminal, ErrTerminal bool
	Env                                  func(name string) string
}

// System returns the streams of the process.
func System() Streams {
	isTerminal := func(f *os.File) bool { return term.IsTerminal(int(f.Fd())) }
	return Streams{
		In: os.Stdin, Out: os.Stdout, Err: os.Stderr,
		InTerminal: isTerminal(os.Stdin), OutTerminal: isTerminal(os.Stdout), ErrTerminal: isTerminal(os.Stderr),
		Env: os.Getenv,
	}
}

// useColour decides whether a stream is coloured: the flag, then NO_COLOR, then
// CLICOLOR_FORCE, then whether it is a terminal that can.
func (s Streams) useColour(flag string, terminal bool) bool {
	switch {
	case flag != "auto":
		return flag == "always"
	case s.Env("NO_COLOR") != "":
		return false
	case s.Env("CLICOLOR_FORCE") != "" && s.Env("CLICOLOR_FORCE") != "0":
		return true
	}
	return terminal && s.Env("TERM") != "dumb"
}
