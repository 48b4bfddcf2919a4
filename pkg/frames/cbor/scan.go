package cbor

import (
	"math"
	"unicode/utf8"
)

// scanner goes over one item without knowing its type: the first steps of
// section 12. It finds the first fault of form, and the first breach of the
// profile in front of it.
type scanner struct {
	frame    []byte
	maxDepth int
	levels   []scanLevel
	keys     keySet

	// Ends are the offsets behind the arrays and maps, in the order of their
	// heads, when keepEnds is set; 0 for those that break off.
	keepEnds bool
	ends     []int

	end       int   // behind the item; where the form broke off
	malformed issue // the fault of form
	violation issue // the first breach of the profile
	// limit is where reading must stop: in front of the first fault that
	// leaves nothing to read.
	limit int
	// hasDeferred items are breaches unless the declaration allows them: a tag 2
	// or 3, an integer as a key.
	hasDeferred bool
	// doubt is the first of them, when keepDoubt is set.
	keepDeferred bool
	deferred     issue
	// longKeys are the offsets of the maps with a key whose head is longer
	// than needed.
	longKeys []int

	tagged bool // the head before was a tag
	at     int
}

// scanLevel is an item that others are inside of.
type scanLevel struct {
	left       uint64 // elements or entries still to come
	start      int    // of the head
	end        int    // index in ends
	index      int    // of the element or entry that is being read
	key        int    // offset of the key of the entry being read
	major      byte
	indefinite bool
	atKey      bool // a key comes next
	longKey    bool
	mapKeys    mapKeys
}

// scan goes over the item that starts the frame. It returns the offset behind
// it, or -1 when it is not well formed.
func (s *scanner) scan(frame []byte, maxDepth int) int {
	s.start(frame, maxDepth)
	for s.head() {
		if len(s.levels) == 0 && !s.tagged {
			s.end = s.at
			return s.at
		}
	}
	s.limit = min(s.limit, s.end)
	for i := range s.levels {
		s.keys.release(&s.levels[i].mapKeys)
	}
	return -1
}

func (s *scanner) start(frame []byte, maxDepth int) {
	s.frame, s.maxDepth = frame, maxDepth
	s.levels, s.ends, s.longKeys = s.levels[:0], s.ends[:0], s.longKeys[:0]
	s.keys.reset(frame)
	s.malformed.reset()
	s.violation.reset()
	s.deferred.reset()
	s.limit = math.MaxInt
	s.hasDeferred, s.tagged = false, false
	s.at = 0
}

// head takes the next head, with the bytes of a string behind it, and closes
// what it completes. It returns false on a fault of form, with s.end on the
// item at fault.
func (s *scanner) head() bool {
	at := s.at
	s.end = at
	if at >= len(s.frame) {
		return s.truncatedItem()
	}
	b := s.frame[at]
	size := argSize(b & 31)
	switch {
	case size < 0:
		return s.setMalformed(codeSyntax, at, 1, "additional information 28 to 30 is reserved")
	case len(s.frame)-at <= size:
		return s.truncatedHead(at, size)
	}
	h := headAt(s.frame, at)
	s.at = h.next
	if n := len(s.levels); n > 0 {
		if top := &s.levels[n-1]; top.atKey {
			s.checkKey(top, h, at)
		} else if top.indefinite && top.major <= majorText {
			return s.chunk(top, h, at)
		}
	}
	switch h.major {
	case majorUint, majorNegative:
		if h.info == infoIndefinite {
			return s.setMalformed(codeSyntax, at, 1, "an integer has no indefinite length")
		}
	case majorBytes, majorText:
		return s.str(h, at)
	case majorArray, majorMap:
		return s.open(h, at)
	case majorTag:
		return s.tag(h, at)
	default:
		if !s.simple(h, at) {
			return false
		}
		if h.info == infoIndefinite {
			return true
		}
	}
	return s.complete()
}

// complete counts an item into what it stands in, closing what is full.
func (s *scanner) complete() bool {
	s.tagged = false
	for n := len(s.levels); n > 0; n-- {
		top := &s.levels[n-1]
		if top.atKey {
			top.atKey = false
			return true
		}
		top.index++
		top.atKey = top.major == majorMap
		if top.indefinite {
			return true
		}
		if top.left--; top.left > 0 {
			return true
		}
		s.close(top)
	}
	return true
}

// close takes the innermost level, which is full, off the stack.
func (s *scanner) close(top *scanLevel) {
	if s.keepEnds && top.major >= majorArray {
		s.ends[top.end] = s.at
	}
	s.keys.release(&top.mapKeys)
	s.levels = s.levels[:len(s.levels)-1]
}

func (s *scanner) str(h head, at int) bool {
	if h.info == infoIndefinite {
		s.addViolation(codeIndefinite, at, 1, "the length is left open; every length must be given")
		s.levels = append(s.levels, scanLevel{start: at, major: h.major, indefinite: true})
		s.tagged = false
		return true
	}
	if h.arg > uint64(len(s.frame)-h.next) {
		return s.truncatedString(h)
	}
	end := h.next + int(h.arg)
	if h.major == majorText && !utf8.Valid(s.frame[h.next:end]) {
		s.notUTF8(h.next, end)
	}
	s.at = end
	return s.complete()
}

// chunk takes a piece of a string of indefinite length, or its end.
func (s *scanner) chunk(top *scanLevel, h head, at int) bool {
	switch {
	case s.frame[at] == headBreak:
		s.close(top)
		return s.complete()
	case h.major != top.major || h.info == infoIndefinite:
		return s.setMalformed(codeIndefinite, at, 1, "a string in pieces may only hold pieces of its own kind")
	case h.arg > uint64(len(s.frame)-h.next):
		return s.truncatedString(h)
	}
	s.at = h.next + int(h.arg)
	return true
}

func (s *scanner) open(h head, at int) bool {
	if s.depth() >= s.maxDepth {
		return s.tooDeep(at)
	}
	l := scanLevel{left: h.arg, start: at, major: h.major, indefinite: h.info == infoIndefinite, atKey: h.major == majorMap}
	if l.indefinite {
		s.addViolation(codeIndefinite, at, 1, "the number of entries is left open; every number must be given")
	}
	if s.keepEnds {
		l.end = len(s.ends)
		s.ends = append(s.ends, 0)
	}
	if l.major == majorMap {
		l.mapKeys = s.keys.newMap()
	}
	s.levels = append(s.levels, l)
	s.tagged = false
	if l.left == 0 && !l.indefinite {
		s.close(&s.levels[len(s.levels)-1])
		return s.complete()
	}
	return true
}

// depth is the number of arrays and maps that are open. A string in pieces is
// no level of its own: only its pieces are inside.
func (s *scanner) depth() int { return len(s.levels) }

func (s *scanner) tag(h head, at int) bool {
	switch {
	case h.info == infoIndefinite:
		return s.setMalformed(codeSyntax, at, 1, "a tag has no indefinite length")
	case !s.tagged && (h.arg == tagBignum || h.arg == tagNegativeBignum):
		s.deferIssue(codeTag, at, h.next-at, len(s.levels))
	default:
		s.addViolation(codeTag, at, h.next-at, "")
	}
	s.tagged = true
	return true
}

// simple takes a simple value, a float, or a break.
func (s *scanner) simple(h head, at int) bool {
	switch {
	case h.info == infoIndefinite:
		return s.breakByte(at)
	case h.info == infoOneByte && h.arg < 32:
		return s.setMalformed(codeSyntax, at, 2, "a simple value below 32 has no byte of its own")
	case h.info < 20 || h.info == infoOneByte:
		return s.setMalformed(codeSyntax, at, h.next-at, "this simple value has no meaning")
	}
	return true
}

// breakByte ends the innermost array or map, when that waits for it.
func (s *scanner) breakByte(at int) bool {
	n := len(s.levels)
	if n == 0 || !s.levels[n-1].indefinite || s.tagged {
		return s.setMalformed(codeSyntax, at, 1, "a break stands where nothing is left open")
	}
	top := &s.levels[n-1]
	if top.major == majorMap && !top.atKey {
		return s.setMalformed(codeSyntax, at, 1, "a break stands in place of the value of a key")
	}
	s.close(top)
	return s.complete()
}
