package cmd

import (
	"bytes"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/divtool/divtool/internal/text"
)

// shells lists the shells for which completion writes a script.
var shells = [...]struct {
	name  string
	write func(root *cobra.Command, w io.Writer) error
}{
	{"bash", writeBashCompletion},
	{"zsh", func(root *cobra.Command, w io.Writer) error { return root.GenZshCompletion(w) }},
	{"fish", func(root *cobra.Command, w io.Writer) error { return root.GenFishCompletion(w, true) }},
	{"powershell", func(root *cobra.Command, w io.Writer) error { return root.GenPowerShellCompletionWithDesc(w) }},
}

// bashFallbacks replaces the functions of the package bash-completion, which may not be
// installed or not be loaded yet.
const bashFallbacks = `
__divtool_get_words()
{
    if declare -F _get_comp_words_by_ref >/dev/null 2>&1; then
        _get_comp_words_by_ref "$@" cur prev words cword
        return
    fi
    # Join the words that bash split at = and :.
    local i word next rest=$COMP_LINE
    words=() cword=0
    for ((i = 0; i < ${#COMP_WORDS[@]}; i++)); do
        word=${COMP_WORDS[i]}
        next=${rest#"${rest%%[![:space:]]*}"}
        if ((i > 0)) && [[ $next == "$rest" && ( $word == [=:]* || ${COMP_WORDS[i-1]} == *[=:] ) ]]; then
            words[${#words[@]}-1]+=$word
        else
            words+=("$word")
        fi
        if ((i == COMP_CWORD)); then
            cword=$((${#words[@]} - 1))
        fi
        rest=${next#"$word"}
    done
    cur=${words[cword]} prev=
    if ((cword > 0)); then
        prev=${words[cword-1]}
    fi
}

__divtool_filedir()
{
    if declare -F _filedir >/dev/null 2>&1; then
        _filedir "$@"
        return
    fi
    local action=-f line
    if [[ ${1-} == -d ]]; then
        action=-d
    fi
    while IFS= read -r line; do
        COMPREPLY+=("$line")
    done < <(compgen $action -- "$cur")
}
`

// writeBashCompletion writes the script of cobra, which also works without the package
// bash-completion.
func writeBashCompletion(root *cobra.Command, w io.Writer) error {
	var b bytes.Buffer
	if err := root.GenBashCompletionV2(&b, true); err != nil {
		return err
	}
	script := strings.NewReplacer(
		"    _get_comp_words_by_ref \"$@\" cur prev words cword\n", "    __divtool_get_words \"$@\"\n",
		"_filedir", "__divtool_filedir",
	).Replace(b.String())
	head, body, _ := strings.Cut(script, "\n")
	_, err := io.WriteString(w, head+"\n"+bashFallbacks+body)
	return err
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
		Long: `Completion prints a script that completes commands, flags and their values:
frame types, messages, rules, kinds, and the words of ` + "`divtool explain`" + `.

  bash        source <(divtool completion bash), for example in ~/.bashrc
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
				return &usageError{"completion requires one shell: " + strings.Join(shellNames(), ", "), "Usage: divtool completion SHELL"}
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
	return usagef("%s is not a supported shell; use %s", text.Quote(shell), text.Or(shellNames()))
}
