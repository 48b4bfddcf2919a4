package generate

import (
	"encoding/binary"
	"slices"

	"github.com/divtool/divtool/internal/gen"
	"github.com/divtool/divtool/pkg/frames"
)

func postcard(b *frames.Postcard, g *gen.Gen, dst []byte) []byte {
	if recursive := recursiveType(b.Root); recursive != nil && g.Corrupt(b, "nested too deeply", "limit", "") {
		return deepPostcard(b.Root, g, recursive, dst)
	}
	return postcardValue(b.Root, g, b, "the value", dst)
}

// postcardValue appends a value. decl and name identify its place in the declaration.
func postcardValue(t *frames.PostcardType, g *gen.Gen, decl any, name string, dst []byte) []byte {
	defer g.Descend()()
	if g.Corrupt(decl, name+": the frame ends before it", "truncated", "") && (t.Kind != frames.PostcardStruct || len(t.Fields) > 0) {
		g.Cut(len(dst))
	}
	switch t.Kind {
	case frames.PostcardUint:
		if g.Corrupt(decl, name+": number too large", "range", "") {
			return append(dst, slices.Repeat([]byte{0xff}, (t.Bits+6)/7)...)
		}
		return binary.AppendUvarint(dst, g.Bits(t.Bits))
	case frames.PostcardBool:
		return postcardBool(g, decl, name, g.Bool(), dst)
	case frames.PostcardText:
		return postcardText(g, decl, name, dst)
	case frames.PostcardList:
		count := g.Count(0, 3)
		declared := uint64(count)
		if g.Corrupt(decl, name+": fewer elements than its declared count", "truncated", "") {
			declared++
			g.Cut(len(postcardElements(t, g.Valid(), count, binary.AppendUvarint(dst, declared))))
		}
		return postcardElements(t, g, count, binary.AppendUvarint(dst, declared))
	case frames.PostcardStruct:
		return postcardFields(g, t.Fields, dst)
	}
	return postcardEnum(t, g, decl, name, dst)
}

func postcardElements(t *frames.PostcardType, g *gen.Gen, count int, dst []byte) []byte {
	for range count {
		dst = postcardValue(t.Elem, g, t, "element", dst)
	}
	return dst
}

func postcardBool(g *gen.Gen, decl any, name string, set bool, dst []byte) []byte {
	if g.Corrupt(decl, name+": byte other than 0 or 1", "range", "") {
		return append(dst, 2)
	}
	return append(dst, boolByte(set))
}

func postcardText(g *gen.Gen, decl any, name string, dst []byte) []byte {
	text := g.Word()
	if g.Corrupt(decl, name+": invalid UTF-8", "utf8", "") {
		text = notUTF8
	}
	if g.Corrupt(decl, name+": shorter than its declared length", "truncated", "") {
		g.Cut(len(dst) + 1 + len(text) - 1)
	}
	return append(binary.AppendUvarint(dst, uint64(len(text))), text...)
}

func postcardEnum(t *frames.PostcardType, g *gen.Gen, decl any, name string, dst []byte) []byte {
	if g.Corrupt(decl, name+": unknown variant", "unknown-kind", "") {
		return binary.AppendUvarint(dst, uint64(len(t.Variants)))
	}
	n := g.Choose(t, len(t.Variants))
	return postcardFields(g, t.Variants[n].Fields, binary.AppendUvarint(dst, uint64(n)))
}

func postcardFields(g *gen.Gen, fields []frames.PostcardField, dst []byte) []byte {
	for i := range fields {
		field := &fields[i]
		if field.Optional {
			present := g.Bool()
			if dst = postcardBool(g, field, field.Name+" presence byte", present, dst); !present {
				continue
			}
		}
		dst = postcardValue(field.Type, g, field, field.Name, dst)
	}
	return dst
}

// eachChild calls visit for the types directly inside t.
func eachChild(t *frames.PostcardType, visit func(*frames.PostcardType)) {
	if t.Elem != nil {
		visit(t.Elem)
	}
	for i := range t.Fields {
		visit(t.Fields[i].Type)
	}
	for i := range t.Variants {
		for k := range t.Variants[i].Fields {
			visit(t.Variants[i].Fields[k].Type)
		}
	}
}

// contains reports whether t holds target, at any depth.
func contains(t, target *frames.PostcardType, seen map[*frames.PostcardType]bool) (found bool) {
	eachChild(t, func(child *frames.PostcardType) {
		if child == target {
			found = true
		} else if !found && !seen[child] {
			seen[child] = true
			found = contains(child, target, seen)
		}
	})
	return found
}

// recursiveType returns a type inside t that holds itself, or nil.
func recursiveType(t *frames.PostcardType) *frames.PostcardType {
	var found *frames.PostcardType
	seen := map[*frames.PostcardType]bool{}
	var visit func(typ *frames.PostcardType)
	visit = func(typ *frames.PostcardType) {
		if seen[typ] || found != nil {
			return
		}
		seen[typ] = true
		if contains(typ, typ, map[*frames.PostcardType]bool{}) {
			found = typ
			return
		}
		eachChild(typ, visit)
	}
	visit(t)
	return found
}

// deepPostcard appends a value with more levels than a reader takes: it repeats
// target, which holds itself.
func deepPostcard(t *frames.PostcardType, g *gen.Gen, target *frames.PostcardType, dst []byte) []byte {
	for range frames.DefaultMaxDepth + 2 {
		var next *frames.PostcardType
		if t.Kind == frames.PostcardList {
			dst, next = binary.AppendUvarint(dst, 1), t.Elem
		} else {
			dst, next = postcardStep(t, g, target, dst)
		}
		t = next
	}
	return dst
}

// postcardStep appends the fields before the one that leads to target, and returns the
// type of that one.
func postcardStep(t *frames.PostcardType, g *gen.Gen, target *frames.PostcardType, dst []byte) ([]byte, *frames.PostcardType) {
	leads := func(field frames.PostcardField) bool {
		return field.Type == target || contains(field.Type, target, map[*frames.PostcardType]bool{})
	}
	fields := t.Fields
	if t.Kind == frames.PostcardEnum {
		n := slices.IndexFunc(t.Variants, func(v frames.PostcardVariant) bool { return slices.ContainsFunc(v.Fields, leads) })
		dst, fields = binary.AppendUvarint(dst, uint64(n)), t.Variants[n].Fields
	}
	i := slices.IndexFunc(fields, leads)
	dst = postcardFields(g.Valid(), fields[:i], dst)
	if fields[i].Optional {
		dst = append(dst, 1)
	}
	return dst, fields[i].Type
}

func boolByte(v bool) byte {
	if v {
		return 1
	}
	return 0
}
