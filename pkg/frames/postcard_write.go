package frames

import (
	"math"
	"slices"
	"strings"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/diag"
)

// postcardWriter writes a postcard value. Open values are in levels, not on the call
// stack.
type postcardWriter struct {
	*Writer
	base   string
	levels []writeLevel
}

// writeLevel is an open object or array.
type writeLevel struct {
	step   pathStep
	fields []PostcardField
	nodes  []int         // the values of the fields, -1 for none
	elem   *PostcardType // of a list
	node   int           // the object; the next element of a list
	end    int           // of a list
	next   int           // field or element
}

func (b *Postcard) writeMember(w *Writer, node int, path string) *diag.Diagnostic {
	p := postcardWriter{Writer: w, base: path}
	d := p.writeValue(b.Root, node, pathStep{})
	for d == nil && len(p.levels) > 0 {
		d = p.writeNext()
	}
	return d
}

// writeNext writes the next value inside the innermost open one, or closes that.
func (p *postcardWriter) writeNext() *diag.Diagnostic {
	l := &p.levels[len(p.levels)-1]
	switch {
	case l.elem != nil && l.node < l.end:
		node, step := l.node, pathStep{index: l.next}
		l.node, l.next = p.doc.Next(node), l.next+1
		return p.writeValue(l.elem, node, step)
	case l.elem == nil && l.next < len(l.fields):
		f, node := &l.fields[l.next], l.nodes[l.next]
		l.next++
		return p.writeField(f, node, l.node)
	}
	p.levels = p.levels[:len(p.levels)-1]
	return nil
}

// writeField writes a field of an object. null is the same as an absent member.
func (p *postcardWriter) writeField(f *PostcardField, node, object int) *diag.Diagnostic {
	step := pathStep{name: f.Name}
	if f.Optional {
		if node < 0 || p.doc.Kind(node) == jsondoc.Null {
			p.Append(0)
			return nil
		}
		p.Append(1)
	}
	if node < 0 {
		return p.missingError(object, p.pathOf(step))
	}
	return p.writeValue(f.Type, node, step)
}

// writeValue writes a value; of an object or array only the head.
func (p *postcardWriter) writeValue(t *PostcardType, node int, step pathStep) *diag.Diagnostic {
	kind := p.doc.Kind(node)
	switch t.Kind {
	case PostcardUint:
		v, d := p.number(node, "", math.MaxUint64>>(64-t.Bits))
		p.Frame = appendVarint(p.Frame, v)
		return p.withPath(d, step)
	case PostcardBool:
		if kind != jsondoc.True && kind != jsondoc.False {
			return p.withPath(p.wrongType(node, "", t.describe()), step)
		}
		p.Append(byte(boolUint(kind == jsondoc.True)))
		return nil
	case PostcardText:
		return p.withPath(p.writeText(node), step)
	case PostcardList:
		if kind != jsondoc.Array {
			return p.withPath(p.wrongTypeLike(node, "", t.describe(), t.example(0)), step)
		}
		p.Frame = appendVarint(p.Frame, uint64(p.doc.Count(node)))
		return p.pushLevel(writeLevel{step: step, elem: t.Elem, node: node + 1, end: p.doc.Next(node)}, node)
	case PostcardStruct:
		return p.pushObject(t.Fields, node, step)
	default:
		return p.writeVariant(t, node, step)
	}
}

func (p *postcardWriter) writeText(node int) *diag.Diagnostic {
	if p.doc.Kind(node) != jsondoc.String {
		return p.wrongTypeLike(node, "", "a string", `"…"`)
	}
	if d := p.checkUTF8(node, ""); d != nil {
		return d
	}
	content := p.doc.Value(node)
	p.Frame = append(appendVarint(p.Frame, uint64(len(content))), content...)
	return nil
}

// pushObject opens an object with the members of fields, and extra members that have
// been read already.
func (p *postcardWriter) pushObject(fields []PostcardField, node int, step pathStep, extra ...string) *diag.Diagnostic {
	if p.doc.Kind(node) != jsondoc.Object {
		return p.withPath(p.wrongTypeLike(node, "", "an object", postcardExample(fields, 0)), step)
	}
	nodes, d := p.members(node, "", len(extra)+len(fields), func(i int) string {
		if i < len(extra) {
			return extra[i]
		}
		return fields[i-len(extra)].Name
	})
	if d != nil {
		return p.withPath(d, step)
	}
	return p.pushLevel(writeLevel{step: step, fields: fields, nodes: nodes[len(extra):], node: node}, node)
}

func (p *postcardWriter) writeVariant(t *PostcardType, node int, step pathStep) *diag.Diagnostic {
	if t.fieldless() {
		i, d := p.findVariant(t, node, "")
		p.Frame = appendVarint(p.Frame, uint64(i))
		return p.withPath(d, step)
	}
	if p.doc.Kind(node) != jsondoc.Object {
		return p.withPath(p.wrongTypeLike(node, "", t.describe(), t.example(0)), step)
	}
	n := p.doc.Member(node, kindMember)
	if n < 0 {
		return p.withPath(p.missingError(node, "/"+kindMember), step)
	}
	i, d := p.findVariant(t, n, "/"+kindMember)
	if d != nil {
		return p.withPath(d, step)
	}
	p.Frame = appendVarint(p.Frame, uint64(i))
	return p.pushObject(t.Variants[i].Fields, node, step, kindMember)
}

// findVariant returns the index of the variant that a string names.
func (p *postcardWriter) findVariant(t *PostcardType, node int, path string) (int, *diag.Diagnostic) {
	if p.doc.Kind(node) != jsondoc.String {
		return 0, p.wrongType(node, path, text.OneOf(t.variantNames()))
	}
	i := slices.IndexFunc(t.Variants, func(v PostcardVariant) bool { return p.doc.StringIs(node, v.Name) })
	if i < 0 {
		names := t.variantNames()
		d := p.errorAt("range", node, path, text.UnknownWord(p.doc.Value(node), "a known value", names))
		d.Need = diag.Words(strings.Join(names, ", "))
		return 0, d
	}
	return i, nil
}

func (p *postcardWriter) pushLevel(l writeLevel, node int) *diag.Diagnostic {
	limit := p.MaxDepth
	if limit == 0 {
		limit = DefaultMaxDepth
	}
	if len(p.levels) == limit {
		d := depthError(limit)
		d.Path = p.pathOf(l.step) // too long for the message
		d.Offset, _ = p.doc.Span(node)
		return d
	}
	p.levels = append(p.levels, l)
	return nil
}

// withPath completes the diagnostic of a value; its path so far is relative to the
// value.
func (p *postcardWriter) withPath(d *diag.Diagnostic, step pathStep) *diag.Diagnostic {
	if d == nil {
		return nil
	}
	message := strings.TrimPrefix(d.Message, d.Path+": ")
	d.Path = p.pathOf(step) + d.Path
	d.Message = text.At(d.Path, message)
	return d
}

// pathOf returns the path of a value inside the innermost open one.
func (p *postcardWriter) pathOf(step pathStep) string {
	dst := []byte(p.base)
	if len(p.levels) == 0 {
		return p.base
	}
	for i := range p.levels[1:] {
		dst = p.levels[i+1].step.append(dst)
	}
	return string(step.append(dst))
}
