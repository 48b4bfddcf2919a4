package cmd

import (
	"bytes"
	"cmp"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/divtool/divtool/internal/term"
)

// usageWidth is the width of a help text where the terminal has more, in columns.
const usageWidth = 80

// helpWidth returns the width of help texts, in columns.
func (a *app) helpWidth() int { return min(cmp.Or(a.terminal().LineWidth(), usageWidth), usageWidth) }

// printHelp prints the description of a command and its usage.
func (a *app) printHelp(c *cobra.Command, _ []string) {
	fmt.Fprintf(c.OutOrStdout(), "%s\n%s", reflow(cmp.Or(c.Long, c.Short), a.helpWidth()), c.UsageString())
}

// printUsage prints the usage of a command as cobra does, but wrapped. A template of cobra
// could do that too, but it links text/template, and with it every exported method of the
// program, which makes the program half as large again.
func (a *app) printUsage(c *cobra.Command) error {
	var b bytes.Buffer
	width := a.helpWidth()
	local, inherited := c.LocalFlags(), c.InheritedFlags()
	b.WriteString("Usage:\n" + helpLine("  "+c.UseLine(), width))
	if c.HasAvailableSubCommands() {
		fmt.Fprintf(&b, "  %s COMMAND\n", c.CommandPath())
	}
	if c.HasExample() {
		b.WriteString("\nExamples:\n")
		for line := range strings.Lines(c.Example) {
			b.WriteString(commandLine(strings.TrimRight(line, "\n"), width))
		}
	}
	for _, g := range c.Groups() {
		printGroup(&b, c, g, width)
	}
	printFlags(&b, "Flags", local, width)
	printFlags(&b, "Global Flags", inherited, width)
	if c.HasAvailableSubCommands() {
		b.WriteString("\n" + helpLine("Use `"+c.CommandPath()+" COMMAND --help` for the flags and examples of a command.", width))
	}
	_, err := c.OutOrStderr().Write(b.Bytes())
	return err
}

// reflow returns a text with lines of at most width columns: the lines of a paragraph are
// joined where one of them is wider, and indented lines are not.
func reflow(text string, width int) string {
	var out strings.Builder
	for paragraph := range strings.SplitSeq(strings.TrimRight(text, " \n"), "\n\n") {
		joined := ""
		for line := range strings.Lines(paragraph) {
			line = strings.TrimRight(line, "\n")
			if joined != "" && (line[0] == ' ' || width == usageWidth) {
				out.WriteString(helpLine(joined, width))
				joined = ""
			}
			joined = strings.TrimLeft(joined+" "+line, " ")
			if line[0] == ' ' {
				out.WriteString(helpLine(line, width))
				joined = ""
			}
		}
		if joined != "" {
			out.WriteString(helpLine(joined, width))
		}
		out.WriteByte('\n')
	}
	return strings.TrimRight(out.String(), "\n") + "\n"
}

// helpLine returns a line broken at width; the rest of an indented line is indented more.
func helpLine(line string, width int) string {
	indent := len(line) - len(strings.TrimLeft(line, " "))
	return term.Paragraph(width, 3*indent, term.Span{Text: line})
}

// commandLine returns a line of an example, broken at width such that a shell still reads
// one command.
func commandLine(line string, width int) string {
	const first, rest, mark = "  ", "      ", ` \`
	if term.Width(line) <= width {
		return line + "\n"
	}
	lines := term.Lines(strings.TrimLeft(line, " "), width-len(rest)-len(mark))
	return first + strings.Join(lines, mark+"\n"+rest) + "\n"
}

func printGroup(b *bytes.Buffer, parent *cobra.Command, g *cobra.Group, width int) {
	fmt.Fprintf(b, "\n%s\n", g.Title)
	for _, c := range parent.Commands() {
		if c.GroupID == g.ID {
			b.WriteString(term.Paragraph(width, c.NamePadding()+3, term.Span{Text: fmt.Sprintf("  %-*s %s", c.NamePadding(), c.Name(), c.Short)}))
		}
	}
}

// printFlags lists flags, unless all of them are hidden.
func printFlags(b *bytes.Buffer, title string, f *pflag.FlagSet, width int) {
	if f.HasAvailableFlags() {
		fmt.Fprintf(b, "\n%s:\n%s\n", title, strings.TrimRight(f.FlagUsagesWrapped(width), " \n"))
	}
}
