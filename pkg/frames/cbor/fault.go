package cbor

import (
	"fmt"
	"strconv"

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
	codeUnknownField = "unknown-field"
)

// issue is a fault. Without a code there is none.
type issue struct {
	code           string
	offset, length int    // of the bytes at fault
	at             int    // of the item at fault: the order of issues
	path           []byte // JSON Pointer into the payload
	need, have     diag.Fact
	text           string
	hint           string
}

func (i *issue) reset() { *i = issue{path: i.path[:0]} }

func (i *issue) diagnostic() *diag.Diagnostic {
	d := &diag.Diagnostic{
		Code: i.code, Path: payloadPath + string(i.path), Offset: i.offset, Length: i.length,
		Need: i.need, Have: i.have, Message: i.text, Hint: i.hint,
	}
	if len(i.path) > 0 {
		d.Message = text.At(text.Escape(string(i.path[1:])), i.text)
	}
	return d
}

// payloadPath is the path of the item in the document.
const payloadPath = "/payload"

// reject records what the declaration refuses, and returns false.
func (s *reader) reject(code string, length int, need, text string) bool {
	return s.rejectAt(code, s.at, length, len(s.levels), need, text)
}

func (s *reader) rejectAt(code string, offset, length, depth int, need, text string) bool {
	s.pointer(depth)
	return s.rejectPath(code, offset, length, need, text)
}

func (s *reader) rejectPath(code string, offset, length int, need, text string) bool {
	if s.dryRun || s.fault.code != "" {
		return false
	}
	f := &s.fault
	f.code, f.offset, f.at, f.length, f.text = code, offset, offset, length, text
	if need != "" {
		f.need = diag.Words(need)
	}
	f.path = append(f.path[:0], s.path...)
	return false
}

// wrongType refuses an item of the wrong kind.
func (s *reader) wrongType(h head, need string) bool {
	if h.major == majorTag {
		return s.deferTag(h)
	}
	return s.reject(codeType, h.next-s.at, need, text.Expected(need, describe(h)))
}

// deferTag records a tag that the scan left to the declaration.
func (s *reader) deferTag(h head) bool {
	return s.rejectDeferred(codeTag, h.next-s.at, tagText(h.arg), len(s.levels))
}

// rejectDeferred records a deferred item that the declaration does not allow.
func (s *reader) rejectDeferred(code string, length int, text string, depth int) bool {
	if s.deferred.code == "" {
		d := &s.deferred
		d.code, d.offset, d.at, d.length, d.text = code, s.at, s.at, length, text
		d.path = append(d.path[:0], s.pointer(depth)...)
	}
	return false
}

// maxKeySize is the size of the longest key of a struct, and of the longest word, that the
// reference reads, in bytes. It bounds no key of a dictionary.
const maxKeySize = 4096

func keySizeMessage(size uint64) string {
	return "the key or word has " + strconv.FormatUint(size, 10) + " bytes; the limit is " + text.Count(maxKeySize, "byte")
}

// keyFits refuses a key or a word, of which the head is given, that is longer than
// maxKeySize; a dry run goes on. depth is the number of levels around its value.
func (s *reader) keyFits(h head, depth int) bool {
	return s.dryRun || s.rejectAt(codeKeySize, s.at, h.next-s.at, depth, "", keySizeMessage(h.arg))
}

// wordFits refuses a word that is too long, or at the limit of depth: while the reference
// reads a word, it counts it as one level.
func (s *reader) wordFits(h head) bool {
	if h.arg > maxKeySize {
		return s.keyFits(h, len(s.levels))
	}
	if s.reject(codeDepth, h.next-s.at, "at most "+strconv.Itoa(s.maxDepth), wordTooDeepMessage(s.maxDepth)); s.fault.code == codeDepth {
		s.fault.hint = depthHint(s.maxDepth)
	}
	return false
}

func wordTooDeepMessage(limit int) string {
	return tooDeepMessage(limit) + "; a word counts as one"
}

// pointer returns the JSON Pointer, in the payload, of the current value in the outermost
// levels.
func (s *reader) pointer(levels int) []byte {
	dst := s.path[:0]
	for i := range s.levels[:levels] {
		l := &s.levels[i]
		switch {
		case l.list:
			dst = strconv.AppendInt(append(dst, '/'), int64(l.index-1), 10)
		case l.key > 0:
			dst = appendKey(dst, s.frame, l.key)
		default:
			dst = append(dst, '/')
		}
	}
	s.path = dst
	return dst
}

func tagText(tag uint64) string {
	return fmt.Sprintf("unexpected CBOR tag %d (only tag 2, on a u128, is allowed)", tag)
}

// describe describes an item.
func describe(h head) string {
	switch h.major {
	case majorUint:
		return "an integer"
	case majorNegative:
		return "a negative integer"
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
