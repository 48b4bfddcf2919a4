package canon

import (
	"slices"
	"strings"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/diag"
)

// word checks that node is one of the words and returns its index. The
// reference also takes {"word":null}, and for a tag the index.
func (r *Reader) word(node int, words []string, tag bool) (int, *diag.Diagnostic) {
	doc := r.Doc
	switch doc.Kind(node) {
	case jsondoc.String:
		for i, w := range words {
			if doc.StringIs(node, w) {
				return i, nil
			}
		}
		if d := r.checkValue(node, 0); d != nil {
			return -1, d
		}
		return -1, r.unknownWord(node, words)
	case jsondoc.Number:
		if v, ok := doc.Uint(node); ok && tag && v < uint64(len(words)) {
			r.remark(WordForm, node, -1)
			return int(v), nil
		}
	case jsondoc.Object:
		if i := r.unitWord(node, words); i >= 0 && !tag {
			r.remark(WordForm, node, -1)
			return i, nil
		}
	}
	d := r.errorAt("shape/type", node, "one of the words "+oneOf(words)+" is needed here, this is "+doc.Kind(node).String())
	d.Need, d.Have = diag.Words("a string"), diag.Words(doc.Kind(node).String())
	return -1, d
}

// unitWord returns the index of the word of {"word":null}, or -1.
func (r *Reader) unitWord(node int, words []string) int {
	doc := r.Doc
	if doc.Kind(node) != jsondoc.Object || doc.Count(node) != 1 || doc.Kind(node+2) != jsondoc.Null {
		return -1
	}
	return slices.IndexFunc(words, func(w string) bool { return doc.StringIs(node+1, w) })
}

func (r *Reader) unknownWord(node int, words []string) *diag.Diagnostic {
	d := r.errorAt("shape/variant", node, "no such word: "+text.QuoteNode(r.Doc, node)+"; one of "+oneOf(words)+" is needed")
	d.Need = diag.Words(strings.ReplaceAll(oneOf(words), `"`, ""))
	return d
}

// oneOf lists words for a message.
func oneOf(words []string) string {
	var b strings.Builder
	for i, w := range words {
		switch {
		case i == 0:
		case i == len(words)-1:
			b.WriteString(" or ")
		default:
			b.WriteString(", ")
		}
		b.WriteString(`"` + w + `"`)
	}
	return b.String()
}
