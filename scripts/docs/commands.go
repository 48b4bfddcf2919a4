package main

import (
	"bytes"
	"fmt"
	"runtime"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/divtool/divtool/cmd"
)

// machineDefaults maps flags whose default depends on the machine to the text for
// the default.
var machineDefaults = map[string]string{"jobs": "one per processor"}

// flagDoc is the documentation of a flag.
type flagDoc struct {
	syntax      string // "-o, --output-file FILE"
	usage       string
	defaultText string // "" if the default needs no mention
}

func flagDocs(set *pflag.FlagSet) (list []flagDoc) {
	set.VisitAll(func(f *pflag.Flag) {
		if f.Hidden || f.Name == "help" {
			return
		}
		value, usage := pflag.UnquoteUsage(f)
		d := flagDoc{syntax: strings.TrimSpace("--" + f.Name + " " + value), usage: usage, defaultText: f.DefValue}
		if f.Shorthand != "" {
			d.syntax = "-" + f.Shorthand + ", " + d.syntax
		}
		switch {
		case machineDefaults[f.Name] != "" && f.DefValue == strconv.Itoa(runtime.GOMAXPROCS(0)):
			d.defaultText = machineDefaults[f.Name]
		case f.DefValue == "false" || f.DefValue == "[]" || f.DefValue == "0":
			d.defaultText = ""
		}
		list = append(list, d)
	})
	return list
}

// documentedCommands returns the commands to document, in the order of the help.
func documentedCommands(root *cobra.Command) (list []*cobra.Command) {
	// Without Execute, cobra has not added the help command yet.
	root.InitDefaultHelpCmd()
	for _, g := range root.Groups() {
		for _, c := range root.Commands() {
			if c.GroupID == g.ID && !c.Hidden {
				list = append(list, c)
			}
		}
	}
	for _, c := range root.Commands() {
		if c.GroupID == "" && !c.Hidden {
			list = append(list, c)
		}
	}
	return list
}

func commandsPage() []byte {
	root := cmd.Commands()
	var b bytes.Buffer
	b.WriteString(generatedNote + "# Commands\n\n" + root.Long + "\n\n")
	b.WriteString("| command | purpose |\n| --- | --- |\n")
	for _, c := range documentedCommands(root) {
		fmt.Fprintf(&b, "| [`%s`](#divtool-%s) | %s |\n", c.Name(), c.Name(), c.Short)
	}
	b.WriteString("\n## Flags of every command\n\n")
	flagTable(&b, root.PersistentFlags())
	for _, c := range documentedCommands(root) {
		fmt.Fprintf(&b, "\n## divtool %s\n\n```text\n%s\n```\n\n%s\n", c.Name(), c.UseLine(), fenceBlocks(longText(c)))
		if c.LocalNonPersistentFlags().HasAvailableFlags() && len(flagDocs(c.LocalNonPersistentFlags())) > 0 {
			b.WriteString("\n")
			flagTable(&b, c.LocalNonPersistentFlags())
		}
		if c.Example != "" {
			fmt.Fprintf(&b, "\n```sh\n%s\n```\n", trimIndent(c.Example))
		}
	}
	return b.Bytes()
}

func longText(c *cobra.Command) string {
	if c.Long != "" {
		return c.Long
	}
	return c.Short + "."
}

// fenceBlocks fences the indented lines of a text.
func fenceBlocks(text string) string {
	var b strings.Builder
	inBlock := false
	for line := range strings.Lines(text) {
		if block := strings.HasPrefix(line, "  "); block != inBlock {
			inBlock = block
			b.WriteString("```" + map[bool]string{true: "text", false: ""}[inBlock] + "\n")
		}
		b.WriteString(line)
	}
	if inBlock {
		b.WriteString("\n```")
	}
	return b.String()
}

func trimIndent(text string) string {
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = strings.TrimPrefix(lines[i], "  ")
	}
	return strings.Join(lines, "\n")
}

func flagTable(b *bytes.Buffer, set *pflag.FlagSet) {
	b.WriteString("| flag | meaning | default |\n| --- | --- | --- |\n")
	for _, f := range flagDocs(set) {
		defaultText := ""
		if f.defaultText != "" {
			defaultText = "`" + f.defaultText + "`"
		}
		fmt.Fprintf(b, "| `%s` | %s | %s |\n", f.syntax, escapeCell(f.usage), defaultText)
	}
}

// manPages returns the manual pages: one of the program, one per command.
func manPages() map[string][]byte {
	root := cmd.Commands()
	all := documentedCommands(root)
	list := map[string][]byte{"divtool.1": manRoot(root, all)}
	for _, c := range all {
		list["divtool-"+c.Name()+".1"] = manCommand(root, c)
	}
	return list
}

func manRoot(root *cobra.Command, all []*cobra.Command) []byte {
	var b bytes.Buffer
	manHead(&b, "divtool", root.Short)
	b.WriteString(".B divtool\n.I COMMAND\n[\\fIFLAG\\fR]... [\\fIFILE\\fR]...\n")
	manText(&b, "DESCRIPTION", root.Long)
	b.WriteString(".SH COMMANDS\n")
	for _, c := range all {
		fmt.Fprintf(&b, ".TP\n\\fBdivtool\\-%s\\fR(1)\n%s\n", escapeRoff(c.Name()), escapeRoff(c.Short))
	}
	manFlags(&b, "FLAGS OF EVERY COMMAND", root.PersistentFlags())
	manExamples(&b, root)
	manDefinitions(&b, "EXIT STATUS", exitStatuses)
	manDefinitions(&b, "ENVIRONMENT", environment)
	manDefinitions(&b, "FILES", append([]definition{configFile}, files...))
	manSeeAlso(&b, all)
	return b.Bytes()
}

func manCommand(root, c *cobra.Command) []byte {
	var b bytes.Buffer
	manHead(&b, "divtool-"+c.Name(), c.Short)
	fmt.Fprintf(&b, ".B %s\n", escapeRoff(c.UseLine()))
	manText(&b, "DESCRIPTION", longText(c))
	manFlags(&b, "FLAGS", c.LocalNonPersistentFlags())
	manFlags(&b, "FLAGS OF EVERY COMMAND", root.PersistentFlags())
	manExamples(&b, c)
	manDefinitions(&b, "EXIT STATUS", exitStatuses)
	if c.Name() == "lint" {
		manDefinitions(&b, "ENVIRONMENT", append(environment[:len(environment):len(environment)], lintEnvironment...))
		manDefinitions(&b, "FILES", append([]definition{configFile}, files...))
	} else {
		manDefinitions(&b, "ENVIRONMENT", environment)
		manDefinitions(&b, "FILES", files)
	}
	related := []*cobra.Command{root}
	for _, other := range documentedCommands(root) {
		if other.GroupID == c.GroupID && other.Name() != c.Name() {
			related = append(related, other)
		}
	}
	manSeeAlso(&b, related)
	return b.Bytes()
}

// definition is an entry of a list in a manual page.
type definition struct{ term, text string }

var exitStatuses = []definition{
	{"0", "success"},
	{"1", "the input is invalid"},
	{"2", "wrong usage, or a file that cannot be read or written"},
}

// environment lists the environment variables of all commands.
var environment = []definition{
	{"NO_COLOR", "if not empty, the output has no colours, unless --color always is set"},
	{"CLICOLOR_FORCE", "if not empty and not 0, the output has colours even if it is not a terminal, unless NO_COLOR or --color is set"},
	{"TERM", "if dumb, the output has no colours by default, and drawings use ASCII only"},
	{"COLUMNS", "width of tables in columns, 20 to 10000; the default is the width of the terminal"},
	{"LC_ALL, LC_CTYPE, LANG", "if the first that is set is C or POSIX, drawings use ASCII only"},
}

var lintEnvironment = []definition{
	{"GOGC", "garbage collection target of the Go runtime, in percent; if it is not set, lint uses 400 until it reads a large file"},
}

var configFile = definition{".divtool.yaml", "settings of divtool lint for the files in and below its directory; only the nearest one applies"}

// files lists the files of all commands.
var files = []definition{
	{".FILE.*", "temporary file in the directory of FILE, while --output-file FILE is being written; it is renamed to FILE at the end"},
}

func manDefinitions(b *bytes.Buffer, title string, list []definition) {
	fmt.Fprintf(b, ".SH %s\n", title)
	for _, d := range list {
		fmt.Fprintf(b, ".TP\n\\fB%s\\fR\n%s\n", escapeRoff(d.term), escapeRoff(d.text))
	}
}

// manSeeAlso lists the manual pages of commands, and the documentation.
func manSeeAlso(b *bytes.Buffer, commands []*cobra.Command) {
	b.WriteString(".SH SEE ALSO\n")
	for _, c := range commands {
		page := strings.ReplaceAll(c.CommandPath(), " ", "-")
		fmt.Fprintf(b, "\\fB%s\\fR(1),\n", escapeRoff(page))
	}
	b.WriteString(escapeRoff("https://github.com/divtool/divtool/tree/main/docs") + "\n")
}

// manHead writes the page header. It has no date, to keep the output reproducible.
func manHead(b *bytes.Buffer, name, short string) {
	fmt.Fprintf(b, ".\\\" Generated by go run ./scripts/docs from the declarations; edit those instead.\n")
	fmt.Fprintf(b, ".TH %s 1 \"\" divtool\n.SH NAME\n%s \\- %s\n.SH SYNOPSIS\n", strings.ToUpper(escapeRoff(name)), escapeRoff(name), escapeRoff(short))
}

// manText writes paragraphs; indented lines are kept as they are.
func manText(b *bytes.Buffer, title, text string) {
	fmt.Fprintf(b, ".SH %s\n", title)
	inBlock := false
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		if block := strings.HasPrefix(line, "  "); block != inBlock {
			inBlock = block
			b.WriteString(map[bool]string{true: ".nf\n", false: ".fi\n"}[inBlock])
		}
		switch line {
		case "":
			b.WriteString(".PP\n")
		default:
			b.WriteString(escapeRoff(line) + "\n")
		}
	}
	if inBlock {
		b.WriteString(".fi\n")
	}
}

func manFlags(b *bytes.Buffer, title string, set *pflag.FlagSet) {
	list := flagDocs(set)
	if len(list) == 0 {
		return
	}
	fmt.Fprintf(b, ".SH %s\n", title)
	for _, f := range list {
		defaultText := ""
		if f.defaultText != "" {
			defaultText = " (default " + f.defaultText + ")"
		}
		fmt.Fprintf(b, ".TP\n\\fB%s\\fR\n%s\n", escapeRoff(f.syntax), escapeRoff(f.usage+defaultText))
	}
}

func manExamples(b *bytes.Buffer, c *cobra.Command) {
	if c.Example == "" {
		return
	}
	b.WriteString(".SH EXAMPLES\n.nf\n")
	for line := range strings.Lines(c.Example) {
		b.WriteString(escapeRoff(strings.TrimSpace(line)) + "\n")
	}
	b.WriteString(".fi\n")
}

// escapeRoff escapes text so that roff does not interpret any of it.
func escapeRoff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(text)
	if strings.HasPrefix(text, ".") || strings.HasPrefix(text, "'") {
		text = `\&` + text
	}
	return text
}
