package canon

import (
	"slices"
	"strings"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/diag"
)

// word checks that node is a word of the shape and returns its index. The
// reference also accepts {"word":null}, and for a tag the index.
func (r *Reader) word(node int, s *Shape, tag bool) (int, *Problem) {
	doc, words := r.doc(), s.Words
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
		if s.Open {
			return len(words), nil
		}
		return -1, r.unknownWord(node, s)
	case jsondoc.Number:
		if v, ok := doc.Uint(node); ok && tag && s.Forms == AnyForm && v < uint64(len(words)) {
			r.remark(WordForm, node, -1)
			return int(v), nil
		}
	case jsondoc.Object:
		if i := s.unitWord(doc, node); i >= 0 {
			return r.unitWord(node, s, i, tag)
		}
	}
	return -1, r.wordType(node, s)
}

// unitWord checks the word with index i in the form of an object.
func (r *Reader) unitWord(node int, s *Shape, i int, tag bool) (int, *Problem) {
	switch {
	case (s.Forms == AnyForm || s.Forms == BufferForm) && !tag:
		r.remark(WordForm, node, -1)
		return i, nil
	case s.Forms == ObjectForm:
		r.remarkAs("shape/variant-form", WordForm, node, -1)
		return i, nil
	}
	p := r.wordType(node, s)
	if s.Forms == DecoderForm {
		p.Decodes, p.Hint = true, "only the reference decoder accepts the object form; write "+text.Quote(s.Words[i])
	}
	return -1, p
}

// wordType refuses a value in place of a word.
func (r *Reader) wordType(node int, s *Shape) *Problem {
	have := r.doc().Kind(node).String()
	want := text.Or(s.Words)
	if s.Open {
		want = s.expected(r.current)
	}
	p := r.errorAt("shape/type", node, text.Expected(want, have))
	p.Need, p.Have = diag.Words("a string"), diag.Words(have)
	r.hintDefault(p)
	return p
}

// WordIndex returns the index of the word that a value is, in any of its forms, or
// -1.
func (s *Shape) WordIndex(d *Doc, node int) int {
	doc := d.document()
	if doc.Kind(node) == jsondoc.Object {
		return s.unitWord(doc, node)
	}
	return slices.IndexFunc(s.Words, func(w string) bool { return doc.StringIs(node, w) })
}

// unitWord returns the index of the word of {"word":null}, or of another object that means
// the same, or -1.
func (s *Shape) unitWord(doc *document, node int) int {
	if s.Forms == BufferForm && doc.Count(node) == 1 && doc.Kind(node+2) == jsondoc.Object && doc.Count(node+2) == 0 {
		return slices.IndexFunc(s.Words, func(w string) bool { return doc.StringIs(node+1, w) })
	}
	return unitWord(doc, node, s.Words)
}

// unitWord returns the index of the word of {"word":null}, or -1.
func unitWord(doc *document, node int, words []string) int {
	if doc.Kind(node) != jsondoc.Object || doc.Count(node) != 1 || doc.Kind(node+2) != jsondoc.Null {
		return -1
	}
	return slices.IndexFunc(words, func(w string) bool { return doc.StringIs(node+1, w) })
}

func (r *Reader) unknownWord(node int, s *Shape) *Problem {
	word := r.doc().Value(node)
	d := r.errorAt("shape/variant", node, text.UnknownWord(word, s.Name, s.Words))
	d.Meant = text.Meant(word, s.Words)
	if hint := s.RenamedHint(word); hint != "" {
		d.Message, d.Hint, d.Meant = text.Quote(word)+" is not "+s.Name, hint, ""
	}
	d.Need = diag.Words(strings.ReplaceAll(text.Or(s.Words), `"`, ""))
	return d
}
