//go:build !unix

package atomicfile

import "os"

// terminationSignals end a program that does not catch them.
func terminationSignals() []os.Signal { return []os.Signal{os.Interrupt} }
