package frames

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/divtool/divtool/internal/frameio"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/diag"
)

// depthError refuses a value that is nested too deeply.
func depthError(limit int) *diag.Diagnostic {
	return &diag.Diagnostic{
		Code: "limit", Need: diag.Count(limit), Have: diag.Count(limit + 1),
		Message: fmt.Sprintf("more than %d nested arrays and objects", limit),
		Hint:    "`--max-depth` raises the limit",
	}
}

// pathStep leads from an open value to a member or an element.
type pathStep struct {
	name  string
	index int
}

func (s pathStep) append(dst []byte) []byte {
	dst = append(dst, '/')
	if s.name != "" {
		return append(dst, s.name...)
	}
	return strconv.AppendInt(dst, int64(s.index), 10)
}

// appendPath appends the path of a value inside open ones, given the steps to them. The
// outermost value is the payload, whose path is base.
func appendPath(dst []byte, base string, open []pathStep, last pathStep) []byte {
	dst = append(dst, base...)
	if len(open) == 0 {
		return dst
	}
	for _, s := range open[1:] {
		dst = s.append(dst)
	}
	return last.append(dst)
}

// streamReader reads fields value by value, and sends each before it reads the next.
// Open values are in levels, not on the call stack: a declaration may hold itself.
type streamReader struct {
	*Reader
	layout *Layout
	pos    int
	levels []readLevel
	steps  []pathStep // to the open values
	outer  int        // how many of them the caller opened
	// overlong counts numbers with more bytes than needed; firstOverlong is the
	// offset of the first.
	overlong, firstOverlong int
}

// readLevel is an open record, union or list.
type readLevel struct {
	start     int
	fields    []Field
	elem      *Field // of a list
	remaining uint64 // elements that follow
	next      int    // field or element
}

// newStream returns a reader of values inside those that open leads to.
func (r *Reader) newStream(l *Layout, offset int, open ...pathStep) *streamReader {
	p := frameio.Scratch[streamReader](&r.scratch)
	*p = streamReader{Reader: r, layout: l, pos: offset, levels: p.levels[:0], steps: append(p.steps[:0], open...), outer: len(open)}
	return p
}

// readRoot reads a value with everything inside it, and what follows the last value of
// the frame.
func (p *streamReader) readRoot(f *Field, name string) *diag.Diagnostic {
	step := pathStep{name: name}
	d := p.readInside(p.readValue(f, step))
	p.finish(step, d)
	return d
}

// readFields reads the last fields of the frame, and what follows them.
func (p *streamReader) readFields(fields []Field) (d *diag.Diagnostic) {
	for i := 0; i < len(fields) && d == nil; i++ {
		d = p.readInside(p.readField(&fields[i]))
	}
	p.finish(pathStep{name: fields[len(fields)-1].Name}, d)
	return d
}

// readInside reads what is inside the value whose head has been read, unless reading the
// head gave a fault.
func (p *streamReader) readInside(d *diag.Diagnostic) *diag.Diagnostic {
	for d == nil && len(p.levels) > 0 {
		d = p.readNext()
	}
	return d
}

// finish sends the warnings about the whole frame. They are about the last value.
func (p *streamReader) finish(step pathStep, d *diag.Diagnostic) {
	p.steps = p.steps[:p.outer]
	if p.overlong > 0 {
		p.reportOverlong(p.pathOf(step))
	}
	if d == nil && p.pos < len(p.Frame) {
		p.warnTrailing(p.pathOf(step), p.pos)
	}
}

// readNext reads the next value inside the innermost open one, or closes that.
func (p *streamReader) readNext() *diag.Diagnostic {
	l := &p.levels[len(p.levels)-1]
	switch {
	case l.elem != nil && l.remaining > 0:
		i := l.next
		l.remaining, l.next = l.remaining-1, i+1
		return p.readValue(l.elem, pathStep{index: i})
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
	step := p.steps[len(p.steps)-1]
	p.levels, p.steps = p.levels[:len(p.levels)-1], p.steps[:len(p.steps)-1]
	if p.Spans && kind == CloseObject {
		p.KindNote([]byte(p.pathOf(step)), span, "object")
	}
	return nil
}

func (p *streamReader) readField(f *Field) *diag.Diagnostic {
	step := pathStep{name: f.Name}
	if f.Optional {
		present, d := p.readBool(step)
		if d != nil || !present {
			return d
		}
	}
	return p.readValue(f, step)
}

// readValue reads a value; of a record, union or list only the head.
func (p *streamReader) readValue(f *Field, step pathStep) *diag.Diagnostic {
	start := p.pos
	p.text = p.text[:0]
	switch f.Kind {
	case JSON:
		p.pos = len(p.Frame)
		return p.readJSON(f, start, step.name, p.pathOf(step))
	case Varint:
		v, d := p.readUint(f.Bits, step)
		if d != nil {
			return d
		}
		p.Uint(step.name, v, Span{start, p.pos - start})
		if f.Unit == ByteSize {
			p.text = frameio.AppendSize(p.text, v)
		}
	case Bool:
		v, d := p.readBool(step)
		if d != nil {
			return d
		}
		p.Bool(step.name, v, Span{start, 1})
	case VarText:
		content, d := p.readText(f, step)
		if d != nil {
			return d
		}
		p.Text(step.name, content, Span{start, p.pos - start})
	case VarList:
		count, d := p.readUint(64, step)
		if d != nil {
			return d
		}
		p.noteValue(f, step, start)
		return p.open(readLevel{start: start, elem: f.Elem, remaining: count}, OpenArray, step)
	case Record:
		return p.open(readLevel{start: start, fields: f.Fields}, OpenObject, step)
	case VarEnum:
		v, d := p.readIndex(len(f.Names), step)
		if d != nil {
			return d
		}
		p.noteValue(f, step, start)
		p.Literal(step.name, f.Names[v], Span{start, p.pos - start})
		return nil
	case VarUnion:
		return p.readCase(f, step)
	default:
		return p.readFixed(f, step)
	}
	p.noteValue(f, step, start)
	return nil
}

// readFixed reads a value of a kind that is usually measured first. As of other values
// here, its refusals have no names.
func (p *streamReader) readFixed(f *Field, step pathStep) *diag.Diagnostic {
	start, path := p.pos, p.pathOf(step)
	end, d := p.layout.fieldEnd(p.Reader, f, start)
	if d == nil {
		d = p.layout.checkValue(p.Reader, f, start, end)
	}
	if d == nil && f.Kind == List32 {
		end, d = p.layout.measureList(p.Reader, f, start)
	}
	if d != nil {
		d.Message, d.Upstream = strings.TrimPrefix(d.Message, f.Name+": "), ""
		return p.errorAt(d, step)
	}
	if step.name == "" {
		element := *f
		element.Name, element.Meaning = lastStep(path), f.describe()
		f = &element
	}
	p.pos = end
	p.layout.sendField(p.Reader, f, path[:len(path)-len(f.Name)-1], Span{start, end - start})
	return nil
}

// open opens a value whose head ends here.
func (p *streamReader) open(l readLevel, kind ValueKind, step pathStep) *diag.Diagnostic {
	if limit := cmp.Or(p.MaxDepth, DefaultMaxDepth); len(p.levels) == limit {
		d := depthError(limit)
		d.Path, d.Offset = p.pathOf(step), l.start
		return d
	}
	p.Send(Value{Kind: kind, Name: step.name, Span: Span{l.start, p.pos - l.start}})
	p.levels, p.steps = append(p.levels, l), append(p.steps, step)
	return nil
}

// readCase reads the number of a case, and opens the case.
func (p *streamReader) readCase(f *Field, step pathStep) *diag.Diagnostic {
	start := p.pos
	v, d := p.readIndex(len(f.Cases), step)
	if d != nil {
		return d
	}
	p.noteValue(f, step, start)
	c := &f.Cases[v]
	if d := p.open(readLevel{start: start, fields: c.Fields}, OpenObject, step); d != nil {
		return d
	}
	p.Literal(f.CaseMember(), c.Name, Span{start, p.pos - start})
	p.text = append(p.text[:0], c.Meaning...)
	p.sendValueNote(pathStep{name: f.CaseMember()}, start, c.Name)
	return nil
}

// pathOf returns the path of a value inside the innermost open one.
func (p *streamReader) pathOf(step pathStep) string {
	if len(p.steps) == 0 {
		return payloadPath // without an allocation
	}
	return string(appendPath(nil, payloadPath, p.steps, step))
}

// noteValue sends the note in p.text about the current value. With Spans, it sends the
// meaning when the text is empty.
func (p *streamReader) noteValue(f *Field, step pathStep, start int) {
	meaning := f.Meaning
	if step.name == "" && p.Spans {
		meaning = f.describe()
	}
	p.sendValueNote(step, start, meaning)
}

func (p *streamReader) sendValueNote(step pathStep, start int, meaning string) {
	if len(p.text) == 0 && p.Spans {
		p.text = append(p.text, meaning...)
	}
	if len(p.text) == 0 || !p.Notes && !p.Spans {
		return
	}
	p.path = appendPath(p.path[:0], payloadPath, p.steps, step)
	p.sendNote(Note{Span: Span{start, p.pos - start}})
}

func (p *streamReader) readUint(bits int, step pathStep) (uint64, *diag.Diagnostic) {
	v, size, fault := readVarint(p.Frame[p.pos:], bits)
	switch fault {
	case varintTruncated:
		return 0, p.truncated(step, 1, 0, p.pos+size)
	case varintTooLarge:
		return 0, p.errorAt(&diag.Diagnostic{
			Code: "range", Offset: p.pos, Length: size, Need: diag.Words(fmt.Sprintf("at most %d bits", bits)),
			Message: fmt.Sprintf("the number does not fit into %d bits", bits),
		}, step)
	}
	if isOverlong(p.Frame[p.pos : p.pos+size]) {
		if p.overlong == 0 {
			p.firstOverlong = p.pos
		}
		p.overlong++
	}
	p.pos += size
	return v, nil
}

// readIndex reads the index of one of several names or cases.
func (p *streamReader) readIndex(count int, step pathStep) (uint64, *diag.Diagnostic) {
	start := p.pos
	v, d := p.readUint(32, step)
	if d == nil && v >= uint64(count) {
		d = p.errorAt(&diag.Diagnostic{
			Code: "unknown-kind", Offset: start, Length: p.pos - start, Have: diag.Number(v),
			Message: text.UnknownNumber("value", v, count-1),
		}, step)
	}
	return v, d
}

// readBool reads a byte that must be 0 or 1.
func (p *streamReader) readBool(step pathStep) (bool, *diag.Diagnostic) {
	if p.pos == len(p.Frame) {
		return false, p.truncated(step, 1, 0, p.pos)
	}
	v := p.Frame[p.pos]
	if v > 1 {
		return false, p.errorAt(&diag.Diagnostic{
			Code: "range", Offset: p.pos, Length: 1, Need: diag.Words("0 or 1"), Have: diag.Count(int(v)),
			Message: text.Expected("0 or 1", strconv.Itoa(int(v))),
		}, step)
	}
	p.pos++
	return v == 1, nil
}

func (p *streamReader) readText(f *Field, step pathStep) ([]byte, *diag.Diagnostic) {
	size, d := p.readUint(64, step)
	if d != nil {
		return nil, d
	}
	if left := len(p.Frame) - p.pos; size > uint64(left) {
		return nil, p.truncated(step, size, left, p.pos)
	}
	content := p.Frame[p.pos : p.pos+int(size)]
	p.pos += int(size)
	if d := p.checkUTF8(f, content, p.pos); d != nil {
		return nil, p.errorAt(d, step)
	}
	return content, nil
}

// truncated refuses a value that the end of the frame, at an offset, cuts off.
func (p *streamReader) truncated(step pathStep, need uint64, left, at int) *diag.Diagnostic {
	d := &diag.Diagnostic{
		Code: "truncated", Offset: at, Length: left, Need: diag.Number(need), Have: diag.Count(left),
		Message: fmt.Sprintf("expected %d bytes, got %d", need, left),
	}
	if need == 1 {
		d.Message = fmt.Sprintf("expected 1 more byte, got %d", left)
	}
	if n := len(p.levels); n > 0 && step.name == "" {
		l := &p.levels[n-1]
		d.Message = fmt.Sprintf("element %d of %d: %s", l.next-1, uint64(l.next)+l.remaining, d.Message)
	}
	return p.errorAt(d, step)
}

// errorAt completes the diagnostic of the value that step leads to. Its message names
// the value, or the list that holds it.
func (p *streamReader) errorAt(d *diag.Diagnostic, step pathStep) *diag.Diagnostic {
	d.Path = p.pathOf(step)
	name := step.name
	for i := len(p.steps) - 1; name == "" && i >= 0; i-- {
		name = p.steps[i].name
	}
	d.Message = name + ": " + d.Message
	return d
}

// reportOverlong warns of numbers that the peer would write in fewer bytes. A frame may
// hold millions of them, so there is one warning for all.
func (p *streamReader) reportOverlong(path string) {
	fault := "1 number is longer than necessary"
	if p.overlong > 1 {
		fault = strconv.Itoa(p.overlong) + " numbers are longer than necessary"
	}
	_, size, _ := readVarint(p.Frame[p.firstOverlong:], 64)
	p.Warn("non-shortest", path, Span{p.firstOverlong, size}, fault+"; the peer accepts this and writes the shortest form")
	p.Sink.Lossy(path, fault)
}
