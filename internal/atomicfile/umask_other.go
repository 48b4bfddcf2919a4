//go:build !unix

package atomicfile

import "os"

// umask returns 0: file modes have no mask on this system.
func umask() os.FileMode { return 0 }
