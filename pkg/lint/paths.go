package lint

import (
	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/diag"
)

// maxPathBytes is how many bytes the pointers of a document's findings may
// take. Without a bound a long name with many findings below it would make
// them grow with the square of the text.
const maxPathBytes = 256 << 20

// resolvePaths puts in front of the paths of findings, which are sorted by offset,
// the pointer to the value or the member that starts there. It goes over the
// document once. It returns how many it has resolved: all but those for which
// there is no room.
func resolvePaths(doc *jsondoc.Doc, findings []diag.Diagnostic) int {
	if len(findings) == 0 {
		return 0
	}
	done, size, full := 0, 0, false
	var pointer []byte
	doc.Walk(0, nil, func(n int, steps []jsondoc.Step) bool {
		if full {
			return false
		}
		start, end := doc.Span(n)
		from := start
		if len(steps) > 0 {
			if name := steps[len(steps)-1].Name; name >= 0 {
				from, _ = doc.Span(int(name))
			}
		}
		if done == len(findings) || findings[done].Offset >= end {
			return false
		}
		for done < len(findings) && findings[done].Offset < from {
			done++ // at no value: its path stays as it is
		}
		hasPointer := false
		for done < len(findings) && (findings[done].Offset == start || findings[done].Offset == from) {
			if !hasPointer {
				pointer, hasPointer = doc.AppendPointer(pointer[:0], steps), true
			}
			d := &findings[done]
			if size += len(pointer) + len(d.Path); size > maxPathBytes {
				full = true
				return false
			}
			d.Path = string(pointer) + d.Path
			done++
		}
		return done < len(findings) && findings[done].Offset < end
	})
	return done
}
