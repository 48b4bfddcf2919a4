package cbor

import (
	"strconv"
	"strings"
)

// otherType is an item of a type that is not taken.
func (p *generator) otherType(dst []byte) []byte {
	switch p.t.Kind {
	case UintKind, FloatKind, BytesKind, BoolKind, ArrayKind, TupleKind, DictKind, StructKind, UnionKind:
		return appendText(dst, "text")
	case ScalarOrListKind:
		return appendHead(dst, majorMap, 0)
	}
	return appendHead(dst, majorUint, 7)
}

func (p *generator) uint(dst []byte) []byte {
	switch bits := p.t.Bits; {
	case p.corrupt("a negative number", codeRange):
		return appendHead(dst, majorNegative, 0)
	case bits == 128:
		if p.corrupt("more than 128 bits", codeRange) {
			return appendBytes(appendHead(dst, majorTag, tagBignum), append([]byte{1}, make([]byte, 16)...))
		}
		if p.f.Number(2) == 0 {
			return appendHead(dst, majorUint, p.f.Bits(64))
		}
		return appendBytes(appendHead(dst, majorTag, tagBignum), append([]byte{1}, p.f.AppendBytes(nil, 15)...))
	case bits < 64 && p.corrupt("more than "+strconv.Itoa(bits)+" bits", codeRange):
		return appendHead(dst, majorUint, 1<<bits)
	case p.field != nil && p.field.Codes != nil:
		codes := p.field.Codes()
		return appendHead(dst, majorUint, codes[p.f.Number(uint64(len(codes)))])
	case p.field != nil && p.field.Unit == Micros:
		return appendHead(dst, majorUint, p.f.Seconds()*1e6)
	default:
		return appendHead(dst, majorUint, p.f.Bits(min(bits, 48)))
	}
}

func (p *generator) text(dst []byte) []byte {
	word := p.f.Word()
	switch {
	case p.corrupt("not UTF-8", codeUTF8):
		word = "\xff"
	case p.corrupt("its length is left open", codeIndefinite):
		return append(appendText(append(dst, majorText<<5|infoIndefinite), word), headBreak)
	case p.t.Agent && p.corrupt("empty", codeAgentID):
		word = ""
	case p.t.Agent && p.corrupt("too long", codeAgentID):
		word = strings.Repeat("a", maxAgentSize+1)
	case p.t.Agent && p.corrupt("a control character", codeAgentID):
		word = "a\x1fb"
	}
	if p.corrupt("shorter than its length says", codeTruncated) {
		p.f.Cut(len(dst) + headSize(uint64(len(word))) + len(word) - 1)
	}
	return appendText(dst, word)
}

// bytes writes bytes.
func (p *generator) bytes(dst []byte) []byte {
	size := p.t.Size
	switch {
	case size > 0 && p.corrupt("a byte too many", codeType):
		return appendBytes(dst, make([]byte, size+1))
	case size > 0:
		return appendBytes(dst, p.f.AppendBytes(nil, size))
	}
	return appendBytes(dst, p.f.Bytes())
}

// untyped writes an item of any type that people have a name for.
func (p *generator) untyped(dst []byte) []byte {
	switch p.f.Number(4) {
	case 0:
		return appendHead(dst, majorUint, p.f.Bits(32))
	case 1:
		return append(dst, headTrue)
	case 2:
		return appendText(appendHead(dst, majorArray, 1), p.f.Word())
	}
	return appendText(dst, p.f.Word())
}
