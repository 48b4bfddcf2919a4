package frames

import (
	"slices"

	"github.com/divtool/divtool/internal/gen"
)

// Make writes the value.
func (b *Postcard) Make(g *gen.Gen, dst []byte) []byte {
	if recursive := b.Root.recursiveType(); recursive != nil && g.Corrupt(b, "more levels than are read", "limit", "") {
		return b.Root.makeDeep(g, recursive, dst)
	}
	return b.Root.make(g, b, "the value", dst)
}

// make writes a value. of and name say which place it is.
func (t *PostcardType) make(g *gen.Gen, decl any, name string, dst []byte) []byte {
	defer g.Descend()()
	if g.Corrupt(decl, name+": the frame ends before it", "truncated", "") && (t.Kind != PostcardStruct || len(t.Fields) > 0) {
		g.Cut(len(dst))
	}
	switch t.Kind {
	case PostcardUint:
		if g.Corrupt(decl, name+": too large a number", "range", "") {
			return append(dst, slices.Repeat([]byte{0xff}, varintSize(t.Bits))...)
		}
		return appendVarint(dst, g.Bits(t.Bits))
	case PostcardBool:
		return t.makeBool(g, decl, name, g.Bool(), dst)
	case PostcardText:
		return t.makeText(g, decl, name, dst)
	case PostcardList:
		count := g.Count(0, 3)
		declared := uint64(count)
		if g.Corrupt(decl, name+": fewer elements than its count says", "truncated", "") {
			declared++
			g.Cut(len(t.makeElements(g.Valid(), count, appendVarint(dst, declared))))
		}
		return t.makeElements(g, count, appendVarint(dst, declared))
	case PostcardStruct:
		return makePostcardFields(g, t.Fields, dst)
	}
	return t.makeEnum(g, decl, name, dst)
}

func (t *PostcardType) makeElements(g *gen.Gen, count int, dst []byte) []byte {
	for range count {
		dst = t.Elem.make(g, t, "an element", dst)
	}
	return dst
}

func (t *PostcardType) makeBool(g *gen.Gen, decl any, name string, set bool, dst []byte) []byte {
	if g.Corrupt(decl, name+": a byte that is neither 0 nor 1", "range", "") {
		return append(dst, 2)
	}
	return append(dst, byte(boolUint(set)))
}

func (t *PostcardType) makeText(g *gen.Gen, decl any, name string, dst []byte) []byte {
	text := g.Word()
	if g.Corrupt(decl, name+": not UTF-8", "utf8", "") {
		text = notUTF8
	}
	if g.Corrupt(decl, name+": shorter than its length says", "truncated", "") {
		g.Cut(len(dst) + 1 + len(text) - 1)
	}
	return append(appendVarint(dst, uint64(len(text))), text...)
}

func (t *PostcardType) makeEnum(g *gen.Gen, decl any, name string, dst []byte) []byte {
	if g.Corrupt(decl, name+": a variant that is not there", "unknown-kind", "") {
		return appendVarint(dst, uint64(len(t.Variants)))
	}
	n := g.Choose(t, len(t.Variants))
	return makePostcardFields(g, t.Variants[n].Fields, appendVarint(dst, uint64(n)))
}

func makePostcardFields(g *gen.Gen, fields []PostcardField, dst []byte) []byte {
	for i := range fields {
		field := &fields[i]
		if field.Optional {
			present := g.Bool()
			if dst = field.Type.makeBool(g, field, field.Name+" is there", present, dst); !present {
				continue
			}
		}
		dst = field.Type.make(g, field, field.Name, dst)
	}
	return dst
}

// eachChild calls a function for the types right inside one.
func (t *PostcardType) eachChild(visit func(*PostcardType)) {
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

// contains tells whether a type holds another, at any depth.
func (t *PostcardType) contains(target *PostcardType, seen map[*PostcardType]bool) (found bool) {
	t.eachChild(func(child *PostcardType) {
		if child == target {
			found = true
		} else if !found && !seen[child] {
			seen[child] = true
			found = child.contains(target, seen)
		}
	})
	return found
}

// recursiveType is a type inside that holds itself, or nil.
func (t *PostcardType) recursiveType() *PostcardType {
	var found *PostcardType
	seen := map[*PostcardType]bool{}
	var visit func(typ *PostcardType)
	visit = func(typ *PostcardType) {
		if seen[typ] || found != nil {
			return
		}
		seen[typ] = true
		if typ.contains(typ, map[*PostcardType]bool{}) {
			found = typ
			return
		}
		typ.eachChild(visit)
	}
	visit(t)
	return found
}

// makeDeep writes a value of more levels than are read, by way of a type that
// holds itself.
func (t *PostcardType) makeDeep(g *gen.Gen, target *PostcardType, dst []byte) []byte {
	for range DefaultMaxDepth + 2 {
		var next *PostcardType
		if t.Kind == PostcardList {
			dst, next = appendVarint(dst, 1), t.Elem
		} else {
			dst, next = t.makeStep(g, target, dst)
		}
		t = next
	}
	return dst
}

// makeStep writes what stands in front of the field that leads deeper, and
// returns its type.
func (t *PostcardType) makeStep(g *gen.Gen, target *PostcardType, dst []byte) ([]byte, *PostcardType) {
	leads := func(field PostcardField) bool {
		return field.Type == target || field.Type.contains(target, map[*PostcardType]bool{})
	}
	fields := t.Fields
	if t.Kind == PostcardEnum {
		n := slices.IndexFunc(t.Variants, func(v PostcardVariant) bool { return slices.ContainsFunc(v.Fields, leads) })
		dst, fields = appendVarint(dst, uint64(n)), t.Variants[n].Fields
	}
	at := slices.IndexFunc(fields, leads)
	dst = makePostcardFields(g.Valid(), fields[:at], dst)
	if fields[at].Optional {
		dst = append(dst, 1)
	}
	return dst, fields[at].Type
}
