//go:build unix

package main

import (
	"os"
	"runtime"
	"syscall"
)

func peakMemory(s *os.ProcessState) int64 {
	usage, ok := s.SysUsage().(*syscall.Rusage)
	switch {
	case !ok:
		return 0
	case runtime.GOOS == "darwin":
		return usage.Maxrss
	}
	return usage.Maxrss << 10
}
