// Empty is the smallest cobra program: what divtool's start-up is measured
// against.
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
