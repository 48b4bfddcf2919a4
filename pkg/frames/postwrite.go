package frames

import (
	"math"
	"slices"
	"strings"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/diag"
)

// postWriting is a postcard value being written. As in reading, what is open
// stands in a list.
type postWriting struct {
	*Writer
	base string
	open []writeLevel
}

// writeLevel is an object or array that is being written.
type writeLevel struct {
	step   postStep
	fields []PostField
	nodes  []int     // the values of the fields, -1 for none
	elem   *PostType // of a list
	node   int       // the object; the next element of a list
	end    int       // of a list
	next   int       // field or element
}

// writeMember writes the value at a node, whose path is given.
func (b *Postcard) writeMember(w *Writer, node int, path string) *diag.Diagnostic {
	p := postWriting{Writer: w, base: path}
	d := p.value(b.Root, node, postStep{})
	for d == nil && len(p.open) > 0 {
		d = p.step()
	}
	return d
}

// step writes what comes next in the innermost open value, or closes it.
func (p *postWriting) step() *diag.Diagnostic {
	l := &p.open[len(p.open)-1]
	switch {
	case l.elem != nil && l.node < l.end:
		node, step := l.node, postStep{index: l.next}
		l.node, l.next = p.Doc.Next(node), l.next+1
		return p.value(l.elem, node, step)
	case l.elem == nil && l.next < len(l.fields):
		f, node := &l.fields[l.next], l.nodes[l.next]
		l.next++
		return p.field(f, node, l.node)
	}
	p.open = p.open[:len(p.open)-1]
	return nil
}

// field writes a field of an object; null stands for no value, as does no
// member.
func (p *postWriting) field(f *PostField, node, object int) *diag.Diagnostic {
	step := postStep{name: f.Name}
	if f.Optional {
		if node < 0 || p.Doc.Kind(node) == jsondoc.Null {
			p.Append(0)
			return nil
		}
		p.Append(1)
	}
	if node < 0 {
		return p.missing(object, p.pathOf(step))
	}
	return p.value(f.Type, node, step)
}

// value writes a value, of an object or array no more than its head.
func (p *postWriting) value(t *PostType, node int, step postStep) *diag.Diagnostic {
	kind := p.Doc.Kind(node)
	switch t.Kind {
	case PostUint:
		v, d := p.Number(node, "", math.MaxUint64>>(64-t.Bits))
		p.Frame = appendVarint(p.Frame, v)
		return p.refused(d, step)
	case PostBool:
		if kind != jsondoc.True && kind != jsondoc.False {
			return p.refused(p.WrongType(node, "", t.describe()), step)
		}
		p.Append(byte(flagUint(kind == jsondoc.True)))
		return nil
	case PostText:
		return p.refused(p.string(node), step)
	case PostList:
		if kind != jsondoc.Array {
			return p.refused(p.WrongType(node, "", t.describe()), step)
		}
		p.Frame = appendVarint(p.Frame, uint64(p.Doc.Count(node)))
		return p.push(writeLevel{step: step, elem: t.Elem, node: node + 1, end: p.Doc.Next(node)}, node)
	case PostStruct:
		return p.object(t.Fields, node, step)
	default:
		return p.enum(t, node, step)
	}
}

func (p *postWriting) string(node int) *diag.Diagnostic {
	if p.Doc.Kind(node) != jsondoc.String {
		return p.WrongType(node, "", "a string")
	}
	if d := p.Sound(node, ""); d != nil {
		return d
	}
	text := p.Doc.Value(node)
	p.Frame = append(appendVarint(p.Frame, uint64(len(text))), text...)
	return nil
}

// object opens an object that has the members of fields and, for a variant,
// one that has been read already.
func (p *postWriting) object(fields []PostField, node int, step postStep, before ...string) *diag.Diagnostic {
	nodes, d := p.members(node, "", len(before)+len(fields), func(i int) string {
		if i < len(before) {
			return before[i]
		}
		return fields[i-len(before)].Name
	})
	if d != nil {
		return p.refused(d, step)
	}
	return p.push(writeLevel{step: step, fields: fields, nodes: nodes[len(before):], node: node}, node)
}

// enum writes which variant it is.
func (p *postWriting) enum(t *PostType, node int, step postStep) *diag.Diagnostic {
	if t.word() {
		i, d := p.variant(t, node, "")
		p.Frame = appendVarint(p.Frame, uint64(i))
		return p.refused(d, step)
	}
	if p.Doc.Kind(node) != jsondoc.Object {
		return p.refused(p.WrongType(node, "", t.describe()), step)
	}
	n := p.Doc.Member(node, kindName)
	if n < 0 {
		return p.refused(p.missing(node, "/"+kindName), step)
	}
	i, d := p.variant(t, n, "/"+kindName)
	if d != nil {
		return p.refused(d, step)
	}
	p.Frame = appendVarint(p.Frame, uint64(i))
	return p.object(t.Variants[i].Fields, node, step, kindName)
}

// variant finds the variant that a word names.
func (p *postWriting) variant(t *PostType, node int, path string) (int, *diag.Diagnostic) {
	if p.Doc.Kind(node) != jsondoc.String {
		return 0, p.WrongType(node, path, t.words())
	}
	i := slices.IndexFunc(t.Variants, func(v PostVariant) bool { return p.Doc.StringIs(node, v.Word) })
	if i < 0 {
		d := p.Refuse("range", node, path, "one of "+t.words()+" is needed")
		d.Need = diag.Words(t.words())
		return 0, d
	}
	return i, nil
}

// push opens an object or array.
func (p *postWriting) push(l writeLevel, node int) *diag.Diagnostic {
	limit := p.MaxDepth
	if limit == 0 {
		limit = DefaultMaxDepth
	}
	if len(p.open) == limit {
		d := depthLimit(limit)
		d.Path = p.pathOf(l.step) // too long for the message
		d.Offset, _ = p.Doc.Span(node)
		return d
	}
	p.open = append(p.open, l)
	return nil
}

// refused adds where it is to the diagnostic of a value, whose path goes on
// from the value.
func (p *postWriting) refused(d *diag.Diagnostic, step postStep) *diag.Diagnostic {
	if d == nil {
		return nil
	}
	message := strings.TrimPrefix(d.Message, d.Path+": ")
	d.Path = p.pathOf(step) + d.Path
	d.Message = strings.TrimPrefix(d.Path+": ", ": ") + message
	return d
}

// pathOf is the path of a value in the innermost open one.
func (p *postWriting) pathOf(step postStep) string {
	dst := []byte(p.base)
	if len(p.open) == 0 {
		return p.base
	}
	for i := range p.open[1:] {
		dst = p.open[i+1].step.append(dst)
	}
	return string(step.append(dst))
}
