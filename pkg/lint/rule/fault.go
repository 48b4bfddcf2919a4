package rule

import "github.com/divtool/divtool/internal/jsondoc"

// FirstFault returns the first value fault at or below a node (text that is
// not UTF-8, half a surrogate pair, a number out of range, or more levels
// than the peer reads) that starts before the given offset, or nil.
func FirstFault(doc *jsondoc.Doc, node, before int) *jsondoc.Fault {
	if node >= doc.Len() {
		return nil
	}
	first := doc.ValueFault(node)
	if deep := doc.FirstTooDeep(node, 1); deep >= 0 {
		if start, _ := doc.Span(deep); first == nil || start < first.Offset {
			first = &jsondoc.Fault{Reason: jsondoc.Depth, Offset: start}
		}
	}
	if first == nil || first.Offset >= before {
		return nil
	}
	return first
}
