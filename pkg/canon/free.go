package canon

import (
	"slices"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/diag"
)

// magicKey is the name that makes serde_json, built with its feature
// raw_value, read an object as the JSON text in its only member
// (spec/diverge-templates.md 3.3).
const magicKey = "$serde_json::private::RawValue"

// free checks a value that may be anything.
func (r *Reader) free(node, depth int) *diag.Diagnostic {
	if d := r.sound(node, depth); d != nil {
		return d
	}
	doc := r.Doc
	if k := doc.Kind(node); k < jsondoc.Array {
		if k == jsondoc.Number && r.Remark != nil {
			r.number(node, r.way)
		}
		return nil
	}
	if r.Remark == nil {
		return r.magicOnly(node)
	}
	var refused *diag.Diagnostic
	doc.Walk(node, r.way, func(n int, way []jsondoc.Step) bool {
		switch doc.Kind(n) {
		case jsondoc.Object:
			magic, d := r.magic(n, way)
			if refused == nil {
				refused = d
			}
			if magic {
				return false
			}
			r.repeats(n, way)
			r.plainMagic(n, way)
		case jsondoc.Number:
			r.number(n, way)
		}
		return refused == nil
	})
	return refused
}

// magicOnly looks for magic objects where nobody listens to remarks.
func (r *Reader) magicOnly(node int) *diag.Diagnostic {
	doc := r.Doc
	for n, end := node, doc.Next(node); n < end; n++ {
		if doc.Kind(n) == jsondoc.Object && doc.Next(n) > n+1 && doc.StringIs(n+1, magicKey) {
			var d *diag.Diagnostic
			doc.Walk(node, r.way, func(at int, way []jsondoc.Step) bool {
				if at == n {
					_, d = r.magic(n, way)
				}
				return at < n
			})
			if d != nil {
				return d
			}
			n = doc.Next(n) - 1
		}
	}
	return nil
}

// magic tells whether object n stands for other JSON, and whether that can be
// read.
func (r *Reader) magic(n int, way []jsondoc.Step) (bool, *diag.Diagnostic) {
	doc := r.Doc
	if doc.Next(n) == n+1 || !doc.StringIs(n+1, magicKey) {
		return false, nil
	}
	outer := slices.Clone(way)
	way = append(outer, jsondoc.MemberStep(n+1))
	refuse := func(code string, node int, message string) *diag.Diagnostic {
		d := r.refuse(code, node, message)
		d.Path = string(doc.AppendPointer(nil, way))
		if code == "shape/unknown" { // the node is the other member's name
			d.Path = string(doc.AppendPointer(nil, append(outer, jsondoc.MemberStep(node))))
		}
		return d
	}
	switch {
	case doc.Kind(n+2) != jsondoc.String:
		return true, refuse("shape/type", n+2, "the member "+magicKey+" must hold JSON in a string")
	case doc.Next(n+2) < doc.Next(n):
		return true, refuse("shape/unknown", doc.Next(n+2), "no other member may stand beside "+magicKey)
	}
	if _, d := expandMagic(doc, n); d != nil {
		return true, refuse("shape/syntax", n+2, "the string of "+magicKey+" is not JSON that the reference reads: "+d.Message)
	}
	if r.Remark != nil {
		r.Remark(Remark{Kind: MagicKey, Node: n + 2, Name: n + 1, Way: way})
	}
	return true, nil
}

// expandMagic reads the JSON that magic object n stands for. The levels
// inside count anew.
func expandMagic(doc *jsondoc.Doc, n int) (*jsondoc.Doc, *diag.Diagnostic) {
	inner := new(jsondoc.Doc)
	if f := inner.Read(doc.AppendString(nil, n+2)); f != nil {
		return nil, Syntax(f)
	}
	r := Reader{Doc: inner}
	if d := r.Read(0, &AnyValue, 1); d != nil {
		return nil, d
	}
	return inner, nil
}

// plainMagic remarks magic names in places where they do nothing.
func (r *Reader) plainMagic(n int, way []jsondoc.Step) {
	doc := r.Doc
	for k, end := n+1, doc.Next(n); k < end; k = doc.Next(k + 1) {
		if doc.StringIs(k, magicKey) {
			r.Remark(Remark{Kind: PlainMagicKey, Node: k + 1, Name: k, Way: append(way[:len(way):len(way)], jsondoc.MemberStep(k))})
		}
	}
}

// number remarks an integer that the reference holds as a double.
func (r *Reader) number(n int, way []jsondoc.Step) {
	if r.Doc.Node(n).Flags&jsondoc.Fractional == 0 && r.Doc.Num(n).Kind == jsondoc.Float {
		r.Remark(Remark{Kind: NumberBecomes, Node: n, Name: -1, Way: way})
	}
}

// repeats remarks every member of object n whose name has stood before in it.
func (r *Reader) repeats(n int, way []jsondoc.Step) {
	for _, k := range repeatedNames(r.Doc, n) {
		r.Remark(Remark{Kind: RepeatedMember, Node: k + 1, Name: k, Way: append(way[:len(way):len(way)], jsondoc.MemberStep(k))})
	}
}

// repeatedNames returns the nodes of the names of object n that have stood
// before in it, in the order of the text.
func repeatedNames(doc *jsondoc.Doc, n int) []int {
	names := make([]int, 0, 16)
	for k, end := n+1, doc.Next(n); k < end; k = doc.Next(k + 1) {
		names = append(names, k)
	}
	if len(names) < 2 {
		return nil
	}
	slices.SortStableFunc(names, doc.CompareStrings)
	var repeated []int
	for i := 1; i < len(names); i++ {
		if doc.CompareStrings(names[i-1], names[i]) == 0 {
			repeated = append(repeated, names[i])
		}
	}
	slices.Sort(repeated)
	return repeated
}
