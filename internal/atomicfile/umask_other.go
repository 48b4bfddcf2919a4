//go:build !unix

package atomicfile

import "os"

// umask is nothing where modes have no mask.
func umask() os.FileMode { return 0 }
