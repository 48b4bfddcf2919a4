// Package cmd is the command line: the flags of each command, one call of the package that
// does its work, and the exit status.
//
// Goals: the same flags, errors and statuses in all commands; only the command that is
// called is made. Not goals: the work of a command. The packages below do not know flags,
// the streams of the process or exit statuses.
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

// statusError ends a command whose errors have been reported.
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

// errWriter remembers the first error of a Writer, since cobra ignores it.
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

// exitStatus returns the exit status for the error of a command, and prints the error
// unless it has been reported.
func (a *app) exitStatus(err error) int {
	a.stopProgress()
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
			a.report.Line(usageErr.hint)
		}
		return statusUsage
	default:
		a.report.Message(exclusiveFlags(strings.TrimSuffix(err.Error(), "\n")))
		return statusUsage
	}
}
