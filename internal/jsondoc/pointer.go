package jsondoc

import (
	"bytes"
	"iter"
	"slices"
	"strconv"
	"strings"
)

// Step is one part of the way from a value to one inside it: the member whose
// name is node Name, or the element Index when Name is -1.
type Step struct {
	Name  int32
	Index int32
}

// MemberStep is the step to the value of the member whose name is node name.
func MemberStep(name int) Step { return Step{Name: int32(name)} }

// ElementStep is the step to element index of an array.
func ElementStep(index int) Step { return Step{Name: -1, Index: int32(index)} }

// Walk visits node root and every value inside it, in the order of the text,
// each with the steps that lead to it after the given ones. The steps are
// only valid during the call. When visit returns false, what is inside the
// value is skipped. The depth of the text costs no call stack.
func (d *Doc) Walk(root int, steps []Step, visit func(n int, steps []Step) bool) {
	type level struct {
		end    int
		object bool
		count  int32
	}
	var open []level
	depth := len(steps)
	for n, end := root, d.Next(root); n < end; {
		for len(open) > 0 && open[len(open)-1].end == n {
			open = open[:len(open)-1]
		}
		if len(open) > 0 {
			top := &open[len(open)-1]
			step := Step{Name: -1, Index: top.count}
			top.count++
			if top.object {
				step = MemberStep(n)
				n++
			}
			steps = append(steps[:depth+len(open)-1], step)
		}
		node := &d.nodes[n]
		if visit(n, steps) && node.Kind >= Array {
			open = append(open, level{end: int(node.Next), object: node.Kind == Object})
			n++
		} else {
			n = int(node.Next)
		}
	}
}

// Find follows the parts of a JSON Pointer from node i as far as they lead,
// and returns where that is and the parts that are left.
func (d *Doc) Find(i int, path []string) (node int, rest []string) {
	for len(path) > 0 {
		next := -1
		switch d.Kind(i) {
		case Object:
			next = d.Member(i, path[0])
		case Array:
			if n, err := strconv.ParseUint(path[0], 10, 31); err == nil && strconv.FormatUint(n, 10) == path[0] {
				next = d.Element(i, int(n))
			}
		}
		if next < 0 {
			break
		}
		i, path = next, path[1:]
	}
	return i, path
}

// Elements returns the indexes and nodes of the elements of array i.
func (d *Doc) Elements(i int) iter.Seq2[int, int] {
	return func(yield func(index, node int) bool) {
		index := 0
		for n, end := i+1, d.Next(i); n < end; n = d.Next(n) {
			if !yield(index, n) {
				return
			}
			index++
		}
	}
}

// Element returns the node of element n of array i, or -1.
func (d *Doc) Element(i, n int) int {
	for c, end := i+1, d.Next(i); c < end; c = d.Next(c) {
		if n == 0 {
			return c
		}
		n--
	}
	return -1
}

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

// UnescapePointerToken returns the name that a part of a JSON Pointer represents. It may be
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

// ParsePointer returns the names in a JSON Pointer, unescaped. The pointer must be
// empty or begin with a slash.
func ParsePointer(pointer string) (path []string) {
	if pointer == "" {
		return nil
	}
	for part := range strings.SplitSeq(pointer[1:], "/") {
		path = append(path, string(UnescapePointerToken([]byte(part))))
	}
	return path
}

// DottedPointer returns a JSON Pointer in the notation of programming languages:
// a.b[0].c.
func DottedPointer(pointer string) string {
	var b strings.Builder
	for i, part := range strings.Split(pointer, "/") {
		if strings.Contains(part, "~") {
			part = string(UnescapePointerToken([]byte(part)))
		}
		switch {
		case i == 0:
		case part != "" && strings.Trim(part, "0123456789") == "":
			b.WriteString("[" + part + "]")
		case b.Len() > 0:
			b.WriteString("." + part)
		default:
			b.WriteString(part)
		}
	}
	return b.String()
}
