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

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/diag"
)

// Write writes the fields from the payload's members. All of them are needed,
// and no others may be there.
func (l *Layout) Write(w *Writer) *diag.Diagnostic {
	if w.payload < 0 {
		return w.Refuse("missing", -1, w.Base, "the payload is missing")
	}
	return l.writeObject(w, l.Fields, w.payload, w.Base)
}

// writeObject writes the fields from the members of an object.
func (l *Layout) writeObject(w *Writer, fields []Field, object int, base string) *diag.Diagnostic {
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
			return w.missing(object, path)
		}
		if d := l.write(w, f, nodes[i], path); d != nil {
			return d
		}
	}
	return nil
}

// Redacted tells whether a value stands in place of a secret.
func (w *Writer) Redacted(node int) bool {
	return w.Doc.Kind(node) == jsondoc.String && strings.HasPrefix(w.Doc.Value(node), redactedPrefix)
}

// RefuseRedacted refuses such a value.
func (w *Writer) RefuseRedacted(node int, path string) *diag.Diagnostic {
	d := w.Refuse("type", node, path, "the secret was left out when the frame was decoded")
	d.Hint = "decode with --show-secrets to keep it"
	return d
}

// word writes the byte that a word stands for.
func (w *Writer) word(node int, path string, words []string) *diag.Diagnostic {
	need := strings.Join(words, ", ")
	if w.Doc.Kind(node) != jsondoc.String {
		return w.WrongType(node, path, "a string")
	}
	i := slices.Index(words, w.Doc.Value(node))
	if i < 0 {
		d := w.Refuse("range", node, path, "one of "+need+" is needed")
		d.Need = diag.Words(need)
		return d
	}
	w.Append(byte(i))
	return nil
}

func (w *Writer) missing(object int, path string) *diag.Diagnostic {
	d := w.Refuse("missing", object, path, "the member is missing")
	d.Need = diag.Words(path[strings.LastIndexByte(path, '/')+1:])
	return d
}

func (l *Layout) write(w *Writer, f *Field, node int, path string) *diag.Diagnostic {
	switch f.Kind {
	case U8:
		v, d := w.Number(node, path, uint64(f.known()-1))
		w.Append(byte(v))
		return d
	case Word8:
		return w.word(node, path, f.Words)
	case List32:
		return l.writeList(w, f, node, path)
	case U32, U64:
		return w.uint(node, path, f.size())
	case Text16, Text:
		if f.Secret && w.Redacted(node) {
			return w.RefuseRedacted(node, path)
		}
		return l.writeText(w, f, node, path)
	case Raw:
		return w.Bytes(node, path)
	case Time:
		return w.time(node, path)
	default:
		return l.writeOptions(w, f, node, path)
	}
}

// Number returns the unsigned number at node, which may be spelled as a JSON
// number or as a string of decimal digits.
func (w *Writer) Number(node int, path string, most uint64) (uint64, *diag.Diagnostic) {
	doc := w.Doc
	v, whole := uint64(0), false
	switch doc.Kind(node) {
	case jsondoc.Number:
		v, whole = doc.Uint(node)
	case jsondoc.String:
		text := doc.Value(node)
		if strings.Trim(text, "0123456789") != "" || text == "" {
			return 0, w.WrongType(node, path, "a whole number")
		}
		n, err := strconv.ParseUint(text, 10, 64)
		v, whole = n, err == nil
	default:
		return 0, w.WrongType(node, path, "a whole number")
	}
	if whole && v <= most {
		return v, nil
	}
	code := "range"
	if doc.Node(node).Flags&jsondoc.Fractional != 0 {
		code = "type"
	}
	d := w.Refuse(code, node, path, fmt.Sprintf("a whole number from 0 to %d is needed", most))
	d.Need = diag.Words("0 to " + strconv.FormatUint(most, 10))
	if doc.Kind(node) == jsondoc.Number {
		d.Have = diag.Fact(doc.Spelling(node))
	}
	return 0, d
}

// uint writes a number of 4 or 8 bytes.
func (w *Writer) uint(node int, path string, size int) *diag.Diagnostic {
	most := uint64(math.MaxUint64)
	if size == 4 {
		most = math.MaxUint32
	}
	v, d := w.Number(node, path, most)
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
	if w.Doc.Kind(node) != jsondoc.String {
		return w.WrongType(node, path, "a string")
	}
	if d := w.Sound(node, path); d != nil {
		return d
	}
	start := len(w.Frame)
	if f.Kind == Text16 {
		w.Append(0, 0)
	}
	w.Frame = w.Doc.AppendString(w.Frame, node)
	if f.Kind == Text {
		return nil
	}
	n := len(w.Frame) - start - 2
	if n > math.MaxUint16 {
		d := w.Refuse("length", node, path, fmt.Sprintf("the text has %d bytes, at most 65535 fit", n))
		d.Need, d.Have = diag.Count(math.MaxUint16), diag.Count(n)
		d.Upstream = l.refusal(fmt.Sprintf("%sLength(%d)", strings.TrimSuffix(f.Error, "Utf8"), n))
		return d
	}
	binary.BigEndian.PutUint16(w.Frame[start:], uint16(n))
	return nil
}

// Bytes appends bytes that are given as hex, or as an object with text or
// base64. What stands in place of a secret is refused.
func (w *Writer) Bytes(node int, path string) *diag.Diagnostic {
	doc := w.Doc
	if doc.Kind(node) == jsondoc.Object && doc.Count(node) == 1 {
		value := node + 2
		if doc.Kind(value) == jsondoc.String {
			switch doc.Value(node + 1) {
			case "text":
				if d := w.Sound(value, path+"/text"); d != nil {
					return d
				}
				w.Frame = doc.AppendString(w.Frame, value)
				return nil
			case "base64":
				return w.base64(value, path+"/base64")
			}
		}
	}
	switch {
	case doc.Kind(node) != jsondoc.String:
		return w.WrongType(node, path, `hex, {"text":…} or {"base64":…}`)
	case w.Redacted(node):
		return w.RefuseRedacted(node, path)
	}
	text := doc.AppendString(nil, node)
	out, err := hex.AppendDecode(w.Frame, text)
	if err != nil {
		return w.Refuse("type", node, path, "the bytes must be pairs of hex digits (or {\"text\":…}, {\"base64\":…})")
	}
	w.Frame = out
	return nil
}

func (w *Writer) base64(node int, path string) *diag.Diagnostic {
	text := strings.TrimRight(w.Doc.Value(node), "=")
	encoding := base64.RawStdEncoding
	if strings.ContainsAny(text, "-_") {
		encoding = base64.RawURLEncoding
	}
	out, err := encoding.Strict().AppendDecode(w.Frame, []byte(text))
	if err != nil || strings.ContainsAny(text, "\r\n") {
		return w.Refuse("type", node, path, "this is not base64")
	}
	w.Frame = out
	return nil
}

// timeMembers are the members of a Time.
var timeMembers = [...]string{"secs", "nanos"}

func (w *Writer) time(node int, path string) *diag.Diagnostic {
	nodes, d := w.members(node, path, len(timeMembers), func(i int) string { return timeMembers[i] })
	if d != nil {
		return d
	}
	for i, size := range [...]int{8, 4} {
		at := path + "/" + timeMembers[i]
		if nodes[i] < 0 {
			return w.missing(node, at)
		}
		if d := w.uint(nodes[i], at, size); d != nil {
			return d
		}
	}
	return nil
}

// writeOptions writes the bits of the members that are there, then every
// field, zeros for those that are not.
func (l *Layout) writeOptions(w *Writer, f *Field, node int, path string) *diag.Diagnostic {
	nodes, d := w.members(node, path, len(f.Fields), func(i int) string { return f.Fields[i].Name })
	if d != nil {
		return d
	}
	bits := len(w.Frame)
	w.Append(0)
	for i := range f.Fields {
		part := &f.Fields[i]
		if nodes[i] < 0 {
			w.Frame = append(w.Frame, make([]byte, part.size())...)
			continue
		}
		w.Frame[bits] |= 1 << i
		if d := l.write(w, part, nodes[i], path+"/"+part.Name); d != nil {
			return d
		}
	}
	return nil
}
