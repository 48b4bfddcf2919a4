// Divtool shows what is inside the messages of agent-runtime protocols, makes
// such messages, and computes template ids.
package main

import (
	"os"

	"github.com/divtool/divtool/cmd"
)

func main() {
	os.Exit(cmd.Main(os.Args[1:], cmd.System()))
}
