package canon

import (
	"slices"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/syntax"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/diag"
)

// rawValueName is the name that makes serde_json, built with its feature
// raw_value, read an object as the JSON text in its only member
// (spec/diverge-templates.md 3.3).
const rawValueName = "$serde_json::private::RawValue"

// anyValue checks a value that may be anything.
func (r *Reader) anyValue(node, depth int) *Problem {
	if d := r.checkValue(node, depth); !r.goesOn(d) {
		return d
	}
	doc := r.doc()
	if k := doc.Kind(node); k < jsondoc.Array {
		if k == jsondoc.Number && r.OnRemark != nil {
			r.number(node, r.path)
		}
		return nil
	}
	if r.OnRemark == nil {
		return r.checkRawValues(node)
	}
	var refused *Problem
	doc.Walk(node, r.path, func(n int, path []pathStep) bool {
		switch doc.Kind(n) {
		case jsondoc.Object:
			isRaw, d := r.rawValue(n, path)
			if d != nil && (refused == nil || !r.stops(refused)) {
				refused = d
			}
			if isRaw {
				return false
			}
			r.repeatedMembers(n, path)
			r.inertRawValues(n, path)
		case jsondoc.Number:
			r.number(n, path)
		}
		return refused == nil || r.OnError != nil && !r.stopped
	})
	return refused
}

// checkRawValues checks magic objects when remarks are not wanted.
func (r *Reader) checkRawValues(node int) *Problem {
	doc := r.doc()
	for n, end := node, doc.Next(node); n < end; n++ {
		if doc.Kind(n) == jsondoc.Object && doc.Next(n) > n+1 && doc.StringIs(n+1, rawValueName) {
			var d *Problem
			doc.Walk(node, r.path, func(at int, path []pathStep) bool {
				if at == n {
					_, d = r.rawValue(n, path)
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

// rawValue reports whether object n represents other JSON, and the fault of that
// JSON.
func (r *Reader) rawValue(n int, path Path) (bool, *Problem) {
	doc := r.doc()
	if doc.Next(n) == n+1 || !doc.StringIs(n+1, rawValueName) {
		return false, nil
	}
	outer := slices.Clone(path)
	path = append(outer, jsondoc.MemberStep(n+1))
	errorAt := func(code string, node int, message string) *Problem {
		d := r.errorAt(code, node, message)
		d.Path = string(doc.AppendPointer(nil, path))
		if code == "shape/unknown" { // the node is the other member's name
			d.Path = string(doc.AppendPointer(nil, append(outer, jsondoc.MemberStep(node))))
		}
		return d
	}
	switch {
	case doc.Kind(n+2) != jsondoc.String:
		return true, errorAt("shape/type", n+2, text.Expected("JSON in a string as the value of "+text.Quote(rawValueName), doc.Kind(n+2).String()))
	case doc.Next(n+2) < doc.Next(n):
		return true, errorAt("shape/unknown", doc.Next(n+2), "unexpected member "+text.QuoteNode(doc, doc.Next(n+2))+" after "+text.Quote(rawValueName))
	}
	if _, d := expandRawValue(doc, n); d != nil {
		return true, errorAt("shape/syntax", n+2, "the string in "+text.Quote(rawValueName)+" is not JSON that the reference accepts: "+d.Message)
	}
	if r.OnRemark != nil {
		r.OnRemark(Remark{Kind: RawValueKey, Rule: remarkRules[RawValueKey], Node: n + 2, Name: n + 1, Path: path})
	}
	return true, nil
}

// expandRawValue reads the JSON that magic object n represents. Its depth is
// counted from 1.
func expandRawValue(doc *document, n int) (*document, *diag.Diagnostic) {
	expanded := new(jsondoc.Doc)
	if f := expanded.Read(doc.AppendString(nil, n+2)); f != nil {
		return nil, syntax.Diagnostic(f)
	}
	r := Reader{Doc: (*Doc)(expanded)}
	if d := r.readRoot(0, &AnyValue, 1); d != nil {
		return nil, d
	}
	return expanded, nil
}

// inertRawValues reports magic names in places where they have no effect.
func (r *Reader) inertRawValues(n int, path Path) {
	doc := r.doc()
	for k, end := n+1, doc.Next(n); k < end; k = doc.Next(k + 1) {
		if doc.StringIs(k, rawValueName) {
			r.OnRemark(Remark{Kind: InertRawValueKey, Rule: remarkRules[InertRawValueKey], Node: k + 1, Name: k, Path: append(path[:len(path):len(path)], jsondoc.MemberStep(k))})
		}
	}
}

// number reports an integer that the reference stores as a double.
func (r *Reader) number(n int, path Path) {
	if r.doc().Node(n).Flags&(jsondoc.Fractional|jsondoc.Invalid) == 0 && r.doc().Num(n).Kind == jsondoc.Float {
		r.OnRemark(Remark{Kind: NumberAsDouble, Rule: remarkRules[NumberAsDouble], Node: n, Name: -1, Path: path})
	}
}

// repeatedMembers reports every member of object n that repeats an earlier name.
func (r *Reader) repeatedMembers(n int, path Path) {
	for _, pair := range repeatedNames(r.doc(), n) {
		k := pair.name
		r.OnRemark(Remark{Kind: RepeatedMember, Rule: remarkRules[RepeatedMember], Node: k + 1, Name: k, Earlier: pair.earlier, Path: append(path[:len(path):len(path)], jsondoc.MemberStep(k))})
	}
}

// repeatedName is the name of a member that repeats an earlier name, the last one
// before it.
type repeatedName struct{ earlier, name int }

// repeatedNames returns the names of object n that repeat an earlier name, in the order
// of the text.
func repeatedNames(doc *document, n int) []repeatedName {
	names := make([]int, 0, 16)
	for k, end := n+1, doc.Next(n); k < end; k = doc.Next(k + 1) {
		names = append(names, k)
	}
	if len(names) < 2 {
		return nil
	}
	slices.SortStableFunc(names, doc.CompareStrings)
	var repeated []repeatedName
	for i := 1; i < len(names); i++ {
		if doc.CompareStrings(names[i-1], names[i]) == 0 {
			repeated = append(repeated, repeatedName{names[i-1], names[i]})
		}
	}
	slices.SortFunc(repeated, func(a, b repeatedName) int { return a.name - b.name })
	return repeated
}
