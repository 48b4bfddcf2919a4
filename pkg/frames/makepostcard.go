package frames

import (
	"slices"

	"github.com/divtool/divtool/pkg/forge"
)

// Make writes the value.
func (b *Postcard) Make(f *forge.Forge, dst []byte) []byte {
	if inner := b.Root.recursion(); inner != nil && f.Spoil(b, "more levels than are read", "limit", "") {
		return b.Root.makeDeep(f, inner, dst)
	}
	return b.Root.make(f, b, "the value", dst)
}

// make writes a value. of and name say which place it is.
func (t *PostType) make(f *forge.Forge, of any, name string, dst []byte) []byte {
	defer f.Enter()()
	if f.Spoil(of, name+": the frame ends before it", "truncated", "") && (t.Kind != PostStruct || len(t.Fields) > 0) {
		f.Cut(len(dst))
	}
	switch t.Kind {
	case PostUint:
		if f.Spoil(of, name+": too large a number", "range", "") {
			return append(dst, slices.Repeat([]byte{0xff}, varintSize(t.Bits))...)
		}
		return appendVarint(dst, f.Bits(t.Bits))
	case PostBool:
		return t.makeFlag(f, of, name, f.Maybe(), dst)
	case PostText:
		return t.makeText(f, of, name, dst)
	case PostList:
		count := f.Count(0, 3)
		promised := uint64(count)
		if f.Spoil(of, name+": fewer elements than its count says", "truncated", "") {
			promised++
			f.Cut(len(t.makeElements(f.Sound(), count, appendVarint(dst, promised))))
		}
		return t.makeElements(f, count, appendVarint(dst, promised))
	case PostStruct:
		return makeFields(f, t.Fields, dst)
	}
	return t.makeEnum(f, of, name, dst)
}

func (t *PostType) makeElements(f *forge.Forge, count int, dst []byte) []byte {
	for range count {
		dst = t.Elem.make(f, t, "an element", dst)
	}
	return dst
}

func (t *PostType) makeFlag(f *forge.Forge, of any, name string, set bool, dst []byte) []byte {
	if f.Spoil(of, name+": a byte that is neither 0 nor 1", "range", "") {
		return append(dst, 2)
	}
	return append(dst, byte(flagUint(set)))
}

func (t *PostType) makeText(f *forge.Forge, of any, name string, dst []byte) []byte {
	text := f.Word()
	if f.Spoil(of, name+": not UTF-8", "utf8", "") {
		text = notUTF8
	}
	if f.Spoil(of, name+": shorter than its length says", "truncated", "") {
		f.Cut(len(dst) + 1 + len(text) - 1)
	}
	return append(appendVarint(dst, uint64(len(text))), text...)
}

func (t *PostType) makeEnum(f *forge.Forge, of any, name string, dst []byte) []byte {
	if f.Spoil(of, name+": a variant that is not there", "unknown-kind", "") {
		return appendVarint(dst, uint64(len(t.Variants)))
	}
	n := f.Pick(t, len(t.Variants))
	return makeFields(f, t.Variants[n].Fields, appendVarint(dst, uint64(n)))
}

func makeFields(f *forge.Forge, fields []PostField, dst []byte) []byte {
	for i := range fields {
		field := &fields[i]
		if field.Optional {
			there := f.Maybe()
			if dst = field.Type.makeFlag(f, field, field.Name+" is there", there, dst); !there {
				continue
			}
		}
		dst = field.Type.make(f, field, field.Name, dst)
	}
	return dst
}

// inside calls a function for the types right inside one.
func (t *PostType) inside(do func(*PostType)) {
	if t.Elem != nil {
		do(t.Elem)
	}
	for i := range t.Fields {
		do(t.Fields[i].Type)
	}
	for i := range t.Variants {
		for k := range t.Variants[i].Fields {
			do(t.Variants[i].Fields[k].Type)
		}
	}
}

// reaches tells whether a type holds another, at any depth.
func (t *PostType) reaches(target *PostType, seen map[*PostType]bool) (found bool) {
	t.inside(func(in *PostType) {
		if in == target {
			found = true
		} else if !found && !seen[in] {
			seen[in] = true
			found = in.reaches(target, seen)
		}
	})
	return found
}

// recursion is a type inside that holds itself, or nil.
func (t *PostType) recursion() *PostType {
	var found *PostType
	seen := map[*PostType]bool{}
	var look func(in *PostType)
	look = func(in *PostType) {
		if seen[in] || found != nil {
			return
		}
		seen[in] = true
		if in.reaches(in, map[*PostType]bool{}) {
			found = in
			return
		}
		in.inside(look)
	}
	look(t)
	return found
}

// makeDeep writes a value of more levels than are read, by way of a type that
// holds itself.
func (t *PostType) makeDeep(f *forge.Forge, by *PostType, dst []byte) []byte {
	for range DefaultMaxDepth + 2 {
		var next *PostType
		if t.Kind == PostList {
			dst, next = appendVarint(dst, 1), t.Elem
		} else {
			dst, next = t.makeStep(f, by, dst)
		}
		t = next
	}
	return dst
}

// makeStep writes what stands in front of the field that leads deeper, and
// returns its type.
func (t *PostType) makeStep(f *forge.Forge, by *PostType, dst []byte) ([]byte, *PostType) {
	leads := func(field PostField) bool {
		return field.Type == by || field.Type.reaches(by, map[*PostType]bool{})
	}
	fields := t.Fields
	if t.Kind == PostEnum {
		n := slices.IndexFunc(t.Variants, func(v PostVariant) bool { return slices.ContainsFunc(v.Fields, leads) })
		dst, fields = appendVarint(dst, uint64(n)), t.Variants[n].Fields
	}
	at := slices.IndexFunc(fields, leads)
	dst = makeFields(f.Sound(), fields[:at], dst)
	if fields[at].Optional {
		dst = append(dst, 1)
	}
	return dst, fields[at].Type
}
