//go:build !unix

package cmd

import "os"

// exitBySignal ends the program with the status that shells use for an interrupt.
func exitBySignal(os.Signal) { os.Exit(128 + 2) }
