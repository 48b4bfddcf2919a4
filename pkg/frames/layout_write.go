package frames

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/divtool/divtool/internal/frameio"
	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/diag"
)

// Write writes the fields from the members of the payload. All of them are required,
// and others are refused.
func (l *Layout) Write(w *Writer) error { return l.write(w).Err() }

func (l *Layout) write(w *Writer) *diag.Diagnostic {
	if w.payload < 0 {
		return w.errorAt("missing", -1, w.Base, text.MissingMember(payloadName, ""))
	}
	return l.writeObject(w, l.Fields, w.payload, w.Base)
}

func (l *Layout) writeObject(w *Writer, fields []Field, object int, base string) *diag.Diagnostic {
	if w.doc.Kind(object) != jsondoc.Object {
		return w.wrongTypeLike(object, base, "an object", exampleObject(fields))
	}
	nodes, d := w.members(object, base, len(fields), func(i int) string { return fields[i].Name })
	if d != nil {
		return d
	}
	return l.writeFields(w, fields, nodes, object, base)
}

func (l *Layout) writeFields(w *Writer, fields []Field, nodes []int, object int, base string) *diag.Diagnostic {
	for i := range fields {
		f := &fields[i]
		path := base + "/" + f.Name
		if nodes[i] < 0 {
			return w.missingError(object, path)
		}
		if d := l.writeField(w, f, nodes[i], path); d != nil {
			return d
		}
	}
	return nil
}

// IsRedacted reports whether a value replaces a secret.
func (w *Writer) IsRedacted(node int) bool {
	return w.doc.Kind(node) == jsondoc.String && strings.HasPrefix(w.doc.Value(node), frameio.RedactedPrefix)
}

// RedactedError returns the diagnostic of such a value.
func (w *Writer) RedactedError(node int, path string) error { return w.redactedError(node, path) }

func (w *Writer) redactedError(node int, path string) *diag.Diagnostic {
	d := w.errorAt("type", node, path, "the secret was redacted when the frame was decoded")
	d.Hint = "decode the frame with `--show-secrets` to keep it"
	return d
}

// writeEnum writes the index of a name.
func (w *Writer) writeEnum(node int, path string, names []string) *diag.Diagnostic {
	if w.doc.Kind(node) != jsondoc.String {
		return w.wrongType(node, path, text.OneOf(names))
	}
	i := slices.Index(names, w.doc.Value(node))
	if i < 0 {
		d := w.errorAt("range", node, path, text.UnknownWord(w.doc.Value(node), "a known "+lastStep(path), names))
		d.Need = diag.Words(strings.Join(names, ", "))
		return d
	}
	w.Append(byte(i))
	return nil
}

func (w *Writer) missingError(object int, path string) *diag.Diagnostic {
	name := lastStep(path)
	d := w.errorAt("missing", object, path, text.MissingMember(name, ""))
	d.Need = diag.Words(name)
	return d
}

// lastStep returns the last step of a JSON Pointer to a declared member.
func lastStep(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }

func (l *Layout) writeField(w *Writer, f *Field, node int, path string) *diag.Diagnostic {
	switch f.Kind {
	case U8:
		v, d := w.number(node, path, uint64(f.KnownValues()-1))
		w.Append(byte(v))
		return d
	case Enum8:
		return w.writeEnum(node, path, f.Names)
	case List32:
		return l.writeList(w, f, node, path)
	case U32, U64:
		return w.writeUint(node, path, f.Size())
	case Text16, Text:
		if f.Secret && w.IsRedacted(node) {
			return w.redactedError(node, path)
		}
		return l.writeText(w, f, node, path)
	case Bytes:
		return w.bytes(node, path)
	case Time:
		return w.writeTime(node, path)
	default:
		return l.writeOptional(w, f, node, path)
	}
}

// Number returns the unsigned number at node: a JSON number, or a string of decimal
// digits. It refuses numbers above maxValue.
func (w *Writer) Number(node int, path string, maxValue uint64) (uint64, error) {
	v, d := w.number(node, path, maxValue)
	return v, d.Err()
}

func (w *Writer) number(node int, path string, maxValue uint64) (uint64, *diag.Diagnostic) {
	doc := w.doc
	v, exact := uint64(0), false
	switch doc.Kind(node) {
	case jsondoc.Number:
		v, exact = doc.Uint(node)
	case jsondoc.String:
		digits := doc.Value(node)
		if strings.Trim(digits, "0123456789") != "" || digits == "" {
			return 0, w.wrongType(node, path, integerUpTo(maxValue))
		}
		n, err := strconv.ParseUint(digits, 10, 64)
		v, exact = n, err == nil
	default:
		return 0, w.wrongType(node, path, integerUpTo(maxValue))
	}
	if exact && v <= maxValue {
		return v, nil
	}
	code := "range"
	if doc.Node(node).Flags&jsondoc.Fractional != 0 {
		code = "type"
	}
	d := w.errorAt(code, node, path, text.Expected(integerUpTo(maxValue), text.Excerpt(doc.Raw(node))))
	d.Need = diag.Words("0 to " + strconv.FormatUint(maxValue, 10))
	if doc.Kind(node) == jsondoc.Number {
		d.Have = diag.Fact(doc.Raw(node))
	}
	return 0, d
}

func integerUpTo(maxValue uint64) string {
	return "an integer from 0 to " + strconv.FormatUint(maxValue, 10)
}

// writeUint writes a number of 4 or 8 bytes.
func (w *Writer) writeUint(node int, path string, size int) *diag.Diagnostic {
	maxValue := uint64(math.MaxUint64)
	if size == 4 {
		maxValue = math.MaxUint32
	}
	v, d := w.number(node, path, maxValue)
	if d != nil {
		return d
	}
	if size == 4 {
		w.Frame = binary.BigEndian.AppendUint32(w.Frame, uint32(v))
	} else {
		w.Frame = binary.BigEndian.AppendUint64(w.Frame, v)
	}
	return nil
}

func (l *Layout) writeText(w *Writer, f *Field, node int, path string) *diag.Diagnostic {
	if w.doc.Kind(node) != jsondoc.String {
		return w.wrongTypeLike(node, path, "a string", f.example())
	}
	if d := w.checkUTF8(node, path); d != nil {
		return d
	}
	start := len(w.Frame)
	if f.Kind == Text16 {
		w.Append(0, 0)
	}
	w.Frame = w.doc.AppendString(w.Frame, node)
	if f.Kind == Text {
		return nil
	}
	n := len(w.Frame) - start - 2
	if n > math.MaxUint16 {
		d := w.errorAt("length", node, path, fmt.Sprintf("the text has %d bytes; the limit is 65535 bytes", n))
		d.Need, d.Have = diag.Count(math.MaxUint16), diag.Count(n)
		d.Upstream = l.UpstreamName(fmt.Sprintf("%sLength(%d)", strings.TrimSuffix(f.Error, "Utf8"), n))
		return d
	}
	binary.BigEndian.PutUint16(w.Frame[start:], uint16(n))
	return nil
}

// Bytes appends the bytes at node: a string of hex, or an object with text or base64.
// It refuses a redacted secret.
func (w *Writer) Bytes(node int, path string) error { return w.bytes(node, path).Err() }

func (w *Writer) bytes(node int, path string) *diag.Diagnostic {
	doc := w.doc
	if doc.Kind(node) == jsondoc.Object && doc.Count(node) == 1 {
		value := node + 2
		if doc.Kind(value) == jsondoc.String {
			switch doc.Value(node + 1) {
			case "text":
				if d := w.checkUTF8(value, path+"/text"); d != nil {
					return d
				}
				w.Frame = doc.AppendString(w.Frame, value)
				return nil
			case "base64":
				return w.writeBase64(value, path+"/base64")
			}
		}
	}
	switch {
	case doc.Kind(node) != jsondoc.String:
		return w.wrongType(node, path, hexPairs+`, {"text":…} or {"base64":…}`)
	case w.IsRedacted(node):
		return w.redactedError(node, path)
	}
	out, err := hex.AppendDecode(w.Frame, doc.AppendString(nil, node))
	if err != nil {
		return w.errorAt("type", node, path, "not valid hex; expected "+hexPairs+`, {"text":…} or {"base64":…}`)
	}
	w.Frame = out
	return nil
}

func (w *Writer) writeBase64(node int, path string) *diag.Diagnostic {
	digits := strings.TrimRight(w.doc.Value(node), "=")
	encoding := base64.RawStdEncoding
	if strings.ContainsAny(digits, "-_") {
		encoding = base64.RawURLEncoding
	}
	out, err := encoding.Strict().AppendDecode(w.Frame, []byte(digits))
	if err != nil || strings.ContainsAny(digits, "\r\n") {
		return w.errorAt("type", node, path, "not valid base64")
	}
	w.Frame = out
	return nil
}

// timeMembers are the members of a Time.
var timeMembers = [...]string{"secs", "nanos"}

func (w *Writer) writeTime(node int, path string) *diag.Diagnostic {
	if w.doc.Kind(node) != jsondoc.Object {
		return w.wrongTypeLike(node, path, "an object", exampleTime)
	}
	nodes, d := w.members(node, path, len(timeMembers), func(i int) string { return timeMembers[i] })
	if d != nil {
		return d
	}
	for i, size := range [...]int{8, 4} {
		memberPath := path + "/" + timeMembers[i]
		if nodes[i] < 0 {
			return w.missingError(node, memberPath)
		}
		if d := w.writeUint(nodes[i], memberPath, size); d != nil {
			return d
		}
	}
	return nil
}

// writeOptional writes the byte of bits, then every field; absent ones are zero.
func (l *Layout) writeOptional(w *Writer, f *Field, node int, path string) *diag.Diagnostic {
	if w.doc.Kind(node) != jsondoc.Object {
		return w.wrongTypeLike(node, path, "an object", f.example())
	}
	nodes, d := w.members(node, path, len(f.Fields), func(i int) string { return f.Fields[i].Name })
	if d != nil {
		return d
	}
	bits := len(w.Frame)
	w.Append(0)
	for i := range f.Fields {
		part := &f.Fields[i]
		if nodes[i] < 0 {
			w.Frame = append(w.Frame, make([]byte, part.Size())...)
			continue
		}
		w.Frame[bits] |= 1 << i
		if d := l.writeField(w, part, nodes[i], path+"/"+part.Name); d != nil {
			return d
		}
	}
	return nil
}
