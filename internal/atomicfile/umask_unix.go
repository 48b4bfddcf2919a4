//go:build unix

package atomicfile

import (
	"os"
	"syscall"
)

// umask returns the file mode creation mask of the process. Reading the mask
// requires setting it for a moment.
func umask() os.FileMode {
	mask := syscall.Umask(0)
	syscall.Umask(mask)
	return os.FileMode(mask)
}
