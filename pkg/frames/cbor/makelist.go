package cbor

import (
	"math"
	"strconv"
)

func (p *generator) array(dst []byte) []byte {
	if p.t.Kind == TupleKind {
		elems := p.t.Elems
		if p.corrupt("an element too many", codeType) {
			return append(appendHead(dst, majorArray, uint64(len(elems)+1)), make([]byte, len(elems)+1)...)
		}
		dst = appendHead(dst, majorArray, uint64(len(elems)))
		for i, elem := range elems {
			dst = makeItem(p.f, elem, &p.t.Elems[i], p.name+"/"+strconv.Itoa(i), nil, dst)
		}
		return dst
	}
	count := p.f.Count(p.minElements(), 2)
	open := p.corrupt("its length is left open", codeIndefinite)
	dst = appendContainerHead(dst, majorArray, count, open)
	for range count {
		dst = makeItem(p.f, p.t.Elem, p.t, "an element of "+p.name, nil, dst)
	}
	return appendBreak(dst, open)
}

// minElements is how many elements there must be, so that the value is not the one
// that is left out.
func (p *generator) minElements() int {
	if p.field != nil && p.field.Presence == Omitted && (p.field.Default == EmptyList || p.field.Default == EmptyMap) {
		return 1
	}
	return 0
}

// appendContainerHead appends the head of an array or map, or one that leaves the
// number open.
func appendContainerHead(dst []byte, major byte, count int, indefinite bool) []byte {
	if indefinite {
		return append(dst, major<<5|infoIndefinite)
	}
	return appendHead(dst, major, uint64(count))
}

func appendBreak(dst []byte, indefinite bool) []byte {
	if indefinite {
		return append(dst, headBreak)
	}
	return dst
}

// dict writes a map of at most one key, which is sorted whatever it is.
func (p *generator) dict(dst []byte) []byte {
	count := p.f.Count(p.minElements(), 1)
	duplicate := count == 1 && p.corrupt("a key stands twice", codeDuplicateKey)
	if duplicate {
		count = 2
	}
	open := p.corrupt("its length is left open", codeIndefinite)
	dst = appendContainerHead(dst, majorMap, count, open)
	if count > 0 {
		at := len(dst)
		dst = makeItem(p.f, p.t.Elem, p.t, "a value of "+p.name, nil, p.key(dst))
		if duplicate {
			dst = append(dst, dst[at:]...)
		}
	}
	return appendBreak(dst, open)
}

// key writes the key of a dictionary.
func (p *generator) key(dst []byte) []byte {
	if p.t.Key.Kind == UintKind {
		switch {
		case p.corrupt("a key that is text", codeType):
			return appendText(dst, "text")
		case p.corrupt("a key that is too large", codeRange):
			return appendHead(dst, majorUint, math.MaxUint64)
		}
		return appendHead(dst, majorUint, p.f.Bits(8))
	}
	switch {
	case p.corrupt("a key that is bytes", codeKeyType):
		return appendBytes(dst, []byte("k"))
	case p.corrupt("a key that is not UTF-8", codeUTF8):
		return appendText(dst, "\xff")
	}
	return appendText(dst, p.f.Word())
}

func (p *generator) enum(dst []byte) []byte {
	if !p.t.Open && p.corrupt("a word that is not there", codeEnum) {
		return appendText(dst, "no such word")
	}
	v := &p.t.Variants[p.f.Choose(p.t, len(p.t.Variants))]
	switch {
	case v.Type == nil && p.corrupt(v.Name+" with data, which it has none of", codeType):
		return append(appendText(appendHead(dst, majorMap, 1), v.Name), headNull)
	case v.Type == nil:
		return appendText(dst, v.Name)
	case p.corrupt(v.Name+" without its data", codeType):
		return appendText(dst, v.Name)
	case p.corrupt("a map of two entries", codeType):
		dst = append(appendText(appendHead(dst, majorMap, 2), v.Name), headNull)
		return append(appendText(dst, v.Name+"2"), headNull)
	}
	dst = appendText(appendHead(dst, majorMap, 1), v.Name)
	if v.Nullable && !p.f.Bool() {
		return append(dst, headNull)
	}
	return makeItem(p.f, v.Type, v, p.name+"/"+v.Name, nil, dst)
}

func (p *generator) union(dst []byte) []byte {
	v := &p.t.Variants[p.f.Choose(p.t, len(p.t.Variants))]
	return p.structure(v.Type, v.Name, dst)
}
