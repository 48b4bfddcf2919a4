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
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/diag"
)

// FieldKind is the encoding of a field. All numbers are big-endian.
type FieldKind uint8

// The kinds of a field.
const (
	U8        FieldKind = iota // a byte, with ValueCount known values (0 for 256)
	Enum8                      // a byte, the index of one of Names
	U32                        // 4 bytes
	U64                        // 8 bytes
	Text16                     // a length of 2 bytes, then UTF-8
	Text                       // UTF-8 up to the end
	Bytes                      // bytes up to the end
	Time                       // 8 bytes of seconds since 1970 UTC, 4 of nanoseconds
	Optional8                  // a byte of bits, then Fields; each counts only if its bit is set
	List32                     // a count of 4 bytes, then elements of Fields
)

var fixedSizes = [...]int{U8: 1, Enum8: 1, U32: 4, U64: 8, Time: 12}

// Unit is the unit of the number or text in a field. It decides the note.
type Unit = canon.Unit

// The units of a field.
const (
	NoUnit   = canon.NoUnit
	ByteSize = canon.ByteSize
	FileMode = canon.FileMode
	FilePath = canon.FilePath
)

// Field is a field of a layout.
type Field struct {
	Name    string
	Kind    FieldKind
	Meaning string
	Unit    Unit
	// Annotated fields get a note with their meaning.
	Annotated bool
	// EmptyMeaning is the meaning of empty text or bytes.
	EmptyMeaning string
	// Fields of an Optional8, whose bit i belongs to Fields[i], or of the elements
	// of a List32.
	Fields []Field
	// Names are the values of an Enum8.
	Names []string
	// ValueCount is how many values of a U8 are known, 0 for 256.
	ValueCount int
	// Secret text and bytes are redacted.
	Secret bool
	// NonEmpty text is refused when it is empty; Error names the refusal.
	NonEmpty bool
	// Code is the code of an unknown value of a U8 or Enum8.
	Code string
	// Error names the field in the reference's refusals: Id in IdUtf8, UnknownKind
	// in UnknownKind(7).
	Error string
}

// Size returns the size of the field in bytes, 0 when it varies.
func (f *Field) Size() int {
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
		n += f.Fields[i].Size()
	}
	return n
}

// MinSize returns the number of bytes that must be present before the field can be
// measured: the size of its fixed part.
func (f *Field) MinSize() int {
	switch f.Kind {
	case Text16:
		return 2
	case List32:
		return 4
	}
	return f.Size()
}

// KnownValues returns how many values of a U8 or Enum8 are known, counted from 0.
func (f *Field) KnownValues() int {
	switch {
	case f.Kind == Enum8:
		return len(f.Names)
	case f.ValueCount > 0:
		return f.ValueCount
	}
	return 256
}

// Layout is a body of consecutive fields.
type Layout struct {
	Fields []Field
	// Error is the reference's name for refusals of this body: Fuse in
	// Fuse(Truncated), DaemonError:: in DaemonError::Length. "" when the refusals
	// have no such prefix.
	Error string
	// NoUpstream is set when the reference's names are not known.
	NoUpstream bool
	// EmptyError is the reference's refusal of an empty body, if it has a name of
	// its own.
	EmptyError string
	// SizedErrors is set when refusals state the bytes: Short(1) for the length of
	// a text, Truncated{need: 4, have: 2} for the text.
	SizedErrors bool
	// ExactSize bodies of any other size are refused as Length(n). Without it,
	// bytes after a last field of fixed size are ignored.
	ExactSize bool
}

// UpstreamName returns the reference's full name of a refusal of this body, given its
// last part; "" when the name is not known.
func (l *Layout) UpstreamName(name string) string {
	switch {
	case l.NoUpstream:
		return ""
	case l.Error == "", strings.HasSuffix(l.Error, "::"):
		return l.Error + name
	}
	return l.Error + "(" + name + ")"
}

func (l *Layout) hasSecret() bool {
	return slices.ContainsFunc(l.Fields, func(f Field) bool { return f.Secret })
}

// HasField reports whether a payload may have the member at path.
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

// Read reads the fields in order. As in the reference, the sizes of all fields are
// checked before any text.
func (l *Layout) Read(r *Reader, offset int) error { return l.read(r, offset).Err() }

func (l *Layout) read(r *Reader, offset int) *diag.Diagnostic {
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

// checkFields returns the number of fields before the fault.
func (l *Layout) checkFields(r *Reader, offset int) (int, *diag.Diagnostic) {
	read, d := l.measure(r, offset)
	if valid, fault := l.checkValues(r, offset, min(read, len(r.ends))); d == nil {
		read, d = valid, fault
	} else if fault != nil && fault.Code != "utf8" {
		read = valid // an unknown value of an enum cannot be printed
	}
	if d != nil && l.hasSecret() && !r.ShowSecrets && offset < len(r.Frame) {
		r.Sink.Redact(Span{offset, len(r.Frame) - offset})
		d.Secret = true
	}
	return read, d
}

// sendFields sends the first fields, and returns their end.
func (l *Layout) sendFields(r *Reader, offset, read int) int {
	end := offset
	for i := range l.Fields[:read] {
		l.sendField(r, &l.Fields[i], payloadPath, Span{end, r.ends[i] - end})
		end = r.ends[i]
	}
	return end
}

// measure puts the end of each field into r.ends, and returns how many fields the frame
// holds before it is truncated.
func (l *Layout) measure(r *Reader, offset int) (int, *diag.Diagnostic) {
	r.ends = r.ends[:0]
	if n := len(r.Frame) - offset; l.ExactSize && n != l.Fields[0].Size() {
		f := &l.Fields[0]
		return 0, &diag.Diagnostic{
			Code: "length", Path: payloadPath, Offset: offset, Length: n,
			Need: diag.Count(f.Size()), Have: diag.Count(n),
			Message:  f.Name + ": " + text.ExpectedBytes(f.Size(), n) + lastByteHint(r.Frame, n-f.Size()),
			Upstream: l.UpstreamName(fmt.Sprintf("Length(%d)", n)),
		}
	}
	at := offset
	for i := range l.Fields {
		f := &l.Fields[i]
		left := len(r.Frame) - at
		need := f.MinSize()
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

// lastByteHint explains a single extra byte, which is usually a line break.
func lastByteHint(frame []byte, surplus int) string {
	if surplus == 1 && len(frame) > 0 && frame[len(frame)-1] == '\n' {
		return "; the last byte is a line feed: remove it"
	}
	return ""
}

func (l *Layout) truncated(r *Reader, f *Field, at, need int) *diag.Diagnostic {
	left := len(r.Frame) - at
	d := &diag.Diagnostic{
		Code: "truncated", Path: payloadPath + "/" + f.Name, Offset: at, Length: left,
		Need: diag.Count(need), Have: diag.Count(left),
		Message:  f.Name + ": " + text.ExpectedBytes(need, left),
		Upstream: l.UpstreamName("Truncated"),
	}
	if l.EmptyError != "" && left == 0 && f == &l.Fields[0] {
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
		if v := int(r.Frame[start]); v >= f.KnownValues() {
			return &diag.Diagnostic{
				Code: f.Code, Path: parent + "/" + f.Name, Offset: start, Length: 1, Have: diag.Count(v),
				Message:  f.Name + ": " + text.UnknownNumber("value", uint64(v), f.KnownValues()-1),
				Upstream: l.UpstreamName(fmt.Sprintf("%s(%d)", f.Error, v)),
			}
		}
	case Text16, Text:
		content := r.Frame[start+prefixSize(f) : end]
		if f.NonEmpty && len(content) == 0 {
			return &diag.Diagnostic{
				Code: "length", Path: parent + "/" + f.Name, Offset: start, Have: diag.Count(0),
				Message: f.Name + ": must not be empty", Upstream: l.UpstreamName(f.Error),
			}
		}
		if utf8.Valid(content) {
			return nil
		}
		at := end - len(content) + invalidUTF8(content)
		message, have := text.InvalidUTF8(r.Frame[at]), fmt.Sprintf("byte 0x%02x", r.Frame[at])
		if f.Secret && !r.ShowSecrets {
			message, have = "invalid UTF-8 in a secret", "a byte of a secret"
		}
		return &diag.Diagnostic{
			Code: "utf8", Path: parent + "/" + f.Name, Offset: at, Length: 1,
			Need: diag.Words("UTF-8"), Have: diag.Words(have),
			Message:  f.Name + ": " + message,
			Upstream: l.UpstreamName(f.Error),
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

func (l *Layout) measureElement(r *Reader, list *Field, at int, parent func() string) (int, *diag.Diagnostic) {
	for i := range list.Fields {
		f := &list.Fields[i]
		left, need := len(r.Frame)-at, f.MinSize()
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

// sendList sends the complete elements of a list.
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

// sendElement sends the element at *at, and advances *at to its end.
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

// fieldSize returns the size of a field of a complete element.
func fieldSize(frame []byte, f *Field, at int) int {
	if f.Kind == Text16 {
		return 2 + int(binary.BigEndian.Uint16(frame[at:]))
	}
	return f.Size()
}

func (l *Layout) writeList(w *Writer, f *Field, node int, path string) *diag.Diagnostic {
	doc := w.doc
	if doc.Kind(node) != jsondoc.Array {
		return w.wrongTypeLike(node, path, "an array", f.example())
	}
	if uint64(doc.Count(node)) > math.MaxUint32 {
		return w.errorAt("length", node, path, "too many elements: the limit is 4294967295")
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
