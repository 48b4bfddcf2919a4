//go:build unix

package source

import (
	"os"
	"syscall"
)

// readFile reads a file with four system calls. os.Open would also register it with
// the poller, which for a small file costs as much as the read.
func (r *Reader) readFile(s Source, limit int64) ([]byte, error) {
	fd, err := ignoringEINTR(func() (int, error) { return syscall.Open(s.Name, syscall.O_RDONLY|syscall.O_CLOEXEC, 0) })
	if err != nil {
		return nil, &os.PathError{Op: "open", Path: s.Name, Err: err}
	}
	var info syscall.Stat_t
	if err := syscall.Fstat(fd, &info); err != nil {
		syscall.Close(fd)
		return nil, &os.PathError{Op: "stat", Path: s.Name, Err: err}
	}
	switch info.Mode & syscall.S_IFMT {
	case syscall.S_IFDIR:
		syscall.Close(fd)
		return nil, directoryError(s.Name)
	case syscall.S_IFREG:
		defer syscall.Close(fd)
		return r.readRegular(s.Name, fd, info.Size, limit)
	}
	f := os.NewFile(uintptr(fd), s.Name)
	defer f.Close()
	return ReadUpTo(f, limit)
}

// readRegular reads an open regular file; size is a hint.
func (r *Reader) readRegular(name string, fd int, size, limit int64) ([]byte, error) {
	text := r.reserve(min(size, limit) + 1)
	total := 0
	for {
		n, err := ignoringEINTR(func() (int, error) { return syscall.Read(fd, text[total:]) })
		if err != nil {
			return text[:total], &os.PathError{Op: "read", Path: name, Err: err}
		}
		total += n
		switch {
		case int64(total) > limit:
			return text[:limit+1], ErrTooLarge
		case n == 0, size > 0 && int64(total) == size && total < len(text):
			// A file of size 0 may be virtual, such as in /proc; read it to EOF.
			return text[:total], nil
		case total == len(text): // the file has grown
			text = append(text, make([]byte, len(text))...)
		}
	}
}

// ignoringEINTR repeats a call as long as a signal interrupts it.
func ignoringEINTR(call func() (int, error)) (int, error) {
	for {
		n, err := call()
		if err != syscall.EINTR {
			return n, err
		}
	}
}
