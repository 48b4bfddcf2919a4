package cmd

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/all"
)

// usageError is a command that was called wrongly. The hint may be "".
type usageError struct {
	message string
	hint    string
}

func (e *usageError) Error() string { return e.message }

func usagef(format string, args ...any) error {
	return &usageError{message: fmt.Sprintf(format, args...)}
}

// flagError returns the error of a flag as a usage error, with the nearest flag as a
// hint.
func flagError(c *cobra.Command, err error) error {
	e := &usageError{err.Error(), "See `" + c.CommandPath() + " --help`."}
	if text, reason, ok := strings.Cut(e.message, ": strconv."); ok {
		switch {
		case strings.HasPrefix(reason, "ParseBool"):
			e.message = text + ": true or false is needed"
		case strings.HasSuffix(reason, "out of range"):
			e.message = text + ": the number is too large"
		default:
			e.message = text + ": a whole number is needed"
		}
	}
	name, ok := strings.CutPrefix(e.message, "unknown flag: --")
	if !ok {
		return e
	}
	var names []string
	c.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			names = append(names, f.Name)
		}
	})
	if suggestion := nearest(name, names); suggestion != "" {
		e.hint = "Did you mean --" + suggestion + "? " + e.hint
	}
	return e
}

// exclusiveFlags replaces the message that cobra has for flags that exclude each other:
// "if any flags in the group [a b] are set none of the others can be; [a b] were all
// set". Other messages are returned as they are.
func exclusiveFlags(message string) string {
	if !strings.HasPrefix(message, "if any flags in the group ") {
		return message
	}
	_, given, _ := strings.Cut(message, "; [")
	given, _, _ = strings.Cut(given, "]")
	return "--" + strings.Join(strings.Fields(given), " and --") + " do not go together"
}

// checkFlagValue checks a flag that takes one of some values.
func checkFlagValue(name, value string, values ...string) error {
	if slices.Contains(values, value) {
		return nil
	}
	return usagef("--%s is one of %s, not %q", name, strings.Join(values, ", "), value)
}

// enumFlag declares a flag that takes one of some values: its help lists them, completion
// offers them.
func enumFlag(c *cobra.Command, value *string, name, defaultValue, help string, words func() []string) {
	c.Flags().StringVar(value, name, defaultValue, help+": "+strings.Join(words(), ", "))
	completeValues(c, name, words)
}

// completeKeys completes the keys of a flag with values KEY=VALUE.
func completeKeys(c *cobra.Command, flag string, words func() []string) {
	_ = c.RegisterFlagCompletionFunc(flag, func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
		list := words()
		for i := range list {
			list[i] += "="
		}
		return list, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	})
}

// completeValues completes the values of a flag. They are made when completion asks for
// them, not before.
func completeValues(c *cobra.Command, flag string, words func() []string) {
	// The only error is that of a flag that does not exist.
	_ = c.RegisterFlagCompletionFunc(flag, func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
		return words(), cobra.ShellCompDirectiveNoFileComp
	})
}

// withPrefix returns the words that begin with a prefix.
func withPrefix(words []string, prefix string) (list []string) {
	for _, w := range words {
		if strings.HasPrefix(w, prefix) {
			list = append(list, w)
		}
	}
	return list
}

// nearest returns the word that differs least from a given one; "" when all of them
// differ too much.
func nearest(word string, words []string) string { return text.Nearest(word, words) }

// findType returns the type that -t names; nil for no name.
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

// typeOfMessage returns the first type that has a message of a name, or nil.
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

func messageNames() (names []string) {
	for _, t := range all.Types() {
		names = append(names, frames.Names(t.Codec.Messages())...)
	}
	return names
}

// defaultMaxFrame is the default size of the largest frame, in bytes.
const defaultMaxFrame = frames.DefaultMaxFrame

// frameLimits are the flags that limit a frame.
type frameLimits struct {
	maxFrame int // in bytes
	maxDepth int // arrays and maps of CBOR that are open at once
}

func (o *frameLimits) flags(c *cobra.Command) {
	c.Flags().IntVar(&o.maxFrame, "max-frame", defaultMaxFrame, "refuse frames of more than so many `BYTES`")
	c.Flags().IntVar(&o.maxDepth, "max-depth", frames.DefaultMaxDepth, "refuse CBOR with more than `N` arrays and maps open at once")
}

func (o *frameLimits) check() error {
	if o.maxFrame < 1 {
		return usagef("--max-frame must be at least 1")
	}
	if o.maxDepth < 1 {
		return usagef("--max-depth must be at least 1")
	}
	return nil
}
