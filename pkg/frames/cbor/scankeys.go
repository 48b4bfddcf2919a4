package cbor

// maxKeySize is the size of the largest key that the reference reads, in
// bytes.
const maxKeySize = 4096

// checkKey judges the head of a key. At the same offset the breaches count in
// the order of section 12: indefinite, key-type, utf8, key-size,
// duplicate-key, tag.
func (s *scanner) checkKey(top *scanLevel, h head, at int) {
	top.key = at
	switch {
	case h.info == infoIndefinite:
		return // a break, or a breach of its own
	case h.major == majorUint:
		s.deferIssue(codeKeyType, at, h.next-at, len(s.levels)-1)
	case h.major != majorText:
		s.addKeyViolation(codeKeyType, at, h.next-at, "a key must be text, this is "+describe(h))
		return
	case h.arg > uint64(len(s.frame)-h.next):
		return // the form is at fault
	case h.arg > maxKeySize:
		// A key that is no UTF-8 is that first.
		if end := h.next + int(h.arg); validUTF8(s.frame[h.next:end]) {
			s.addKeyViolation(codeKeySize, at, h.next-at, "a key has at most 4096 bytes")
		}
		return
	}
	if h.nonShortest() && !top.longKey {
		top.longKey = true
		s.longKeys = append(s.longKeys, top.start)
	}
	if s.keys.insert(&top.mapKeys, at) {
		s.addViolation(codeDuplicateKey, at, s.keySize(at), "the key stands in the map twice")
	}
}

func (s *scanner) keySize(at int) int {
	h := headAt(s.frame, at)
	if h.major == majorText {
		return h.next - at + int(h.arg)
	}
	return h.next - at
}
