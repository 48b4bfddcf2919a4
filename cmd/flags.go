package cmd

import (
	"errors"
	"fmt"
	"math/big"
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

// flagError returns the error of a flag as a usage error, with what to use instead as
// a hint.
func flagError(c *cobra.Command, err error) error {
	e := &usageError{err.Error(), "See `" + c.CommandPath() + " --help`"}
	var (
		unknown *pflag.NotExistError
		missing *pflag.ValueRequiredError
		invalid *pflag.InvalidValueError
	)
	switch {
	case errors.As(err, &missing):
		e.message = "flag " + quoteFlag(missing.GetSpecifiedName(), missing.GetSpecifiedShortnames()) + " requires a value"
	case errors.As(err, &invalid):
		e.message = invalidValue(invalid)
	case errors.As(err, &unknown):
		name := unknown.GetSpecifiedName()
		e.message = "unknown flag " + quoteFlag(name, unknown.GetSpecifiedShortnames())
		if unknown.GetSpecifiedShortnames() != "" {
			break
		}
		if use := flagForWord(c, name); use != "" {
			e.hint = "Use " + use + "; see `" + c.CommandPath() + " --help`"
		} else if suggestion := nearest(name, flagNames(c)); suggestion != "" {
			e.hint = "Did you mean `--" + suggestion + "`? " + e.hint
		}
	}
	return e
}

// quoteFlag returns a flag as it was written, in backticks. shorthands is the group of
// one-letter flags that it was in, or "".
func quoteFlag(name, shorthands string) string {
	if shorthands != "" {
		return "`-" + name + "`"
	}
	return "`--" + name + "`"
}

// invalidValue returns the message for a value that a flag does not accept. The flags of
// pflag do not report why, so the reason follows from their type.
func invalidValue(err *pflag.InvalidValueError) string {
	value, reason := text.Quote(err.GetValue()), err.Unwrap().Error()
	switch kind := err.GetFlag().Value.Type(); {
	case kind == "bool":
		reason = text.Expected("true or false", value)
	case !strings.HasPrefix(strings.TrimPrefix(kind, "u"), "int"):
	case isNumber(err.GetValue()) && (kind[0] != 'u' || err.GetValue()[0] != '-'):
		reason = "the number " + value + " is out of range"
	case kind[0] == 'u':
		reason = text.Expected("an integer of 0 or more", value)
	default:
		reason = text.Expected("an integer", value)
	}
	return "`--" + err.GetFlag().Name + "`: " + reason
}

// isNumber reports whether a value is an integer of any size.
func isNumber(value string) bool {
	_, ok := new(big.Int).SetString(value, 0)
	return ok
}

func flagNames(c *cobra.Command) (names []string) {
	c.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			names = append(names, f.Name)
		}
	})
	return names
}

// formFlags are the flags that take the name of a form or a format.
var formFlags = [...]string{"view", "format", "out", "in"}

// flagForWord returns the flags that take a word as their value, in backticks: users of
// other tools write it as a flag, such as --hex. At the root, it looks at decode.
func flagForWord(c *cobra.Command, word string) string {
	path := ""
	if !c.HasParent() {
		path = "divtool decode "
		c, _, _ = c.Find([]string{"decode"})
	}
	var uses []string
	for _, name := range formFlags {
		complete, ok := c.GetFlagCompletionFunc(name)
		if !ok || name == outFlag && c.Flags().Lookup(extractFlag) != nil { // there it needs another flag
			continue
		}
		if words, _ := complete(c, nil, ""); slices.Contains(words, word) {
			uses = append(uses, "`"+path+"--"+name+" "+word+"`")
		}
	}
	return strings.Join(uses, " or ")
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
	flags := strings.Fields(given)
	if len(flags) == 0 {
		return message
	}
	return "`--" + flags[0] + "` cannot be combined with `--" + strings.Join(flags[1:], "` and `--") + "`"
}

// checkFlagValue checks a flag that takes one of some values.
func checkFlagValue(name, value string, values ...string) error {
	if slices.Contains(values, value) {
		return nil
	}
	return usagef("`--%s`: %s is not valid%s", name, text.Quote(value), text.Suggestion(value, values, len(values)))
}

// enumFlag declares a flag that takes one of some values: its help lists them, completion
// offers them.
func enumFlag(c *cobra.Command, value *string, name, defaultValue, help string, words func() []string) {
	c.Flags().StringVar(value, name, defaultValue, help+": "+strings.Join(words(), ", "))
	completeValues(c, name, words)
}

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
	e := &usageError{message: "unknown frame type " + text.Quote(name) + text.Suggestion(name, names, 0), hint: "`divtool types` lists the types"}
	if t := typeOfMessage(types, name); t != nil {
		e.message = "unknown frame type " + text.Quote(name)
		e.hint = "It is a message of " + t.Name + "; use `-t " + t.Name + "`"
	}
	return nil, e
}

// protocolFlag declares --protocol.
func protocolFlag(c *cobra.Command, value *string, help string) {
	c.Flags().StringVar(value, "protocol", "", help+": `FAMILY@VERSION`; see divtool types")
	completeValues(c, "protocol", all.Types().VersionNames)
}

// typesOfProtocol returns all types, as the version that --protocol names declares them.
func typesOfProtocol(version string) (frames.Set, error) {
	types := all.Types()
	if version == "" {
		return types, nil
	}
	if err := checkFlagValue("protocol", version, types.VersionNames()...); err != nil {
		return nil, err
	}
	return types.InVersion(version), nil
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

// messagesOf returns the names of the messages of a type; of all types for nil. Each
// name occurs once.
func messagesOf(t *frames.Type) (names []string) {
	list := all.Types()
	if t != nil {
		list = frames.Set{t}
	}
	for _, t := range list {
		names = append(names, frames.Names(t.Messages())...)
	}
	if t == nil {
		slices.Sort(names)
	}
	return slices.Compact(names)
}

// completeMessageNames completes --name with the messages of the type of -t, or of all
// types.
func completeMessageNames(c *cobra.Command) {
	_ = c.RegisterFlagCompletionFunc("name", func(c *cobra.Command, _ []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
		name, _ := c.Flags().GetString("type")
		return messagesOf(all.Types().ByName(name)), cobra.ShellCompDirectiveNoFileComp
	})
}

// defaultMaxFrame is the default size of the largest frame, in bytes.
const defaultMaxFrame = frames.DefaultMaxFrame

// frameLimits are the flags that limit a frame.
type frameLimits struct {
	maxFrame int // in bytes
	maxDepth int // arrays and maps of CBOR that are open at once
}

func (o *frameLimits) flags(c *cobra.Command) {
	c.Flags().IntVar(&o.maxFrame, "max-frame", defaultMaxFrame, "reject frames larger than `BYTES`")
	c.Flags().IntVar(&o.maxDepth, "max-depth", frames.DefaultMaxDepth, "reject CBOR nested more than `N` levels deep")
}

func (o *frameLimits) check() error {
	if o.maxFrame < 1 {
		return usagef("`--max-frame` must be at least 1 byte, got %d", o.maxFrame)
	}
	if o.maxDepth < 1 || o.maxDepth > frames.LargestMaxDepth {
		return usagef("`--max-depth` must be from 1 to %d, got %d", frames.LargestMaxDepth, o.maxDepth)
	}
	return nil
}
