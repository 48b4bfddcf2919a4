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

// findCommand finds the command that arguments name, the root for none.
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
