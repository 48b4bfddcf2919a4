// Package cmd is the command line: what each command takes, prints and
// returns. Commands are clients of the public packages; nothing below this
// package knows of streams, flags or exit statuses.
package cmd

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
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
	root := a.rootCommand()
	root.SetArgs(args)
	root.SetIn(s.In)
	root.SetOut(s.Out)
	root.SetErr(s.Err)
	return a.status(root.Execute())
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
	return errors.Is(err, syscall.EPIPE) || errors.Is(err, io.ErrClosedPipe)
}

// rootCommand is the whole tree of commands.
func (a *app) rootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:   "divtool",
		Short: "Show, make and check the messages of agent-runtime protocols",
		Long: `Divtool shows what is inside the messages that agent runtimes send each other,
makes such messages, and computes the ids of dependency templates: exactly what
the reference implementation reads and writes, byte for byte.

Exit status: 0 all good, 1 the input is wrong, 2 wrong usage or a file that
cannot be read or written.`,
		Example: `  divtool decode examples/registration.hex
  divtool decode examples/fuse_read.hex -c
  divtool template-id examples/template.json`,
		SuggestionsMinimumDistance: 2,

		SilenceUsage:  true,
		SilenceErrors: true,
		Args:          noArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			if c.Flag("version").Changed {
				return a.printVersion()
			}
			return c.Help()
		},
		PersistentPreRunE: func(*cobra.Command, []string) error { return a.prepare() },
	}
	root.Flags().Bool("version", false, "print the version of divtool")
	root.SetFlagErrorFunc(flagError)
	a.commonFlags(root.PersistentFlags())
	root.AddCommand(
		a.decodeCommand(),
		a.encodeCommand(),
		a.templateIDCommand(),
		a.diffCommand(),
		a.schemaCommand(),
		a.canonCommand(),
		a.lintCommand(),
		a.explainCommand(),
		a.typesCommand(),
		a.versionCommand(),
	)
	strictHelp(root)
	return root
}

// noArguments refuses arguments, with the nearest command as a hint.
func noArguments(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	if c.HasParent() {
		return usagef("%s takes no arguments", c.Name())
	}
	e := &usageError{message: fmt.Sprintf("there is no command %q", args[0]), hint: "See `divtool --help`."}
	if near := c.SuggestionsFor(args[0]); len(near) > 0 {
		e.hint = "Did you mean " + strings.Join(near, " or ") + "?"
	}
	return e
}
