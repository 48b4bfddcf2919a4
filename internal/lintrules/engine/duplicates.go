package engine

import (
	"iter"

	"github.com/divtool/divtool/internal/jsondoc"
)

// maxPairwise is the number of strings up to which DuplicateStrings compares pairs
// instead of hashing.
const maxPairwise = 16

// DuplicateStrings returns the strings of an array that repeat an earlier string: the
// node, and the index of the first equal string. Other elements are skipped.
func DuplicateStrings(doc *jsondoc.Doc, array int) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		var nodes [maxPairwise]int
		var first map[string]int
		for i, n := range doc.Elements(array) {
			if doc.Kind(n) != jsondoc.String {
				continue
			}
			if first == nil && i < maxPairwise {
				nodes[i] = n
				if k := indexEqual(doc, nodes[:i], n); k >= 0 && !yield(n, k) {
					return
				}
				continue
			}
			if first == nil {
				first = firstIndexes(doc, nodes[:])
			}
			s := doc.Value(n)
			if k, exists := first[s]; !exists {
				first[s] = i
			} else if !yield(n, k) {
				return
			}
		}
	}
}

// indexEqual returns the index of the first string that equals string node n,
// or -1. Node 0 marks an element that is not a string.
func indexEqual(doc *jsondoc.Doc, strings []int, n int) int {
	for i, s := range strings {
		if s > 0 && doc.CompareStrings(s, n) == 0 {
			return i
		}
	}
	return -1
}

func firstIndexes(doc *jsondoc.Doc, strings []int) map[string]int {
	first := make(map[string]int, 2*len(strings))
	for i, n := range strings {
		if n == 0 {
			continue
		}
		s := doc.Value(n)
		if _, exists := first[s]; !exists {
			first[s] = i
		}
	}
	return first
}
