package frames

import (
	"fmt"
	"strconv"

	"github.com/divtool/divtool/pkg/diag"
)

// postReading is a postcard value being read. What is open stands in a list,
// not on the call stack.
type postReading struct {
	*Reader
	at   int
	base string // path of the member that holds the value
	open []postLevel
	// Numbers with more bytes than they need.
	long, firstLong int
}

// postLevel is a struct, variant or list that is being read.
type postLevel struct {
	step   postStep
	start  int
	fields []PostField
	elem   *PostType // of a list
	left   uint64    // elements that are to come
	next   int       // field or element
}

// postStep leads from an open value to one inside: a member, or an element.
type postStep struct {
	name  string
	index int
}

// readMember sends the value as the member at path.
func (b *Postcard) readMember(r *Reader, offset int, name, path string) *diag.Diagnostic {
	p := Kept[postReading](r)
	*p = postReading{Reader: r, at: offset, base: path, open: p.open[:0]}
	d := p.value(b.Root, postStep{name: name}, "", NoUnit)
	for d == nil && len(p.open) > 0 {
		d = p.step()
	}
	p.tellLong()
	if d == nil {
		r.trailing(path, p.at)
	}
	return d
}

// step reads what comes next in the innermost open value, or closes it.
func (p *postReading) step() *diag.Diagnostic {
	l := &p.open[len(p.open)-1]
	switch {
	case l.elem != nil && l.left > 0:
		i, meaning := l.next, ""
		if l.left, l.next = l.left-1, i+1; p.Spans {
			meaning = l.elem.describe()
		}
		return p.value(l.elem, postStep{index: i}, meaning, NoUnit)
	case l.elem == nil && l.next < len(l.fields):
		f := &l.fields[l.next]
		l.next++
		return p.field(f)
	}
	kind := CloseObject
	if l.elem != nil {
		kind = CloseArray
	}
	span := Span{l.start, p.at - l.start}
	p.Send(Value{Kind: kind, Span: span})
	step := l.step
	if p.open = p.open[:len(p.open)-1]; p.Spans && kind == CloseObject {
		p.KindNote(p.appendPath(nil, step), span, "object")
	}
	return nil
}

// field reads a field, when it is there.
func (p *postReading) field(f *PostField) *diag.Diagnostic {
	step := postStep{name: f.Name}
	if f.Optional {
		there, d := p.flag(step)
		if d != nil || !there {
			return d
		}
	}
	return p.value(f.Type, step, f.Meaning, f.Unit)
}

// value reads a value, of a struct, variant or list no more than its head.
func (p *postReading) value(t *PostType, step postStep, meaning string, unit Unit) *diag.Diagnostic {
	start := p.at
	p.text = p.text[:0]
	switch t.Kind {
	case PostUint:
		v, d := p.number(t.Bits, step)
		if d != nil {
			return d
		}
		p.Uint(step.name, v, Span{start, p.at - start})
		if unit == ByteSize {
			p.text = AppendSize(p.text, v)
		}
	case PostBool:
		v, d := p.flag(step)
		if d != nil {
			return d
		}
		p.Send(Value{Kind: BoolValue, Name: step.name, Uint: flagUint(v), Span: Span{start, 1}})
	case PostText:
		text, d := p.string(step)
		if d != nil {
			return d
		}
		p.Text(step.name, text, Span{start, p.at - start})
	case PostList:
		return p.list(t, step, meaning)
	case PostStruct:
		return p.push(postLevel{step: step, start: start, fields: t.Fields}, OpenObject)
	default:
		return p.enum(t, step, meaning)
	}
	p.note(step, start, meaning)
	return nil
}

func flagUint(v bool) uint64 {
	if v {
		return 1
	}
	return 0
}

// push opens a value whose head ends here.
func (p *postReading) push(l postLevel, kind ValueKind) *diag.Diagnostic {
	limit := p.MaxDepth
	if limit == 0 {
		limit = DefaultMaxDepth
	}
	if len(p.open) == limit {
		d := depthLimit(limit)
		d.Path, d.Offset = p.pathOf(l.step), l.start
		return d
	}
	p.Send(Value{Kind: kind, Name: l.step.name, Span: Span{l.start, p.at - l.start}})
	p.open = append(p.open, l)
	return nil
}

func (p *postReading) list(t *PostType, step postStep, meaning string) *diag.Diagnostic {
	start := p.at
	count, d := p.number(64, step)
	if d != nil {
		return d
	}
	p.note(step, start, meaning)
	return p.push(postLevel{step: step, start: start, elem: t.Elem, left: count}, OpenArray)
}

// enum reads which variant it is.
func (p *postReading) enum(t *PostType, step postStep, meaning string) *diag.Diagnostic {
	start := p.at
	v, d := p.number(32, step)
	if d != nil {
		return d
	}
	if v >= uint64(len(t.Variants)) {
		return p.refuse(&diag.Diagnostic{
			Code: "unknown-kind", Offset: start, Length: p.at - start, Have: diag.Number(v),
			Message: fmt.Sprintf("there is no %d: the values are 0 to %d", v, len(t.Variants)-1),
		}, step)
	}
	variant := &t.Variants[v]
	p.note(step, start, meaning)
	if t.word() {
		p.plain = append(p.plain[:0], variant.Word...)
		p.Text(step.name, p.plain, Span{start, p.at - start})
		return nil
	}
	if d := p.push(postLevel{step: step, start: start, fields: variant.Fields}, OpenObject); d != nil {
		return d
	}
	p.plain = append(p.plain[:0], variant.Word...)
	p.Text(kindName, p.plain, Span{start, p.at - start})
	p.text = append(p.text[:0], variant.Meaning...)
	p.note(postStep{name: kindName}, start, variant.Word)
	return nil
}

// pathOf is the path of a value in the innermost open one.
func (p *postReading) pathOf(step postStep) string {
	return string(p.appendPath(nil, step))
}

func (p *postReading) appendPath(dst []byte, step postStep) []byte {
	dst = append(dst, p.base...)
	if len(p.open) == 0 {
		return dst // the root is what the member holds
	}
	for i := range p.open[1:] {
		dst = p.open[i+1].step.append(dst)
	}
	return step.append(dst)
}

func (s postStep) append(dst []byte) []byte {
	dst = append(dst, '/')
	if s.name != "" {
		return append(dst, s.name...)
	}
	return strconv.AppendInt(dst, int64(s.index), 10)
}

// note notes what stands in p.text about the value at hand; with spans, what
// the value means when that is nothing.
func (p *postReading) note(step postStep, start int, meaning string) {
	if len(p.text) == 0 && p.Spans {
		p.text = append(p.text, meaning...)
	}
	if len(p.text) == 0 || !p.Notes && !p.Spans {
		return
	}
	p.path = p.appendPath(p.path[:0], step)
	p.sendNote(Note{Span: Span{start, p.at - start}})
}
