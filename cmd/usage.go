package cmd

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// flagError is what is wrong with a flag, with the nearest flag as a hint.
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

// exclusiveFlags is the message of flags that exclude each other, in place of the
// one that cobra has: "if any flags in the group [a b] are set none of the
// others can be; [a b] were all set".
func exclusiveFlags(message string) string {
	if !strings.HasPrefix(message, "if any flags in the group ") {
		return message
	}
	_, given, _ := strings.Cut(message, "; [")
	given, _, _ = strings.Cut(given, "]")
	return "--" + strings.Join(strings.Fields(given), " and --") + " do not go together"
}
