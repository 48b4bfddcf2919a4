//go:build unix

package atomicfile

import (
	"os"
	"syscall"
)

// umask is the process's mask for the modes of new files.
func umask() os.FileMode {
	mask := syscall.Umask(0)
	syscall.Umask(mask)
	return os.FileMode(mask)
}
