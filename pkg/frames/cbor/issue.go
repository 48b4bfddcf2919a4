package cbor

import (
	"fmt"
	"strconv"
	"unicode/utf8"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/diag"
)

// The codes of section 12 that refuse a frame.
const (
	codeTruncated    = "truncated"
	codeTrailing     = "trailing"
	codeSyntax       = "syntax"
	codeIndefinite   = "indefinite"
	codeDuplicateKey = "duplicate-key"
	codeKeyType      = "key-type"
	codeKeySize      = "key-size"
	codeUTF8         = "utf8"
	codeTag          = "tag"
	codeType         = "type"
	codeRange        = "range"
	codeMissing      = "missing"
	codeEnum         = "enum"
	codeAgentID      = "agent-id"
	codeDepth        = "depth"
	codeAmbiguous    = "ambiguous"
	codeLimit        = "limit"
)

// issue is a fault that has been found. No code is no issue.
type issue struct {
	code           string
	offset, length int    // of the bytes at fault
	at             int    // of the item at fault: what the order of issues goes by
	path           []byte // JSON Pointer into the payload
	need, have     diag.Fact
	text           string
	hint           string
}

func (i *issue) reset() { *i = issue{path: i.path[:0]} }

// diagnostic is the issue as it is reported.
func (i *issue) diagnostic() *diag.Diagnostic {
	d := &diag.Diagnostic{
		Code: i.code, Path: payloadPath + string(i.path), Offset: i.offset, Length: i.length,
		Need: i.need, Have: i.have, Message: i.text, Hint: i.hint,
	}
	if len(i.path) > 0 {
		d.Message = text.Escape(string(i.path[1:])) + ": " + i.text
	}
	return d
}

// payloadPath is where the item stands in the document.
const payloadPath = "/payload"

// setMalformed notes the fault of form, and returns false.
func (s *scanner) setMalformed(code string, offset, length int, text string) bool {
	s.malformed.code, s.malformed.offset, s.malformed.length, s.malformed.at, s.malformed.text = code, offset, length, s.end, text
	s.malformed.path = s.pathTo(s.malformed.path[:0], len(s.levels))
	return false
}

// truncatedItem is the fault of a frame that ends where an item must follow.
func (s *scanner) truncatedItem() bool {
	text := "the frame ends where a value must follow"
	switch n := len(s.levels); {
	case len(s.frame) == 0:
		text = "the frame is empty: a CBOR item is needed"
	case n > 0 && s.levels[n-1].indefinite:
		text = "the frame ends before what was left open is closed"
	case n > 0 && s.levels[n-1].major == majorMap:
		text = fmt.Sprintf("the frame ends in a map of which %s must follow", entries(s.levels[n-1].left))
	case n > 0:
		text = fmt.Sprintf("the frame ends in an array of which %s must follow", elements(s.levels[n-1].left))
	}
	s.malformed.need, s.malformed.have = diag.Count(1), diag.Count(0)
	return s.setMalformed(codeTruncated, len(s.frame), 0, text)
}

func entries(n uint64) string { return countMore(n, "entry", "entries") }

func elements(n uint64) string { return countMore(n, "element", "elements") }

func countMore(n uint64, one, plural string) string {
	if n == 1 {
		return "1 more " + one
	}
	return strconv.FormatUint(n, 10) + " more " + plural
}

func (s *scanner) truncatedHead(at, size int) bool {
	left := len(s.frame) - at
	s.malformed.need, s.malformed.have = diag.Count(1+size), diag.Count(left)
	return s.setMalformed(codeTruncated, at, left, fmt.Sprintf("the head of an item needs %d bytes, the frame has %d left", 1+size, left))
}

// truncatedString is the fault of a string that says it is longer than what is left.
func (s *scanner) truncatedString(h head) bool {
	left := len(s.frame) - h.next
	s.malformed.need, s.malformed.have = diag.Number(h.arg), diag.Count(left)
	kind := "byte string"
	if h.major == majorText {
		kind = "text"
	}
	return s.setMalformed(codeTruncated, h.next, left, fmt.Sprintf("a %s says that it has %d bytes, the frame has %d left", kind, h.arg, left))
}

func (s *scanner) tooDeep(at int) bool {
	s.malformed.need = diag.Words("at most " + strconv.Itoa(s.maxDepth))
	s.malformed.hint = "--max-depth raises the limit"
	return s.setMalformed(codeDepth, at, 1, fmt.Sprintf("more than %d arrays and maps are open at once", s.maxDepth))
}

// addViolation notes a breach of the profile, if it is the first, at the item whose
// head stands at the given offset. Reading stops in front of it.
func (s *scanner) addViolation(code string, at, length int, text string) {
	s.limit = min(s.limit, at)
	s.recordViolation(code, at, length, text, len(s.levels))
}

// addKeyViolation notes a breach by a key that has no name for people.
func (s *scanner) addKeyViolation(code string, at, length int, text string) {
	s.limit = min(s.limit, at)
	s.recordViolation(code, at, length, text, len(s.levels)-1)
}

func (s *scanner) recordViolation(code string, at, length int, text string, levels int) {
	if s.violation.code == "" {
		s.fillIssue(&s.violation, code, at, length, text, levels)
	}
}

func (s *scanner) fillIssue(i *issue, code string, at, length int, text string, levels int) {
	i.code, i.offset, i.at, i.length, i.text = code, at, at, length, text
	if code == codeTag {
		i.text = tagText(headAt(s.frame, at).arg)
	}
	i.path = s.pathTo(i.path[:0], levels)
}

// deferIssue notes an item that is a breach unless the declaration allows it.
func (s *scanner) deferIssue(code string, at, length, levels int) {
	s.hasDeferred = true
	if s.keepDeferred && s.deferred.code == "" {
		s.fillIssue(&s.deferred, code, at, length, "a key must be text, this is a whole number", levels)
	}
}

func tagText(tag uint64) string {
	return fmt.Sprintf("tag %d stands in front of the value; no tag may, but tag 2 on a u128", tag)
}

// maxQuoted is how many bytes of a text a message repeats.
const maxQuoted = 64

// notUTF8 notes text that is not UTF-8. The text is shown all the same, so
// reading does not stop.
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
	s.recordViolation(codeUTF8, s.end, 1, fmt.Sprintf(`byte 0x%02x is not UTF-8, in "%s"`, s.frame[bad], shown), levels)
	s.violation.offset = bad
	s.violation.need, s.violation.have = diag.Words("UTF-8"), diag.Words(fmt.Sprintf("byte 0x%02x", s.frame[bad]))
}

// invalidUTF8 is the offset of the first byte that is not UTF-8.
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

func validUTF8(text []byte) bool { return utf8.Valid(text) }

// pathTo appends the pointer to what is being read in the outermost levels.
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

// appendKey appends the step to the value of a key.
func appendKey(dst, frame []byte, at int) []byte {
	switch h := headAt(frame, at); {
	case h.major == majorUint:
		return strconv.AppendUint(append(dst, '/'), h.arg, 10)
	case h.major == majorText && h.info != infoIndefinite && h.arg <= uint64(len(frame)-h.next):
		return jsondoc.AppendPointerToken(append(dst, '/'), frame[h.next:h.next+int(h.arg)])
	}
	return dst
}

// describe says in words what an item is.
func describe(h head) string {
	switch h.major {
	case majorUint:
		return "a whole number"
	case majorNegative:
		return "a negative number"
	case majorBytes:
		return "a byte string"
	case majorText:
		return "text"
	case majorArray:
		return "an array"
	case majorMap:
		return "a map"
	case majorTag:
		return "a tag"
	}
	switch h.info {
	case headFalse & 31, headTrue & 31:
		return "a boolean"
	case headNull & 31:
		return "null"
	case headUndefined & 31:
		return "undefined"
	case headHalf & 31, headSingle & 31, headDouble & 31:
		return "a float"
	}
	return "a simple value"
}
