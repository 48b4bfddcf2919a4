package canon

import (
	"strconv"
	"strings"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/diag"
)

// RemarkKind is something that the reference accepts and then drops, changes
// or reads in a way few would expect.
type RemarkKind uint8

// The kinds of a remark.
const (
	UnknownMember    RemarkKind = iota // dropped
	RepeatedMember                     // the last value counts
	ExplicitNull                       // the same as absent, not written again
	ArrayForm                          // an array in place of an object
	MemberOrder                        // written again in another order
	WordForm                           // a word as an index, or as an object
	RawValueKey                        // the object stands for the JSON in its string
	InertRawValueKey                   // a magic name that has no effect here
	NumberAsDouble                     // an integer that is read as a double
)

// Remark is a remark about one value. Its way is only valid during the call.
type Remark struct {
	Kind RemarkKind
	Node int // the value, or the member's value
	Name int // the node of the member's name, or -1
	Path []jsondoc.Step
}

// Reader checks values of a document against shapes, exactly as the reference
// decodes them. It may be used again; it is not safe for concurrent use.
type Reader struct {
	Doc *jsondoc.Doc
	// OnRemark is told what the reference would drop or change. May be nil.
	OnRemark func(Remark)
	// OnValue is told of every value that has a shape of its own, after it was
	// found good, with the member it is the value of, if any. May be nil.
	OnValue func(node int, s *Shape, m *Member, path []jsondoc.Step)
	// OnError is told of every refusal, and whether to look for more of them.
	// Without it the first one ends the reading, as it does in the reference.
	OnError func(*diag.Diagnostic) (more bool)

	path    []jsondoc.Step
	stopped bool // Refused wants no more
}

// Read checks node against shape s. depth is how many arrays and objects are
// open at the node when it is one itself: 1 for the payload or template.
// The diagnostic has a code of the lint rules (shape/… or
// grant/unknown-action), a path from the node, and offsets into the text. With
// Refused the result is the refusal that ended the reading, of which Refused
// has been told too; nil when all of the value was read.
func (r *Reader) Read(node int, s *Shape, depth int) *diag.Diagnostic {
	r.path, r.stopped = r.path[:0], false
	d := r.read(node, s, depth)
	if r.stops(d) {
		return d
	}
	return nil
}

// stops tells whether the reading ends with a refusal, which is nil for what is
// good.
func (r *Reader) stops(d *diag.Diagnostic) bool {
	if d == nil || r.OnError == nil || r.stopped {
		return d != nil
	}
	r.stopped = !r.OnError(d)
	return r.stopped
}

func (r *Reader) read(node int, s *Shape, depth int) *diag.Diagnostic {
	switch s.Kind {
	case Any:
		return r.anyValue(node, depth)
	case Text:
		return r.text(node, s)
	case Boolean:
		if k := r.Doc.Kind(node); k != jsondoc.True && k != jsondoc.False {
			return r.wrongType(node, s)
		}
		return nil
	case Unsigned, Signed:
		return r.integer(node, s)
	case Word:
		_, d := r.word(node, s.Words, false)
		return d
	case List:
		return r.list(node, s, depth)
	case Dictionary:
		return r.dictionary(node, s, depth)
	case Nullable:
		if r.Doc.Kind(node) == jsondoc.Null {
			return nil
		}
		return r.read(node, s.Elem, depth)
	case Grant:
		return r.grant(node, depth)
	case Skipped:
		return nil
	default:
		return r.record(node, s, depth)
	}
}

// element checks one value inside the current one.
func (r *Reader) element(step jsondoc.Step, node int, s *Shape, m *Member, depth int) *diag.Diagnostic {
	r.path = append(r.path, step)
	d := r.read(node, s, depth)
	if d == nil && r.OnValue != nil {
		r.OnValue(node, s, m, r.path)
	}
	r.path = r.path[:len(r.path)-1]
	return d
}

func (r *Reader) remark(kind RemarkKind, node, name int, steps ...jsondoc.Step) {
	if r.OnRemark != nil {
		r.OnRemark(Remark{Kind: kind, Node: node, Name: name, Path: append(r.path, steps...)})
	}
}

// errorAt makes the diagnostic of a node; steps lead to it from the current
// value.
func (r *Reader) errorAt(code string, node int, message string, steps ...jsondoc.Step) *diag.Diagnostic {
	start, end := r.Doc.Span(node)
	return &diag.Diagnostic{
		Code:    code,
		Path:    string(r.Doc.AppendPointer(nil, append(r.path, steps...))),
		Offset:  start,
		Length:  end - start,
		Message: message,
	}
}

func (r *Reader) wrongType(node int, s *Shape) *diag.Diagnostic {
	have := r.Doc.Kind(node).String()
	d := r.errorAt("shape/type", node, s.Name+" is needed here, this is "+have)
	d.Need, d.Have = diag.Words(s.Name), diag.Words(have)
	return d
}

// checkValue refuses a value that the reference reads in full and cannot: text
// that is not UTF-8, lone surrogates, numbers out of range, too many levels.
func (r *Reader) checkValue(node, depth int) *diag.Diagnostic {
	if f := r.Doc.ValueFault(node); f != nil {
		d := r.errorAt("shape/syntax", node, f.Error())
		d.Offset, d.Length = f.Offset, 1
		r.locate(d, node, f.Reason == jsondoc.NumberRange)
		return d
	}
	if n := r.Doc.FirstTooDeep(node, depth); n >= 0 {
		d := r.errorAt("shape/depth", node, "more than "+strconv.Itoa(jsondoc.MaxDepth)+" arrays and objects are open at once: the peer reads no deeper")
		d.Offset, d.Length = int(r.Doc.Node(n).Start), 1
		d.Need, d.Have = diag.Count(jsondoc.MaxDepth), diag.Count(depth+int(r.Doc.Node(node).Height)-1)
		return d
	}
	return nil
}

// locate has a refusal at an offset inside a value name the innermost value
// that holds it, which is the object for the name of a member. A number is
// meant as a whole.
func (r *Reader) locate(d *diag.Diagnostic, node int, number bool) {
	r.Doc.Walk(node, r.path, func(n int, path []jsondoc.Step) bool {
		start, end := r.Doc.Span(n)
		if d.Offset < start || d.Offset >= end {
			return false
		}
		d.Path = string(r.Doc.AppendPointer(nil, path))
		if number {
			d.Length = end - d.Offset
		}
		return true
	})
}

func (r *Reader) text(node int, s *Shape) *diag.Diagnostic {
	if r.Doc.Kind(node) != jsondoc.String {
		return r.wrongType(node, s)
	}
	return r.checkValue(node, 0)
}

func (r *Reader) integer(node int, s *Shape) *diag.Diagnostic {
	if r.Doc.Kind(node) != jsondoc.Number {
		return r.wrongType(node, s)
	}
	if d := r.checkValue(node, 0); d != nil {
		return d
	}
	if s.fits(r.Doc, node) {
		return nil
	}
	spelling := string(r.Doc.Raw(node))
	code, why := "shape/range", "it is out of range"
	if strings.ContainsAny(spelling, ".eE") || spelling == "-0" {
		code, why = "shape/type", "the reference reads this one as a fraction"
	}
	d := r.errorAt(code, node, s.Name+" is needed here: "+why)
	d.Need = diag.Words(s.Name)
	d.Have = diag.Fact(spelling)
	return d
}

// fits tells whether a number is whole and as wide as the shape.
func (s *Shape) fits(doc *jsondoc.Doc, node int) bool {
	if s.Kind == Unsigned {
		v, ok := doc.Uint(node)
		return ok && (s.Bits == 64 || v>>s.Bits == 0)
	}
	v, ok := doc.Int(node)
	return ok && v>>(s.Bits-1) == v>>63
}

func (r *Reader) list(node int, s *Shape, depth int) *diag.Diagnostic {
	doc := r.Doc
	if doc.Kind(node) != jsondoc.Array {
		return r.wrongType(node, s)
	}
	if depth > jsondoc.MaxDepth {
		return r.checkValue(node, depth)
	}
	i := 0
	for c, end := node+1, doc.Next(node); c < end; c = doc.Next(c) {
		if d := r.element(jsondoc.ElementStep(i), c, s.Elem, nil, depth+1); r.stops(d) {
			return d
		}
		i++
	}
	return nil
}

func (r *Reader) dictionary(node int, s *Shape, depth int) *diag.Diagnostic {
	doc := r.Doc
	if doc.Kind(node) != jsondoc.Object {
		return r.wrongType(node, s)
	}
	if d := r.checkValue(node, depth); d != nil {
		return d
	}
	for k, end := node+1, doc.Next(node); k < end; k = doc.Next(k + 1) {
		if d := r.element(jsondoc.MemberStep(k), k+1, s.Elem, nil, depth+1); r.stops(d) {
			return d
		}
	}
	if r.OnRemark != nil {
		r.repeatedMembers(node, r.path)
		if s.Sorted {
			r.remarkUnsorted(node)
		}
	}
	return nil
}

// remarkUnsorted remarks that the names of an object are written again in another
// order.
func (r *Reader) remarkUnsorted(node int) {
	doc := r.Doc
	last := -1
	for k, end := node+1, doc.Next(node); k < end; k = doc.Next(k + 1) {
		if last >= 0 && doc.CompareStrings(last, k) > 0 {
			r.remark(MemberOrder, k+1, k, jsondoc.MemberStep(k))
			return
		}
		last = k
	}
}
