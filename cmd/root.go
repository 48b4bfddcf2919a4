package cmd

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

// Commands returns the tree of commands, for documentation. It does not read or print
// anything.
func Commands() *cobra.Command {
	a := newApp(Streams{In: strings.NewReader(""), Env: func(string) string { return "" }})
	return a.rootCommand("")
}

// commands lists all commands.
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

// completionName is the name of the command that needs all the others.
const completionName = "completion"

// commandName returns the command that arguments call, when it is the first of them and
// does not need the other commands: making them all takes longer than most commands run.
// It is "" when the whole tree is needed.
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

// rootCommand returns the tree of commands: all of them for "", or only the one of a
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

// noArguments rejects arguments, with the nearest command as a hint.
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

// commandGroups are the headings in `divtool --help`, and the commands below each.
var commandGroups = [...]struct {
	title    string
	commands []string
}{
	{"Look at frames and make them:", []string{"decode", "follow", "encode", "sample", "types"}},
	{"Check documents and compare:", []string{"lint", "diff", "template-id", "canon", "schema"}},
	{"Find out more:", []string{"explain", "help", "completion", "version"}},
}

// addGroups puts the commands under their headings.
func addGroups(root *cobra.Command) {
	for _, g := range commandGroups {
		root.AddGroup(&cobra.Group{ID: g.title, Title: g.title})
		for _, name := range g.commands {
			if name == "help" { // cobra adds it later
				root.SetHelpCommandGroupID(g.title)
			}
			for _, c := range root.Commands() {
				if c.Name() == name {
					c.GroupID = g.title
				}
			}
		}
	}
}

func (a *app) helpCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Help about a command",
		Long: `Help prints what a command does, its flags, and examples that run in a checkout.
` + "`divtool COMMAND --help`" + ` is the same.`,
		Example: `  divtool help decode
  divtool help explain`,
		ValidArgsFunction: func(c *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return visibleNames(c.Root()), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(c *cobra.Command, args []string) error {
			target, err := findCommand(c.Root(), args)
			if err != nil {
				return err
			}
			target.InitDefaultHelpFlag()
			return target.Help()
		},
	}
}

func visibleNames(root *cobra.Command) (list []string) {
	for _, c := range root.Commands() {
		if !c.Hidden {
			list = append(list, c.Name())
		}
	}
	return list
}

// findCommand returns the command that arguments name; the root without arguments.
func findCommand(root *cobra.Command, args []string) (*cobra.Command, error) {
	command := root
	for _, arg := range args {
		var child *cobra.Command
		for _, c := range command.Commands() {
			if c.Name() == arg && !c.Hidden {
				child = c
			}
		}
		if child == nil {
			e := &usageError{message: "there is no command " + arg, hint: "See `divtool --help`."}
			if suggestion := nearest(arg, visibleNames(command)); suggestion != "" {
				e.hint = "Did you mean " + suggestion + "? " + e.hint
			}
			return nil, e
		}
		command = child
	}
	return command, nil
}
