package lint

import (
	"hash/maphash"

	"github.com/divtool/divtool/pkg/diag"
)

// dedupe keeps the first of findings that have one rule and one path: where
// a name is repeated several values have one pointer.
func dedupe(findings []diag.Diagnostic) []diag.Diagnostic {
	if len(findings) < 2 {
		return findings
	}
	size := 4
	for size < 2*len(findings) {
		size *= 2
	}
	slots := make([]int32, size) // index of a kept finding, from 1
	seed := maphash.MakeSeed()
	kept := findings[:0]
	for i := range findings {
		d := findings[i]
		slot := int(maphash.String(seed, d.Path)^maphash.String(seed, d.Code)) & (size - 1)
		for slots[slot] != 0 && (kept[slots[slot]-1].Path != d.Path || kept[slots[slot]-1].Code != d.Code) {
			slot = (slot + 1) & (size - 1)
		}
		if slots[slot] == 0 {
			kept = append(kept, d)
			slots[slot] = int32(len(kept))
		}
	}
	return kept
}
