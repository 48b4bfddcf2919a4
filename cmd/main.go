// Package cmd is the command line: what each command takes, prints and
// returns. Commands are clients of the public packages; nothing below this
// package knows of streams, flags or exit statuses.
package cmd

import (
	"errors"
	"fmt"
	"io"
	"strings"

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
	root := a.rootCommand(a.called(args))
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

// rootCommand is the tree of commands: the whole of it, or only the one of a
// name.
func (a *app) rootCommand(only string) *cobra.Command {
	showVersion := false
	root := &cobra.Command{
		Use:   "divtool",
		Short: "Show, make and check the messages of agent-runtime protocols",
		Long: `Divtool shows what is inside the messages that agent runtimes send each other,
makes such messages, says what a peer would refuse, and computes the ids of
dependency templates: exactly what the reference implementation reads and
writes, byte for byte.

Exit status: 0 all good, 1 the input is wrong, 2 wrong usage or a file that
cannot be read or written.`,
		Example: `  divtool decode examples/registration.hex
  divtool decode examples/fuse_read.hex -c
  divtool lint examples/template.json
  divtool template-id examples/template.json
  divtool explain 19`,
		SuggestionsMinimumDistance: 2,

		SilenceUsage:  true,
		SilenceErrors: true,
		Args:          noArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			if showVersion {
				return a.version()
			}
			return c.Help()
		},
		PersistentPreRunE: func(*cobra.Command, []string) error { return a.prepare() },
	}
	root.SetFlagErrorFunc(flagError)
	a.commonFlags(root.PersistentFlags())
	root.Flags().BoolVar(&showVersion, "version", false, "print the version")
	root.CompletionOptions.DisableDefaultCmd = true
	root.SetHelpCommand(a.helpCommand())
	root.SetUsageTemplate(strings.ReplaceAll(root.UsageTemplate(), ".FlagUsages", ".FlagUsagesWrapped 80"))
	for _, m := range a.makers() {
		if only == "" || only == m.name {
			root.AddCommand(m.make())
		}
	}
	group(root)
	return root
}

// noArguments refuses arguments, with the nearest command as a hint.
func noArguments(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	if c.HasParent() {
		return usagef("%s takes no arguments", c.CommandPath())
	}
	e := &usageError{message: fmt.Sprintf("there is no command %q", args[0]), hint: "See `divtool --help`."}
	if near := c.SuggestionsFor(args[0]); len(near) > 0 {
		e.hint = "Did you mean " + strings.Join(near, " or ") + "?"
	}
	return e
}
