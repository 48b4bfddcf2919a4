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

// perMachine are the flags whose default depends on the machine, and what the
// pages say of it.
var perMachine = map[string]string{"jobs": "one for each processor"}

// flagDoc is a flag as pages show it.
type flagDoc struct {
	spelled string // "-o, --output-file FILE"
	usage   string
	preset  string // the default; "" when there is nothing to say
}

func flagDocs(set *pflag.FlagSet) (list []flagDoc) {
	set.VisitAll(func(f *pflag.Flag) {
		if f.Hidden || f.Name == "help" {
			return
		}
		value, usage := pflag.UnquoteUsage(f)
		d := flagDoc{spelled: strings.TrimSpace("--" + f.Name + " " + value), usage: usage, preset: f.DefValue}
		if f.Shorthand != "" {
			d.spelled = "-" + f.Shorthand + ", " + d.spelled
		}
		switch {
		case perMachine[f.Name] != "" && f.DefValue == strconv.Itoa(runtime.GOMAXPROCS(0)):
			d.preset = perMachine[f.Name]
		case f.DefValue == "false" || f.DefValue == "[]" || f.DefValue == "0":
			d.preset = ""
		}
		list = append(list, d)
	})
	return list
}

// listed are the commands that pages have, in the order of the help.
func listed(root *cobra.Command) (list []*cobra.Command) {
	// Help adds what cobra adds late.
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

// commands is the page of all commands and flags.
func commands() []byte {
	root := cmd.Commands()
	var b bytes.Buffer
	b.WriteString(generated + "# Commands\n\n" + root.Long + "\n\n")
	b.WriteString("| command | |\n| --- | --- |\n")
	for _, c := range listed(root) {
		fmt.Fprintf(&b, "| [`%s`](#divtool-%s) | %s |\n", c.Name(), c.Name(), c.Short)
	}
	b.WriteString("\n## Flags of every command\n\n")
	flagTable(&b, root.PersistentFlags())
	for _, c := range listed(root) {
		fmt.Fprintf(&b, "\n## divtool %s\n\n```text\n%s\n```\n\n%s\n", c.Name(), c.UseLine(), indented(longOf(c)))
		if c.LocalNonPersistentFlags().HasAvailableFlags() && len(flagDocs(c.LocalNonPersistentFlags())) > 0 {
			b.WriteString("\n")
			flagTable(&b, c.LocalNonPersistentFlags())
		}
		if c.Example != "" {
			fmt.Fprintf(&b, "\n```sh\n%s\n```\n", unindented(c.Example))
		}
	}
	return b.Bytes()
}

func longOf(c *cobra.Command) string {
	if c.Long != "" {
		return c.Long
	}
	return c.Short + "."
}

// indented makes the lines of a text that stand in columns a block of their
// own.
func indented(text string) string {
	var b strings.Builder
	inside := false
	for line := range strings.Lines(text) {
		if block := strings.HasPrefix(line, "  "); block != inside {
			inside = block
			b.WriteString("```" + map[bool]string{true: "text", false: ""}[inside] + "\n")
		}
		b.WriteString(line)
	}
	if inside {
		b.WriteString("\n```")
	}
	return b.String()
}

func unindented(text string) string {
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = strings.TrimPrefix(lines[i], "  ")
	}
	return strings.Join(lines, "\n")
}

func flagTable(b *bytes.Buffer, set *pflag.FlagSet) {
	b.WriteString("| flag | | default |\n| --- | --- | --- |\n")
	for _, f := range flagDocs(set) {
		preset := ""
		if f.preset != "" {
			preset = "`" + f.preset + "`"
		}
		fmt.Fprintf(b, "| `%s` | %s | %s |\n", f.spelled, cell(f.usage), preset)
	}
}
