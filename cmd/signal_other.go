//go:build !unix

package cmd

import "os"

// terminationSignals end the program, once it has cleaned up.
func terminationSignals() []os.Signal { return []os.Signal{os.Interrupt} }

// exitBySignal ends the program as a shell reports an interrupt.
func exitBySignal(os.Signal) { os.Exit(128 + 2) }
