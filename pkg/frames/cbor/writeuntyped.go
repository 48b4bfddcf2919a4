package cbor

import (
	"bytes"
	"encoding/hex"
	"math"
	"math/bits"
	"strconv"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/diag"
)

// untyped appends a value of any type, or of a BareKind.
func (e *writer) untyped(t *Type, node int) *diag.Diagnostic {
	switch e.doc.Kind(node) {
	case jsondoc.Null:
		e.w.Append(headNull)
		return nil
	case jsondoc.False, jsondoc.True:
		return e.boolean(node)
	case jsondoc.Number:
		return e.number(t, node)
	case jsondoc.String:
		return e.text(&Text, node)
	case jsondoc.Array:
		return e.array(t, node)
	}
	if e.doc.Count(node) == 1 {
		if name := e.doc.AppendString(nil, node+1); len(name) > 0 && name[0] == '$' {
			return e.wrapper(t, node, string(name))
		}
	}
	if t.Kind == ScalarOrListKind {
		return e.wrongType(node, t.expected())
	}
	return e.anyMap(node)
}

// anyMap appends a map with its keys in the order of the object.
func (e *writer) anyMap(node int) *diag.Diagnostic {
	if d := e.enter(node); d != nil {
		return d
	}
	defer e.leave()
	members, d := e.members(node)
	if d != nil {
		return d
	}
	e.head(majorMap, uint64(len(members)))
	for _, m := range members {
		if d := e.entry(m, &Any); d != nil {
			return d
		}
	}
	return nil
}

// number appends an integer, or a float when it is spelled with a point or an
// exponent.
func (e *writer) number(t *Type, node int) *diag.Diagnostic {
	text := e.doc.Raw(node)
	negative := text[0] == '-'
	if e.doc.Node(node).Flags&jsondoc.Fractional != 0 || string(text) == "-0" {
		v, d := e.floatValue(node)
		if d == nil {
			e.w.Frame = appendFloat(e.w.Frame, v)
		}
		return d
	}
	if !negative {
		v, err := strconv.ParseUint(string(text), 10, 64)
		if err != nil {
			return e.errorAt(codeRange, node, "a whole number is at most 2^64-1 (with a point it is a float)")
		}
		e.head(majorUint, v)
		return nil
	}
	hi, lo, ok := parse128(text[1:])
	maxArg, minText := uint64(math.MaxUint64), "-2^64"
	if t.Kind == ScalarOrListKind {
		maxArg, minText = math.MaxInt64, "-2^63"
	}
	lo, borrow := bits.Sub64(lo, 1, 0)
	if hi, _ = bits.Sub64(hi, 0, borrow); !ok || hi != 0 || lo > maxArg {
		return e.errorAt(codeRange, node, "a whole number is at least "+minText+" (with a point it is a float)")
	}
	e.head(majorNegative, lo)
	return nil
}

// parse128 reads decimal digits.
func parse128(text []byte) (hi, lo uint64, ok bool) {
	for _, c := range text {
		if c-'0' > 9 {
			return 0, 0, false
		}
		over, mid := bits.Mul64(hi, 10)
		up, low := bits.Mul64(lo, 10)
		var carry uint64
		lo, carry = bits.Add64(low, uint64(c-'0'), 0)
		hi, carry = bits.Add64(mid, up, carry)
		if over|carry != 0 {
			return 0, 0, false
		}
	}
	return hi, lo, len(text) > 0
}

// wrapper appends what an object of one member stands for: bytes, or a whole
// item.
func (e *writer) wrapper(t *Type, node int, name string) *diag.Diagnostic {
	defer in(e, name)()
	value := node + 2
	if name != itemKey && (name != bytesKey || t.Kind == ScalarOrListKind) {
		return e.errorAt("type", node+1, "the only member of an object may not begin with $; "+itemKey+" with the hex of the map says the same")
	}
	b, d := e.hex(value)
	if d != nil {
		return d
	}
	if name == bytesKey {
		e.head(majorBytes, uint64(len(b)))
		e.w.Append(b...)
		return nil
	}
	if d := e.checkItem(value, b); d != nil {
		return d
	}
	if t.Kind == ScalarOrListKind && !isScalarOrList(b) {
		return e.errorAt("type", value, t.expected()+" is needed")
	}
	e.w.Append(b...)
	return nil
}

func (e *writer) hex(node int) ([]byte, *diag.Diagnostic) {
	if e.doc.Kind(node) != jsondoc.String {
		return nil, e.wrongType(node, "pairs of hex digits")
	}
	b, err := hex.DecodeString(e.doc.Value(node))
	if err != nil {
		return nil, e.errorAt("type", node, "the bytes must be pairs of hex digits")
	}
	return b, nil
}

// checkItem refuses bytes that are not one whole item as the strict reader
// takes it.
func (e *writer) checkItem(node int, b []byte) *diag.Diagnostic {
	var s scanner
	s.keepDeferred = true
	end := s.scan(b, e.depth)
	bad := &s.malformed
	if bad.code == "" {
		bad = &s.violation
	}
	if s.deferred.code != "" && (bad.code == "" || bad == &s.violation && s.deferred.at < bad.at) {
		bad = &s.deferred
	}
	switch {
	case bad.code != "":
		return e.errorAt(bad.code, node, "byte "+strconv.Itoa(bad.offset)+" of the item: "+bad.text)
	case end < len(b):
		return e.errorAt(codeTrailing, node, "bytes follow the end of the item")
	}
	return nil
}

// isScalarOrList tells whether a whole item is one that a BareKind takes.
func isScalarOrList(b []byte) bool {
	for at := 0; at < len(b); {
		h := headAt(b, at)
		switch {
		case h.major == majorBytes || h.major == majorMap || b[at] == headUndefined,
			h.major == majorNegative && h.arg > math.MaxInt64:
			return false
		case h.major == majorText:
			h.next += int(h.arg)
		}
		at = h.next
	}
	return true
}

// wrappedFloat appends a float that is given as its item, such as a NaN.
func (e *writer) wrappedFloat(t *Type, node int) *diag.Diagnostic {
	if e.doc.Count(node) != 1 || !bytes.Equal(e.doc.AppendString(nil, node+1), []byte(itemKey)) {
		return e.wrongType(node, "a number")
	}
	defer in(e, itemKey)()
	b, d := e.hex(node + 2)
	if d != nil {
		return d
	}
	if d := e.checkItem(node+2, b); d != nil {
		return d
	}
	h := headAt(b, 0)
	if h.major != majorSimple || h.info < headHalf&31 {
		return e.errorAt("type", node+2, t.expected()+" is needed, this is "+describe(h))
	}
	if v := floatValue(h); !math.IsNaN(v) && !math.IsInf(v, 0) {
		return e.errorAt("type", node+2, "this number has a form of its own: "+strconv.FormatFloat(v, 'g', -1, 64))
	}
	e.w.Append(b...)
	return nil
}
