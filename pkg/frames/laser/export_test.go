package laser

import "github.com/divtool/divtool/pkg/frames/cbor"

// Part returns the declaration of a part of the forwarded frames, for tests.
func Part(name string) *cbor.Type {
	for _, t := range []*cbor.Type{caller, grant, forwardedScope, mutationPosition, resourcePattern} {
		if t.Name == name {
			return t
		}
	}
	return nil
}
