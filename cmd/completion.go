package cmd

import (
	"io"
	"strings"

	"github.com/spf13/cobra"
)

// shells lists the shells for which completion writes a script.
var shells = [...]struct {
	name  string
	write func(root *cobra.Command, w io.Writer) error
}{
	{"bash", func(root *cobra.Command, w io.Writer) error { return root.GenBashCompletionV2(w, true) }},
	{"zsh", func(root *cobra.Command, w io.Writer) error { return root.GenZshCompletion(w) }},
	{"fish", func(root *cobra.Command, w io.Writer) error { return root.GenFishCompletion(w, true) }},
	{"powershell", func(root *cobra.Command, w io.Writer) error { return root.GenPowerShellCompletionWithDesc(w) }},
}

func shellNames() (list []string) {
	for _, s := range shells {
		list = append(list, s.name)
	}
	return list
}

func (a *app) completionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "completion SHELL",
		Short: "Print a completion script for a shell",
		Long: `Completion prints a script that completes commands, flags, and the words that
they take: frame types, messages, rules, kinds, what ` + "`divtool explain`" + ` knows.

  bash        source <(divtool completion bash)
              for good: divtool completion bash > /etc/bash_completion.d/divtool
  zsh         divtool completion zsh > "${fpath[1]}/_divtool"
  fish        divtool completion fish > ~/.config/fish/completions/divtool.fish
  powershell  divtool completion powershell | Out-String | Invoke-Expression`,
		Example: `  divtool completion bash > divtool.bash && wc -l divtool.bash
  divtool completion fish | grep -c complete`,
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return shellNames(), cobra.ShellCompDirectiveNoFileComp
		},
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return &usageError{"completion takes one shell: " + strings.Join(shellNames(), ", "), "Usage: divtool completion SHELL"}
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error { return a.completion(c.Root(), args[0]) },
	}
}

func (a *app) completion(root *cobra.Command, shell string) error {
	for _, s := range shells {
		if s.name != shell {
			continue
		}
		out, err := a.openOutput()
		if err != nil {
			return err
		}
		if err := s.write(root, out); err != nil {
			return err
		}
		return out.Finish(false)
	}
	return usagef("there is no completion for the shell %s: one of %s is needed", shell, strings.Join(shellNames(), ", "))
}
