package cmd

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/all"
)

// findType finds the type that -t names; nil for no name.
func findType(types frames.Set, name string) (*frames.Type, error) {
	if name == "" {
		return nil, nil
	}
	if t := types.ByName(name); t != nil {
		return t, nil
	}
	names := typeNames()
	e := &usageError{message: "there is no frame type " + name, hint: "`divtool types` lists them."}
	if suggestion := nearest(name, names); suggestion != "" {
		e.hint = "Did you mean " + suggestion + "? " + e.hint
	} else if t := typeOfMessage(types, name); t != nil {
		e.hint = "It is a message of " + t.Name + ": say -t " + t.Name + "."
	}
	return nil, e
}

// typeOfMessage is the first type that has a message of that name, or nil.
func typeOfMessage(types frames.Set, name string) *frames.Type {
	for _, t := range types {
		if t.Message(name) != nil {
			return t
		}
	}
	return nil
}

func typeNames() []string {
	var names []string
	for _, t := range all.Types() {
		names = append(names, t.Name)
	}
	return names
}

// nearest returns the word with the fewest changes from a given one, "" when
// all are too far.
func nearest(word string, words []string) string { return text.Nearest(word, words) }

// withPrefix are the words that begin so.
func withPrefix(words []string, prefix string) (list []string) {
	for _, w := range words {
		if strings.HasPrefix(w, prefix) {
			list = append(list, w)
		}
	}
	return list
}

// enumFlag declares a flag that takes one of some words: its help lists them,
// completion offers them.
func enumFlag(c *cobra.Command, value *string, name, defaultValue, help string, words func() []string) {
	c.Flags().StringVar(value, name, defaultValue, help+": "+strings.Join(words(), ", "))
	completeValues(c, name, words)
}

// completeKeys completes what stands before the = in the values of a flag.
func completeKeys(c *cobra.Command, flag string, words func() []string) {
	_ = c.RegisterFlagCompletionFunc(flag, func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
		list := words()
		for i := range list {
			list[i] += "="
		}
		return list, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	})
}

// completeValues completes the values of a flag. The words are only made when
// they are asked for.
func completeValues(c *cobra.Command, flag string, words func() []string) {
	// The flag exists: the only error this could give.
	_ = c.RegisterFlagCompletionFunc(flag, func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
		return words(), cobra.ShellCompDirectiveNoFileComp
	})
}
