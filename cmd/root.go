package cmd

import (
	"strings"

	"github.com/spf13/cobra"
)

// Commands returns the tree of commands, for documentation. It reads and
// prints nothing.
func Commands() *cobra.Command {
	a := newApp(Streams{In: strings.NewReader(""), Env: func(string) string { return "" }})
	return a.rootCommand()
}
