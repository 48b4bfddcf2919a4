package rule

import (
	"iter"

	"github.com/divtool/divtool/internal/jsondoc"
)

// Elements goes over the elements of an array: index and node.
func Elements(doc *jsondoc.Doc, array int) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		i := 0
		for n, end := array+1, doc.Next(array); n < end; n = doc.Next(n) {
			if !yield(i, n) {
				return
			}
			i++
		}
	}
}
