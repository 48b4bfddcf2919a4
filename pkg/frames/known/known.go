// Package known lists the frame types of all families, in the order in which
// they are tried when no type is given.
package known

import (
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/diverge"
)

// Types returns all types.
func Types() frames.Set {
	return frames.Set{
		diverge.AgentsRequest,
	}
}
