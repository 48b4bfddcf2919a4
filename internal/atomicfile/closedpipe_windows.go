package atomicfile

import (
	"errors"
	"syscall"
)

// isBrokenPipe reports whether a write failed because the other end of a pipe is
// closed or closing.
func isBrokenPipe(err error) bool {
	const noData = syscall.Errno(232) // ERROR_NO_DATA
	return errors.Is(err, syscall.ERROR_BROKEN_PIPE) || errors.Is(err, noData)
}
