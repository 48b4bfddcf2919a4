package generate

import (
	"encoding/binary"
	"slices"

	"github.com/divtool/divtool/internal/gen"
	"github.com/divtool/divtool/pkg/frames"
)

// unnamed is a layout whose refusals have no names, as those of what is read value by
// value.
var unnamed = &frames.Layout{NoUpstream: true}

// streamedRoot appends a value with everything inside it. decl identifies its place in
// the declaration.
func streamedRoot(f *frames.Field, decl any, g *gen.Gen, dst []byte) []byte {
	if recursive := recursiveField(f); recursive != nil && g.Corrupt(decl, "nested too deeply", "limit", "") {
		return deepValue(f, g, recursive, dst)
	}
	return streamedValue(f, g, decl, "the value", dst)
}

// streamedValue appends a value. decl and name identify its place in the declaration.
func streamedValue(f *frames.Field, g *gen.Gen, decl any, name string, dst []byte) []byte {
	defer g.Descend()()
	if g.Corrupt(decl, name+": the frame ends before it", "truncated", "") && (f.Kind != frames.Record || len(f.Fields) > 0) {
		g.Cut(len(dst))
	}
	switch f.Kind {
	case frames.Varint:
		if g.Corrupt(decl, name+": number too large", "range", "") {
			return append(dst, slices.Repeat([]byte{0xff}, (f.Bits+6)/7)...)
		}
		return binary.AppendUvarint(dst, g.Bits(f.Bits))
	case frames.Bool:
		return streamedBool(g, decl, name, g.Bool(), dst)
	case frames.VarText:
		return streamedText(g, decl, name, dst)
	case frames.VarList:
		count := g.Count(0, 3)
		declared := uint64(count)
		if g.Corrupt(decl, name+": fewer elements than its declared count", "truncated", "") {
			declared++
			g.Cut(len(streamedElements(f, g.Valid(), count, binary.AppendUvarint(dst, declared))))
		}
		return streamedElements(f, g, count, binary.AppendUvarint(dst, declared))
	case frames.Record:
		return streamedFields(g, f.Fields, dst)
	}
	if !f.Streamed() {
		return layoutField(unnamed, g, f, false, dst)
	}
	count := max(len(f.Names), len(f.Cases))
	if g.Corrupt(decl, name+": unknown variant", "unknown-kind", "") {
		return binary.AppendUvarint(dst, uint64(count))
	}
	n := g.Choose(f.Declaration(), count)
	dst = binary.AppendUvarint(dst, uint64(n))
	if f.Cases == nil {
		return dst
	}
	return streamedFields(g, f.Cases[n].Fields, dst)
}

func streamedElements(f *frames.Field, g *gen.Gen, count int, dst []byte) []byte {
	for range count {
		dst = streamedValue(f.Elem, g, f.Elem, "element", dst)
	}
	return dst
}

func streamedBool(g *gen.Gen, decl any, name string, set bool, dst []byte) []byte {
	if g.Corrupt(decl, name+": byte other than 0 or 1", "range", "") {
		return append(dst, 2)
	}
	return append(dst, boolByte(set))
}

func streamedText(g *gen.Gen, decl any, name string, dst []byte) []byte {
	text := g.Word()
	if g.Corrupt(decl, name+": invalid UTF-8", "utf8", "") {
		text = notUTF8
	}
	if g.Corrupt(decl, name+": shorter than its declared length", "truncated", "") {
		g.Cut(len(dst) + 1 + len(text) - 1)
	}
	return append(binary.AppendUvarint(dst, uint64(len(text))), text...)
}

func streamedFields(g *gen.Gen, fields []frames.Field, dst []byte) []byte {
	for i := range fields {
		field := &fields[i]
		if field.Optional {
			present := g.Bool()
			if dst = streamedBool(g, field, field.Name+" presence byte", present, dst); !present {
				continue
			}
		}
		dst = streamedValue(field, g, field, field.Name, dst)
	}
	return dst
}

// eachChild calls visit for the fields directly inside f.
func eachChild(f *frames.Field, visit func(*frames.Field)) {
	if f.Elem != nil {
		visit(f.Elem)
	}
	for i := range f.Fields {
		visit(&f.Fields[i])
	}
	for i := range f.Cases {
		for k := range f.Cases[i].Fields {
			visit(&f.Cases[i].Fields[k])
		}
	}
}

// contains reports whether f holds the declaration target, at any depth.
func contains(f *frames.Field, target any, seen map[any]bool) (found bool) {
	eachChild(f, func(child *frames.Field) {
		id := child.Declaration()
		if id != nil && id == target {
			found = true
		} else if !found && !seen[id] {
			seen[id] = true
			found = contains(child, target, seen)
		}
	})
	return found
}

// recursiveField returns a field inside f that holds its own declaration, or nil.
func recursiveField(f *frames.Field) *frames.Field {
	var found *frames.Field
	seen := map[any]bool{}
	var visit func(*frames.Field)
	visit = func(f *frames.Field) {
		id := f.Declaration()
		if id == nil || seen[id] || found != nil {
			return
		}
		seen[id] = true
		if contains(f, id, map[any]bool{}) {
			found = f
			return
		}
		eachChild(f, visit)
	}
	visit(f)
	return found
}

// deepValue appends a value with more levels than a reader takes: it repeats target,
// which holds itself.
func deepValue(f *frames.Field, g *gen.Gen, target *frames.Field, dst []byte) []byte {
	for range frames.DefaultMaxDepth + 2 {
		if f.Kind == frames.VarList {
			dst, f = binary.AppendUvarint(dst, 1), f.Elem
		} else {
			dst, f = deepStep(f, g, target.Declaration(), dst)
		}
	}
	return dst
}

// deepStep appends the fields before the one that leads to target, and returns that one.
func deepStep(f *frames.Field, g *gen.Gen, target any, dst []byte) ([]byte, *frames.Field) {
	leads := func(field frames.Field) bool {
		return field.Declaration() == target || contains(&field, target, map[any]bool{})
	}
	fields := f.Fields
	if f.Cases != nil {
		n := slices.IndexFunc(f.Cases, func(c frames.Case) bool { return slices.ContainsFunc(c.Fields, leads) })
		dst, fields = binary.AppendUvarint(dst, uint64(n)), f.Cases[n].Fields
	}
	i := slices.IndexFunc(fields, leads)
	dst = streamedFields(g.Valid(), fields[:i], dst)
	if fields[i].Optional {
		dst = append(dst, 1)
	}
	return dst, &fields[i]
}

func boolByte(v bool) byte {
	if v {
		return 1
	}
	return 0
}
