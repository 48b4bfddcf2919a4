package cbor

import (
	"fmt"
	"math"
	"strconv"
	"unicode/utf8"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/diag"
)

// scanner scans one item without its type: the first steps of section 12. It finds the
// first malformed item, and the first violation of the profile before it.
type scanner struct {
	frame    []byte
	maxDepth int
	levels   []scanLevel
	keys     keySet

	// ends are the offsets after the arrays and maps, in the order of their heads, 0 for
	// truncated ones. They are kept if keepEnds is set.
	keepEnds bool
	ends     []int

	end       int   // after the item; of a malformed frame, at the fault
	malformed issue // the malformed item
	violation issue // the first violation of the profile
	// limit is where reading must stop: before the first fault after which nothing
	// can be read.
	limit int
	// hasDeferred is set for items that are violations unless the declaration allows
	// them: tag 2 or 3, an integer as a key.
	hasDeferred bool
	// deferred is the first of them, if keepDeferred is set.
	keepDeferred bool
	deferred     issue
	// longKeys are the offsets of the maps with a key whose head is longer than
	// needed.
	longKeys []int

	tagged bool // the previous head was a tag
	at     int
}

// scanLevel is an open item.
type scanLevel struct {
	left       uint64 // elements or entries that follow
	start      int    // of the head
	end        int    // index in ends
	index      int    // of the current element or entry
	key        int    // offset of the key of the current entry
	major      byte
	indefinite bool
	atKey      bool // a key comes next
	longKey    bool
	mapKeys    mapKeys
}

// scan scans the item that starts the frame. It returns its end, or -1 when it is
// malformed.
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

// head reads the next head and the bytes of its string, and closes the items that it
// completes. For a malformed item it returns false, with s.end at the item.
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
			return s.setMalformed(codeSyntax, at, 1, "an integer cannot have an indefinite length")
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

// complete counts an item in the item that holds it, and closes that when it is full.
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

// close removes the innermost level, which is full.
func (s *scanner) close(top *scanLevel) {
	if s.keepEnds && top.major >= majorArray {
		s.ends[top.end] = s.at
	}
	s.keys.release(&top.mapKeys)
	s.levels = s.levels[:len(s.levels)-1]
}

func (s *scanner) str(h head, at int) bool {
	if h.info == infoIndefinite {
		s.addViolation(codeIndefinite, at, 1, "indefinite length; expected a definite length")
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

// chunk reads a chunk of a string of indefinite length, or its end.
func (s *scanner) chunk(top *scanLevel, h head, at int) bool {
	switch {
	case s.frame[at] == headBreak:
		s.close(top)
		return s.complete()
	case h.major != top.major || h.info == infoIndefinite:
		return s.setMalformed(codeIndefinite, at, 1, "a chunked string can only contain chunks of its own kind")
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
		s.addViolation(codeIndefinite, at, 1, "indefinite length; expected a definite length")
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

// depth returns the number of open arrays and maps. A chunked string is not counted: it
// holds only chunks.
func (s *scanner) depth() int { return len(s.levels) }

func (s *scanner) tag(h head, at int) bool {
	switch {
	case h.info == infoIndefinite:
		return s.setMalformed(codeSyntax, at, 1, "a tag cannot have an indefinite length")
	case !s.tagged && (h.arg == tagBignum || h.arg == tagNegativeBignum):
		s.deferIssue(codeTag, at, h.next-at, len(s.levels))
	default:
		s.addViolation(codeTag, at, h.next-at, "")
	}
	s.tagged = true
	return true
}

// simple reads a simple value, a float, or a break.
func (s *scanner) simple(h head, at int) bool {
	switch {
	case h.info == infoIndefinite:
		return s.breakByte(at)
	case h.info == infoOneByte && h.arg < 32:
		return s.setMalformed(codeSyntax, at, 2, "a simple value below 32 must not have a second byte")
	case h.info < 20 || h.info == infoOneByte:
		return s.setMalformed(codeSyntax, at, h.next-at, "unassigned simple value")
	}
	return true
}

// breakByte ends the innermost array or map, if its length is indefinite.
func (s *scanner) breakByte(at int) bool {
	n := len(s.levels)
	if n == 0 || !s.levels[n-1].indefinite || s.tagged {
		return s.setMalformed(codeSyntax, at, 1, "unexpected break: no item of indefinite length is open")
	}
	top := &s.levels[n-1]
	if top.major == majorMap && !top.atKey {
		return s.setMalformed(codeSyntax, at, 1, "unexpected break: expected the value of a key")
	}
	s.close(top)
	return s.complete()
}

// checkKey checks the head of a key. At the same offset the violations have the order of
// section 12: indefinite, key-type, utf8, duplicate-key, tag.
func (s *scanner) checkKey(top *scanLevel, h head, at int) {
	top.key = at
	switch {
	case h.info == infoIndefinite:
		return // a break, or a violation of its own
	case h.major == majorUint:
		s.deferIssue(codeKeyType, at, h.next-at, len(s.levels)-1)
	case h.major != majorText:
		s.addKeyViolation(codeKeyType, at, h.next-at, text.Expected("a text key", describe(h)))
		return
	case h.arg > uint64(len(s.frame)-h.next):
		return // malformed
	}
	if h.nonShortest() && !top.longKey {
		top.longKey = true
		s.longKeys = append(s.longKeys, top.start)
	}
	if s.keys.insert(&top.mapKeys, at) {
		s.addViolation(codeDuplicateKey, at, s.keySize(at), text.DuplicateMember(s.keyText(at)))
	}
}

func (s *scanner) keyText(at int) string {
	h := headAt(s.frame, at)
	if h.major == majorText {
		return string(s.frame[h.next : h.next+int(h.arg)])
	}
	return strconv.FormatUint(h.arg, 10)
}

func (s *scanner) keySize(at int) int {
	h := headAt(s.frame, at)
	if h.major == majorText {
		return h.next - at + int(h.arg)
	}
	return h.next - at
}

// setMalformed records the malformed item, and returns false.
func (s *scanner) setMalformed(code string, offset, length int, text string) bool {
	s.malformed.code, s.malformed.offset, s.malformed.length, s.malformed.at, s.malformed.text = code, offset, length, s.end, text
	s.malformed.path = s.pathTo(s.malformed.path[:0], len(s.levels))
	return false
}

// truncatedItem records that the frame ends where an item must follow.
func (s *scanner) truncatedItem() bool {
	message := "the frame ends where a value is expected"
	switch n := len(s.levels); {
	case len(s.frame) == 0:
		message = "the frame is empty: expected a CBOR item"
	case n > 0 && s.levels[n-1].indefinite:
		message = "the frame ends inside an item of indefinite length"
	case n > 0 && s.levels[n-1].major == majorMap:
		message = s.levels[n-1].truncatedMessage("map", "entry", "entries")
	case n > 0:
		message = s.levels[n-1].truncatedMessage("array", "element", "elements")
	}
	s.malformed.need, s.malformed.have = diag.Count(1), diag.Count(0)
	return s.setMalformed(codeTruncated, len(s.frame), 0, message)
}

// truncatedMessage describes an array or map of definite length that the frame ends in.
func (l *scanLevel) truncatedMessage(container, one, many string) string {
	declared := uint64(l.index) + l.left
	parts := many
	if declared == 1 {
		parts = one
	}
	return fmt.Sprintf("the frame ends inside the %s that starts at byte %d: %d %s declared, %d present", container, l.start, declared, parts, l.index)
}

func (s *scanner) truncatedHead(at, size int) bool {
	left := len(s.frame) - at
	s.malformed.need, s.malformed.have = diag.Count(1+size), diag.Count(left)
	return s.setMalformed(codeTruncated, at, left, "the frame ends inside the head of an item: "+text.ExpectedBytes(1+size, left))
}

// truncatedString records that a string is longer than the rest of the frame.
func (s *scanner) truncatedString(h head) bool {
	left := len(s.frame) - h.next
	s.malformed.need, s.malformed.have = diag.Number(h.arg), diag.Count(left)
	kind := "a byte string"
	if h.major == majorText {
		kind = "text"
	}
	return s.setMalformed(codeTruncated, h.next, left, fmt.Sprintf("the frame ends inside %s: expected %d bytes, got %d", kind, h.arg, left))
}

func (s *scanner) tooDeep(at int) bool {
	s.malformed.need = diag.Words("at most " + strconv.Itoa(s.maxDepth))
	s.malformed.hint = depthHint(s.maxDepth)
	return s.setMalformed(codeDepth, at, 1, tooDeepMessage(s.maxDepth))
}

func tooDeepMessage(limit int) string {
	return fmt.Sprintf("more than %d nested arrays and maps", limit)
}

// addViolation records a violation of the profile, if it is the first, by the item whose
// head is at an offset. Reading stops before it.
func (s *scanner) addViolation(code string, at, length int, text string) {
	s.limit = min(s.limit, at)
	s.recordViolation(code, at, length, text, len(s.levels))
}

// addKeyViolation records a violation by a key that has no printable name.
func (s *scanner) addKeyViolation(code string, at, length int, text string) {
	s.limit = min(s.limit, at)
	s.recordViolation(code, at, length, text, len(s.levels)-1)
}

func (s *scanner) recordViolation(code string, at, length int, text string, levels int) {
	if s.violation.code == "" {
		s.fillIssue(&s.violation, code, at, length, text, levels)
	}
}

func (s *scanner) fillIssue(i *issue, code string, at, length int, message string, levels int) {
	i.code, i.offset, i.at, i.length, i.text = code, at, at, length, message
	if code == codeTag {
		i.text = tagText(headAt(s.frame, at).arg)
	}
	i.path = s.pathTo(i.path[:0], levels)
}

// deferIssue records an item that is a violation unless the declaration allows it.
func (s *scanner) deferIssue(code string, at, length, levels int) {
	s.hasDeferred = true
	if s.keepDeferred && s.deferred.code == "" {
		s.fillIssue(&s.deferred, code, at, length, text.Expected("a text key", "an integer"), levels)
	}
}

// maxQuoted is how many bytes of a text a message repeats.
const maxQuoted = 64

// notUTF8 records text that is not UTF-8. Reading does not stop: the text is printed.
func (s *scanner) notUTF8(start, end int) {
	if s.violation.code != "" {
		return
	}
	bad := start + invalidUTF8(s.frame[start:end])
	from, to := max(start, bad-maxQuoted/2), min(end, bad+maxQuoted/2)
	shown := text.AppendEscaped(nil, s.frame[from:to])
	levels := len(s.levels)
	if levels > 0 && s.levels[levels-1].atKey {
		levels--
	}
	s.recordViolation(codeUTF8, s.end, 1, text.InvalidUTF8(s.frame[bad])+` in "`+string(shown)+`"`, levels)
	s.violation.offset = bad
	s.violation.need, s.violation.have = diag.Words("UTF-8"), diag.Words(fmt.Sprintf("byte 0x%02x", s.frame[bad]))
}

// invalidUTF8 returns the offset of the first byte that is not UTF-8.
func invalidUTF8(text []byte) int {
	for at := 0; at < len(text); {
		r, size := utf8.DecodeRune(text[at:])
		if r == utf8.RuneError && size == 1 {
			return at
		}
		at += size
	}
	return len(text)
}

// pathTo appends the pointer to the current value in the outermost levels.
func (s *scanner) pathTo(dst []byte, levels int) []byte {
	for i := range s.levels[:levels] {
		l := &s.levels[i]
		switch {
		case l.major == majorArray:
			dst = strconv.AppendInt(append(dst, '/'), int64(l.index), 10)
		case l.major == majorMap && l.key > 0 && (!l.atKey || l.key == s.end):
			dst = appendKey(dst, s.frame, l.key)
		}
	}
	return dst
}

func appendKey(dst, frame []byte, at int) []byte {
	switch h := headAt(frame, at); {
	case h.major == majorUint:
		return strconv.AppendUint(append(dst, '/'), h.arg, 10)
	case h.major == majorText && h.info != infoIndefinite && h.arg <= uint64(len(frame)-h.next):
		return jsondoc.AppendPointerToken(append(dst, '/'), frame[h.next:h.next+int(h.arg)])
	}
	return dst
}
