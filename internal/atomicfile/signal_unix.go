//go:build unix

package atomicfile

import (
	"os"
	"syscall"
)

// terminationSignals end a program that does not catch them.
func terminationSignals() []os.Signal {
	return []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP}
}
