package frames

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/diag"
)

const payloadPath = "/payload"

// read reads the body from offset to the end of the frame.
func (l *Layout) read(r *Reader, offset int) *diag.Diagnostic {
	v, rest := l.Value, Span{offset, len(r.Frame) - offset}
	if v != nil && v.Kind >= Union8 && rest.Length == 0 {
		return &diag.Diagnostic{
			Code: "empty", Path: payloadPath + "/" + v.CaseMember(), Offset: offset, Need: diag.Count(1), Have: diag.Count(0),
			Message: "the message is empty: expected a kind byte", Upstream: l.EmptyError,
		}
	}
	if l.Provisional != "" {
		r.Warn("provisional", payloadPath, rest, l.Provisional)
	}
	switch {
	case l.isEmpty():
		r.warnTrailing("", offset)
		return nil
	case v == nil:
		return l.readFields(r, offset)
	case v.Kind == Union8:
		return l.readUnion(r, v, offset)
	case v.Kind == Raw8:
		v.readRaw(r, offset)
		return nil
	}
	return r.newStream(l, offset).readRoot(v, payloadName)
}

// readFields reads the fields in order. As in the reference, the sizes of all fields
// are checked before any text.
func (l *Layout) readFields(r *Reader, offset int) *diag.Diagnostic {
	read, d := l.checkFields(r, l.Fields, offset)
	if read == 0 && d != nil {
		return d
	}
	r.openPayload(Span{offset, len(r.Frame) - offset})
	return l.sendBody(r, l.Fields, read, offset, d)
}

// sendBody sends the fields of a payload that have been measured, and reads the others
// unless there is a fault already.
func (l *Layout) sendBody(r *Reader, fields []Field, measured, offset int, fault *diag.Diagnostic) *diag.Diagnostic {
	end := l.sendFields(r, fields[:measured], offset)
	if fault == nil && measured < len(fields) {
		fault = r.newStream(l, end, pathStep{name: payloadName}).readFields(fields[measured:])
		end = len(r.Frame)
	}
	r.Close()
	if fault == nil {
		r.warnTrailing(payloadPath, end)
	}
	return fault
}

// readUnion reads the byte that selects the case, and the case.
func (l *Layout) readUnion(r *Reader, u *Field, offset int) *diag.Diagnostic {
	path, span := payloadPath+"/"+u.CaseMember(), Span{offset, 1}
	kind := int(r.Frame[offset])
	if kind >= len(u.Cases) {
		return &diag.Diagnostic{
			Code: u.UnknownCode(), Path: path, Offset: offset, Length: 1, Have: diag.Count(kind),
			Message:  u.CaseMember() + ": " + text.UnknownNumber("value", uint64(kind), len(u.Cases)-1),
			Upstream: numberedName(u.Error, kind),
		}
	}
	c := &u.Cases[kind]
	read, d := l.checkFields(r, c.Fields, offset+1)
	if n := len(r.Frame) - offset - 1; n > 0 && c.TrailingError != "" {
		d = &diag.Diagnostic{
			Code: "trailing", Path: payloadPath, Offset: offset + 1, Length: n, Need: diag.Count(0), Have: diag.Count(n),
			Message: text.Trailing(n), Upstream: c.TrailingError,
		}
	}
	r.openPayload(Span{offset, len(r.Frame) - offset})
	if c.Name != "" {
		r.Literal(u.CaseMember(), c.Name, span)
	} else {
		r.Bool(u.CaseMember(), kind != 0, span)
	}
	if r.Notes && c.Meaning != "" || r.Spans {
		r.Note(path, span, c.Meaning)
	}
	return l.sendBody(r, c.Fields, read, offset+1, d)
}

// readRaw reads a kind byte, and the rest as bytes. It refuses nothing.
func (f *Field) readRaw(r *Reader, offset int) {
	const kindPath, restPath = payloadPath + "/kind", payloadPath + "/rest"
	kind, rest := int(r.Frame[offset]), r.Frame[offset+1:]
	kindSpan, span := Span{offset, 1}, Span{offset + 1, len(rest)}
	r.openPayload(Span{offset, len(rest) + 1})
	r.Uint("kind", uint64(kind), kindSpan)
	known := kind < len(f.Cases)
	switch {
	case !known:
		r.spanNote(kindPath, kindSpan, "number")
	case r.Notes || r.Spans:
		r.Note(kindPath, kindSpan, f.Cases[kind].Meaning)
	}
	if known && f.Cases[kind].Public && r.doc.Read(rest) == nil {
		r.Bytes("rest", rest, span)
		r.noteText(restPath, rest, span)
	} else {
		r.Secret("rest", restPath, BytesValue, rest, span)
		r.spanNote(restPath, span, "bytes")
	}
	r.Close()
}

// noteText notes what b is, and repeats short text.
func (r *Reader) noteText(path string, b []byte, span Span) {
	if !r.Notes && !r.Spans {
		return
	}
	r.path, r.text = append(r.path[:0], path...), r.text[:0]
	n := Note{Span: span, Value: r.rawText(b)}
	if len(r.text) > 0 {
		r.sendNote(n)
		return
	}
	r.spanNote(path, span, "bytes")
}

// warnTrailing warns of the bytes from offset on, which the reference ignores.
func (r *Reader) warnTrailing(path string, offset int) {
	n := len(r.Frame) - offset
	if n == 0 {
		return
	}
	it := "them"
	if n == 1 {
		it = "it"
	}
	r.Warn("trailing-ignored", path, Span{offset, n}, text.Trailing(n)+"; the peer ignores "+it)
	r.Sink.Lossy(path, text.Trailing(n))
}

// checkFields returns how many fields can be sent: those before the fault, and before
// a field that is read value by value.
func (l *Layout) checkFields(r *Reader, fields []Field, offset int) (int, *diag.Diagnostic) {
	read, d := l.measure(r, fields, offset)
	if valid, fault := l.checkValues(r, fields, offset, min(read, len(r.ends))); d == nil {
		read, d = valid, fault
	} else if fault != nil && fault.Code != "utf8" {
		read = valid // an unknown value of an enum cannot be printed
	}
	if d != nil && !r.ShowSecrets && offset < len(r.Frame) && slices.ContainsFunc(fields, func(f Field) bool { return f.Secret }) {
		r.Sink.Redact(Span{offset, len(r.Frame) - offset})
		d.Secret = true
	}
	return read, d
}

// sendFields sends fields that have been measured, and returns their end.
func (l *Layout) sendFields(r *Reader, fields []Field, offset int) int {
	end := offset
	for i := range fields {
		l.sendField(r, &fields[i], payloadPath, Span{end, r.ends[i] - end})
		end = r.ends[i]
	}
	return end
}

// measure puts the end of each field into r.ends, and returns how many fields the frame
// holds before it is truncated, or before a field that is read value by value.
func (l *Layout) measure(r *Reader, fields []Field, offset int) (int, *diag.Diagnostic) {
	r.ends = r.ends[:0]
	if n := len(r.Frame) - offset; l.ExactSize && n != fields[0].Size() {
		f := &fields[0]
		return 0, &diag.Diagnostic{
			Code: "length", Path: payloadPath, Offset: offset, Length: n,
			Need: diag.Count(f.Size()), Have: diag.Count(n),
			Message:  f.Name + ": " + text.ExpectedBytes(f.Size(), n),
			Upstream: l.UpstreamName(fmt.Sprintf("Length(%d)", n)),
		}
	}
	at := offset
	for i := range fields {
		f := &fields[i]
		if f.Streamed() {
			return i, nil
		}
		end, d := l.fieldEnd(r, f, at)
		if d != nil {
			d.Path = payloadPath + "/" + f.Name
			return i, d
		}
		if f.Kind == List32 {
			if end, d = l.measureList(r, f, at); d != nil {
				r.ends = append(r.ends, end)
				return i + 1, d
			}
		}
		r.ends = append(r.ends, end)
		at = end
	}
	return len(fields), nil
}

// fieldEnd returns the end of a field, of a list the end of its count.
func (l *Layout) fieldEnd(r *Reader, f *Field, at int) (int, *diag.Diagnostic) {
	left, need := len(r.Frame)-at, f.MinSize()
	if f.Kind == Text16 && left >= need {
		need += int(binary.BigEndian.Uint16(r.Frame[at:]))
	}
	switch {
	case left < need:
		return at, l.truncated(r, f, at, need)
	case f.Kind == Text || f.Kind == Bytes:
		return len(r.Frame), nil
	}
	return at + need, nil
}

func (l *Layout) truncated(r *Reader, f *Field, at, need int) *diag.Diagnostic {
	left := len(r.Frame) - at
	d := &diag.Diagnostic{
		Code: "truncated", Offset: at, Length: left,
		Need: diag.Count(need), Have: diag.Count(left),
		Message:  f.Name + ": " + text.ExpectedBytes(need, left),
		Upstream: l.UpstreamName("Truncated"),
	}
	if l.EmptyError != "" && left == 0 && len(l.Fields) > 0 && f == &l.Fields[0] {
		d.Code, d.Upstream = "empty", l.EmptyError
	}
	if l.SizedErrors {
		d.Upstream = l.UpstreamName(fmt.Sprintf("Short(%d)", left))
	}
	if f.Kind == Text16 && left >= 2 {
		d.Need, d.Have = diag.Count(need-2), diag.Count(left-2)
		d.Offset, d.Length = at+2, left-2
		if l.SizedErrors {
			d.Upstream = l.UpstreamName(fmt.Sprintf("Truncated{need: %d, have: %d}", need-2, left-2))
		}
		d.Message = fmt.Sprintf("%s: the declared length is %s, got %d", f.Name, text.Count(need-2, "byte"), left-2)
		if swapped := int(r.Frame[at+1])<<8 | int(r.Frame[at]); swapped != need-2 && swapped <= left-2 {
			d.Message += fmt.Sprintf("; in the other byte order the length is %d", swapped)
		}
	}
	return d
}

// checkValues checks that texts are UTF-8 and that bytes have known values, in order.
func (l *Layout) checkValues(r *Reader, fields []Field, offset, read int) (int, *diag.Diagnostic) {
	start := offset
	for i := range fields[:read] {
		if d := l.checkValue(r, &fields[i], start, r.ends[i]); d != nil {
			d.Path = payloadPath + "/" + fields[i].Name
			return i, d
		}
		start = r.ends[i]
	}
	return read, nil
}

// checkValue returns a diagnostic without a path.
func (l *Layout) checkValue(r *Reader, f *Field, start, end int) *diag.Diagnostic {
	switch f.Kind {
	case U8, Enum8:
		if v := int(r.Frame[start]); v >= f.KnownValues() {
			return &diag.Diagnostic{
				Code: f.UnknownCode(), Offset: start, Length: 1, Have: diag.Count(v),
				Message:  f.Name + ": " + text.UnknownNumber("value", uint64(v), f.KnownValues()-1),
				Upstream: l.UpstreamName(fmt.Sprintf("%s(%d)", f.Error, v)),
			}
		}
	case Text16, Text:
		content := r.Frame[start+prefixSize(f) : end]
		if f.NonEmpty && len(content) == 0 {
			return &diag.Diagnostic{
				Code: "length", Offset: start, Have: diag.Count(0),
				Message: f.Name + ": must not be empty", Upstream: l.UpstreamName(f.Error),
			}
		}
		if d := r.checkUTF8(f, content, end); d != nil {
			d.Message, d.Upstream = f.Name+": "+d.Message, l.UpstreamName(f.Error)
			return d
		}
	}
	return nil
}

// checkUTF8 refuses text that ends at an offset, if it is not UTF-8.
func (r *Reader) checkUTF8(f *Field, content []byte, end int) *diag.Diagnostic {
	if utf8.Valid(content) {
		return nil
	}
	at := end - len(content) + invalidUTF8(content)
	message, have := text.InvalidUTF8(r.Frame[at]), fmt.Sprintf("byte 0x%02x", r.Frame[at])
	if f.Secret && !r.ShowSecrets {
		message, have = "invalid UTF-8 in a secret", "a byte of a secret"
	}
	return &diag.Diagnostic{
		Code: "utf8", Offset: at, Length: 1,
		Need: diag.Words("UTF-8"), Have: diag.Words(have), Message: message,
	}
}

// invalidUTF8 returns the offset of the first byte that is not UTF-8.
func invalidUTF8(text []byte) int {
	at := 0
	for at < len(text) {
		r, size := utf8.DecodeRune(text[at:])
		if r == utf8.RuneError && size == 1 {
			break
		}
		at += size
	}
	return at
}

func (l *Layout) sendField(r *Reader, f *Field, parent string, span Span) {
	bytes := r.Frame[span.Offset : span.Offset+span.Length]
	switch f.Kind {
	case U8:
		r.Uint(f.Name, uint64(bytes[0]), span)
	case Enum8:
		r.Literal(f.Name, f.Names[bytes[0]], span)
	case U32:
		r.Uint(f.Name, uint64(binary.BigEndian.Uint32(bytes)), span)
	case U64:
		r.Uint(f.Name, binary.BigEndian.Uint64(bytes), span)
	case Text16, Text:
		if bytes = bytes[prefixSize(f):]; f.Secret {
			r.Secret(f.Name, parent+"/"+f.Name, TextValue, bytes, span)
			break
		}
		r.Text(f.Name, bytes, span)
	case Bytes:
		if f.Secret {
			r.Secret(f.Name, parent+"/"+f.Name, BytesValue, bytes, span)
			break
		}
		r.Bytes(f.Name, bytes, span)
	case List32:
		l.sendList(r, f, parent, span)
		return
	case Time:
		r.Open(f.Name, span)
		secs, nanos := Span{span.Offset, 8}, Span{span.Offset + 8, 4}
		r.Uint("secs", binary.BigEndian.Uint64(bytes), secs)
		r.Uint("nanos", uint64(binary.BigEndian.Uint32(bytes[8:])), nanos)
		r.Close()
		if r.Spans {
			path := parent + "/" + f.Name
			r.spanNote(path+"/secs", secs, "number")
			r.spanNote(path+"/nanos", nanos, "number")
		}
	case Optional8:
		l.sendOptional(r, f, parent, span)
		return
	}
	if f.Plausible != nil {
		r.checkPlausible(f, parent, span)
	}
	r.annotate(f, parent, span)
}

// sendOptional sends the fields whose bit is set, and warns of what the reference
// drops: unknown bits, and non-zero bytes of fields whose bit is clear.
func (l *Layout) sendOptional(r *Reader, f *Field, parent string, span Span) {
	set := r.Frame[span.Offset]
	r.Open(f.Name, span)
	path := r.childPath(parent, f)
	if r.Notes || r.Spans {
		r.path = append(r.path[:0], path...)
		r.text = appendSet(append(r.text[:0], "sets "...), f.Fields, set)
		r.sendNote(Note{Span: span})
	}
	if extra := set >> len(f.Fields); extra != 0 {
		bits := fmt.Sprintf("unknown bits 0x%02x", extra<<len(f.Fields))
		r.Warn("set-bits", path, Span{span.Offset, 1}, bits+"; the peer ignores them")
		r.Sink.Lossy(path, bits)
	}
	at := span.Offset + 1
	for i := range f.Fields {
		part := &f.Fields[i]
		partSpan := Span{at, part.Size()}
		at += part.Size()
		switch {
		case set>>i&1 != 0:
			l.sendField(r, part, path, partSpan)
		case !allZero(r.Frame[partSpan.Offset:at]):
			fault := part.Name + " is not set, but its bytes are not zero"
			r.Warn("unset-not-zero", path+"/"+part.Name, partSpan, fault+"; the peer ignores them")
			r.Sink.Lossy(path+"/"+part.Name, fault)
		}
	}
	r.Close()
}

// appendSet appends the names of the fields whose bits are set.
func appendSet(dst []byte, fields []Field, set byte) []byte {
	from := len(dst)
	for i := range fields {
		if set>>i&1 == 0 {
			continue
		}
		if len(dst) > from {
			dst = append(dst, ", "...)
		}
		dst = append(dst, fields[i].Name...)
	}
	if len(dst) == from {
		return append(dst, "nothing"...)
	}
	return dst
}

// childPath returns the path of a field that has fields. It is usually the same as for
// the last frame, so it is cached.
func (r *Reader) childPath(parent string, f *Field) string {
	if r.pathCache.field != f || r.pathCache.parent != parent {
		r.pathCache = pathCache{f, parent, parent + "/" + f.Name}
	}
	return r.pathCache.path
}

type pathCache struct {
	field        *Field
	parent, path string
}

func allZero(b []byte) bool {
	for _, c := range b {
		if c != 0 {
			return false
		}
	}
	return true
}

// measureList returns the end of a list, or of its last complete element before a fault;
// r.listCount is the number of complete elements. Unlike for other fields, the
// reference checks each field of an element before it goes on. The declared count
// reserves no memory.
func (l *Layout) measureList(r *Reader, list *Field, at int) (int, *diag.Diagnostic) {
	count := binary.BigEndian.Uint32(r.Frame[at:])
	at += 4
	for r.listCount = 0; r.listCount < int(count); r.listCount++ {
		end := at
		for i := range list.Elem.Fields {
			f, start := &list.Elem.Fields[i], end
			var d *diag.Diagnostic
			if end, d = l.fieldEnd(r, f, start); d == nil {
				d = l.checkValue(r, f, start, end)
			}
			if d != nil {
				d.Path = payloadPath + "/" + list.Name + "/" + strconv.Itoa(r.listCount) + "/" + f.Name
				d.Message = fmt.Sprintf("%s: element %d of %d: %s", list.Name, r.listCount, count, d.Message)
				return at, d
			}
		}
		at = end
	}
	return at, nil
}

// sendList sends the complete elements of a list.
func (l *Layout) sendList(r *Reader, list *Field, parent string, span Span) {
	r.Send(Value{Kind: OpenArray, Name: list.Name, Span: span})
	path := parent + "/" + list.Name
	if r.Notes || r.Spans {
		r.Note(path, span, list.Meaning+": "+strconv.Itoa(r.listCount))
	}
	at := span.Offset + 4
	for i := range r.listCount {
		at = l.sendElement(r, list.Elem.Fields, path, i, at)
	}
	r.Send(Value{Kind: CloseArray, Span: span})
}

// sendElement sends the complete element at an offset, and returns its end.
func (l *Layout) sendElement(r *Reader, fields []Field, path string, index, at int) int {
	end := at
	for i := range fields {
		end, _ = l.fieldEnd(r, &fields[i], end)
	}
	span := Span{at, end - at}
	r.Send(Value{Kind: OpenObject, Span: span})
	if r.Notes || r.Spans {
		path += "/" + strconv.Itoa(index)
		r.spanNote(path, span, "object")
	}
	for i := range fields {
		next, _ := l.fieldEnd(r, &fields[i], at)
		l.sendField(r, &fields[i], path, Span{at, next - at})
		at = next
	}
	r.Close()
	return end
}
