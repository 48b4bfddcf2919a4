package cmd

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// usageWidth is the width of the flags in a usage text, in columns.
const usageWidth = 80

// printUsage prints the usage of a command as cobra does, but with the flags wrapped. A
// template of cobra could do that too, but it links text/template, and with it every
// exported method of the program, which makes the program half as large again.
func printUsage(c *cobra.Command) error {
	var b bytes.Buffer
	local, inherited := c.LocalFlags(), c.InheritedFlags()
	fmt.Fprintf(&b, "Usage:\n  %s\n", c.UseLine())
	if c.HasAvailableSubCommands() {
		fmt.Fprintf(&b, "  %s COMMAND\n", c.CommandPath())
	}
	if c.HasExample() {
		fmt.Fprintf(&b, "\nExamples:\n%s\n", c.Example)
	}
	for _, g := range c.Groups() {
		printGroup(&b, c, g)
	}
	printFlags(&b, "Flags", local)
	printFlags(&b, "Global Flags", inherited)
	if c.HasAvailableSubCommands() {
		fmt.Fprintf(&b, "\nUse `%s COMMAND --help` for the flags and examples of a command.\n", c.CommandPath())
	}
	_, err := c.OutOrStderr().Write(b.Bytes())
	return err
}

func printGroup(b *bytes.Buffer, parent *cobra.Command, g *cobra.Group) {
	fmt.Fprintf(b, "\n%s\n", g.Title)
	for _, c := range parent.Commands() {
		if c.GroupID == g.ID {
			fmt.Fprintf(b, "  %-*s %s\n", c.NamePadding(), c.Name(), c.Short)
		}
	}
}

// printFlags lists flags, unless all of them are hidden.
func printFlags(b *bytes.Buffer, title string, f *pflag.FlagSet) {
	if f.HasAvailableFlags() {
		fmt.Fprintf(b, "\n%s:\n%s\n", title, strings.TrimRight(f.FlagUsagesWrapped(usageWidth), " \n"))
	}
}
