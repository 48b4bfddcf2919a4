package cmd

import (
	"io"
	"os"

	"golang.org/x/term"
)

// Streams is what a command reads and writes, and what is known of terminals. Tests make
// their own.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
	// Whether each of them is a terminal.
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

// inInfo describes the file that standard input is redirected from; nil if it is unknown.
func (s Streams) inInfo() os.FileInfo {
	f, ok := s.In.(*os.File)
	if !ok {
		return nil
	}
	info, err := f.Stat()
	if err != nil {
		return nil
	}
	return info
}

// useColour reports whether a stream is coloured. The first of these that is set decides:
// the flag, NO_COLOR, CLICOLOR_FORCE; else whether it is a terminal that is not dumb.
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
