//go:build unix

package atomicfile

import (
	"os"
	"syscall"
)

// terminationSignals returns the signals that end a program by default.
func terminationSignals() []os.Signal {
	return []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP}
}
