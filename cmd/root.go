package cmd

import (
	"strings"

	"github.com/spf13/cobra"
)

// Commands returns the tree of commands, for documentation. It reads and
// prints nothing.
func Commands() *cobra.Command {
	a := newApp(Streams{In: strings.NewReader(""), Env: func(string) string { return "" }})
	return a.rootCommand("")
}

// maker makes the command of a name.
type maker struct {
	name string
	make func() *cobra.Command
}

// makers are all commands.
func (a *app) makers() []maker {
	return []maker{
		{"decode", a.decodeCommand},
		{"follow", a.followCommand},
		{"encode", a.encodeCommand},
		{"template-id", a.templateIDCommand},
		{"diff", a.diffCommand},
		{"schema", a.schemaCommand},
		{"sample", a.sampleCommand},
		{"canon", a.canonCommand},
		{"lint", a.lintCommand},
		{"explain", a.explainCommand},
		{"types", a.typesCommand},
		{wholeTree, a.completionCommand},
		{"version", a.versionCommand},
	}
}

// wholeTree is the command that looks at all the others.
const wholeTree = "completion"

// called is the command that arguments call, when it stands in front and needs
// none of the others: making all of them takes longer than most do their work.
// It is "" when that is not plain.
func (a *app) called(args []string) string {
	if len(args) == 0 || args[0] == wholeTree {
		return ""
	}
	for _, m := range a.makers() {
		if m.name == args[0] {
			return m.name
		}
	}
	return ""
}
