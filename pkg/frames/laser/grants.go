package laser

import "github.com/divtool/divtool/pkg/frames/cbor"

// Grants is the type of the grants that a server stamps on the frames it
// forwards: an array (section 3.4).
func Grants() *cbor.Type { return grants }
