// Held runs a command and writes the most memory that it held, in bytes, to
// file 3. A process begins with what its parent holds: this one holds little.
package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
)

func main() {
	c := exec.Command(os.Args[1], os.Args[2:]...)
	c.Stdin, c.Stdout, c.Stderr = os.Stdin, os.Stdout, os.Stderr
	err := c.Run()
	if c.ProcessState != nil {
		fmt.Fprintln(os.NewFile(3, "held"), peakMemory(c.ProcessState))
	}
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit):
		os.Exit(exit.ExitCode())
	case err != nil:
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
}
