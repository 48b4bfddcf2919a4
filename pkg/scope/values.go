package scope

import (
	"strings"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/text"
)

// wrongType tells that node is of another JSON type. need is the type, what
// the thing that has it.
func (r *reader) wrongType(node int, need, typeName string, op bool) {
	if typeName != "" {
		need += " (" + typeName + ")"
	}
	r.add(Problem{Kind: WrongType, Node: node, AboutOp: op, Message: need + " is needed here, this is " + r.doc.Kind(node).String()})
}

func (r *reader) text(node int, dst *string) {
	if r.doc.Kind(node) != jsondoc.String {
		r.wrongType(node, "a string", "", false)
		return
	}
	*dst = r.doc.Value(node)
}

func (r *reader) optionalText(node int, dst *Optional[string]) {
	dst.Set = true
	r.text(node, &dst.Value)
}

func (r *reader) u64(node int, dst *uint64) {
	if r.doc.Kind(node) != jsondoc.Number {
		r.wrongType(node, "a whole number", "", false)
		return
	}
	v, ok := r.doc.Uint(node)
	if !ok {
		spelling := r.doc.Raw(node)
		r.add(Problem{
			Kind: WrongRange, Node: node,
			Message: text.Excerpt(spelling) + " is not a plain whole number from 0 to 18446744073709551615",
			Hint:    "write it without sign, point and exponent",
		})
		return
	}
	*dst = v
}

func (r *reader) optionalU64(node int, dst *Optional[uint64]) {
	dst.Set = true
	r.u64(node, &dst.Value)
}

func (r *reader) boolean(node int, dst *bool) {
	switch r.doc.Kind(node) {
	case jsondoc.True:
		*dst = true
	case jsondoc.False:
		*dst = false
	default:
		r.wrongType(node, "true or false", "", false)
	}
}

// word reads one of the words and returns its index; false when it is none.
func (r *reader) word(node int, words []string, op bool) (int, bool) {
	doc := r.doc
	if doc.Kind(node) != jsondoc.String {
		p := Problem{Kind: WrongType, Node: node, AboutOp: op, Message: "one of " + strings.Join(words, ", ") + " is needed here, this is " + doc.Kind(node).String()}
		if i := unitWord(doc, node, words); i >= 0 && !op {
			p.Accepted, p.Hint = true, `write "`+words[i]+`"; no writer makes the object form`
		}
		r.add(p)
		return 0, false
	}
	for i, w := range words {
		if doc.StringIs(node, w) {
			return i, true
		}
	}
	p := Problem{Kind: WrongWord, Node: node, AboutOp: op, Message: "no such word: " + text.QuoteNode(doc, node), Hint: "one of " + strings.Join(words, ", ") + " is needed"}
	if text, ok := doc.Plain(node); ok {
		if note := reservedNote(string(text)); note != "" {
			p.Hint += "; " + note
		}
	}
	r.add(p)
	return 0, false
}

// unitWord returns the index of the word of {"word":null}, which the decoder
// of the daemon takes too, or -1.
func unitWord(doc *jsondoc.Doc, node int, words []string) int {
	if doc.Kind(node) != jsondoc.Object || doc.Next(node) != node+3 || doc.Kind(node+2) != jsondoc.Null {
		return -1
	}
	for i, w := range words {
		if doc.StringIs(node+1, w) {
			return i
		}
	}
	return -1
}

// list reads an array, each element by read, and keeps the first elements of
// it. Nothing is kept any more once something is refused, so that what is
// kept stays in proportion to the text.
func list[T any](r *reader, node int, elemText string, maxKept int, dst *[]T, read func(r *reader, node int, dst *T)) {
	doc := r.doc
	if doc.Kind(node) != jsondoc.Array {
		r.wrongType(node, "an array", elemText, false)
		return
	}
	*dst = []T{}
	var discard T
	for c, end := node+1, doc.Next(node); c < end; c = doc.Next(c) {
		elem := &discard
		if !r.failed && len(*dst) < maxKept {
			*dst = append(*dst, discard)
			elem = &(*dst)[len(*dst)-1]
		}
		read(r, c, elem)
	}
}
