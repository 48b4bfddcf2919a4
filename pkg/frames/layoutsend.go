package frames

import (
	"encoding/binary"
	"fmt"
)

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
