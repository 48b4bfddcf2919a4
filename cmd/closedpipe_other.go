//go:build !windows

package cmd

import (
	"errors"
	"syscall"
)

// isGoneReader tells whether a write failed because the other end of a pipe is
// closed.
func isGoneReader(err error) bool { return errors.Is(err, syscall.EPIPE) }
