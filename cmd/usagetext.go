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

// usage prints how a command is called, as cobra does, but with lines of
// flags that end. A template of cobra's could say so too; it would link
// text/template, and with that every exported method of the program: half as
// much code again.
func usage(c *cobra.Command) error {
	var b bytes.Buffer
	local, inherited := c.LocalFlags(), c.InheritedFlags()
	fmt.Fprintf(&b, "Usage:\n  %s\n", c.UseLine())
	if c.HasAvailableSubCommands() {
		fmt.Fprintf(&b, "  %s [command]\n", c.CommandPath())
	}
	if c.HasExample() {
		fmt.Fprintf(&b, "\nExamples:\n%s\n", c.Example)
	}
	for _, g := range c.Groups() {
		usageGroup(&b, c, g)
	}
	usageFlags(&b, "Flags", local)
	usageFlags(&b, "Global Flags", inherited)
	if c.HasAvailableSubCommands() {
		fmt.Fprintf(&b, "\nUse \"%s [command] --help\" for more information about a command.\n", c.CommandPath())
	}
	_, err := c.OutOrStderr().Write(b.Bytes())
	return err
}

// usageGroup lists the commands of a group.
func usageGroup(b *bytes.Buffer, of *cobra.Command, g *cobra.Group) {
	fmt.Fprintf(b, "\n%s\n", g.Title)
	for _, c := range of.Commands() {
		if c.GroupID == g.ID {
			fmt.Fprintf(b, "  %-*s %s\n", c.NamePadding(), c.Name(), c.Short)
		}
	}
}

// usageFlags lists flags, if there are any to show.
func usageFlags(b *bytes.Buffer, title string, f *pflag.FlagSet) {
	if f.HasAvailableFlags() {
		fmt.Fprintf(b, "\n%s:\n%s\n", title, strings.TrimRight(f.FlagUsagesWrapped(usageWidth), " \n"))
	}
}
