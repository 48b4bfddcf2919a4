package cmd

import "github.com/spf13/cobra"

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
			return commandWords(c.Root()), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(c *cobra.Command, args []string) error {
			of, err := namedCommand(c.Root(), args)
			if err != nil {
				return err
			}
			of.InitDefaultHelpFlag()
			return of.Help()
		},
	}
}

func commandWords(root *cobra.Command) (list []string) {
	for _, c := range root.Commands() {
		if !c.Hidden {
			list = append(list, c.Name())
		}
	}
	return list
}

// namedCommand finds the command that arguments name, the root for none.
func namedCommand(root *cobra.Command, args []string) (*cobra.Command, error) {
	at := root
	for _, arg := range args {
		var next *cobra.Command
		for _, c := range at.Commands() {
			if c.Name() == arg && !c.Hidden {
				next = c
			}
		}
		if next == nil {
			e := &usageError{message: "there is no command " + arg, hint: "See `divtool --help`."}
			if near := nearest(arg, commandWords(at)); near != "" {
				e.hint = "Did you mean " + near + "? " + e.hint
			}
			return nil, e
		}
		at = next
	}
	return at, nil
}
