//go:build !windows

package cmd

import (
	"errors"
	"syscall"
)

// isBrokenPipe tells whether a write failed because the other end of a pipe is
// closed.
func isBrokenPipe(err error) bool { return errors.Is(err, syscall.EPIPE) }
