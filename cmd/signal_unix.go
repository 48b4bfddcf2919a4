//go:build unix

package cmd

import (
	"os"
	"syscall"
)

// exitBySignal ends the program by a signal that is no longer caught, so that
// its parent sees what ended it.
func exitBySignal(s os.Signal) {
	if n, ok := s.(syscall.Signal); ok {
		syscall.Kill(os.Getpid(), n)
	}
}
