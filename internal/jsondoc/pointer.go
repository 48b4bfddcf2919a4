package jsondoc

import (
	"bytes"
	"slices"
	"strconv"
)

// AppendPointer appends steps as a JSON Pointer (RFC 6901).
func (d *Doc) AppendPointer(dst []byte, steps []Step) []byte {
	for _, s := range steps {
		dst = append(dst, '/')
		if s.Name < 0 {
			dst = strconv.AppendInt(dst, int64(s.Index), 10)
			continue
		}
		from := len(dst)
		dst = d.AppendString(dst, int(s.Name))
		dst = escapePointer(dst, from)
	}
	return dst
}

// escapePointer replaces ~ and / from dst[from] on by ~0 and ~1, from the back,
// so that no byte moves twice.
func escapePointer(dst []byte, from int) []byte {
	extra := 0
	for _, c := range dst[from:] {
		if c == '~' || c == '/' {
			extra++
		}
	}
	if extra == 0 {
		return dst
	}
	at := len(dst) - 1
	dst = slices.Grow(dst, extra)[:len(dst)+extra]
	for to := len(dst) - 1; at >= from && at < to; at-- {
		switch c := dst[at]; c {
		case '~', '/':
			dst[to-1], dst[to] = '~', '0'
			if c == '/' {
				dst[to] = '1'
			}
			to -= 2
		default:
			dst[to] = c
			to--
		}
	}
	return dst
}

// AppendPointerToken appends the name of a member as a part of a JSON Pointer, without
// the slash in front.
func AppendPointerToken[T string | []byte](dst []byte, name T) []byte {
	from := len(dst)
	return escapePointer(append(dst, name...), from)
}

// UnescapePointerToken returns the name that a part of a JSON Pointer stands for. It may be
// the part itself.
func UnescapePointerToken(part []byte) []byte {
	if bytes.IndexByte(part, '~') < 0 {
		return part
	}
	out := make([]byte, 0, len(part))
	for i := 0; i < len(part); i++ {
		if part[i] == '~' && i+1 < len(part) && (part[i+1] == '0' || part[i+1] == '1') {
			out = append(out, "~/"[part[i+1]-'0'])
			i++
			continue
		}
		out = append(out, part[i])
	}
	return out
}
