package jsondoc

import (
	"encoding/binary"
	"unicode/utf8"
)

// leaf adds a node that holds no others and ends at the reader's position.
func (r *reader) leaf(kind Kind, start int, flags Flags) {
	d := r.doc
	if len(d.open) == r.maxOpen {
		d.nodes[len(d.nodes)-1].Flags |= flags & Invalid
		return
	}
	n := uint32(len(d.nodes))
	d.nodes = append(d.nodes, Node{Start: uint32(start), End: uint32(r.pos), Next: n + 1, Kind: kind, Flags: flags})
	if flags&Invalid != 0 && len(d.open) > 0 {
		d.nodes[d.open[len(d.open)-1]].Flags |= Invalid
	}
}

var literals = [...]struct {
	word string
	kind Kind
}{{"true", True}, {"false", False}, {"null", Null}}

func (r *reader) literal(first byte) bool {
	for _, l := range literals {
		if l.word[0] != first {
			continue
		}
		for i := 1; i < len(l.word); i++ {
			if r.pos+i >= len(r.text) {
				return r.fail(EndInValue, len(r.text))
			}
			if r.text[r.pos+i] != l.word[i] {
				return r.fail(ExpectedValue, r.pos)
			}
		}
		start := r.pos
		r.pos += len(l.word)
		r.leaf(l.kind, start, 0)
	}
	return true
}

func (r *reader) digits(at int) int {
	for at < len(r.text) && r.text[at]-'0' <= 9 {
		at++
	}
	return at
}

// requireDigits reads at least one digit.
func (r *reader) requireDigits(at int) (int, bool) {
	end := r.digits(at)
	switch {
	case end > at:
		return end, true
	case at >= len(r.text):
		return at, r.fail(EndInValue, len(r.text))
	default:
		return at, r.fail(BadNumber, at)
	}
}

func (r *reader) number() bool {
	start, at := r.pos, r.pos
	if r.text[at] == '-' {
		at++
	} else if r.text[at]-'0' > 9 {
		return r.fail(badValueReason(r.text, at), at)
	}
	var ok bool
	first := at
	if at, ok = r.requireDigits(at); !ok {
		return false
	}
	if r.text[first] == '0' && at > first+1 {
		return r.fail(BadNumber, first+1)
	}
	var flags Flags
	if at < len(r.text) && r.text[at] == '.' {
		flags = Fractional
		if at, ok = r.requireDigits(at + 1); !ok {
			return false
		}
	}
	exponent := at < len(r.text) && r.text[at]|0x20 == 'e'
	if exponent {
		flags = Fractional
		at++
		if at < len(r.text) && (r.text[at] == '+' || r.text[at] == '-') {
			at++
		}
		if at, ok = r.requireDigits(at); !ok {
			return false
		}
	}
	// Only an exponent or hundreds of digits can leave the range.
	if exponent || at-start > 300 {
		if _, ok := ParseNum(r.text[start:at]); !ok {
			flags |= Invalid
		}
	}
	r.pos = at
	r.leaf(Number, start, flags)
	return true
}

// badValueReason is why no value stands at an offset: at the front of a text it may
// be a mark.
func badValueReason(text []byte, at int) Reason {
	switch head := text[:min(len(text), 3)]; {
	case at > 0:
	case string(head) == "\ufeff":
		return ByteOrderMark
	case len(head) > 1 && (string(head[:2]) == "\xff\xfe" || string(head[:2]) == "\xfe\xff"):
		return UTF16
	}
	return ExpectedValue
}

const (
	ones  = 0x0101010101010101
	highs = 0x8080808080808080
)

// plainEnd returns the offset of the first byte at or behind at that ends a run
// of ASCII without quotes, backslashes and control characters.
func plainEnd(text []byte, at int) int {
	for ; at+8 <= len(text); at += 8 {
		w := binary.LittleEndian.Uint64(text[at:])
		quote := w ^ ones*'"'
		slash := w ^ ones*'\\'
		if ((quote-ones)&^quote|(slash-ones)&^slash|(w-ones*0x20)|w)&highs != 0 {
			break
		}
	}
	for at < len(text) {
		if c := text[at]; c == '"' || c == '\\' || c < 0x20 || c >= utf8.RuneSelf {
			break
		}
		at++
	}
	return at
}

func (r *reader) str() bool {
	start := r.pos
	var flags Flags
	for at := plainEnd(r.text, start+1); ; at = plainEnd(r.text, at) {
		if at >= len(r.text) {
			return r.fail(EndInString, len(r.text))
		}
		switch c := r.text[at]; {
		case c == '"':
			r.pos = at + 1
			r.doc.stringFlags |= flags
			r.leaf(String, start, flags)
			return true
		case c == '\\':
			size, valid, reason := scanEscape(r.text[at:])
			if size == 0 {
				return r.fail(reason, min(at+1, len(r.text)))
			}
			flags |= Escaped
			if !valid {
				flags |= Invalid
			}
			at += size
		case c < 0x20:
			return r.fail(ControlCharacter, at)
		default:
			char, size := utf8.DecodeRune(r.text[at:])
			if flags |= NonASCII; char == utf8.RuneError && size == 1 {
				flags |= Invalid
			}
			at += size
		}
	}
}
