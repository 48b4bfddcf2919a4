package cmd

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// flagError is what is wrong with a flag, with the nearest flag as a hint.
func flagError(c *cobra.Command, err error) error {
	e := &usageError{err.Error(), "See `" + c.CommandPath() + " --help`."}
	if said, why, ok := strings.Cut(e.message, ": strconv."); ok {
		switch {
		case strings.HasPrefix(why, "ParseBool"):
			e.message = said + ": true or false is needed"
		case strings.HasSuffix(why, "out of range"):
			e.message = said + ": the number is too large"
		default:
			e.message = said + ": a whole number is needed"
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
	if near := nearest(name, names); near != "" {
		e.hint = "Did you mean --" + near + "? " + e.hint
	}
	return e
}

// together is the message of flags that exclude each other, in place of the
// one that cobra has: "if any flags in the group [a b] are set none of the
// others can be; [a b] were all set".
func together(message string) string {
	if !strings.HasPrefix(message, "if any flags in the group ") {
		return message
	}
	_, given, _ := strings.Cut(message, "; [")
	given, _, _ = strings.Cut(given, "]")
	return "--" + strings.Join(strings.Fields(given), " and --") + " do not go together"
}
