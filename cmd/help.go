package cmd

import "github.com/spf13/cobra"

// strictHelp makes usage errors of the words that the commands help and
// completion do not know. As cobra has them, they print the help of what is
// above, and all is well.
func strictHelp(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	for _, c := range root.Commands() {
		switch c.Name() {
		case "help":
			c.RunE = helpOf
		case "completion":
			c.Args = knownShell
			c.RunE = func(c *cobra.Command, _ []string) error { return c.Help() }
		}
	}
}

// helpOf prints the help of the command that the arguments name.
func helpOf(c *cobra.Command, args []string) error {
	of, rest, err := c.Root().Find(args)
	if err != nil {
		return err
	}
	if err := noArguments(c.Root(), rest); err != nil {
		return err
	}
	of.InitDefaultHelpFlag()
	return of.Help()
}

// knownShell refuses a shell that has no completion.
func knownShell(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	var shells []string
	for _, s := range c.Commands() {
		shells = append(shells, s.Name())
	}
	return unknownWord("completion for", args[0], shells)
}
