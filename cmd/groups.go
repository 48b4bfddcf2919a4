package cmd

import "github.com/spf13/cobra"

// commandGroups are the headings under which `divtool --help` lists commands,
// and the commands below each.
var commandGroups = [...]struct {
	title    string
	commands []string
}{
	{"Look at frames and make them:", []string{"decode", "follow", "encode", "sample", "types"}},
	{"Check documents and compare:", []string{"lint", "diff", "template-id", "canon", "schema"}},
	{"Find out more:", []string{"explain", "help", "completion", "version"}},
}

// addGroups puts the commands of the root under their headings.
func addGroups(root *cobra.Command) {
	for _, g := range commandGroups {
		root.AddGroup(&cobra.Group{ID: g.title, Title: g.title})
		for _, name := range g.commands {
			if name == "help" { // not yet among the commands
				root.SetHelpCommandGroupID(g.title)
			}
			for _, c := range root.Commands() {
				if c.Name() == name {
					c.GroupID = g.title
				}
			}
		}
	}
}
