//go:build unix

package cmd

import (
	"os"
	"syscall"
)

// exitBySignal ends the program by a signal that is not caught any more, so that its
// parent process learns the cause.
func exitBySignal(s os.Signal) {
	if n, ok := s.(syscall.Signal); ok {
		syscall.Kill(os.Getpid(), n)
	}
}
