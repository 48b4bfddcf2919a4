//go:build !unix

package cmd

import "os"

// endingSignals end the program, once it has cleaned up.
func endingSignals() []os.Signal { return []os.Signal{os.Interrupt} }

// endBy ends the program as a shell reports an interrupt.
func endBy(os.Signal) { os.Exit(128 + 2) }
