package frames

import (
	"fmt"
	"strconv"

	"github.com/divtool/divtool/pkg/diag"
)

// postcardReader is a postcard value being read. What is open stands in a list,
// not on the call stack.
type postcardReader struct {
	*Reader
	pos    int
	base   string // path of the member that holds the value
	levels []readLevel
	// Numbers with more bytes than they need.
	overlong, firstOverlong int
}

// readLevel is a struct, variant or list that is being read.
type readLevel struct {
	step      pathStep
	start     int
	fields    []PostcardField
	elem      *PostcardType // of a list
	remaining uint64        // elements that are to come
	next      int           // field or element
}

// pathStep leads from an open value to one inside: a member, or an element.
type pathStep struct {
	name  string
	index int
}

// readMember sends the value as the member at path.
func (b *Postcard) readMember(r *Reader, offset int, name, path string) *diag.Diagnostic {
	p := Scratch[postcardReader](r)
	*p = postcardReader{Reader: r, pos: offset, base: path, levels: p.levels[:0]}
	d := p.readValue(b.Root, pathStep{name: name}, "", NoUnit)
	for d == nil && len(p.levels) > 0 {
		d = p.readNext()
	}
	p.reportOverlong()
	if d == nil {
		r.warnTrailing(path, p.pos)
	}
	return d
}

// readNext reads what comes next in the innermost open value, or closes it.
func (p *postcardReader) readNext() *diag.Diagnostic {
	l := &p.levels[len(p.levels)-1]
	switch {
	case l.elem != nil && l.remaining > 0:
		i, meaning := l.next, ""
		if l.remaining, l.next = l.remaining-1, i+1; p.Spans {
			meaning = l.elem.describe()
		}
		return p.readValue(l.elem, pathStep{index: i}, meaning, NoUnit)
	case l.elem == nil && l.next < len(l.fields):
		f := &l.fields[l.next]
		l.next++
		return p.readField(f)
	}
	kind := CloseObject
	if l.elem != nil {
		kind = CloseArray
	}
	span := Span{l.start, p.pos - l.start}
	p.Send(Value{Kind: kind, Span: span})
	step := l.step
	if p.levels = p.levels[:len(p.levels)-1]; p.Spans && kind == CloseObject {
		p.KindNote(p.appendPath(nil, step), span, "object")
	}
	return nil
}

// readField reads a field, when it is there.
func (p *postcardReader) readField(f *PostcardField) *diag.Diagnostic {
	step := pathStep{name: f.Name}
	if f.Optional {
		present, d := p.readBool(step)
		if d != nil || !present {
			return d
		}
	}
	return p.readValue(f.Type, step, f.Meaning, f.Unit)
}

// readValue reads a value, of a struct, variant or list no more than its head.
func (p *postcardReader) readValue(t *PostcardType, step pathStep, meaning string, unit Unit) *diag.Diagnostic {
	start := p.pos
	p.text = p.text[:0]
	switch t.Kind {
	case PostcardUint:
		v, d := p.readUint(t.Bits, step)
		if d != nil {
			return d
		}
		p.Uint(step.name, v, Span{start, p.pos - start})
		if unit == ByteSize {
			p.text = AppendSize(p.text, v)
		}
	case PostcardBool:
		v, d := p.readBool(step)
		if d != nil {
			return d
		}
		p.Send(Value{Kind: BoolValue, Name: step.name, Uint: boolUint(v), Span: Span{start, 1}})
	case PostcardText:
		text, d := p.readText(step)
		if d != nil {
			return d
		}
		p.Text(step.name, text, Span{start, p.pos - start})
	case PostcardList:
		return p.readList(t, step, meaning)
	case PostcardStruct:
		return p.pushLevel(readLevel{step: step, start: start, fields: t.Fields}, OpenObject)
	default:
		return p.readEnum(t, step, meaning)
	}
	p.noteValue(step, start, meaning)
	return nil
}

func boolUint(v bool) uint64 {
	if v {
		return 1
	}
	return 0
}

// pushLevel opens a value whose head ends here.
func (p *postcardReader) pushLevel(l readLevel, kind ValueKind) *diag.Diagnostic {
	limit := p.MaxDepth
	if limit == 0 {
		limit = DefaultMaxDepth
	}
	if len(p.levels) == limit {
		d := depthError(limit)
		d.Path, d.Offset = p.pathOf(l.step), l.start
		return d
	}
	p.Send(Value{Kind: kind, Name: l.step.name, Span: Span{l.start, p.pos - l.start}})
	p.levels = append(p.levels, l)
	return nil
}

func (p *postcardReader) readList(t *PostcardType, step pathStep, meaning string) *diag.Diagnostic {
	start := p.pos
	count, d := p.readUint(64, step)
	if d != nil {
		return d
	}
	p.noteValue(step, start, meaning)
	return p.pushLevel(readLevel{step: step, start: start, elem: t.Elem, remaining: count}, OpenArray)
}

// readEnum reads which variant it is.
func (p *postcardReader) readEnum(t *PostcardType, step pathStep, meaning string) *diag.Diagnostic {
	start := p.pos
	v, d := p.readUint(32, step)
	if d != nil {
		return d
	}
	if v >= uint64(len(t.Variants)) {
		return p.errorAt(&diag.Diagnostic{
			Code: "unknown-kind", Offset: start, Length: p.pos - start, Have: diag.Number(v),
			Message: fmt.Sprintf("there is no %d: the values are 0 to %d", v, len(t.Variants)-1),
		}, step)
	}
	variant := &t.Variants[v]
	p.noteValue(step, start, meaning)
	if t.fieldless() {
		p.plain = append(p.plain[:0], variant.Name...)
		p.Text(step.name, p.plain, Span{start, p.pos - start})
		return nil
	}
	if d := p.pushLevel(readLevel{step: step, start: start, fields: variant.Fields}, OpenObject); d != nil {
		return d
	}
	p.plain = append(p.plain[:0], variant.Name...)
	p.Text(kindMember, p.plain, Span{start, p.pos - start})
	p.text = append(p.text[:0], variant.Meaning...)
	p.noteValue(pathStep{name: kindMember}, start, variant.Name)
	return nil
}

// pathOf is the path of a value in the innermost open one.
func (p *postcardReader) pathOf(step pathStep) string {
	return string(p.appendPath(nil, step))
}

func (p *postcardReader) appendPath(dst []byte, step pathStep) []byte {
	dst = append(dst, p.base...)
	if len(p.levels) == 0 {
		return dst // the root is what the member holds
	}
	for i := range p.levels[1:] {
		dst = p.levels[i+1].step.append(dst)
	}
	return step.append(dst)
}

func (s pathStep) append(dst []byte) []byte {
	dst = append(dst, '/')
	if s.name != "" {
		return append(dst, s.name...)
	}
	return strconv.AppendInt(dst, int64(s.index), 10)
}

// noteValue notes what stands in p.text about the value at hand; with spans, what
// the value means when that is nothing.
func (p *postcardReader) noteValue(step pathStep, start int, meaning string) {
	if len(p.text) == 0 && p.Spans {
		p.text = append(p.text, meaning...)
	}
	if len(p.text) == 0 || !p.Notes && !p.Spans {
		return
	}
	p.path = p.appendPath(p.path[:0], step)
	p.sendNote(Note{Span: Span{start, p.pos - start}})
}
