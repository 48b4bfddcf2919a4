// Held runs a command and writes its peak memory, in bytes, to file descriptor 3.
// The peak of a process includes the memory of its parent at the fork, so the
// parent must be small.
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
