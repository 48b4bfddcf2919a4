package rule

import (
	"iter"

	"github.com/divtool/divtool/internal/jsondoc"
)

// maxPairwise is up to how many strings are compared pair by pair.
const maxPairwise = 16

// DuplicateStrings goes over the elements of an array of strings that have stood in it
// before: the node, and the index of the first equal one. Other elements are
// passed over.
func DuplicateStrings(doc *jsondoc.Doc, array int) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		var nodes [maxPairwise]int
		var first map[string]int
		for i, n := range Elements(doc, array) {
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

// indexEqual returns the index of the first of the strings that equals string
// node n, or -1.
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
