//go:build !windows

package atomicfile

import (
	"errors"
	"syscall"
)

// isBrokenPipe reports whether a write failed because the other end of a pipe is
// closed.
func isBrokenPipe(err error) bool { return errors.Is(err, syscall.EPIPE) }
