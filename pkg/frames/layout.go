package frames

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/diag"
)

// FieldKind is how the bytes of a field are laid out. All numbers are
// big-endian.
type FieldKind uint8

// The kinds of a field.
const (
	U8        FieldKind = iota // a byte, of which Known values are known (0 for all)
	Enum8                      // a byte that stands for one of Words
	U32                        // 4 bytes
	U64                        // 8 bytes
	Text16                     // 2 bytes of length, then so many bytes of UTF-8
	Text                       // UTF-8 up to the end
	Bytes                      // bytes up to the end
	Time                       // 8 bytes of seconds since 1970 UTC, 4 of nanoseconds
	Optional8                  // a byte of bits, then Fields, each counting only when its bit is set
	List32                     // 4 bytes of count, then so many elements of Fields
)

var fixedSizes = [...]int{U8: 1, Enum8: 1, U32: 4, U64: 8, Time: 12}

// Unit says what a number in a field stands for, hence what a person wants
// to read beside it.
type Unit uint8

// The units of a field.
const (
	NoUnit   Unit = iota
	ByteSize      // a number of bytes
	FileMode      // permission bits
	FilePath      // text that is a path of a mount
)

// Field is a field of a layout.
type Field struct {
	Name    string
	Kind    FieldKind
	Meaning string
	Unit    Unit
	// Annotated fields are annotated with their meaning.
	Annotated bool
	// EmptyMeaning is what text or bytes mean when there are none.
	EmptyMeaning string
	// Fields of an Options8, bit i of whose first byte belongs to Fields[i],
	// or of the elements of a List32.
	Fields []Field
	// Names are the values of a Word8.
	Names []string
	// ValueCount is how many values of a U8 are known, 0 for all.
	ValueCount int
	// Secret text and bytes are not shown unless secrets are.
	Secret bool
	// NonEmpty text is refused when it is empty, by the name in Error.
	NonEmpty bool
	// Code is that of an unknown value of a U8 or Word8.
	Code string
	// Error names the field in the reference's refusals: Id in IdUtf8,
	// UnknownKind in UnknownKind(7).
	Error string
}

// size is the number of bytes of a field that always has as many, else 0.
func (f *Field) size() int {
	switch {
	case f.Kind == List32:
		return 0
	case f.Kind != Optional8 && int(f.Kind) < len(fixedSizes):
		return fixedSizes[f.Kind]
	case f.Kind != Optional8:
		return 0
	}
	n := 1
	for i := range f.Fields {
		n += f.Fields[i].size()
	}
	return n
}

// minSize is the number of bytes that must be left for the field to begin.
func (f *Field) minSize() int {
	switch f.Kind {
	case Text16:
		return 2
	case List32:
		return 4
	}
	return f.size()
}

// valueCount is how many values of a byte are known.
func (f *Field) valueCount() int {
	switch {
	case f.Kind == Enum8:
		return len(f.Names)
	case f.ValueCount > 0:
		return f.ValueCount
	}
	return 256
}

// Layout is a body of fields, one behind the other.
type Layout struct {
	Fields []Field
	// Error is the reference's name for refusals of this body: Fuse in
	// Fuse(Truncated), DaemonError:: in DaemonError::Length. "" when they
	// stand alone.
	Error string
	// NoUpstream refusals have no known name.
	NoUpstream bool
	// EmptyError is the reference's refusal of no bytes at all, when it has a
	// name of its own.
	EmptyError string
	// SizedErrors refusals say how many bytes there were: Short(1) of the length
	// of a text, Truncated{need: 4, have: 2} of the text.
	SizedErrors bool
	// ExactSize bodies are refused as Length(n) when their size is any other.
	// Without it, bytes behind a last field of fixed size are ignored.
	ExactSize bool
}

// upstreamName is the reference's name of a refusal of this body.
func (l *Layout) upstreamName(name string) string {
	switch {
	case l.NoUpstream:
		return ""
	case l.Error == "", strings.HasSuffix(l.Error, "::"):
		return l.Error + name
	}
	return l.Error + "(" + name + ")"
}

// hasSecret tells whether a field of the layout is.
func (l *Layout) hasSecret() bool {
	return slices.ContainsFunc(l.Fields, func(f Field) bool { return f.Secret })
}

// HasField tells whether the payload may have a member at this way.
func (l *Layout) HasField(path []string) bool { return hasField(l.Fields, path) }

func hasField(fields []Field, path []string) bool {
	if len(path) == 0 {
		return true
	}
	i := slices.IndexFunc(fields, func(f Field) bool { return f.Name == path[0] })
	switch {
	case i < 0:
		return false
	case fields[i].Kind == List32 && len(path) > 1:
		return hasField(fields[i].Fields, path[2:])
	case fields[i].Kind == Time:
		return len(path) == 1 || len(path) == 2 && (path[1] == "secs" || path[1] == "nanos")
	default:
		return hasField(fields[i].Fields, path[1:])
	}
}

const payloadPath = "/payload"

// Read reads the fields front to back. As in the reference, that all bytes
// are there is checked for every field before any text is.
func (l *Layout) Read(r *Reader, offset int) *diag.Diagnostic {
	read, d := l.checkFields(r, offset)
	if read == 0 && d != nil {
		return d
	}
	r.openPayload(Span{offset, len(r.Frame) - offset})
	end := l.sendFields(r, offset, read)
	r.Close()
	if d == nil {
		r.warnTrailing(payloadPath, end)
	}
	return d
}

// checkFields finds how many fields there are before the fault.
func (l *Layout) checkFields(r *Reader, offset int) (int, *diag.Diagnostic) {
	read, d := l.measure(r, offset)
	if valid, fault := l.checkValues(r, offset, min(read, len(r.ends))); d == nil {
		read, d = valid, fault
	} else if fault != nil && fault.Code != "utf8" {
		read = valid // what a byte of no meaning stands for cannot be printed
	}
	if d != nil && l.hasSecret() && !r.ShowSecrets && offset < len(r.Frame) {
		r.Sink.Redact(Span{offset, len(r.Frame) - offset})
		d.Secret = true
	}
	return read, d
}

// sendFields sends the first fields, and returns where they end.
func (l *Layout) sendFields(r *Reader, offset, read int) int {
	end := offset
	for i := range l.Fields[:read] {
		l.sendField(r, &l.Fields[i], payloadPath, Span{end, r.ends[i] - end})
		end = r.ends[i]
	}
	return end
}

// measure finds the end of each field, into r.ends, and how many there are
// before the frame breaks off.
func (l *Layout) measure(r *Reader, offset int) (int, *diag.Diagnostic) {
	r.ends = r.ends[:0]
	if n := len(r.Frame) - offset; l.ExactSize && n != l.Fields[0].size() {
		f := &l.Fields[0]
		return 0, &diag.Diagnostic{
			Code: "length", Path: payloadPath, Offset: offset, Length: n,
			Need: diag.Count(f.size()), Have: diag.Count(n),
			Message:  fmt.Sprintf("%s: needs exactly %s, there are %d%s", f.Name, text.Count(f.size(), "byte"), n, lastByteHint(r.Frame, n-f.size())),
			Upstream: l.upstreamName(fmt.Sprintf("Length(%d)", n)),
		}
	}
	at := offset
	for i := range l.Fields {
		f := &l.Fields[i]
		left := len(r.Frame) - at
		need := f.minSize()
		if f.Kind == Text16 && left >= need {
			need += int(binary.BigEndian.Uint16(r.Frame[at:]))
		}
		if left < need {
			return i, l.truncated(r, f, at, need)
		}
		switch f.Kind {
		case Text, Bytes:
			at = len(r.Frame)
		case List32:
			var d *diag.Diagnostic
			if at, d = l.measureList(r, f, at); d != nil {
				r.ends = append(r.ends, at)
				return i + 1, d
			}
		default:
			at += need
		}
		r.ends = append(r.ends, at)
	}
	return len(l.Fields), nil
}

// lastByteHint tells the usual cause of one byte too many.
func lastByteHint(frame []byte, surplus int) string {
	if surplus == 1 && len(frame) > 0 && frame[len(frame)-1] == '\n' {
		return " (the last one is a line break: was the frame written with a newline?)"
	}
	return ""
}

func (l *Layout) truncated(r *Reader, f *Field, at, need int) *diag.Diagnostic {
	left := len(r.Frame) - at
	d := &diag.Diagnostic{
		Code: "truncated", Path: payloadPath + "/" + f.Name, Offset: at, Length: left,
		Need: diag.Count(need), Have: diag.Count(left),
		Message:  fmt.Sprintf("%s: needs %s, %s left", f.Name, text.Count(need, "byte"), text.CountVerb(left)),
		Upstream: l.upstreamName("Truncated"),
	}
	if l.EmptyError != "" && left == 0 && f == &l.Fields[0] {
		d.Code, d.Upstream = "empty", l.EmptyError
	}
	if l.SizedErrors {
		d.Upstream = l.upstreamName(fmt.Sprintf("Short(%d)", left))
	}
	if f.Kind == Text16 && left >= 2 {
		d.Need, d.Have = diag.Count(need-2), diag.Count(left-2)
		d.Offset, d.Length = at+2, left-2
		if l.SizedErrors {
			d.Upstream = l.upstreamName(fmt.Sprintf("Truncated{need: %d, have: %d}", need-2, left-2))
		}
		d.Message = fmt.Sprintf("%s: its length says %s, %s left", f.Name, text.Count(need-2, "byte"), text.CountVerb(left-2))
		if swapped := int(r.Frame[at+1])<<8 | int(r.Frame[at]); swapped != need-2 && swapped <= left-2 {
			d.Message += fmt.Sprintf(" (read with the other byte order it would be %d)", swapped)
		}
	}
	return d
}

// checkValues checks that the text fields are UTF-8, and bytes that must be
// known are, front to back.
func (l *Layout) checkValues(r *Reader, offset, read int) (int, *diag.Diagnostic) {
	start := offset
	for i := range l.Fields[:read] {
		if d := l.checkValue(r, &l.Fields[i], payloadPath, start, r.ends[i]); d != nil {
			return i, d
		}
		start = r.ends[i]
	}
	return read, nil
}

func (l *Layout) checkValue(r *Reader, f *Field, parent string, start, end int) *diag.Diagnostic {
	switch f.Kind {
	case U8, Enum8:
		if v := int(r.Frame[start]); v >= f.valueCount() {
			return &diag.Diagnostic{
				Code: f.Code, Path: parent + "/" + f.Name, Offset: start, Length: 1, Have: diag.Count(v),
				Message:  fmt.Sprintf("%s: there is no %d: the values are 0 to %d", f.Name, v, f.valueCount()-1),
				Upstream: l.upstreamName(fmt.Sprintf("%s(%d)", f.Error, v)),
			}
		}
	case Text16, Text:
		text := r.Frame[start+prefixSize(f) : end]
		if f.NonEmpty && len(text) == 0 {
			return &diag.Diagnostic{
				Code: "length", Path: parent + "/" + f.Name, Offset: start, Have: diag.Count(0),
				Message: f.Name + ": it must not be empty", Upstream: l.upstreamName(f.Error),
			}
		}
		if utf8.Valid(text) {
			return nil
		}
		at := end - len(text) + invalidUTF8(text)
		have := fmt.Sprintf("byte 0x%02x", r.Frame[at])
		if f.Secret && !r.ShowSecrets {
			have = "a byte of a secret"
		}
		return &diag.Diagnostic{
			Code: "utf8", Path: parent + "/" + f.Name, Offset: at, Length: 1,
			Need: diag.Words("UTF-8"), Have: diag.Words(have),
			Message:  fmt.Sprintf("%s: %s is not UTF-8", f.Name, have),
			Upstream: l.upstreamName(f.Error),
		}
	}
	return nil
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

// sendField sends one field that is there whole.
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
	r.annotate(f, parent, span)
}

// sendOptional sends those fields whose bit is set, and warns of what the
// reference drops: unknown bits, and bytes of fields that do not count.
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
		bits := fmt.Sprintf("bits 0x%02x of the byte at the front have no meaning", extra<<len(f.Fields))
		r.Warn("set-bits", path, Span{span.Offset, 1}, bits+"; the peer ignores them")
		r.Sink.Lossy(path, bits)
	}
	at := span.Offset + 1
	for i := range f.Fields {
		part := &f.Fields[i]
		partSpan := Span{at, part.size()}
		at += part.size()
		switch {
		case set>>i&1 != 0:
			l.sendField(r, part, path, partSpan)
		case !allZero(r.Frame[partSpan.Offset:at]):
			text := part.Name + " is not set, yet its bytes are not zero"
			r.Warn("unset-not-zero", path+"/"+part.Name, partSpan, text+"; the peer ignores them")
			r.Sink.Lossy(path+"/"+part.Name, text)
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

// childPath is the path of a field with others inside. It is the same for frame
// after frame, and kept.
func (r *Reader) childPath(parent string, f *Field) string {
	if r.pathCache.field != f || r.pathCache.parent != parent {
		r.pathCache = pathCache{f, parent, parent + "/" + f.Name}
	}
	return r.pathCache.path
}

// pathCache is the path of a field.
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

// measureList finds the end of a list, or of its last whole element before a
// fault; r.listed is how many are whole. Unlike elsewhere, the reference
// checks each field of an element before it goes on to the next. Nothing is
// reserved by the count.
func (l *Layout) measureList(r *Reader, f *Field, at int) (int, *diag.Diagnostic) {
	count := binary.BigEndian.Uint32(r.Frame[at:])
	at += 4
	for r.listCount = 0; r.listCount < int(count); r.listCount++ {
		parent := func() string { return payloadPath + "/" + f.Name + "/" + strconv.Itoa(r.listCount) }
		end, d := l.measureElement(r, f, at, parent)
		if d != nil {
			d.Message = fmt.Sprintf("%s: element %d of %d: %s", f.Name, r.listCount, count, d.Message)
			return at, d
		}
		at = end
	}
	return at, nil
}

// measureElement finds the end of one element of a list.
func (l *Layout) measureElement(r *Reader, list *Field, at int, parent func() string) (int, *diag.Diagnostic) {
	for i := range list.Fields {
		f := &list.Fields[i]
		left, need := len(r.Frame)-at, f.minSize()
		if f.Kind == Text16 && left >= need {
			need += int(binary.BigEndian.Uint16(r.Frame[at:]))
		}
		if left < need {
			d := l.truncated(r, f, at, need)
			d.Path = parent() + "/" + f.Name
			return at, d
		}
		if d := l.checkValue(r, f, "", at, at+need); d != nil {
			d.Path = parent() + d.Path
			return at, d
		}
		at += need
	}
	return at, nil
}

// sendList sends the whole elements of a list.
func (l *Layout) sendList(r *Reader, list *Field, parent string, span Span) {
	r.Send(Value{Kind: OpenArray, Name: list.Name, Span: span})
	path := parent + "/" + list.Name
	if r.Notes || r.Spans {
		r.Note(path, span, list.Meaning+": "+strconv.Itoa(r.listCount))
	}
	at := span.Offset + 4
	for i := range r.listCount {
		l.sendElement(r, list, path, i, &at)
	}
	r.Send(Value{Kind: CloseArray, Span: span})
}

// sendElement sends the element at an offset, which it moves behind it.
func (l *Layout) sendElement(r *Reader, list *Field, path string, index int, at *int) {
	start, end := *at, *at
	for i := range list.Fields {
		end += fieldSize(r.Frame, &list.Fields[i], end)
	}
	r.Send(Value{Kind: OpenObject, Span: Span{start, end - start}})
	if r.Notes || r.Spans {
		path += "/" + strconv.Itoa(index)
		r.spanNote(path, Span{start, end - start}, "object")
	}
	for i := range list.Fields {
		f := &list.Fields[i]
		n := fieldSize(r.Frame, f, *at)
		l.sendField(r, f, path, Span{*at, n})
		*at += n
	}
	r.Close()
}

// fieldSize is the size of a field of an element that is there whole.
func fieldSize(frame []byte, f *Field, at int) int {
	if f.Kind == Text16 {
		return 2 + int(binary.BigEndian.Uint16(frame[at:]))
	}
	return f.size()
}

func (l *Layout) writeList(w *Writer, f *Field, node int, path string) *diag.Diagnostic {
	doc := w.Doc
	if doc.Kind(node) != jsondoc.Array {
		return w.WrongTypeError(node, path, "an array")
	}
	if uint64(doc.Count(node)) > math.MaxUint32 {
		return w.ErrorAt("length", node, path, "at most 4294967295 elements fit")
	}
	w.Frame = binary.BigEndian.AppendUint32(w.Frame, uint32(doc.Count(node)))
	i := 0
	for n, end := node+1, doc.Next(node); n < end; n = doc.Next(n) {
		if d := l.writeObject(w, f.Fields, n, path+"/"+strconv.Itoa(i)); d != nil {
			return d
		}
		i++
	}
	return nil
}
