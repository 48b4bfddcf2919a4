// Empty is a minimal cobra program, the reference for the start-up time of
// divtool.
package main

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"
)

func main() {
	c := &cobra.Command{Use: "empty", RunE: func(*cobra.Command, []string) error {
		_, err := fmt.Println("empty")
		return err
	}}
	if c.Execute() != nil {
		os.Exit(1)
	}
}
