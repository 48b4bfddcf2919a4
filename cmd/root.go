package cmd

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

// Commands returns the tree of commands, for documentation. It reads and
// prints nothing.
func Commands() *cobra.Command {
	a := newApp(Streams{In: strings.NewReader(""), Env: func(string) string { return "" }})
	return a.rootCommand()
}

// rootCommand is the whole tree of commands.
func (a *app) rootCommand() *cobra.Command {
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
	root.AddCommand(
		a.decodeCommand(),
		a.followCommand(),
		a.encodeCommand(),
		a.templateIDCommand(),
		a.diffCommand(),
		a.schemaCommand(),
		a.sampleCommand(),
		a.canonCommand(),
		a.lintCommand(),
		a.explainCommand(),
		a.typesCommand(),
		a.completionCommand(),
		a.versionCommand(),
	)
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
