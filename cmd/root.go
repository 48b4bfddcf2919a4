package cmd

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/divtool/divtool/internal/text"
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
		Short: "Show, encode and check the messages of agent runtime protocols",
		Long: `Divtool shows the content of the messages that agent runtimes send each other,
encodes such messages, reports what a peer would refuse, and computes the ids of
dependency templates. It reads and writes exactly the bytes that the reference
implementation does.

Exit status: 0 for success, 1 if the input is wrong, 2 for wrong usage or a file
that cannot be read or written.`,
		Example: `  divtool decode --text 0b00026d310003612f62000000000000100000000200
  divtool sample laser.kv-set | divtool decode --view tree
  echo '[{"agents":["create"]}]' | divtool lint --format json
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
	root.SetUsageFunc(a.printUsage)
	root.SetHelpFunc(a.printHelp)
	for _, m := range commands {
		if only == "" || only == m.name {
			root.AddCommand(m.newCommand(a))
		}
	}
	addGroups(root)
	return root
}

// noArguments rejects arguments; those of the root with the command to use as a hint.
func noArguments(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	if c.HasParent() {
		return usagef("%s takes no arguments, got %s", c.CommandPath(), text.Quote(args[0]))
	}
	return unknownCommandError(c, args)
}

// otherName returns the command for a word that other tools use, "" for none.
func otherName(word string) string {
	switch word {
	case "check", "validate", "verify", "test":
		return "lint"
	case "rules":
		return "lint --list-rules"
	case "hash", "id", "digest", "sha256":
		return "template-id"
	case "dump", "hex", "hexdump", "xxd":
		return "decode --view hex"
	case "tree", "html":
		return "decode --view " + word
	case "show", "view", "parse", "print", "cat", "inspect", "json":
		return "decode"
	case "fmt", "format", "canonicalize":
		return "canon"
	case "build", "make", "write":
		return "encode"
	case "compare", "cmp":
		return "diff"
	case "tail", "watch", "conversation":
		return "follow"
	case "generate", "gen", "example":
		return "sample"
	case "list", "ls":
		return "types"
	case "describe", "info", "doc":
		return "explain"
	}
	return ""
}

// unknownCommandError returns the error of arguments that begin with no command: a file,
// hex, a word of another tool, or a misspelt command.
func unknownCommandError(c *cobra.Command, args []string) error {
	word := args[0]
	e := &usageError{message: "unknown command " + text.Quote(word), hint: "See `divtool --help`"}
	switch {
	case otherName(word) != "":
		e.hint = "Use `divtool " + otherName(word) + "`"
	case isDirectory(word):
		e.message += ", which is a directory"
		e.hint = "Use `divtool lint " + shellQuote(word) + "` to check the *.json files below it"
	case !isMissingFile(word):
		e.message += ", which is a file"
		e.hint = "Use `divtool decode " + shellQuote(word) + "` to show a frame, or `divtool lint " + shellQuote(word) + "` to check a document"
	case looksLikeHex(strings.Join(args, " ")):
		e.message += ", which looks like hex"
		e.hint = "Use `divtool decode --text " + hexArgument(args) + "`"
	default:
		if suggestions := c.SuggestionsFor(word); len(suggestions) > 0 {
			e.hint = "Did you mean `divtool " + strings.Join(suggestions, "` or `divtool ") + "`?"
		}
	}
	return e
}

// commandGroups are the headings in `divtool --help`, and the commands below each.
var commandGroups = [...]struct {
	title    string
	commands []string
}{
	{"Read and write frames:", []string{"decode", "follow", "encode", "sample", "types"}},
	{"Check and compare documents:", []string{"lint", "diff", "template-id", "canon", "schema"}},
	{"Get help:", []string{"explain", "help", "completion", "version"}},
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
		Long: `Help describes a command: what it does, its flags, and examples.
` + "`divtool COMMAND --help`" + ` prints the same.`,
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
			e := &usageError{message: "unknown command " + text.Quote(arg), hint: "See `divtool --help`"}
			if suggestion := nearest(arg, visibleNames(command)); suggestion != "" {
				e.hint = "Did you mean `divtool help " + suggestion + "`?"
			}
			return nil, e
		}
		command = child
	}
	return command, nil
}
