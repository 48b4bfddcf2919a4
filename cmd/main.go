// Package cmd is the command line: what each command takes, prints and
// returns. Commands are clients of the public packages; nothing below this
// package knows of streams, flags or exit statuses.
package cmd

import (
	"errors"
	"fmt"
	"io"
	"strings"
)

// The exit statuses.
const (
	statusOK    = 0
	statusInput = 1 // the input is wrong
	statusUsage = 2 // wrong usage, or a file cannot be read or written
)

// usageError is a command that was called wrongly.
type usageError struct {
	message string
	hint    string
}

func (e *usageError) Error() string { return e.message }

func usagef(format string, args ...any) error {
	return &usageError{message: fmt.Sprintf(format, args...)}
}

// statusError ends a command whose troubles have been reported already.
type statusError int

func (e statusError) Error() string { return fmt.Sprintf("status %d", int(e)) }

// Main runs the command line and returns the exit status.
func Main(args []string, s Streams) int {
	a := newApp(s)
	root := a.rootCommand(called(args))
	defer a.drafts.close()
	help := &faultKeeper{Writer: s.Out}
	root.SetArgs(args)
	root.SetIn(s.In)
	root.SetOut(help)
	root.SetErr(s.Err)
	err := root.Execute()
	if err == nil {
		err = help.fault
	}
	return a.status(err)
}

// faultKeeper remembers that writing failed, for those who do not ask.
type faultKeeper struct {
	io.Writer
	fault error
}

func (k *faultKeeper) Write(p []byte) (int, error) {
	n, err := k.Writer.Write(p)
	if k.fault == nil {
		k.fault = err
	}
	return n, err
}

// status decides the exit status, and prints the errors that nobody has
// printed yet.
func (a *app) status(err error) int {
	var status statusError
	var usage *usageError
	switch {
	case err == nil:
		return statusOK
	case errors.As(err, &status):
		return int(status)
	case isClosedPipe(err):
		return statusOK
	case errors.As(err, &usage):
		a.complain(usage.message)
		if usage.hint != "" {
			fmt.Fprintln(a.streams.Err, usage.hint)
		}
		return statusUsage
	default:
		a.complain(together(strings.TrimSuffix(err.Error(), "\n")))
		return statusUsage
	}
}

// isClosedPipe tells whether the reader of our output has gone, which ends
// the program in silence.
func isClosedPipe(err error) bool {
	return isGoneReader(err) || errors.Is(err, io.ErrClosedPipe)
}
