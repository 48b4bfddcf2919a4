package jsondoc

// token is a piece of a text that the reader has found sound in its grammar.
type token struct {
	start, end int
	kind       byte // the first byte
}

// nextToken is the token at or behind an offset; none when the text ends, or
// breaks off, before the end of it.
func nextToken(text []byte, at int) (token, bool) {
	at = SkipSpace(text, at)
	if at >= len(text) {
		return token{}, false
	}
	t := token{start: at, kind: text[at]}
	switch t.kind {
	case '{', '}', '[', ']', ',', ':':
		t.end = at + 1
	case '"':
		t.end = stringEnd(text, at)
	default:
		for t.end = at + 1; t.end < len(text) && !isDelimiter(text[t.end]); {
			t.end++
		}
	}
	return t, t.end <= len(text)
}

// stringEnd is the offset behind the string that starts at an offset; beyond
// the text when it breaks off.
func stringEnd(text []byte, at int) int {
	for at = plainEnd(text, at+1); at < len(text) && text[at] != '"'; at = plainEnd(text, at) {
		if text[at] == '\\' {
			at++
		}
		at = min(at+1, len(text))
	}
	return at + 1
}

// isDelimiter tells whether a number or a literal ends before a byte.
func isDelimiter(c byte) bool {
	switch c {
	case ' ', '\t', '\n', '\r', ',', ']', '}':
		return true
	}
	return false
}

// appendCollapsed appends the text of an opaque node compactly.
func (d *Doc) appendCollapsed(dst []byte, n int, safe bool) []byte {
	text := d.text[:d.nodes[n].End]
	for t, ok := nextToken(text, int(d.nodes[n].Start)); ok; t, ok = nextToken(text, t.end) {
		if t.kind == '"' {
			dst = AppendQuoted(dst, decodeString(nil, text[t.start+1:t.end-1]), safe)
			continue
		}
		dst = append(dst, text[t.start:t.end]...)
	}
	return dst
}

// collapsedFault finds what is unsound in an opaque node.
func (d *Doc) collapsedFault(n int) *Fault {
	text := d.text[:d.nodes[n].End]
	for t, ok := nextToken(text, int(d.nodes[n].Start)); ok; t, ok = nextToken(text, t.end) {
		switch {
		case t.kind == '"':
			if f := d.textFault(t.start+1, t.end-1); f != nil {
				return f
			}
		case t.kind == '-' || t.kind-'0' <= 9:
			if _, ok := ParseNum(text[t.start:t.end]); !ok {
				return &Fault{NumberRange, t.start}
			}
		}
	}
	return nil
}
