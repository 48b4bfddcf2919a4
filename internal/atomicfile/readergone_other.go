//go:build !unix

package atomicfile

import "os"

// isReaderGone cannot be asked here; the next write reports it.
func isReaderGone(*os.File) bool { return false }
