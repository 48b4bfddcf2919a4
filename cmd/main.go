// Package cmd is the command line: what each command takes, prints and
// returns. Commands are clients of the public packages; nothing below this
// package knows of streams, flags or exit statuses.
package cmd

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/divtool/divtool/internal/atomicfile"
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
	root := a.rootCommand(commandName(args))
	defer a.files.Close()
	helpOut := &errWriter{Writer: s.Out}
	root.SetArgs(args)
	root.SetIn(s.In)
	root.SetOut(helpOut)
	root.SetErr(s.Err)
	err := root.Execute()
	if err == nil {
		err = helpOut.err
	}
	return a.exitStatus(err)
}

// errWriter remembers that writing failed, for those who do not ask.
type errWriter struct {
	io.Writer
	err error
}

func (k *errWriter) Write(p []byte) (int, error) {
	n, err := k.Writer.Write(p)
	if k.err == nil {
		k.err = err
	}
	return n, err
}

// exitStatus decides the exit status, and prints the errors that nobody has
// printed yet.
func (a *app) exitStatus(err error) int {
	var status statusError
	var usageErr *usageError
	switch {
	case err == nil:
		return statusOK
	case errors.As(err, &status):
		return int(status)
	case atomicfile.IsClosedPipe(err):
		return statusOK
	case errors.As(err, &usageErr):
		a.report.Message(usageErr.message)
		if usageErr.hint != "" {
			fmt.Fprintln(a.streams.Err, usageErr.hint)
		}
		return statusUsage
	default:
		a.report.Message(exclusiveFlags(strings.TrimSuffix(err.Error(), "\n")))
		return statusUsage
	}
}
