//go:build unix

package atomicfile

import (
	"os"

	"golang.org/x/sys/unix"
)

// isReaderGone reports whether the other end of a pipe or socket is closed.
func isReaderGone(f *os.File) bool {
	fds := []unix.PollFd{{Fd: int32(f.Fd())}}
	n, err := unix.Poll(fds, 0)
	return err == nil && n > 0 && fds[0].Revents&(unix.POLLERR|unix.POLLHUP) != 0
}
