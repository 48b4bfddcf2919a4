package cmd

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/divtool/divtool/internal/report"
	"github.com/divtool/divtool/internal/safetext"
	"github.com/divtool/divtool/pkg/lint"
	"github.com/divtool/divtool/pkg/lint/rule"
)

func (a *app) explainCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "explain RULE",
		Short: "Explain a lint rule",
		Long: `Explain says what a lint rule finds, why it matters, what the peer would answer,
and shows a document that breaks it and one that does not.`,
		Example: `  divtool explain template/secret-empty
  divtool explain scope/epoch-regressed`,
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
			return ruleIDs(), cobra.ShellCompDirectiveNoFileComp
		},
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usagef("explain takes one word: the id of a rule")
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error { return a.explainWord(args[0]) },
	}
}

func (a *app) explainWord(word string) error {
	r := lint.RuleByID(word)
	if r == nil {
		e := &usageError{message: "nothing is known of " + word, hint: "`divtool lint --list-rules` lists the rules."}
		if near := nearest(word, ruleIDs()); near != "" {
			e.hint = "Did you mean " + near + "? " + e.hint
		}
		return e
	}
	out, err := a.output()
	if err != nil {
		return err
	}
	theme := report.NewTheme(a.streams.colour(a.common.colour, a.toTerminal()))
	fmt.Fprintf(out, "%s  %s\n\n  %s\n\n", theme.Strong(r.ID), r.Severity, safetext.String(r.Title))
	for _, line := range wrap(r.Reason, 76) {
		fmt.Fprintf(out, "  %s\n", line)
	}
	if r.Upstream != "" {
		fmt.Fprintf(out, "\n  the peer says   %s\n", theme.Accent(r.Upstream))
	}
	if r.Needs != "" {
		fmt.Fprintf(out, "\n  silent without  %s\n", theme.Accent(r.Needs))
	}
	for _, example := range []struct {
		title string
		rule.Example
	}{{"fails", r.Fails}, {"passes", r.Passes}} {
		fmt.Fprintf(out, "\n  %s (%s)\n    %s\n", theme.Dim(example.title), example.Kind, safetext.String(shortExample(example.Text)))
		if example.Context != "" {
			fmt.Fprintf(out, "    with the context %s\n", safetext.String(example.Context))
		}
	}
	return out.finish(false)
}

// shortExample is an example on one line.
func shortExample(text string) string { return strings.Join(strings.Fields(text), " ") }

// wrap breaks text into lines of at most width columns where it has spaces.
func wrap(text string, width int) (lines []string) {
	line := ""
	for _, word := range strings.Fields(text) {
		if line != "" && len(line)+1+len(word) > width {
			lines = append(lines, line)
			line = ""
		}
		line = strings.TrimPrefix(line+" "+word, " ")
	}
	return append(lines, line)
}
