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
	return a.rootCommand("")
}

// commands make the commands of these names: all there are.
var commands = [...]struct {
	name       string
	newCommand func(*app) *cobra.Command
}{
	{"decode", (*app).decodeCommand},
	{"follow", (*app).followCommand},
	{"encode", (*app).encodeCommand},
	{"template-id", (*app).templateIDCommand},
	{"diff", (*app).diffCommand},
	{"schema", (*app).schemaCommand},
	{"sample", (*app).sampleCommand},
	{"canon", (*app).canonCommand},
	{"lint", (*app).lintCommand},
	{"explain", (*app).explainCommand},
	{"types", (*app).typesCommand},
	{completionName, (*app).completionCommand},
	{"version", (*app).versionCommand},
}

// completionName is the command that looks at all the others.
const completionName = "completion"

// commandName is the command that arguments call, when it stands in front and needs
// none of the others: making all of them takes longer than most do their work.
// It is "" when that is not plain.
func commandName(args []string) string {
	if len(args) == 0 || args[0] == completionName {
		return ""
	}
	for _, m := range commands {
		if m.name == args[0] {
			return m.name
		}
	}
	return ""
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
		PersistentPreRunE: func(*cobra.Command, []string) error { return a.checkCommonFlags() },
	}
	root.SetFlagErrorFunc(flagError)
	a.commonFlags(root.PersistentFlags())
	completeValues(root, "color", colourModes)
	completeValues(root, "errors", errorFormats)
	root.Flags().BoolVar(&showVersion, "version", false, "print the version")
	root.CompletionOptions.DisableDefaultCmd = true
	root.SetHelpCommand(a.helpCommand())
	root.SetUsageFunc(printUsage)
	for _, m := range commands {
		if only == "" || only == m.name {
			root.AddCommand(m.newCommand(a))
		}
	}
	addGroups(root)
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
	if suggestions := c.SuggestionsFor(args[0]); len(suggestions) > 0 {
		e.hint = "Did you mean " + strings.Join(suggestions, " or ") + "?"
	}
	return e
}
